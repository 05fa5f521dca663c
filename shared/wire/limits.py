"""The largest messages and events that may travel, checked before anything is decoded."""

MAX_MESSAGE = 1 << 20
"""Bytes of one ZeroMQ message part."""

MAX_EVENT = 256 << 10
"""Bytes of one envelope: the pairing of a thousand players fits."""

MAX_BATCH_EVENTS = 256
"""Events in one push, or in one part of an author's log."""

MAX_STRETCH_EVENTS = 1_024
"""Events in one answer to a pull. A node stores each answer in one commit."""

MAX_BATCH_BYTES = 512 << 10
"""Bytes of events in one push or one answer to a pull."""

GROUPS = 128
"""Groups of logs in a comparison. Of a thousand tables a few logs are in each."""

FIRST_ROOM = 16 << 10
"""Bytes of events in the first answer to a pull. The speed of the line sets the next size."""

LEAST_ROOM = 8 << 10
"""The fewest bytes to ask for, even on a slow line."""
