"""Screens of pairing: the round in steps, by hand, the call boards."""
