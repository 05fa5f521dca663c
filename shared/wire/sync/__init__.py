"""The sync protocol as two sans-IO state machines: the follower and the hub.

They read a log and return effects. Whoever drives them owns sockets, disk and time; the hall, the
tests and the simulator drive the same code.
"""
