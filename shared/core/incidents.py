"""What can be reported from a table: the kinds, what exactly, by which clause, what it may cost.

Owns those tables for every rule sheet. Judges nothing and counts nothing: the referee rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from shared.core.counts import CLAUSES, CountKind, counts_of
from shared.core.events import ReportType
from shared.core.language import N_, _
from shared.core.rulebooks import Rulebook

Scheme = Literal[
    "referee", "caution", "correct", "game", "move", "go_on", "remove", "out", "out_at_once",
    "points_out", "bar", "set_up", "carry_out", "leave",
]  # fmt: skip
"""What a clause makes of an incident. ``referee``: he decides. ``caution``: a caution first, then
the game. ``correct``: it is put right, and whoever persists loses the game. ``game``: it costs the
game. ``move``: the touched piece is moved, or the game is lost. ``go_on``: the piece goes on the
way it was pushed. ``remove``: whoever helped leaves. ``out``: a warning first, then the round.
``out_at_once``: the round, with no warning first. ``points_out``: as ``remove``, but what is wrong
between two games may be said. ``bar``: a spectator is kept from this match. ``set_up``: put right
until both have ended two turns. ``carry_out``: what was stated or implied is done. ``leave``: with
consent, company or the referee's leave alone."""

COSTS: Final[Mapping[Scheme, str]] = MappingProxyType(
    {
        "referee": N_("The referee decides."),
        "caution": N_("A first time is a caution, a second one costs the game."),
        "correct": N_("It is put right; whoever persists loses the game."),
        "game": N_("It costs the game."),
        "move": N_("The piece is moved, or the game is lost."),
        "go_on": N_("The piece goes on the way it was pushed."),
        "remove": N_("Whoever helped has to leave."),
        "out": N_("A first time is a warning, a second one costs the round."),
        "out_at_once": N_("It costs the round."),
        "points_out": N_(
            "Whoever helped has to leave; between games a wrong set-up or a running clock may be"
            " pointed out."
        ),
        "bar": N_("The referee may keep a spectator from this match."),
        "set_up": N_("It is put right, unless both have ended their second turn."),
        "carry_out": N_("A double, take or pass that was stated or implied must be carried out."),
        "leave": N_("During a game nobody leaves without consent or company: the referee decides."),
    }
)
"""What each scheme means, in a sentence for the players."""


@dataclass(frozen=True, slots=True)
class What:
    """One thing of a kind: ``rules`` has clause and scheme by rule sheet, none where unknown."""

    code: str
    words: str
    rules: Mapping[str, tuple[str, Scheme]]
    of_player: bool = True
    at_table: bool = True
    """Whether a table offers it; the referee notes the others (its page has room for four)."""


def _what(
    code: str,
    words: str,
    *,
    of_player: bool = True,
    at_table: bool = True,
    **rules: tuple[str, Scheme],
) -> What:
    return What(code, words, MappingProxyType(rules), of_player, at_table)


