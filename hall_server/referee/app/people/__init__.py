"""Screens about players, places, prizes and titles."""
