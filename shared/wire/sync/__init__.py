"""The sync protocol as two state machines without input and output: the follower and the hub.

They read a log and return effects. A driver owns sockets, disk and time: the hall, the tests and
the simulator drive the same code.
"""
