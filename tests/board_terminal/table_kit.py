"""A table to test with: two players, a deck, a clock the test turns, and the driver on a port."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.messages import CHANCE_BYTES, Now
from board_terminal.driving.driver import Driver
from board_terminal.driving.presenter import model_of, present
from board_terminal.view.view import Model, View
from shared.core.day.entries import Entry
from shared.core.draughts.openings import Opening, parse_deck
from shared.core.state import Division, HallState, Match
from shared.data import read_text
from tests.board_terminal.table_port import Mailbox, TablePort
from tests.tui.fake_port import START, hall, match

DECK: tuple[Opening, ...] = parse_deck(read_text("three_move_deck.tsv"))
PLAYERS = {"king": "A. King", "chen": "B. Chen", "moe": "C. Moe", "li": "李小龍"}


class Dice:
    """Randomness that a test chooses: the numbers given, then 0 for ever."""

    def __init__(self, *rolls: int) -> None:
        self.rolls = list(rolls)
        self.drawn = 0
        """How many numbers have been drawn."""
        self._now = 0

    def __call__(self) -> bytes:
        del self.rolls[: self._now]
        self._now = 0
        numbers = b"".join(roll.to_bytes(8) for roll in self.rolls)
        return _Rolled(numbers.ljust(CHANCE_BYTES, bytes(1)), self._note)

    def _note(self) -> None:
        self._now += 1
        self.drawn += 1


class _Rolled(bytes):
    """The randomness of a message; it tells when a number is taken out of it."""

    note: Callable[[], None]

    def __new__(cls, numbers: bytes, note: Callable[[], None]) -> _Rolled:
        self = super().__new__(cls, numbers)
        self.note = note
        return self

    def __getitem__(self, key: Any) -> Any:
        self.note()
        return super().__getitem__(key)


def enter(driver: Driver, entry: Entry, at: int) -> None:
    """Something happens in the match that no key of the test brings."""
    change = Change(driver.desk, Now(at))
    change.enter(entry)
    driver.desk = change.desk
    for effect in change.effects:
        driver._carry_out(effect)
    driver._notebook.send()


def put(driver: Driver, **desk: Any) -> None:
    """The desk as it would take many keys to bring it about."""
    driver.desk = replace(driver.desk, **desk)


def state_of(*matches: Match, control: str = "90:00", rulebook: str = "acf-masters") -> HallState:
    division = Division("masters", "Masters", rulebook, 12, control)
    return hall(players=PLAYERS, matches=matches, divisions=(division,))


def round_one(**more: object) -> Match:
    return match("m1", "3", ("king", "chen"), **more)


def round_two(**more: object) -> Match:
    return match("m2", "3", ("moe", "king"), round_no=2, starts_at=START + 10_800_000, **more)


class Kit:
    """A driver on a port, without a screen. Messages are delivered after each act."""

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
        self.driver = Driver(
            self.port, table="3", deck=DECK, chance=self._chance, asleep=lambda: self.slept
        )
        self.port.tell_state()
        self.deliver()

    def deliver(self) -> None:
        while self.mail.told:
            self.driver.hear(self.mail.told.popleft(), self.at)

    def _chance(self) -> bytes:
        return self.dice()

    def do(self, *commands: str, after: int = 0) -> Kit:
        """Carry out commands, each ``after`` ms after the one before."""
        for command in commands:
            self.at += after
            self.driver.do(command, self.at)
            self.deliver()
        return self

    def tick(self, after: int = 1_000) -> Kit:
        self.at += after
        self.driver.tick(self.at)
        self.deliver()
        return self

    def restart(self, *, at: int = 50) -> Kit:
        """Start a new process, whose monotonic clock starts anew, on the same disk."""
        return Kit(port=self.port, at=at)

    @property
    def view(self) -> View:
        return present(self.driver.desk, at=self.at, now=START + 432_000, zone="UTC")

    @property
    def model(self) -> Model:
        return model_of(self.driver.desk, self.view, self.at)

    def words(self) -> str:
        """Return everything that the view says, as one text."""
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
    """Return a table whose players have sat down; left is first (red) and opening 1 is drawn."""
    kit = Kit(**more).do("side:0", "side:1")  # type: ignore[arg-type]
    return kit.do("first:0") if kit.view.phase == "tossed" else kit


def playing(**more: object) -> Kit:
    """Game 1 runs: White, on the right, is to move."""
    return seated(**more).do("side:0")


def scored(*codes: str, **more: object) -> Kit:
    """Play all games with these codes, read for the left player."""
    kit = playing(**more)
    kit.do("over", f"code:{codes[0]}", "next", "side:1", "over", f"code:{codes[1]}", after=1_000)
    return kit
