"""The font with which the playing hall prints Chinese and Japanese names."""
