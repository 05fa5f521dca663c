"""A tournament comes into being: its keys, its first events, its invites."""
