"""Players as they are registered, and their private facts, as values."""
