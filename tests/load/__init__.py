"""A whole hall at work on this machine: many tables on real links. Run as ``make load``."""

SECOND_MS = 1_000
ENDS = "ends"
"""What the tables are told before the hall ends: they say when all are linked again."""
