"""The pages of a table: pure functions from a look at the table to a view, and their commands."""
