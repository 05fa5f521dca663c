"""A report in words: what is reported, what it costs by the sheet that is played, and whether it
stops the clocks (HALL-report-clock).

The clauses stand in the rulebooks. Counts and pauses nothing: the referee decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from shared.core.clock import face
from shared.core.draughts.counts import CountKind, counts_of
from shared.core.draughts.faults import REPORTED_AS, Fault
from shared.core.match.outcome import ReportType
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.rulebooks.sheet import SLEPT, Course, What
from shared.core.text.language import N_, _, headed

COSTS: Final[Mapping[Course, str]] = MappingProxyType(
    {
        "referee": N_("The referee decides."),
        "caution": N_("A first time is a caution, a second one costs the game."),
        "correct": N_("It is put right; a player who persists loses the game."),
        "game": N_("It costs the game."),
        "move": N_("The piece is moved, or the game is lost."),
        "go_on": N_("The piece goes on the way it was pushed."),
        "remove": N_("The helper has to leave."),
        "out": N_("A first time is a warning, a second one costs the round."),
        "out_at_once": N_("It costs the round."),
        "points_out": N_(
            "The helper has to leave; between games a wrong set-up or a running clock may be"
            " pointed out."
        ),
        "bar": N_("The referee may keep a spectator from this match."),
        "set_up": N_("It is put right, unless both have ended their second turn."),
        "carry_out": N_("A double, take or pass that was stated or implied must be carried out."),
        "leave": N_("During a game nobody leaves without consent or company: the referee decides."),
    }
)
"""What each course means, in a sentence for the players."""

WORDS: Final[Mapping[ReportType, str]] = MappingProxyType(
    {
        "call": N_("Call for the referee"),
        "phone": N_("Phone"),
        "late": N_("Late or absent"),
        "restart": N_("Restart of this table"),
        "illegal_move": N_("Illegal move"),
        "touched_piece": N_("Touched piece"),
        "disturbance": N_("Disturbance or coaching"),
        "timekeeper": N_("Timekeeper asked for"),
        "draw_ruling": N_("Draw ruling asked for"),
        "move_count": N_("Move count begun"),
        "count_full": N_("Move count complete"),
        "move_time": N_("Time for a move is over"),
        "clock_defect": N_("Clock defect"),
        "away": N_("Away from the table"),
        "back": N_("Back at the table"),
    }
)
"""What each kind is called."""

MINUTE: Final = "lowder"
"""What a timekeeper is asked for where it is a minute a move (ACF-1.X.B.c)."""

_NUMBERS: Final[Mapping[CountKind, str]] = MappingProxyType(
    {
        "quiet": "counts.quiet_moves",
        "repetition": "counts.repetitions",
        "advantage": "counts.advantage_moves",
        "strength": "counts.strength_moves",
        "lone_king": "counts.lone_king_moves",
        "long_line": "counts.long_line_moves",
    }
)


def what_of(kind: ReportType, code: str) -> What | None:
    """Return what a report says, by its code; None for nothing that this version knows."""
    return next((what for what in _known() if (what.kind, what.code) == (kind, code)), None)


def _known() -> Iterator[What]:
    """Yield what reports of any sheet may say beside their kind."""
    lines = (line.what for book in RULEBOOKS.values() for line in book.sheet.incidents)
    return (what for what in (SLEPT, *lines) if what.code)


def rule_of(book: Rulebook, kind: ReportType, code: str = "") -> tuple[str, Course]:
    """Return clause and course of an incident under ``book``; the referee decides what no sheet
    says."""
    if kind in ("move_count", "count_full"):
        return _count_clause(book, code), "referee"
    line = book.sheet.incident(kind, code)
    return (book.sheet.authority, "referee") if line is None else (line.clause, line.course)


def fault_clause(book: Rulebook, fault: Fault) -> str:
    """Return the clause that makes a move illegal: that of the incident it is reported as.

    A sheet that does not name the incident has a wrong move; "" where nothing is illegal.
    """
    if fault == "unclear":
        return ""
    code = REPORTED_AS.get(fault, "wrong_move")
    named = any(line.what.code == code for line in book.sheet.exactly("illegal_move"))
    return rule_of(book, "illegal_move", code if named else "wrong_move")[0]


def _count_clause(book: Rulebook, code: str) -> str:
    known = counts_of(book.counts) if book.counts is not None else ()
    mine = (_NUMBERS[kind] for kind in known if kind == code)
    return next((book.clauses[path] for path in mine), book.sheet.authority)


def shown_words(kind: ReportType, code: str = "") -> str:
    """Return a report in the language spoken, for screens."""
    what = what_of(kind, code)
    said = _(WORDS.get(kind, kind))
    if what is None:
        return said
    return headed(said, _begun_small(_(what.words)))


def why_stopped(kind: ReportType, code: str = "") -> str:
    """Return why a report stops the clocks, in the language spoken, as the end of a sentence."""
    what = what_of(kind, code)
    return _begun_small(_(what.words if what is not None else WORDS[kind]))


Found = Literal[
    "restarted", "slept", "taken_over", "agreed", "damaged", "crew", "still_equal", "moves_of_both",
    "moves_of_left", "moves_of_right", "off_record", "gaps", "no_count", "no_move", "stood",
    "would_stand",
]  # fmt: skip
"""What a table notes by itself beside a report; ``ReportFiled.found`` may hold a later one."""

_FOUND: Final[Mapping[str, str]] = MappingProxyType(
    {
        "restarted": N_("The table restarted during a game."),
        "slept": N_("The table slept for {time}."),
        "taken_over": N_(
            "Another device took this table over: the times are those of the last log entry."
        ),
        "agreed": N_(
            "The table stopped during a game. Both players agreed on the times and went on."
        ),
        "damaged": N_("Lines of the table's notes that cannot be read: {first}."),
        "crew": N_("A timekeeper times the moves, by the word of the crew at the table."),
        "still_equal": N_(
            "All equal after the extra time: {left} captured {first}, {right} captured {second}."
        ),
        "moves_of_both": N_("{first} of {second} moves of each side."),
        "moves_of_left": N_("{first} of {second} moves of {left}."),
        "moves_of_right": N_("{first} of {second} moves of {right}."),
        "off_record": N_("The moves are not on record at the table: the score sheets decide."),
        "no_count": N_("No move count is running: the sheet asks for one."),
        "gaps": N_("Not all moves of this game are on record at the table."),
        "no_move": N_("The move that is shown is no legal one."),
        "stood": N_("On record the position on the board has stood this often: {first}."),
        "would_stand": N_("On record the move shown makes its position stand this often: {first}."),
    }
)


def found_words(found: str, numbers: Sequence[int], names: tuple[str, ...]) -> str:
    """Return what a table noted by itself, as a sentence in the language spoken.

    ``names`` are the players', in seat order. "" for nothing that this version knows.
    """
    first, second, *_more = (*numbers, 0, 0)
    return _(_FOUND.get(found, "")).format(
        first=first,
        second=second,
        time=face(first),
        left=names[0],
        right=names[1],
    )


def _begun_small(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


STOPS_CLOCKS: Final[frozenset[ReportType]] = frozenset(
    {"illegal_move", "touched_piece", "disturbance", "clock_defect", "draw_ruling"}
)
"""The kinds that stop both clocks: what the players dispute (ACF-1.X.A.f, USBGF-5), a defect
(ACF-1.X.A.e) and a ruling on a draw (ACF-3.IV). All others let them run."""


def clock_words(kind: ReportType) -> str:
    """Say in English what a report of ``kind`` does to the clocks."""
    return N_("Both clocks stop.") if kind in STOPS_CLOCKS else N_("The clock runs on.")
