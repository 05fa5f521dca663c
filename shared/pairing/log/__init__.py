"""How a round came about, line by line, and in sentences (ACF-3.VIII)."""
