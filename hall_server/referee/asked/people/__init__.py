"""The dialogues about players and prizes."""
