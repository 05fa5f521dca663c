"""A tournament day: the hall, robots at its tables, and a referee at the real dashboard in tmux.

A table may be played by hand, as far as its own node: there phones ring and players come too late.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner
from msgspec.structs import replace

from hall_server.cli import main as hall_server
from hall_server.eventfile import EventFile, parse_event_file
from hall_server.play.programs import REFEREE, Programs
from shared.core.events import Actor, PlayerSeated, ReportFiled, ResultSigned, entities
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import SEATS, Outcome, ReportType, Seat
from shared.core.state import Match, Result
from shared.machine.clocks import wall_ms
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.open import open_follower
from shared.port import Draft
from shared.program.robot_scripts import RobotScript
from shared.tui.times import local
from tests.node.hall_kit import Ears, free_ports
from tests.processes.referee_keys import SIZE, Referee
from tests.processes.tmux import PATIENCE_S, in_tmux

NAMES = ("Ada Lane", "Ben Moss", "Cleo Park", "Dov Reed", "Elsa Stone", "Finn Trask")
PEN = Actor("seat", "unverified press")


@dataclass(frozen=True)
class Event:
    """One division; the robot of table 1 disputes its match of round 1 where ``quarrels``."""

    rulebook: str
    players: int = 4
    tables: int = 2
    by_hand: str = ""
    """The table without a robot."""
    more: str = ""
    """The rest of the division, in the words of an event file."""
    quarrels: bool = False
    drawless: bool = True

    def file(self) -> EventFile:
        """Return the event file as it is set up."""
        text = (
            f'schema = 1\n[event]\nname = "Open"\nzone = "UTC"\ntables = {self.tables}\n'
            f'[[division]]\nid = "one"\nname = "One"\nrulebook = "{self.rulebook}"\n{self.more}\n'
        )
        for place, name in enumerate(NAMES[: self.players]):
            text += f'[[player]]\nname = "{name}"\ndivision = "one"\nrating = {2200 - place}\n'
        return parse_event_file(text, "event.toml")


@dataclass
class HandNode:
    """The node of a table with nobody at its screen."""

    table: str
    node: Engine[FollowerLink]
    ears: Ears

    def match(self, number: int) -> tuple[MatchKey, tuple[str, str]]:
        """Return the match of a round and its players' names, once the round is published."""
        self.ears.until(lambda: self._find(number) is not None, PATIENCE_S)
        found = self._find(number)
        assert found is not None
        first, second = (self.ears.state.players[p].name for p in found.players)
        return found.key, (first, second)

    def _find(self, number: int) -> Match | None:
        return next(
            (
                match
                for match in self.ears.state.matches.values()
                if match.table == self.table and match.key.round_no == number
            ),
            None,
        )

    def sits(self, key: MatchKey, *seats: Seat) -> None:
        for seat in seats:
            self.node.append(Draft(entities.presence(key, seat), PlayerSeated(), PEN))

    def reports(self, key: MatchKey, kind: ReportType, about: Seat) -> None:
        body = ReportFiled(kind, 1 - about, about, game=1)
        self.node.append(Draft(entities.match_report(key, kind), body, PEN))

    def signs(self, key: MatchKey, outcome: Outcome) -> None:
        """Both sides sign it."""
        for seat in SEATS:
            body = ResultSigned(seat, outcome)
            self.node.append(Draft(entities.result(key), body, PEN))

    def answered(self, key: MatchKey, kind: str) -> None:
        """The referee's answer is on this table's screen."""
        ent = entities.match_report(key, kind)
        self.ears.until(lambda: self.ears.state.reports[ent].decision is not None, PATIENCE_S)


@dataclass
class Day:
    """The hall, its tables, and the referee at a laptop."""

    folder: Path
    referee: Referee
    table: HandNode

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until ``holds``, asked whenever the hall says anything."""
        self.table.ears.until(holds, PATIENCE_S)

    @contextmanager
    def told(self) -> Iterator[None]:
        """What fails in here tells the referee's screen, and how the matches stand."""
        try:
            yield
        except AssertionError as error:
            error.add_note(f"the referee's screen:\n{self.referee.pane.text}")
            for match in self.matches:
                error.add_note(f"{match.key.uid} at table {match.table}: {match.result}")
            raise

    def done(self, results: int) -> None:
        """So many results count, everywhere."""
        self.until(lambda: sum(m.result.counts for m in self.matches) == results)

    @property
    def matches(self) -> Sequence[Match]:
        return tuple(self.table.ears.state.matches.values())

    def result(self, key: MatchKey) -> Result:
        return self.table.ears.state.matches[key.uid].result

    def settle_the_dispute(self) -> None:
        """Two scores of one match: the referee rules as one of them says."""
        self.referee.point("Disputed result")
        self.referee.pane.press("a")
        self.referee.decide("wins")
        # Others may hear of it before the referee's own screen shows it.
        self.referee.says("√ ruled")

    def register(self, name: str) -> None:
        """The referee enters a player at the desk."""
        self.referee.register(name)
        self.until(lambda: name in {p.name for p in self.table.ears.state.players.values()})


@contextmanager
def a_day(folder: Path, event: Event) -> Iterator[Day]:
    """Hall, robots in a process of their own, the node without a robot, the dashboard in tmux."""
    programs = Programs(folder, event.file(), port_base=free_ports()[0])
    robots = RobotScript(seed=7, moves=4, pace_ms=30, drawless=event.drawless)
    scripts = dict.fromkeys(programs.tables, robots)
    if event.quarrels:
        scripts["1"] = replace(robots, disputes=["1"])
    scripts.pop(event.by_hand)
    programs.add_hall()
    # The clocks keep real time: on a busy machine a faster one runs out before its robot has moved.
    programs.add_tables(scripts, speed=1.0)
    with ExitStack() as stack:
        stack.callback(programs.stop)
        programs.start()
        node = stack.enter_context(_hand_node(programs, event.by_hand))
        command = programs.command("hall-referee", REFEREE)
        pane = stack.enter_context(in_tmux(folder, *command, size=SIZE))
        # Until then the dashboard knows of no division, and its keys have nothing to open.
        pane.until("● LIVE")
        day = Day(folder, Referee(pane), node)
        with day.told():
            yield day


@contextmanager
def _hand_node(programs: Programs, table: str) -> Iterator[HandNode]:
    name = f"table-{table}"
    node, _ = open_follower(programs.home(name), invite=programs.invite(name))
    ears = Ears()
    node.start(ears.hear)
    try:
        assert node.wait_ready(PATIENCE_S)
        yield HandNode(table, node, ears)
    finally:
        node.stop()


def ago(minutes: int) -> str:
    """Return the hour of so many minutes ago, as a referee types it."""
    return f"{local(wall_ms() - minutes * 60_000, 'UTC'):%H:%M}"


def asked(folder: Path, command: str, *words: str) -> str:
    """Return what ``hall-server`` says of a day's hall; the command has to end well."""
    said = CliRunner().invoke(hall_server, [command, *words, "--home", str(folder / "hall")])
    assert said.exit_code == 0, said.output
    return said.output


def assert_kept(folder: Path) -> None:
    """The whole event fits into one archive, in which everything is sound."""
    archive = folder / "event.zip"
    asked(folder, "export", "event", "--out", str(archive))
    said = CliRunner().invoke(hall_server, ["verify", str(archive)])
    assert said.exit_code == 0, said.output
    assert "Every signature, chain and number is sound." in said.output
