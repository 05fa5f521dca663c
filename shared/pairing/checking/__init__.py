"""Checks rounds against the sheet. Shares no code with the pairing."""
