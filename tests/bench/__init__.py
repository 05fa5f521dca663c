"""Measurements: each row stands beside its raw part from the same run. Run as ``make bench``."""
