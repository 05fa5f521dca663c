"""Creating a tournament: its key, its first events, its invites."""
