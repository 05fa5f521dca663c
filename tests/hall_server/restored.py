"""A hall from a restored folder, on the air for a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.node.engine import Engine
from shared.node.hall import HallLink
from shared.node.open import open_hall
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Ears


@contextmanager
def serving(home: Path, ports: tuple[int, int]) -> Iterator[Engine[HallLink]]:
    node, _ = open_hall(home, host=LOOPBACK, port_base=ports[0])
    node.start(Ears().hear)
    try:
        assert node.wait_ready(PATIENCE_S)
        assert not node.failure, node.failure
        yield node
    finally:
        node.stop()
