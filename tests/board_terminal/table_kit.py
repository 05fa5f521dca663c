"""A table to test with: two players, a deck, a clock the test turns, and the flow on a port."""

from __future__ import annotations

from collections.abc import Iterable

from board_terminal.commands import do
from board_terminal.flow import TableFlow
from board_terminal.presenter import model_of, present
from board_terminal.view import Model, View
from shared.core.openings import Opening, parse_deck
from shared.core.state import Division, HallState, Match
from shared.data import read_text
from shared.port import (
    HallChanged,
    JournalLoaded,
    LinkChanged,
    NotSaved,
    Saved,
    Stopped,
    Told,
)
from tests.board_terminal.table_port import Mailbox, TablePort
from tests.tui.fake_port import START, hall, match

DECK: tuple[Opening, ...] = parse_deck(read_text("three_move_deck.tsv"))
PLAYERS = {"king": "A. King", "chen": "B. Chen", "moe": "C. Moe", "li": "李小龍"}


class Dice:
    """Randomness that a test chooses: the numbers given, then 0 for ever."""

    def __init__(self, *rolls: int) -> None:
        self.rolls = list(rolls)
        self.asked: list[int] = []

    def __call__(self, below: int) -> int:
        self.asked.append(below)
        roll = self.rolls.pop(0) if self.rolls else 0
        assert roll < below, f"{roll} is not below {below}"
        return roll


def state_of(*matches: Match, control: str = "90:00", rulebook: str = "acf-masters") -> HallState:
    division = Division("masters", "Masters", rulebook, 12, control)
    return hall(players=PLAYERS, matches=matches, divisions=(division,))


def round_one(**more: object) -> Match:
    return match("m1", "3", ("king", "chen"), **more)


def round_two(**more: object) -> Match:
    return match("m2", "3", ("moe", "king"), round_no=2, starts_at=START + 10_800_000, **more)


class Kit:
    """A flow on a port, without a screen. Messages are delivered after each act."""

    def __init__(
        self,
        state: HallState | None = None,
        *,
        dice: Iterable[int] = (),
        port: TablePort | None = None,
        at: int = 1_000,
    ) -> None:
        self.at = at
        self.dice = Dice(*dice)
        self.port = port or TablePort(state=state or state_of(round_one()))
        self.mail = Mailbox()
        self.port.start(self.mail)
        self.slept = 0
        self.flow = TableFlow(
            self.port, table="3", deck=DECK, draw_below=self.dice, asleep=lambda: self.slept
        )
        self.port.tell_state()
        self.deliver()

    def deliver(self) -> None:
        while self.mail.told:
            self._hear(self.mail.told.popleft())

    def _hear(self, told: Told) -> None:
        match told:
            case HallChanged():
                self.flow.hear_hall(told, self.at)
            case LinkChanged():
                self.flow.hear_link(told.link)
            case Saved():
                self.flow.hear_saved(told)
            case NotSaved():
                self.flow.hear_not_saved(told)
            case JournalLoaded():
                self.flow.hear_journal(told, self.at)
            case Stopped():
                self.flow.hear_stopped(told.sentence)

    def do(self, *commands: str, after: int = 0) -> Kit:
        """Carry out commands, each ``after`` ms after the one before."""
        for command in commands:
            self.at += after
            do(self.flow, command, self.at)
            self.deliver()
        return self

    def tick(self, after: int = 1_000) -> Kit:
        self.at += after
        self.flow.tick(self.at)
        self.deliver()
        return self

    def restart(self, *, at: int = 50) -> Kit:
        """The same disk under a new process, whose monotonic clock starts anew."""
        return Kit(port=self.port, at=at)

    @property
    def view(self) -> View:
        return present(self.flow.desk, at=self.at, now=START + 432_000, zone="UTC")

    @property
    def model(self) -> Model:
        return model_of(self.flow.desk, self.view, self.at)

    def words(self) -> str:
        """Everything that the view says, as one text."""
        view = self.view
        halves = [
            part
            for half in view.halves or ()
            for part in (half.name, half.side, half.big, half.word, *half.lines)
        ]
        buttons = [f"{c.label} {c.detail}" for c in view.choices]
        parts = (view.title, view.corner, view.headline, *view.message, *view.alarm)
        return "\n".join((*parts, *halves, *buttons))


def seated(**more: object) -> Kit:
    """Both have sat down; left is first (red) and opening 1 is drawn."""
    kit = Kit(**more).do("side:0", "side:1")  # type: ignore[arg-type]
    return kit.do("first:0") if kit.view.phase == "tossed" else kit


def playing(**more: object) -> Kit:
    """Game 1 runs: White, on the right, is to move."""
    return seated(**more).do("side:0")


def scored(*codes: str, **more: object) -> Kit:
    """All games have been played with these codes, read for the left player."""
    kit = playing(**more)
    kit.do("over", f"code:{codes[0]}", "next", "side:1", "over", f"code:{codes[1]}", after=1_000)
    return kit
