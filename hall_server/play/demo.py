"""The demo's stage: every program is a process on this machine, and some are killed.

The referee's robot pairs by keys at the dashboard.
"""

import secrets
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import click

from hall_server.play.conductor import CutShort, Stage, conduct
from hall_server.play.expectations import DemoReport
from hall_server.play.plan import DIVISION, Plan
from hall_server.play.programs import HALL, Programs
from hall_server.serving.reach import Visitor
from shared.core.state import Match
from shared.node.open import open_follower
from shared.pairing.open_play import matches_in

MOST_PROCESSES = 8
ROUND_S = 300.0
"""Seconds for a round, its start-up included."""
SPEED = 60.0
"""How much faster the match clocks run without --speed."""
WATCHER = "kiosk-2"


class Kill(NamedTuple):
    """SIGKILL during a round; the name "" is any table with a process of its own."""

    round_no: int
    name: str = ""
    away_s: float = 0.0


KILLS = (Kill(3), Kill(4, HALL, away_s=1.0))
"""One terminal in round 3; the hall in round 4, while the tables play on."""


def play_headless(
    plan: Plan, folder: Path, *, speed: float = SPEED, kills: Sequence[Kill] = KILLS
) -> DemoReport:
    """Play ``plan`` to its end in ``folder``, and compare what came out. Raises CutShort."""
    programs = Programs(folder, plan.event, kiosks=2)
    report = DemoReport()
    with ExitStack() as stack:
        stack.callback(programs.stop)
        programs.add_hall()
        referee = programs.add_referee(plan.referee)
        programs.add_kiosk()
        stage = DemoStage(programs, plan, speed, kills, report)
        stack.callback(stage.ears.node.stop)
        conduct(stage, plan.referee.rounds)
        if not stage.until(lambda: referee.ended is not None, ROUND_S):
            raise CutShort(f"the referee was not done within {ROUND_S:.0f} s")
    report.check(programs, DIVISION, plan.published)
    return report


class DemoStage(Stage):
    """The processes of a demo, seen by a node without a screen."""

    patience_s = ROUND_S

    def __init__(
        self,
        programs: Programs,
        plan: Plan,
        speed: float,
        kills: Sequence[Kill],
        report: DemoReport,
    ) -> None:
        self._programs = programs
        self._plan = plan
        self._kills = kills
        self._report = report
        processes = MOST_PROCESSES - len(programs.added)
        self._own = programs.add_robots(programs.tables, plan.robots, speed, processes)
        node, _ = open_follower(programs.home(WATCHER), invite=programs.invite(WATCHER))
        self.ears = Visitor(node)

    def gather(self) -> None:
        """Start every program."""
        self._programs.start()
        self.ears.node.start(self.ears.hear)
        players, tables = len(self._plan.event.player), len(self._programs.tables)
        click.echo(
            f"{self._plan.event.event.name}: {players} players, {self._plan.referee.rounds} rounds,"
            f" {tables} tables, {len(self._programs.added)} processes."
        )

    def pair(self, number: int) -> bool:
        """Do the kills of this round; the referee's robot pairs."""
        for kill in self._kills:
            if kill.round_no == number:
                self._kill(kill)
        return True

    def _kill(self, kill: Kill) -> None:
        name = kill.name or f"table-{secrets.choice(self._own)}"
        if not self.until(lambda: self._under_way(kill.round_no, name), ROUND_S):
            self.leave(kill.round_no)
        time.sleep(secrets.randbelow(400) / 1000)
        self._programs.added[name].kill()
        time.sleep(kill.away_s)
        self._programs.added[name].start()
        self._report.killed.append(f"{name} in round {kill.round_no}")

    def _under_way(self, number: int, name: str) -> bool:
        """Return whether play has begun in a round, at the table of that name if it is a table."""
        matches = self.matches(number)
        if self._plan.open_play:
            matches = [m for m in matches_in(self.ears.state, DIVISION) if not m.result.counts]
        begun = {f"table-{match.table}" for match in matches if match.control is not None}
        return name in begun if name.startswith("table-") else bool(begun)

    def matches(self, number: int) -> Sequence[Match]:
        """Return the matches of a round; in open play one for each table, results first."""
        found = matches_in(self.ears.state, DIVISION)
        if not self._plan.open_play:
            return [match for match in found if match.key.round_no == number]
        tables = len(self._programs.tables)
        if len(found) < number * tables:
            return ()
        counted_first = sorted(found, key=lambda match: not match.result.counts)
        return counted_first[(number - 1) * tables : number * tables]

    def waits_for(self, match: Match) -> bool:
        """Return True: robots sit at every table."""
        return True

    def leave(self, number: int) -> None:
        """Raise CutShort: every match must be played."""
        raise CutShort(f"round {number} was not over within {ROUND_S:.0f} s")

    def look(self) -> None:
        """Raise CutShort if a process or the watching node has ended by itself."""
        super().look()
        for one in self._programs.added.values():
            if one.ended:
                raise CutShort(f"{one.name} ended by itself; its words are in {one.log}")
