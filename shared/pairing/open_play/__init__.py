"""Open play: who is free meets who is free (APCA-31)."""
