"""How a command that runs for long ends: by a signal, or with its node."""

import signal
import threading

import click

from shared.node.engine import Engine
from shared.node.view import NodeLink

_LOOK_S = 0.25


def stop_signal() -> threading.Event:
    """Return an event that SIGTERM and Ctrl-C set."""
    stopping = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stopping.set())
    return stopping


def until_stopped(node: Engine[NodeLink], stopping: threading.Event) -> None:
    """Wait for ``stopping`` or the node's own end. Raises ClickException for a node that failed."""
    while not stopping.wait(_LOOK_S) and not node.failure:
        continue
    node.stop()
    if node.failure:
        raise click.ClickException(node.failure)
