"""Robots play an event from its first pairing to its last result: one conductor, two stages.

A demo plays on this machine, with every program as a process. A rehearsal plays on the devices of
a real hall, in a tournament that is thrown away. Both check the outcome.
"""
