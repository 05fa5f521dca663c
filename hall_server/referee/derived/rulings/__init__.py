"""What a ruling changes beside itself, and what was decided in the whole event."""
