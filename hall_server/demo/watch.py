"""The demo's own node: sees what every node sees, and waits for things to happen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from shared.core.state import EMPTY, HallState, Match
from shared.node.open import open_follower
from shared.port import HallChanged, Stopped, Told


class TookTooLong(Exception):
    """Something that should happen did not."""


class Watcher:
    """A follower node without a screen. Lives in the demo's loop."""

    def __init__(self, home: Path, invite: Path) -> None:
        self._node, _ = open_follower(home, invite=invite)
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self.hall: HallState = EMPTY
        self.trouble = ""
        self._node.start(self._hear)

    def _hear(self, told: Told) -> None:
        with suppress(RuntimeError):  # the loop may end before the node does
            self._loop.call_soon_threadsafe(self._told, told)

    def _told(self, told: Told) -> None:
        match told:
            case HallChanged(state=state):
                self.hall = state
            case Stopped(sentence=sentence):
                self.trouble = sentence
            case _:
                return
        self._changed.set()

    async def until(
        self,
        there: Callable[[HallState], bool],
        what: str,
        within_s: float,
        check: Callable[[], None],
    ) -> None:
        """Wait until ``there`` holds. ``check`` runs now and then and may raise.

        Raises TookTooLong, naming ``what``.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + within_s
        while not there(self.hall):
            check()
            if loop.time() > until:
                raise TookTooLong(f"{what} did not happen within {within_s:.0f} s")
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), 0.5)
            except TimeoutError:
                continue

    def close(self) -> None:
        """Leave."""
        self._node.stop()


def matches_in(hall: HallState, division: str, round_no: int) -> list[Match]:
    """The matches of a round that are in force."""
    return [
        match
        for match in hall.matches.values()
        if match.key[:2] == (division, round_no) and match.standing == "in_force"
    ]


def called_in(hall: HallState, division: str) -> list[Match]:
    """The matches of a division in open play that are in force."""
    return [
        match
        for match in hall.matches.values()
        if match.key.division == division and match.standing == "in_force"
    ]


def results_there(division: str, count: int) -> Callable[[HallState], bool]:
    """Whether so many matches of a division in open play have a result that counts."""
    return lambda hall: sum(m.result.counts for m in called_in(hall, division)) >= count


def round_done(division: str, round_no: int) -> Callable[[HallState], bool]:
    """Whether a round is paired and every match of it has a result that counts."""

    def done(hall: HallState) -> bool:
        matches = matches_in(hall, division, round_no)
        return bool(matches) and all(match.result.counts for match in matches)

    return done
