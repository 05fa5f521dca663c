"""Seeds the C library's ``rand``, from which ZeroMQ numbers the peers of a ROUTER.

A peer may choose its own number. If it knew the next one, it could take it and crash the process.
"""

from __future__ import annotations

import ctypes
import os
import sys

import zmq


def seeded_context() -> zmq.Context[zmq.Socket[bytes]]:
    """Return a ZeroMQ context for sockets that listen; call it in the thread that opens them."""
    library = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
    library.srand(ctypes.c_uint(int.from_bytes(os.urandom(4))))
    return zmq.Context()
