"""What several of the dashboard's screens are made of. Knows nothing of what it shows."""
