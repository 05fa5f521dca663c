"""A tournament day run by one referee at the real dashboard, with robots at the tables.

Table 3 is played by hand, as far as its own node: there a phone rings, and players come too late.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

from hall_server.cli import main as hall_server
from hall_server.eventfile import parse_event_file
from hall_server.setup import create_tournament
from shared.clocks import wall_ms
from shared.core import entities
from shared.core.entities import MatchKey
from shared.core.events import Actor, PlayerSeated, ReportFiled, ReportType, ResultSigned
from shared.core.state import Match
from shared.core.words import Code, Outcome, Seat
from shared.node.follower import FollowerNode
from shared.node.open import open_follower
from shared.port import Draft
from shared.tui.times import local
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Ears, free_ports
from tests.processes.referee_keys import SIZE, Referee
from tests.processes.tmux import in_tmux, needs_tmux

pytestmark = pytest.mark.processes

PROGRAMS = Path(sys.executable).parent
NAMES = ("Ada Lane", "Ben Moss", "Cleo Park", "Dov Reed", "Elsa Stone", "Finn Trask")
PEN = Actor("seat", "unverified press")


def event_text() -> str:
    text = (
        'schema = 1\n[event]\nname = "Open"\nzone = "UTC"\ntables = 3\n'
        '[[division]]\nid = "masters"\nname = "Masters"\nrulebook = "acf-masters"\nrounds = 3\n'
        'control = "90:00"\n'
    )
    for place, name in enumerate(NAMES):
        text += f'[[player]]\nname = "{name}"\ndivision = "masters"\nrating = {2200 - place}\n'
    return text


@dataclass
class HandTable:
    """Table 3: its node, with nobody at its screen."""

    node: FollowerNode
    ears: Ears

    def match(self, number: int) -> tuple[MatchKey, tuple[str, str]]:
        """The match of a round and its players' names, once the round is published."""
        self.ears.until(lambda: self._find(number) is not None)
        found = self._find(number)
        assert found is not None
        first, second = (self.ears.state.players[p].name for p in found.players)
        return found.key, (first, second)

    def _find(self, number: int) -> Match | None:
        return next(
            (
                match
                for match in self.ears.state.matches.values()
                if match.table == "3" and match.key.round_no == number
            ),
            None,
        )

    def sits(self, key: MatchKey, *seats: Seat) -> None:
        for seat in seats:
            self.node.append(Draft(entities.presence(key, seat), PlayerSeated(), PEN))

    def reports(self, key: MatchKey, kind: ReportType, about: Seat) -> None:
        body = ReportFiled(kind, 1 - about, about, game=1)
        self.node.append(Draft(entities.match_report(key, kind), body, PEN))

    def signs(self, key: MatchKey, *codes: Code) -> None:
        for seat in (0, 1):
            body = ResultSigned(seat, Outcome(codes))
            self.node.append(Draft(entities.result(key), body, PEN))

    def answered(self, key: MatchKey, kind: str) -> None:
        """The referee's answer is on this table's screen."""
        ent = entities.match_report(key, kind)
        self.ears.until(lambda: self.ears.state.reports[ent].answer is not None)


@dataclass
class Day:
    """The hall, its tables, and the referee at his laptop."""

    folder: Path
    referee: Referee
    table: HandTable

    def done(self, results: int) -> None:
        """So many results count, everywhere."""
        self.table.ears.until(
            lambda: sum(m.result.counts for m in self.table.ears.state.matches.values()) == results
        )


@contextmanager
def a_day(folder: Path) -> Iterator[Day]:
    """Hall, two robots in a process of their own, table 3, and the dashboard in tmux."""
    made = create_tournament(
        parse_event_file(event_text(), "event.toml"),
        folder / "hall", host=LOOPBACK, port_base=free_ports()[0], referees=1,
    )  # fmt: skip
    # The robot of table 1 disputes whoever sits there in round 1.
    ids = [f"p{n}" for n in range(1, len(NAMES) + 1)]
    quarrel = [f"1:{one}:{two}" for one, two in permutations(ids, 2)]
    seats = [
        {
            "home": str(folder / f"table-{table}"),
            "invite": str(made.invites[f"table-{table}"]),
            "script": {"seed": 7, "moves": 4, "pace_ms": 30, "drawless": True,
                       "ledger": str(folder / f"table-{table}.ledger"),
                       "disputes": quarrel if table == 1 else []},
        }
        for table in (1, 2)
    ]  # fmt: skip
    script = folder / "robots.json"
    script.write_text(json.dumps({"tables": seats, "speed": 60}))
    with ExitStack() as stack:
        stack.enter_context(
            _program(
                folder, "hall-server", "run", "--home", str(folder / "hall"), "--host", LOOPBACK
            )
        )
        stack.enter_context(
            _program(folder, "python", "-m", "board_terminal.rehearsal", str(script))
        )
        table = stack.enter_context(_hand_table(folder, made.invites["table-3"]))
        command = (
            str(PROGRAMS / "hall-referee"), "--home", str(folder / "referee"),
            "--invite", str(made.invites["referee-1"]),
        )  # fmt: skip
        pane = stack.enter_context(in_tmux(folder, *command, size=SIZE))
        yield Day(folder, Referee(pane), table)


