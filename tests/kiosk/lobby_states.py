"""States of a small hall for the kiosk's tests."""

from typing import Any

import msgspec

from shared.core.match.outcome import Code, Outcome
from shared.core.state import Division, HallState, Match, Player, Result, Version
from shared.public.page import PageLine
from tests.tui.fake_port import START, drawn, hall, match

MASTERS = Division("masters", "Masters", "acf-masters", 12, "")
MAJORS = Division("majors", "Majors", "acf-majors", 10, "")
WON = Outcome((Code.WIN, Code.DRAW))
NAMES = (
    "Anna King",
    "Bob Stone",
    "Alexander Kingsbury-Throckmorton",
    "Zoë Ångström",
    "王小明",
    "Pat O'Brien",
    "Łukasz Żółć",
    "Marion Tinsley",
    "Ron King",
)


def people(count: int = len(NAMES), division: str = "masters") -> list[Player]:
    """Return the first players; beyond the names above they are numbered."""
    names = [*NAMES, *(f"Player Number{n:03}" for n in range(len(NAMES), count))]
    clubs = ("Glasgow", "", "Newport News Draughts Society")
    return [
        Player(f"p{n}", name, division, 0, clubs[n % 3]) for n, name in enumerate(names[:count])
    ]


def versions(outcome: Outcome) -> tuple[Version, ...]:
    other = Outcome((Code.LOSS, Code.LOSS))
    return (
        Version(0, outcome, "e1", "n1", START, "unverified press"),
        Version(1, other, "e2", "n1", START, "unverified press"),
    )


def matches(count: int, *, round_no: int = 3, starts_at: int = START) -> list[Match]:
    """Table n has players 2n-2 and 2n-1; the first five stand at five different points."""
    told: list[dict[str, Any]] = [
        {"result": Result("confirmed", WON), "draw": drawn()},
        {"result": Result("disputed", None, versions(WON)), "draw": drawn(1)},
        {"result": Result("entered", None, versions(WON)[:1]), "draw": drawn()},
        {"draw": drawn(1), "seated": (True, True)},
        {"seated": (True, True)},
    ]
    return [
        match(
            f"m{n}",
            str(n + 1),
            (f"p{2 * n}", f"p{2 * n + 1}"),
            round_no=round_no,
            starts_at=starts_at,
            **(told[n] if n < len(told) else {}),
        )
        for n in range(count)
    ]


def small_hall(**more: Any) -> HallState:
    """Four matches at four points, and Ron King with the bye, in round 3."""
    return hall(
        players=people(),
        matches=matches(4),
        byes={("masters", 3): "p8"},
        divisions=(MASTERS,),
        **more,
    )


def played_hall() -> HallState:
    """Four players after two rounds: two are level on match points, and honor points part them."""
    won, level = Outcome((Code.WIN, Code.WIN)), Outcome((Code.DRAW, Code.DRAW))
    met = ((1, "a", "b", won), (1, "c", "d", won), (2, "d", "a", WON), (2, "b", "c", level))
    names = {"a": "Anna King", "b": "Bob Stone", "c": "Cara Moss", "d": "Dan Frost"}
    return hall(
        players=names,
        matches=[
            match(f"{first}{second}", str(at), (first, second), round_no=number,
                  result=Result("confirmed", outcome))
            for at, (number, first, second, outcome) in enumerate(met)
        ],
        divisions=(MASTERS,),
    )  # fmt: skip


def large_hall(tables: int, last: str = "") -> HallState:
    """So many tables with a match each; ``last`` names the last player of the last one."""
    players = people(2 * tables)
    if last:
        players[-1] = msgspec.structs.replace(players[-1], name=last)
    return hall(players=players, matches=matches(tables), divisions=(MASTERS,))


def line_text(line: PageLine) -> str:
    """Return the words of a line of a page without their roles."""
    return "".join(part.text for part in line)
