"""A sign of life from a node's own thread: if that hangs, none comes."""

from __future__ import annotations

from collections.abc import Callable

from shared.node.engine import Engine


def feel_pulse(engine: Engine, beats: Callable[[], None]) -> None:
    """Have ``beats`` called in the node's thread; returns at once."""
    engine._call(beats)
