"""Results and places, and how they are said."""
