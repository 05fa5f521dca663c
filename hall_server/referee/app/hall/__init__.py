"""Screens about the hall itself and its devices."""
