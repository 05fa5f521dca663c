"""The rehearsal: tomorrow's event, played by robots on the real devices, in a hall thrown away."""
