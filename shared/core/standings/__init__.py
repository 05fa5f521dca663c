"""Points and places: scores of matches, the order of a division, prizes and titles."""
