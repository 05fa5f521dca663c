"""A whole hall at work on this machine: many tables on real links. Run as ``make load``."""

SECOND_MS = 1_000
