"""Knockouts: brackets, lives, and draw sheets as the hall plays them."""
