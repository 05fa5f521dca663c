"""Prepares this process for sockets that listen: room for connections, and a seeded context."""

import ctypes
import logging
import os
import sys

import zmq

from shared.net.gate import FEED, SYNC

ENOUGH = 65_536
"""More descriptors than connections can pile up: each has three seconds for its handshake."""

IO_THREAD = {SYNC: 1 << 0, FEED: 1 << 1}
"""ZeroMQ's thread for each socket: an answer waits for no event that goes to a thousand nodes."""

log = logging.getLogger(__name__)


def make_room() -> None:
    """Raise the limit of open descriptors as far as this user may."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(ENOUGH, hard)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError) as error:
            log.info("no room for more than %d connections: %s", soft, error)


def seeded_context() -> zmq.Context[zmq.Socket[bytes]]:
    """Return a ZeroMQ context for sockets that listen; call it in the thread that opens them.

    ZeroMQ numbers the peers of a ROUTER by the C library's ``rand``, which it does not seed. A peer
    may choose its own number. If it knew the next one, it could take it and crash the process.
    """
    library = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
    library.srand(ctypes.c_uint(int.from_bytes(os.urandom(4))))
    return zmq.Context(io_threads=len(IO_THREAD))
