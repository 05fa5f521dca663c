"""A division that changes while the hall runs: versions, what follows, what cannot be."""
