"""Everybody meets everybody, and what a player leaves behind who goes."""
