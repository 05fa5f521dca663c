"""Pictures of the real screens, for people who read about them. Run as ``make pictures``."""
