"""What travels: bytes to values and back, and the sync protocol as a sans-IO state machine."""
