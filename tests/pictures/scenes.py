"""Which moments are pictured: real apps on a port without a node, with clocks that stand still."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from textual.app import App
from textual.pilot import Pilot

from kiosk.app import KioskApp
from shared.core.events import OpeningDrawn
from shared.core.state import NO_RESULT, Division, HallState, Match, Player, Result
from shared.core.state.office import Awards, Payment, PrizeFund
from shared.port import Link
from tests.board_terminal.screen_kit import begin, press, terminal, tick
from tests.board_terminal.table_kit import DECK
from tests.board_terminal.table_port import TablePort
from tests.hall_server.referee.halls import (
    Desk,
    confirmed,
    disputed,
    live,
    log,
    report,
)
from tests.tui.fake_port import START, FakePort, hall, match

MINUTE = 60_000
ROUND_TWO = START + 210 * MINUTE
ZONE = "America/Chicago"
SEED = "b344ce472341d183"
LIVE = Link("live", START)
OPEN = Division("open", "Open", "acf-majors", 7, "90:00")
NAMES = (
    "Marion Pask", "Júlia Grünwald", "Tomás Castellanos", "Ada Fairweather", "Karl Jankowski",
    "Elena Lieber", "Farid Oldbury", "Rosa Kessler", "Ivan Dvořák", "Paula Eriksen",
    "Samuel Nakamura", "Grace Hopper", "Quentin Reinfeld", "Lena Moiseyev", "Oskar Baptiste",
    "Noor Sandoval", "Dmitri Ivanova", "Carla Alcott", "Hana Quarles", "Ben Sorensen",
)  # fmt: skip
TABLES = len(NAMES) // 2
RESULTS = ("W W", "W D", "D D", "L W", "W D", "D L", "D D", "W L", "L D", "W D")
"""Round 1 at each table, read for the player with White in game 1."""


@dataclass(frozen=True)
class Picture:
    """One picture: its file's name, the size of the terminal, what the window is called."""

    name: str
    size: tuple[int, int]
    title: str
    scene: Callable[[tuple[int, int]], AbstractAsyncContextManager[App[Any]]]


def people() -> list[Player]:
    return [
        Player(f"p{n}", name, OPEN.id, 2000 - 15 * n, "") for n, name in enumerate(NAMES, start=1)
    ]


def first_round() -> list[Match]:
    """Return a hall in which every table has a result that counts."""
    return [
        match(
            f"r1-{n}",
            str(n),
            (f"p{2 * n - 1}", f"p{2 * n}"),
            division=OPEN.id,
            seated=(True, True),
            draw=_drawn(n),
            result=confirmed(RESULTS[n - 1]),
        )
        for n in range(1, TABLES + 1)
    ]


def second_round() -> list[Match]:
    """Return a hall a round later: two tables done, one disputed, one waiting, the others play."""
    found = []
    for n in range(1, TABLES + 1):
        plain = match(
            f"r2-{n}",
            str(n),
            (f"p{n}", f"p{n + TABLES}"),
            division=OPEN.id,
            round_no=2,
            starts_at=ROUND_TWO,
        )
        if n == 6:
            found.append(replace(plain, seated=(True, False)))
            continue
        found.append(
            replace(
                plain,
                seated=(True, True),
                draw=_drawn(n + 3),
                clock=log((72 * MINUTE, 66 * MINUTE)),
                presses=38,
            )
        )
    found[0] = replace(found[0], result=confirmed("W D", at=ROUND_TWO + 30 * MINUTE))
    found[4] = replace(found[4], result=confirmed("D D", at=ROUND_TWO + 32 * MINUTE))
    found[2] = replace(found[2], clock=log((58 * MINUTE, 49 * MINUTE), 2, "game end"))
    found[2] = replace(found[2], result=_disputed("W D", "L W", ROUND_TWO + 29 * MINUTE))
    return found


def the_hall(*matches: Match, **more: Any) -> HallState:
    return hall(players=people(), matches=matches, divisions=(OPEN,), zone=ZONE, **more)


def _disputed(mine: str, theirs: str, at: int) -> Result:
    """Return what both sides signed, within half a minute."""
    plain = disputed(mine, theirs)
    versions = (replace(v, at=at + 23_000 * n) for n, v in enumerate(plain.versions))
    return replace(plain, versions=tuple(versions))


def _drawn(number: int) -> OpeningDrawn:
    opening = DECK[number]
    return OpeningDrawn(0 if number % 2 else 1, opening.number, opening.moves)


