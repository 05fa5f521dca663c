"""The event changed while the hall runs: divisions, their rounds, systems, times and rules."""
