"""The dialogues that change a division or the tables while the hall runs."""