@asynccontextmanager
async def clock(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """A table in its first game, the right player thinking."""
    async with _table(size) as (app, pilot, _):
        for _move in range(14):
            await press(pilot, "slash", after=87_000)
            await press(pilot, "z", after=61_000)
        await press(pilot, "slash", after=87_000)
        await tick(pilot, 12_000)
        yield app


@asynccontextmanager
async def score(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """Both games are over and entered; the left player has confirmed."""
    async with _table(size) as (app, pilot, _):
        await press(pilot, "slash", after=87_000)
        await press(pilot, "5", "1", "5", "3", "5", "2", "1")
        yield app


@asynccontextmanager
async def moves(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """A table where each move is entered: Black has moved, Red is typing."""
    async with _table(size, rulebook="standard", draw=("1", "3", "8", "3")) as (_app, pilot, _):
        await press(pilot, *"11", "minus", *"15", "z", *"22", "minus", *"18", "slash", after=4_000)
        await press(pilot, *"15", "minus", *"22", "z", *"2", after=4_000)
        yield pilot.app


@asynccontextmanager
async def points(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """Backgammon: the cube was turned and taken."""
    async with _table(size, rulebook="usbgf-open", draw=("1", "3", "1", "3")) as (app, pilot, _):
        await press(pilot, "1", "1", "3", "8", "7", after=65_000)
        await tick(pilot)
        yield app


@asynccontextmanager
async def lobby(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """The kiosk's page of pairings by table, while the round is played."""
    async with _kiosk(size, second_round(), ROUND_TWO + 34 * MINUTE) as (app, pilot, later):
        later(8_000)
        await pilot.pause()
        yield app


@asynccontextmanager
async def found(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """A player typed the first letters of a surname, four minutes before the round."""
    soon = [
        replace(m, seated=(False, False), draw=None, clock=None, presses=0, result=NO_RESULT)
        for m in second_round()
    ]
    async with _kiosk(size, soon, ROUND_TWO - 4 * MINUTE) as (app, pilot, _):
        await pilot.press("enter", "m", "o")
        await pilot.pause()
        yield app


@asynccontextmanager
async def dashboard(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """34 minutes into round 2: a dispute, a phone, a call, a late player."""
    matches = second_round()
    reports = (
        report("phone", matches[3], about=1, at=ROUND_TWO + 31 * MINUTE),
        report("call", matches[7], token="b", note="Touched piece", at=ROUND_TWO + 33 * MINUTE),
    )
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.now = ROUND_TWO + 34 * MINUTE
        desk.tell(the_hall(*first_round(), *matches, reports=reports))
        await pilot.pause()
        for n, of in enumerate(matches):
            if of.presses and of.result.status == "none":
                clocks = (4_200_000 - 61_000 * n, 3_960_000 + 47_000 * n)
                desk.see(live(of, remaining_ms=clocks, running=(n % 2,)))
        await pilot.pause()
        desk.app.tick()
        await pilot.pause()
        yield desk.app


@asynccontextmanager
async def pairing(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """Round 2 is previewed, with its check report."""
    desk = Desk()
    desk.app.token = lambda: SEED
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(the_hall(*first_round()))
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("A", "d", "a", "comma", "B", "e", "n", "enter")
        await pilot.press("3", "space", "5", "space", "1", "space", "6", "space", "2", "enter")
        await pilot.pause()
        yield desk.app


@asynccontextmanager
async def prizes(size: tuple[int, int]) -> AsyncIterator[App[Any]]:
    """The prize desk after the last round: shares to the cent, dues, one prize paid."""
    awards = Awards(
        prizes={OPEN.id: PrizeFund((70_000, 40_000, 25_000), 2_500)},
        dues={"p1": True},
        payments={"p18": Payment(13_000, 0, "M. Holt", False, ROUND_TWO, "e")},
        sheets={f"r1-{n}": (True, n != 3) for n in range(1, TABLES + 1)},
    )
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        over = the_hall(*first_round(), awards=awards)
        desk.tell(replace(over, divisions={OPEN.id: replace(OPEN, rounds=1)}))
        await pilot.pause()
        await pilot.press("z")
        await pilot.pause()
        yield desk.app


PICTURES = (
    Picture("terminal-clock", (80, 24), "Table 3", clock),
    Picture("terminal-score", (80, 24), "Table 3", score),
    Picture("terminal-small", (50, 15), "Table 3, on a small screen", clock),
    Picture("terminal-board", (80, 24), "Table 3, moves entered", moves),
    Picture("terminal-points", (80, 24), "Table 3, backgammon", points),
    Picture("kiosk-pairings", (80, 24), "The lobby", lobby),
    Picture("kiosk-find-me", (80, 24), "The lobby", found),
    Picture("referee-main", (100, 30), "The referee's dashboard", dashboard),
    Picture("referee-pair", (100, 30), "The referee's dashboard", pairing),
    Picture("referee-prizes", (100, 30), "The prize desk", prizes),
)


@asynccontextmanager
async def _table(
    size: tuple[int, int],
    rulebook: str = OPEN.rulebook,
    draw: tuple[str, ...] = ("1", "3", "1"),
) -> AsyncIterator[tuple[App[Any], Pilot[None], TablePort]]:
    """Table 3 with both players seated, colours drawn, and the first clock running."""
    length = 7 if rulebook.startswith("usbgf") else 0
    third = match("r1-3", "3", ("p5", "p6"), division=OPEN.id, length=length)
    state = the_hall(third)
    if rulebook != OPEN.rulebook:
        control = {"standard": "30:00", "usbgf-open": "2/12"}[rulebook]
        division = Division(OPEN.id, "Open", rulebook, 7, control)
        state = replace(state, divisions={OPEN.id: division})
    app, port = terminal(state, dice=(0, 35))
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(LIVE)
        await press(pilot, *draw)
        yield app, pilot, port


class _StillKiosk(KioskApp):
    """A kiosk whose pages turn only when told."""

    TICK_S = None


@asynccontextmanager
async def _kiosk(
    size: tuple[int, int], matches: list[Match], now: int
) -> AsyncIterator[tuple[App[Any], Pilot[None], Callable[[int], None]]]:
    """The lobby at ``now``, with round 1 played, and a way to let milliseconds pass."""
    passed = 0
    port = FakePort()
    app = _StillKiosk(port, wall=lambda: now + passed, monotonic=lambda: passed)

    def later(ms: int) -> None:
        nonlocal passed
        passed += ms
        app.tick()

    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        port.tell_hall(the_hall(*first_round(), *matches))
        port.tell_link(LIVE)
        await pilot.pause()
        yield app, pilot, later
