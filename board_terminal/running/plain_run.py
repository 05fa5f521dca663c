"""Runs a plain table: standard input and the node's messages, in one thread."""

import signal
import sys
from collections.abc import Callable
from queue import Empty, Queue
from threading import Thread

from board_terminal.running.plain import PlainTable
from shared.machine.clocks import Clock
from shared.port import NodePort, Told

TICK_S = 1.0

Heard = Told | tuple[str, int] | None
"""A message of the node, or a line and its monotonic ms; None at the end of the input."""


def run_plain(
    port: NodePort,
    table: Callable[[Callable[[str], None]], PlainTable],
    monotonic: Clock,
    *,
    locked: bool,
) -> None:
    """Run until "q" or the end of the input, then close the node. ``table`` is given ``say``.

    Ctrl+C does not end a locked table; SIGTERM does.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN if locked else _leave)
    signal.signal(signal.SIGTERM, _leave)
    inbox: Queue[Heard] = Queue()
    plain = table(_say)
    port.start(inbox.put)
    Thread(target=_listen, args=(inbox, monotonic), daemon=True).start()
    ticked = monotonic()
    try:
        while not plain.left:
            try:
                heard = inbox.get(timeout=TICK_S)
            except Empty:
                pass
            else:
                if heard is None:
                    break
                if isinstance(heard, Told):
                    plain.hear(heard)
                else:
                    plain.answer(*heard)
            if monotonic() - ticked >= TICK_S * 1_000:
                ticked = monotonic()
                plain.tick(ticked)
    except _Left:
        pass
    finally:
        port.stop()


class _Left(Exception):
    """A signal asked the program to end."""


def _leave(_signal: int, _frame: object) -> None:
    raise _Left


def _listen(inbox: Queue[Heard], monotonic: Clock) -> None:
    for line in sys.stdin:
        inbox.put((line, monotonic()))
    inbox.put(None)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - this is the screen
