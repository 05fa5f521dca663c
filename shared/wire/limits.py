"""The largest things that may travel. Each size is checked before anything is decoded."""

MAX_MESSAGE = 1 << 20
"""Bytes of one ZeroMQ message part."""

MAX_EVENT = 256 << 10
"""Bytes of one envelope: the pairing of a thousand players fits."""

MAX_BATCH_EVENTS = 256
"""Events in one push or one answer to a pull."""

MAX_BATCH_BYTES = 512 << 10
"""Bytes of events in one push or one answer to a pull."""