@contextmanager
def _program(folder: Path, *words: str) -> Iterator[None]:
    with (folder / f"{words[0]}.out").open("wb") as out:
        process = subprocess.Popen(
            [str(PROGRAMS / words[0]), *words[1:]], stdout=out, stderr=out, cwd=Path.cwd()
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=30)


@contextmanager
def _hand_table(folder: Path, invite: Path) -> Iterator[HandTable]:
    node, _ = open_follower(folder / "table-3", invite=invite)
    ears = Ears()
    node.start(ears.hear)
    try:
        assert node.wait_ready(PATIENCE_S)
        yield HandTable(node, ears)
    finally:
        node.stop()


def ago(minutes: int) -> str:
    """The hour of so many minutes ago, as a referee types it."""
    return f"{local(wall_ms() - minutes * 60_000, 'UTC'):%H:%M}"


@pytest.mark.timeout(240)
@needs_tmux
@pytest.mark.clause("ACF-1.VI.A", "ACF-1.VII", "ACF-3.II.J", "ACF-3.VIII")
def test_one_referee_runs_a_day_of_the_acf(tmp_path: Path) -> None:
    with a_day(tmp_path) as day:
        referee, table = day.referee, day.table

        # Round 1: the robots at table 1 sign two scores; at table 3 a phone rings.
        referee.pair(1, start="now", seed="4 1 6 2 5")
        key, (_, second) = table.match(1)
        table.sits(key, 0, 1)
        table.reports(key, "phone", about=1)
        referee.accept(f"A phone rang: {second}", f"Game 1 is forfeited by {second}")
        table.answered(key, "phone")
        table.signs(key, Code.WIN_BY_FORFEIT, Code.DRAW)
        referee.point("Disputed result")
        referee.pane.press("a")
        referee.decide("as ", "Both were heard, and the sheets agree.")
        day.done(3)

        # Round 2 was called out half an hour ago, and one player is still not there.
        referee.pair(2, start=ago(31), seed="3 3 1 6 2")
        key, (_, second) = table.match(2)
        table.sits(key, 0)
        table.reports(key, "late", about=1)
        referee.says("Late 3")
        referee.accept("Late 3", f"Game 1 is forfeited by {second}")
        table.answered(key, "late")
        table.sits(key, 1)
        table.signs(key, Code.WIN_BY_FORFEIT, Code.LOSS)
        day.done(6)

        # Round 3: an hour after the start nobody has come for one side: the match is forfeited.
        referee.pair(3, start=ago(61), seed="6 2 2 5 1")
        key, _ = table.match(3)
        table.sits(key, 0)
        table.reports(key, "late", about=1)
        referee.accept("Late 1:0", "Every game is forfeited")
        day.done(9)

        # A result of two rounds ago is corrected; what changes with it is shown first.
        referee.pane.press("c")
        referee.says("Correct which result?")
        referee.pane.press("-l", "R1 T3")
        referee.pane.press("Enter")
        referee.says("Correct a result")
        referee.pane.press("Down", "Enter")
        referee.says("What else changes:", "was paired since")
        referee.types("The sheets of both say so.")
        referee.confirm("Change a result that counts", no="Leave it")
        referee.says("At the hall")
        referee.pane.press("s")
        referee.says("Standings")

    asked = CliRunner().invoke(hall_server, ["status", "--home", str(tmp_path / "hall"), "--json"])
    assert asked.exit_code == 0, asked.output
    status = json.loads(asked.output)
    assert (status["results"], status["open_questions"]) == (9, 0)
    words = ("audit", "--home", str(tmp_path / "hall"), "--table", "3")
    told = CliRunner().invoke(hall_server, [*words, "--round", "1"])
    assert "RULED by" in told.output
    assert "Game 1 is forfeited by" in told.output
    last = CliRunner().invoke(hall_server, [*words, "--round", "3"])
    assert "RULED by ACF-1.VI.A" in last.output
