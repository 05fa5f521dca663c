"""What the referee may decide, what else it changes, and the screens that write it."""
