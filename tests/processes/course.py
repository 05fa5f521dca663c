"""What happens in a day under each rulebook: the table that the days are played from.

Each has a dispute, a phone, a late player, a correction of the first round, and an appeal, or the
word that nobody is above the referee; what the sheet says of each stands in its line.
"""

from dataclasses import dataclass, replace

from shared.core.match.outcome import Code
from tests.processes import happenings as h
from tests.processes.tournament_day import NAMES, Event

WIN, DRAW, LOSS, BY_FORFEIT = Code.WIN, Code.DRAW, Code.LOSS, Code.WIN_BY_FORFEIT
ADA, BEN, CLEO, DOV = NAMES[:4]


@dataclass(frozen=True)
class Course:
    """An event, what happens in it, and what its places pay in dollars."""

    event: Event
    steps: tuple[h.Step, ...]
    results: int
    prizes: tuple[int, ...] = (300, 200)


def _under(course: Course, rulebook: str, **changes: str) -> Course:
    return replace(course, event=replace(course.event, rulebook=rulebook, **changes))


ACF = Course(
    Event(
        "acf-majors",
        players=6,
        tables=3,
        by_hand="3",
        quarrels=True,
        more='rounds = 3\ncontrol = "unclocked"',
    ),
    (
        h.paired(1),
        h.a_phone(1, signed=h.both(BY_FORFEIT, DRAW)),
        h.a_dispute(),
        h.results(3),
        h.paired(2, minutes_ago=31),
        h.a_late_player(2, signed=h.both(BY_FORFEIT, LOSS)),
        h.results(6),
        h.leaves_and_comes_back(CLEO),
        h.paired(3, minutes_ago=61),
        h.a_player_who_never_comes(3),
        h.results(9),
        h.no_appeal(),
        h.a_correction("3"),
    ),
    results=9,
    prizes=(300, 200, 100),
)

CLOCKED = replace(
    _under(ACF, "acf-masters", more='rounds = 3\ncontrol = "90:00"'),
    steps=tuple(
        {
            5: h.a_late_player_whose_time_runs(2, late="Late 3", signed=h.both(DRAW, LOSS)),
            9: h.a_late_player_whose_time_runs(3, late="Late 1:0", signed=h.both(WIN, LOSS)),
        }.get(number, step)
        for number, step in enumerate(ACF.steps)
    ),
)
"""With clocks a late player loses their own time and no game (ACF-1.VI.B)."""

NO_GAME = "This rule sheet takes no game for lateness"
LOST = "Game 1 is forfeited by {name}"
CLOSE = "Dealt with."

OPEN_PLAY = Course(
    Event("apca", players=3, by_hand="2", quarrels=True),
    (
        h.registers(DOV),
        h.called((ADA, BEN), (CLEO, DOV)),
        h.a_dispute(),
        h.a_phone(1, costs=LOST, signed=h.both(BY_FORFEIT, DRAW)),
        h.says("One: 2 of 6 matches played"),
        h.called((ADA, CLEO), (BEN, DOV)),
        h.a_late_player(2, says=NO_GAME, costs=CLOSE, signed=h.both(WIN, DRAW)),
        h.says("One: 4 of 6 matches played"),
        h.called((BEN, CLEO), (ADA, DOV)),
        h.played(3, h.both(DRAW, DRAW)),
        h.results(6),
        h.an_appeal(),
        h.points_granted(DOV, 4),
        h.a_correction("2"),
    ),
    results=6,
)

SHEET = Course(
    Event(
        "usbgf-open", players=3, by_hand="2", more="[division.bracket]\nmain = [5]", quarrels=True
    ),
    (
        h.registers(DOV),
        h.paired(1, minutes_ago=11),
        h.a_dispute(),
        h.a_late_player(1, says="the next at", costs=CLOSE),
        h.a_phone(1, costs=CLOSE, signed=h.both(WIN, points=(5, 1))),
        h.results(2),
        h.an_appeal(),
        h.called_from_the_queue("M2-1"),
        h.results(3),
        h.a_correction("2"),
    ),
    results=3,
)

KNOCKOUT = Course(
    Event("standard", players=3, by_hand="2", quarrels=True),
    (
        h.registers(DOV),
        h.paired(1, minutes_ago=31),
        h.a_dispute(),
        h.a_late_player(1, says=NO_GAME, costs=CLOSE),
        h.a_phone(1, costs=LOST, signed=h.both(BY_FORFEIT, WIN)),
        h.results(2),
        h.no_appeal(),
        h.another_table("Stage"),
        h.paired(2),
        h.results(3),
        h.a_correction("2"),
    ),
    results=3,
)

CHANGING = Course(
    Event(
        "acf-majors",
        players=6,
        tables=3,
        by_hand="3",
        quarrels=True,
        more='rounds = 2\ncontrol = "unclocked"',
    ),
    (
        h.paired(1),
        h.played(1, h.both(WIN, DRAW)),
        h.a_dispute(),
        h.changes("Rounds", "How many rounds?", "4", "Rounds: 2 → 4", "The last round is round 4"),
        h.results(3),
        h.leaves_and_comes_back(CLEO),
        h.registers_late("Gus Underhill"),
        h.undone("Rounds: 4 → 2"),
        h.changes("Rounds", "How many rounds?", "3", "Rounds: 2 → 3"),
        h.paired(2),
        h.another_table("Stage"),
        h.played(2, h.both(DRAW, LOSS)),
        h.results(6),
        h.changes("Name", "What is the division called?", "Masters of the Sound", "Name: One"),
        h.a_side_event("ACF Minors", "Second Chance"),
        h.a_table_less("Stage"),
        h.paired(3),
        h.played(3, h.both(WIN, WIN)),
        h.results(9),
        h.a_correction("3"),
    ),
    results=9,
    prizes=(300, 200, 100),
)
"""A day in which everything changes: rounds, name, tables, players, and another division."""


DAYS = {
    "acf-masters": CLOCKED,
    "acf-majors": ACF,
    "acf-minors": _under(ACF, "acf-minors"),
    "apca": OPEN_PLAY,
    "usbgf-open": SHEET,
    "usbgf-limited": _under(SHEET, "usbgf-limited"),
    "usbgf-doubles": _under(SHEET, "usbgf-doubles"),
    "standard": KNOCKOUT,
    "contest": _under(KNOCKOUT, "contest"),
}
