"""The dialogues about the lobby and announcements."""
