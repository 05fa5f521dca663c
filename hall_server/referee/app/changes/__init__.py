"""The screen of changes."""
