"""Tells this machine's service manager how a program is. Without a manager it does nothing."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


def tell_supervisor(words: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send ``words`` such as READY=1 to the socket that NOTIFY_SOCKET names."""
    address = environment.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@") or not hasattr(socket, "AF_UNIX"):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, suppress(OSError):
        manager.setblocking(False)
        manager.connect(address if address[0] == "/" else "\0" + address[1:])
        manager.send(words.encode())


def is_managed(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a service manager waits for this program's messages."""
    return bool(environment.get("NOTIFY_SOCKET"))


def watchdog_ms(environment: Mapping[str, str] = os.environ, pid: int | None = None) -> int:
    """Return how long the manager waits for a sign of life of this process, 0 if it wants none."""
    wanted = environment.get("WATCHDOG_PID", "")
    if wanted and wanted != str(os.getpid() if pid is None else pid):
        return 0
    text = environment.get("WATCHDOG_USEC", "")
    return int(text) // 1000 if text.isascii() and text.isdigit() else 0
