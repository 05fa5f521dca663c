"""What the dashboard says: lines and sentences made of what is derived. Pure."""
