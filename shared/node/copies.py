"""A snapshot of a running node, taken in its thread on its one connection."""

from collections.abc import Callable
from pathlib import Path

from shared.node.engine import Engine
from shared.node.view import NodeLink


def keep_copy(engine: Engine[NodeLink], target: Path, done: Callable[[str], None]) -> None:
    """Ask the node to write a snapshot to ``target``; return at once.

    ``done`` is called in the node's thread, with "" or with the error.
    """

    def work() -> None:
        from shared.store.errors import CannotSave
        from shared.store.snapshot import take_snapshot

        try:
            take_snapshot(engine.replica, target)
        except CannotSave as error:
            done(str(error))
        else:
            done("")

    engine.call(work)
