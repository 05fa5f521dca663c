"""One match in values: seats and outcomes, time controls, lateness, delays, preferences."""
