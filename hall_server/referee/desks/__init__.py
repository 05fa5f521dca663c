"""The desks beside the queue: score sheets, prizes, titles, incidents, players, assistants."""
