"""Every table as a card or a cell, one table in full, and one case in full."""
