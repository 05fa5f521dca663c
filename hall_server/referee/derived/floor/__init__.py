"""Every table as a cell, as a value."""
