"""Every table as a cell, one table in full, and one case in full."""