EXACTLY: Final[Mapping[ReportType, tuple[What, ...]]] = MappingProxyType(
    {
        "restart": (_what("slept", N_("It slept"), of_player=False),),
        "illegal_move": (
            _what(
                "capture",
                N_("Capture missed or cut short"),
                ACF=("ACF-3.I", "correct"),
                APCA=("APCA-10", "correct"),
                DARK=("DARK-jump", "correct"),
                SE=("SE-4", "correct"),
            ),
            _what(
                "wrong_move",
                N_("Moved as it may not"),
                ACF=("ACF-3.I", "correct"),
                APCA=("APCA-10", "correct"),
                DARK=("DARK-arbiter", "correct"),
                SE=("SE-3", "correct"),
            ),
            _what("king_row", N_("Into the king row and out"), ACF=("ACF-3.III.A", "correct")),
            _what("pressed_first", N_("Pressed before moving"), ACF=("ACF-3.III.A", "correct")),
            _what("play", N_("Not what the dice say"), USBGF=("USBGF-4.2.3", "correct")),
            _what("early_roll", N_("Rolled too early"), USBGF=("USBGF-4.1", "correct")),
            _what("set_up", N_("Set up wrongly"), USBGF=("USBGF-4.2.4", "set_up"), of_player=False),
            _what("cube", N_("Cube action denied"), USBGF=("USBGF-4.4.3", "carry_out")),
        ),
        "touched_piece": (
            _what(
                "adjusted",
                N_("Adjusted without notice"),
                ACF=("DARK-touch", "caution"),
                APCA=("APCA-11", "caution"),
                DARK=("DARK-touch", "caution"),
                SE=("DARK-touch", "caution"),
            ),
            _what(
                "playable",
                N_("Touched, can move"),
                ACF=("ACF-3.II.G", "move"),
                APCA=("APCA-12", "move"),
                DARK=("DARK-touch", "move"),
                SE=("DARK-touch", "move"),
            ),
            _what(
                "unplayable",
                N_("Touched, cannot move"),
                ACF=("ACF-3.III.A", "correct"),
                APCA=("APCA-12", "caution"),
                DARK=("DARK-touch", "caution"),
                SE=("DARK-touch", "caution"),
            ),
            _what(
                "corner",
                N_("Pushed over the corner"),
                ACF=("ACF-3.II.G", "go_on"),
                APCA=("APCA-13", "go_on"),
                DARK=("DARK-touch", "go_on"),
                SE=("DARK-touch", "go_on"),
            ),
            _what("handling", N_("Checkers handled"), USBGF=("USBGF-4.2", "referee")),
            _what("dice", N_("Dice or roll"), USBGF=("USBGF-4.1", "referee")),
        ),
        "move_time": (
            _what(
                "five_minutes",
                N_("Told, and not moved in time"),
                ACF=("DARK-time", "game"),
                DARK=("DARK-time", "game"),
            ),
            _what("lowder", N_("No move within the minute"), ACF=("ACF-1.X.B.c", "game")),
        ),
        "disturbance": (
            _what(
                "spectator",
                N_("A spectator helps"),
                ACF=("ACF-3.II.H", "remove"),
                APCA=("APCA-33", "remove"),
                DARK=("DARK-conduct", "remove"),
                USBGF=("USBGF-1.6", "points_out"),
                SE=("DARK-conduct", "remove"),
                of_player=False,
            ),
            _what(
                "unwanted",
                N_("A spectator is to leave"),
                USBGF=("USBGF-1.6", "bar"),
                of_player=False,
            ),
            _what(
                "coached",
                N_("A player is helped"),
                ACF=("ACF-3.II.H", "referee"),
                APCA=("APCA-33", "referee"),
                DARK=("DARK-conduct", "referee"),
                USBGF=("USBGF-1.7", "referee"),
                SE=("DARK-conduct", "referee"),
            ),
            _what(
                "annoying",
                N_("Disturbs, talks, comments"),
                ACF=("ACF-3.II.D", "referee"),
                APCA=("APCA-35", "referee"),
                DARK=("DARK-conduct", "caution"),
                USBGF=("USBGF-1.2", "referee"),
                SE=("DARK-conduct", "caution"),
            ),
            _what("language", N_("Profanity"), ACF=("ACF-3.II.B", "out")),
            _what(
                "intoxication",
                N_("Intoxication"),
                ACF=("ACF-3.II.C", "out_at_once"),
                at_table=False,
            ),
            _what(
                "equipment", N_("Board or pieces"), ACF=("ACF-3.II.D", "referee"), at_table=False
            ),
            _what("dress", N_("Dress"), ACF=("ACF-3.II.D", "referee"), at_table=False),
        ),
    }
)
"""Kinds that say more than their name, and what each may be."""

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

_PLAIN: Final[Mapping[ReportType, Mapping[str, str]]] = MappingProxyType(
    {
        "call": {"APCA": "APCA-8"},
        "clock_defect": {"ACF": "ACF-1.X.A.e", "USBGF": "USBGF-4.3", "APCA": "APCA-9"},
        "move_time": {"SE": "SE-5"},
        "timekeeper": {"ACF": "ACF-1.X.B.a", "DARK": "DARK-time", "APCA": "APCA-9", "SE": "SE-7"},
        "draw_ruling": {"ACF": "ACF-3.IV", "DARK": "DARK-40"},
        "away": {
            "ACF": "ACF-1.IX",
            "APCA": "APCA-29",
            "DARK": "DARK-conduct",
            "USBGF": "USBGF-2.2d",
            "SE": "DARK-conduct",
        },
    }
)
_ASKS_TO_LEAVE: Final = ("APCA", "DARK", "SE")
_AUTHORITY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ACF": "ACF-1.VII",
        "APCA": "APCA-35",
        "USBGF": "USBGF-1",
        "DARK": "DARK-arbiter",
        # The contest sheet is silent: it is standard American checkers (SE-3).
        "SE": "DARK-arbiter",
    }
)


