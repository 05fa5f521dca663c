"""What the log comes to for people: the story of a match, and who is paid what."""
