"""How the referee is asked: dialogues that read from top to bottom, and their small screens."""
