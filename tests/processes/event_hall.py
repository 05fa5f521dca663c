"""An event as a volunteer sets it up: ``hall-server new``, a round published, then no hall.

What happened at a table is read where an organiser would: ``hall-server`` and its snapshot.
"""

import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from hall_server.cli import main as hall_server
from hall_server.play.next_round import opened, publish_first_round
from hall_server.play.programs import Program
from shared.core.decisions.writing import Ground, decide_match
from shared.core.match.outcome import Outcome
from shared.core.state import Match
from shared.core.state.floor import hall_order
from shared.node.engine import Engine
from shared.node.open import open_follower
from shared.node.view import NodeLink
from shared.program.installed import program
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Ears, free_ports
from tests.processes.absent_hall import on_the_stick

EXAMPLES = Path(__file__).parents[2] / "deploy" / "examples"


@dataclass(frozen=True)
class Result:
    """A match as the snapshot of a hall tells it; codes and points from the left player's side."""

    status: str
    outcome: str
    points: tuple[int, int]
    """What the standings give the left and the right player."""
    incidents: frozenset[str]
    games: int


@dataclass(frozen=True)
class PairedEvent:
    """One division of an event and a match that is paired at one of its tables."""

    folder: Path
    match: Match

    @property
    def terminal(self) -> tuple[str, ...]:
        """The command that starts the table."""
        return (program("hall-terminal"), "--home", str(self.folder / "table"))

    def ask(self, command: str, *options: str) -> str:
        """Return what ``hall-server`` says about the hall; the command has to end well."""
        return _hall_server(command, "--home", str(self.folder / "hall"), *options)

    @property
    def counted(self) -> int:
        """How many results the hall counts."""
        count: int = json.loads(self.ask("status", "--json"))["results"]
        return count

    @property
    def open_questions(self) -> int:
        """How many results wait for the referee."""
        count: int = json.loads(self.ask("status", "--json"))["open_questions"]
        return count

    def rule(self, outcome: Outcome, clause: str, reason: str) -> None:
        """Rule on the match, at the referee's laptop."""
        referee, _ = open_follower(self.folder / "referee")
        with _on_the_air(referee) as laptop:
            laptop.until(lambda: laptop.state.matches[self.match.uid].result.open_question)
            disputed = laptop.state.matches[self.match.uid]
            referee.append(decide_match(disputed, outcome, Ground(clause, reason)))
            laptop.until(lambda: laptop.state.matches[self.match.uid].result.status == "ruled")
            laptop.until(lambda: not laptop.unsent)

    @property
    def audit(self) -> list[str]:
        """The story of the match."""
        return self.ask("audit", "--match", self.match.uid).splitlines()

    def result(self) -> Result:
        """Return the match in a snapshot of the hall, which is sound in every number."""
        copy = self.folder / f"copy-{secrets.token_hex(4)}.db"
        self.ask("snapshot", str(copy))
        assert "Every signature, chain and number is sound." in _hall_server("verify", str(copy))
        with closing(sqlite3.connect(copy)) as db:
            return self._read(db)

    def _read(self, db: sqlite3.Connection) -> Result:
        uid = (self.match.uid,)
        status, outcome = db.execute(
            "SELECT status, outcome_a FROM results WHERE match = ?", uid
        ).fetchone()
        points = dict(db.execute("SELECT player, match_points FROM standings"))
        left, right = (points[player] for player in self.match.players)
        told = db.execute("SELECT type FROM incidents WHERE match = ?", uid)
        [games] = db.execute("SELECT count(*) FROM games WHERE match = ?", uid).fetchone()
        return Result(status, outcome, (left, right), frozenset(kind for [kind] in told), games)

    @contextmanager
    def hall(self) -> Iterator[None]:
        """The hall as a process on the air, until it ends."""
        home = str(self.folder / "hall")
        command = [program("hall-server"), "run", "--home", home, "--host", LOOPBACK]
        hall = Program("hall", command, self.folder / "hall.out")
        hall.start()
        try:
            yield
        finally:
            assert hall.stop() == 0


def paired_event(folder: Path, example: str, division: str) -> PairedEvent:
    """Set ``example`` up and publish the first round of ``division``; one table takes it along."""
    words = folder / "passphrase"
    words.write_text("three blind mice")
    _hall_server(
        "new", str(EXAMPLES / f"{example}.toml"), "--home", str(folder / "hall"),
        "--key-file", str(folder / "stick.key"), "--passphrase-file", str(words),
        "--address", LOOPBACK, "--port-base", str(free_ports()[0]),
    )  # fmt: skip
    publish_first_round(folder / "hall", division, "4 1 6 2 5", "Assistant referee")
    with closing(opened(folder / "hall")) as log:
        match = min(log.state.matches.values(), key=lambda match: hall_order(match.table))
    for home, name in (("table", f"table-{match.table}"), ("referee", "referee-1")):
        invite = folder / "hall" / "invites" / f"{name}.invite"
        on_the_stick(folder / "hall", folder / home, invite)
    return PairedEvent(folder, match)


@contextmanager
def _on_the_air(node: Engine[NodeLink]) -> Iterator[Ears]:
    ears = Ears()
    node.start(ears.hear)
    try:
        assert node.wait_ready(PATIENCE_S)
        yield ears
    finally:
        node.stop()


def _hall_server(*words: str) -> str:
    done = CliRunner().invoke(hall_server, words)
    assert done.exit_code == 0, done.output
    return done.output
