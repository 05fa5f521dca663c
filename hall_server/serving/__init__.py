"""A node in service, as the hall or a standby: what it tells, and how commands reach it."""