def sheet_of(book: Rulebook) -> str:
    """The rule sheet behind a rulebook, as its clauses begin: ACF, APCA, USBGF, DARK or SE."""
    return book.clauses["game"].split("-")[0]


def authority(book: Rulebook) -> str:
    """The clause by which the referee decides what no other clause of ``book`` covers.

    ACF-1.VII, APCA-35, USBGF-1, DARK-arbiter.
    """
    return _AUTHORITY[sheet_of(book)]


def lateness_clause(book: Rulebook) -> str:
    """The clause by which a late player is judged under ``book`` (ACF-1.VI.A, USBGF-2.2b)."""
    found = (book.clauses.get(name) for name in ("lateness.first_forfeit_ms", "lateness"))
    return next((clause for clause in found if clause), authority(book))


def exactly(kind: ReportType, book: Rulebook) -> tuple[What, ...]:
    """What a report of ``kind`` may be about under ``book``; () where the kind says it all."""
    sheet = sheet_of(book)
    return tuple(what for what in EXACTLY.get(kind, ()) if sheet in what.rules)


def offered(kind: ReportType, book: Rulebook) -> tuple[What, ...]:
    """What of :func:`exactly` a table offers its players."""
    return tuple(what for what in exactly(kind, book) if what.at_table)


def what_of(kind: ReportType, code: str) -> What | None:
    """What a report says, by its code; None for nothing that this version knows."""
    return next((what for what in EXACTLY.get(kind, ()) if what.code == code), None)


def rule_of(book: Rulebook, kind: ReportType, code: str = "") -> tuple[str, Scheme]:
    """Clause and scheme of an incident under ``book``; the referee decides what no sheet says."""
    sheet = sheet_of(book)
    what = what_of(kind, code)
    if what is not None and sheet in what.rules:
        return what.rules[sheet]
    if kind == "phone":
        clause = book.clauses["device_rule"]
        return clause, "game" if clause == "ACF-3.II.J" else "referee"
    if kind in ("move_count", "count_full"):
        return count_clause(book, code), "referee"
    if kind == "away" or kind == "back":
        # Who may be away by ACF-1.IX or USBGF-2.2d decides for himself: only the times are noted.
        asks = kind == "away" and sheet in _ASKS_TO_LEAVE
        return _PLAIN["away"][sheet], "leave" if asks else "referee"
    return _PLAIN.get(kind, {}).get(sheet, authority(book)), "referee"


def count_clause(book: Rulebook, code: str) -> str:
    """The clause of a count under ``book``: the sheet's own, where its numbers stand there."""
    if code == "quiet":
        return book.clauses.get("counts.quiet_moves", CLAUSES["quiet"])
    known = [kind for kind in _counts(book) if kind == code]
    return CLAUSES[known[0]] if known else authority(book)


def _counts(book: Rulebook) -> tuple[CountKind, ...]:
    return counts_of(book.counts) if book.counts is not None else ()


def words(kind: ReportType, code: str = "") -> str:
    """A report in English words, for facts: "Touched piece: adjusted without notice"."""
    what = what_of(kind, code)
    said = WORDS.get(kind, kind)
    return f"{said}: {_begun_small(what.words)}" if what else said


def shown_words(kind: ReportType, code: str = "") -> str:
    """A report in the language spoken, for screens."""
    what = what_of(kind, code)
    said = _(WORDS.get(kind, kind))
    if what is None:
        return said
    return _("{report}: {what}").format(report=said, what=_begun_small(_(what.words)))


def pause_reason(kind: ReportType, code: str = "") -> str:
    """Why a report stops the clocks, in English as the notes of a match hold it."""
    what = what_of(kind, code)
    return _begun_small(what.words if what is not None else WORDS[kind])


def shown_reason(reason: str) -> str:
    """The reason of a pause in the language spoken; what a referee wrote stays as it is."""
    known = (*WORDS.values(), *(what.words for whats in EXACTLY.values() for what in whats))
    found = next((words for words in known if _begun_small(words) == reason), None)
    return _(reason) if found is None else _begun_small(_(found))


def _begun_small(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
