"""A round before it is published, and the boards that matches are called from, as values."""
