"""Open play: free players meet (APCA-31)."""
