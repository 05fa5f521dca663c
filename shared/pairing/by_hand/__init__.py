"""Rounds that a referee pairs by hand, and what is said about them."""
