"""The hall on the air, alone or as a standby: what it says of itself, and how it is reached."""
