"""Screens that decide a case, and the list of incidents."""
