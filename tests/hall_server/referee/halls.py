"""Halls for the referee's tests: a division under way, with whatever a test needs gone wrong."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from textual.pilot import Pilot

from hall_server.referee.app.app import RefereeApp
from hall_server.referee.asked.desk import Clocks, RefereeDesk
from hall_server.referee.derived.moment import Moment, TableReading
from shared.core.events import ClockLogged, entities
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Code, Outcome, ReportType, Seat
from shared.core.state import (
    Division,
    HallState,
    Match,
    Player,
    Report,
    Result,
    Table,
    Version,
)
from shared.pairing import PairingSource
from shared.port import Link, LiveSeen, LiveTable
from tests.tui.fake_port import START, FakePort, drawn, hall, match
from tests.tui.screens import screen_text

MINUTE = 60_000
NAMES = (
    "Ann Lee", "Bo King", "Cy Ortega", "Dee Novák", "Eve Moreau", "Flo Petrović",
    "Gus van der Meer", "Хо Иванов", "Ida Brandt", "Jo 山田", "Kit O’Hara", "Lou Åberg",
)  # fmt: skip
MASTERS = Division("masters", "Masters", "acf-masters", 4, "90:00")
LIVE = Link("live", START)


def players(count: int, division: str = "masters") -> dict[str, Player]:
    """``p1`` … with ratings that fall."""
    return {
        f"p{n + 1}": Player(f"p{n + 1}", NAMES[n % len(NAMES)], division, 2200 - 10 * n, "")
        for n in range(count)
    }


def pairs(count: int) -> list[tuple[str, str]]:
    """p1–p2, p3–p4 …"""
    return [(f"p{n}", f"p{n + 1}") for n in range(1, count, 2)]


def under_way(uid: str, table: str, pair: tuple[str, str], **more: Any) -> Match:
    """Return a match whose players sit and whose game runs."""
    plain: dict[str, Any] = {
        "seated": (True, True),
        "draw": drawn(),
        "clock": log((4_200_000, 3_900_000)),
        "presses": 38,
    }
    return match(uid, table, pair, **{**plain, **more})


def masters(*matches: Match, count: int = 0, **more: Any) -> HallState:
    """Return a hall of one Masters division; ``count`` players, those of the matches at least."""
    named = [int(ident[1:]) for m in matches for ident in m.players]
    size = max([count, *named])
    tables = more.pop("tables", None) or tuple(
        Table(f"t{n}", str(n), f"{n:02}" * 16) for n in range(1, max(size // 2, 1) + 1)
    )
    return hall(
        players=list(players(size).values()),
        matches=matches,
        divisions=(MASTERS,),
        tables=tables,
        **more,
    )


def log(remaining: tuple[int, int], game: int = 1, why: str = "30 s") -> ClockLogged:
    return ClockLogged(game, (), remaining, (19, 19), why)


def signed(seat: Seat, games: str, event: str = "", at: int = START + 90 * MINUTE) -> Version:
    """Return a side's version, read for seat 0: ``signed(0, "W D")``."""
    return Version(seat, outcome(games), event or f"s{seat}", "n" * 8, at + seat, "pin")


def ruled(games: str, event: str = "r", at: int = START + 95 * MINUTE) -> Version:
    return Version(None, outcome(games), event, "ref", at, "key", "ACF-1.VII", "Seen.")


def outcome(games: str) -> Outcome:
    return Outcome(tuple(Code(code) for code in games.split()))


def confirmed(games: str, at: int = START + 90 * MINUTE) -> Result:
    versions = (signed(0, games, at=at), signed(1, games, at=at))
    return Result("confirmed", outcome(games), versions, ("s0", "s1"))


def disputed(mine: str, theirs: str) -> Result:
    return Result("disputed", None, (signed(0, mine), signed(1, theirs)), ("s0", "s1"))


def report(
    kind: ReportType,
    of: Match,
    *,
    token: str = "a",
    seat: Seat | None = 0,
    about: Seat | None = 1,
    note: str = "",
    at: int = START + 20 * MINUTE,
    **more: Any,
) -> Report:
    plain = Report(
        entities.match_report(of.key, token), f"e{token}", of.table, of.key, kind, seat, about,
        note, at,
    )  # fmt: skip
    return msgspec.structs.replace(plain, **more) if more else plain


def live(of: Match, **more: Any) -> LiveTable:
    plain = LiveTable(of.table, of.uid, "playing", 1, (724_000, 571_000), (0,), (20, 19))
    return msgspec.structs.replace(plain, **more) if more else plain


def reading(of: Match, seen_at: int = 0, flag_at: int = 0, **more: Any) -> dict[str, TableReading]:
    return {of.uid: TableReading(live(of, **more), seen_at, flag_at)}


def moment(
    state: HallState, now: int = START, link: Link = LIVE, **readings: TableReading
) -> Moment:
    return Moment(state, link, now, readings)


class StillApp(RefereeApp):
    """A dashboard that ticks only when a test says so."""

    TICK_S = None


def majors(state: HallState) -> HallState:
    """Without clocks: there a late player loses games."""
    division = msgspec.structs.replace(
        state.divisions["masters"], rulebook="acf-majors", control="unclocked"
    )
    return msgspec.structs.replace(state, divisions={"masters": division})


class Desk:
    """A dashboard on a fake port, with clocks that a test turns."""

    def __init__(self, *, source: PairingSource | None = None) -> None:
        self.port = FakePort()
        self.now = START
        self.mono = 0
        counter = itertools.count(1)
        token: Callable[[], str] = lambda: f"{next(counter):032x}"  # noqa: E731
        clocks = Clocks(lambda: self.now, lambda: self.mono)
        self.app: RefereeApp = StillApp(RefereeDesk(self.port, clocks, token=token, source=source))

    def tell(self, state: HallState, unsent: Sequence[str] = (), link: Link = LIVE) -> None:
        """The node tells the state and the link, a second later."""
        self.later(1_000)
        self.port.tell_hall(state, unsent)
        self.port.tell_link(link)

    def see(self, table: LiveTable) -> None:
        self.port.tell(LiveSeen(table, self.mono))

    def later(self, ms: int) -> None:
        self.now += ms
        self.mono += ms


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    """Press keys one by one, each after what the one before it did is on the screen."""
    for key in pressed:
        await pilot.press(key)
        await pilot.pause()


async def opened(
    desk: Desk, pilot: Pilot[None], state: HallState, *pressed: str, at: int = 0
) -> None:
    """The dashboard once it knows the hall; then keys. ``at`` is the time by its clock (UTC ms)."""
    await pilot.pause()
    desk.now = at or desk.now
    desk.tell(state)
    await pilot.pause()
    await keys(pilot, *pressed)


def shown(desk: Desk) -> str:
    """Return what the screen says, as one line of words without frames and marks."""
    text = screen_text(desk.app)
    for sign in "┃│▏▎►":
        text = text.replace(sign, " ")
    return " ".join(text.split())


__all__ = ["LIVE", "MASTERS", "MINUTE", "START", "Desk", "MatchKey", "drawn", "match"]
