"""What the screen says, page by page: pure functions from a look at the table to a view."""
