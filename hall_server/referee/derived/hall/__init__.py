"""Announcements and devices, as values."""
