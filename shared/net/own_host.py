"""Which of this machine's addresses faces another one. Asks the routing table; sends nothing."""

from __future__ import annotations

import socket


def own_host(towards: str) -> str:
    """This machine's address as a neighbour of ``towards`` sees it, "" if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((towards, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def is_this_machine(host: str) -> bool:
    """Whether ``host`` names this machine."""
    try:
        address = socket.gethostbyname(host)
    except OSError:
        return False
    return address.startswith("127.") or own_host(address) == address
