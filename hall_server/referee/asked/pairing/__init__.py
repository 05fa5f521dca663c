"""The dialogues of pairing: drawing, by hand, calling, the start."""
