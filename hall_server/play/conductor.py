"""Conducts an event that robots play, round by round.

The stage decides who pairs, who plays, and what ends the event early.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial

import click

from hall_server.serving.reach import Visitor
from shared.core.state import Match
from shared.machine.clocks import monotonic_ms

LOOK_S = 0.25


class CutShort(Exception):
    """Play ends now; the sentence, without a full stop, says why."""


class Stage(ABC):
    """Where an event is played. ``ears`` hear what its hall tells."""

    ears: Visitor
    patience_s: float
    """Seconds that a round may take."""

    @abstractmethod
    def gather(self) -> None:
        """Wait for the players."""

    @abstractmethod
    def pair(self, number: int) -> bool:
        """Have a round paired, or its matches called; return whether there is anything to play."""

    @abstractmethod
    def matches(self, number: int) -> Sequence[Match]:
        """Return the matches of a round, none before all are paired."""

    @abstractmethod
    def waits_for(self, match: Match) -> bool:
        """Return whether the players of a match are there."""

    @abstractmethod
    def leave(self, number: int) -> None:
        """Leave a round that was not done in time. Raises CutShort if it must be complete."""

    def look(self) -> None:
        """Raise CutShort if play must end now."""
        if failure := self.ears.node.failure:
            raise CutShort(failure.rstrip("."))

    def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Return whether ``holds`` within so many seconds. Raises CutShort."""
        deadline = monotonic_ms() + int(seconds * 1000)
        while not self.ears.wait(holds, LOOK_S):
            self.look()
            if monotonic_ms() > deadline:
                return False
        self.look()
        return True


def conduct(stage: Stage, rounds: int) -> None:
    """Play so many rounds, or until nothing is left to play. Raises CutShort."""
    stage.gather()
    for number in range(1, rounds + 1):
        started = monotonic_ms()
        if not stage.pair(number):
            return
        if not stage.until(partial(_done, stage, number), stage.patience_s):
            stage.leave(number)
        matches = stage.matches(number)
        counted = sum(match.result.counts for match in matches)
        seconds = (monotonic_ms() - started) // 1000
        click.echo(f"Round {number}: {counted} of {len(matches)} results in {seconds} s.")


def _done(stage: Stage, number: int) -> bool:
    matches = stage.matches(number)
    return bool(matches) and all(m.result.counts for m in matches if stage.waits_for(m))
