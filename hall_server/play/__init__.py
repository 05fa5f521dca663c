"""Machines play an event from its first pairing to its last result: one conductor, two stages.

A demo's stage is this machine, with every program as a process; a rehearsal's is the devices of a
hall that is set up, in a tournament that is thrown away. Here too stands what has to come out.
"""
