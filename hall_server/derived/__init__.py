"""What follows from the log for people: the story of a match, and who is paid what."""
