"""Finds free ports on this machine, for demos and rehearsals."""

from __future__ import annotations

import socket


def free_port_base() -> int:
    """Two free neighbouring ports on this machine, as far as anyone can tell now."""
    for _ in range(50):
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            base: int = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", base + 1))
            except (OSError, OverflowError):
                continue
            return base
    raise OSError("no two free neighbouring ports on this machine")
