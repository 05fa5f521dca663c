"""Asks this machine's network what it can do. Talks to nobody but this machine itself."""

from __future__ import annotations

import socket
import sys
from contextlib import closing

_GROUP, _HOPS = "239.255.73.1", 0
"""A group of no other use; with no hops nothing leaves the machine."""
_WORD = b"playing hall: multicast?"
_PATIENCE_S = 1.0


def port_trouble(port: int) -> str:
    """Why this machine cannot listen on a TCP port, "" if it can."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        if sys.platform != "win32":  # as the hall's own sockets do: a port left lately is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
            probe.listen(1)
        except (OSError, OverflowError) as error:
            return getattr(error, "strerror", "") or str(error)
    return ""


def multicast_trouble(interface: str = "0.0.0.0") -> str:
    """Why this machine cannot join a multicast group and hear itself there, "" if it can.

    Says nothing about the network beyond: a switch or access point may still filter multicast.
    """
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            joined = socket.inet_aton(_GROUP) + socket.inet_aton(interface)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, joined)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, _HOPS)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            probe.settimeout(_PATIENCE_S)
            probe.bind(("", 0))
            probe.sendto(_WORD, (_GROUP, probe.getsockname()[1]))
            heard = probe.recv(len(_WORD))
        except OSError as error:
            return error.strerror or "nothing came back"
    return "" if heard == _WORD else "something else came back"
