"""Every table as a cell, and one table in full."""
