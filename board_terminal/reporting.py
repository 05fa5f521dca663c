"""What a table's report says about whom, and who may file it now. Files nothing.

A report is complete when it names what exactly happened, and the player where there is one.
"""

from __future__ import annotations

from board_terminal.desk import Desk
from shared.core.counts import CountKind, CountRule, NoCount, counts_of
from shared.core.day import Session
from shared.core.day.moves import entered_now, record_of
from shared.core.draughts.claims import times_stood
from shared.core.language import N_, _
from shared.core.reported import what_of
from shared.core.rulebooks import Rulebook
from shared.core.words import SEATS, ReportType, Seat

FILED_BY_PLAYERS: tuple[ReportType, ...] = (
    "call",
    "phone",
    "late",
    "illegal_move",
    "touched_piece",
    "disturbance",
    "timekeeper",
    "draw_ruling",
    "move_count",
    "clock_defect",
    "away",
)
_NO_PLAYER = ("call", "timekeeper", "clock_defect")
BY_WHOM_IT_NAMES = ("away", "back", "draw_ruling", "move_count")
"""Kinds in which the player who is named is the one who speaks."""

_COUNTS: dict[CountKind, tuple[str, str]] = {
    "quiet": (
        N_("{quiet_moves} moves each, nothing changed"),
        N_("Counts the moves of both; a man's move or a capture begins it anew."),
    ),
    "repetition": (
        N_("Same position {repetitions} times"),
        N_("Show the move that makes it, not yet pressed. The referee checks the claim."),
    ),
    "advantage": (
        N_("{advantage_moves} moves to gain"),
        N_("Counts the moves of the opponent, who is the stronger side."),
    ),
    "strength": (
        N_("{strength_moves} moves, weaker side"),
        N_(
            "Counts the moves of the asker, the weaker side; a capture or a king begins "
            "{strength_moves_after_change} anew."
        ),
    ),
    "lone_king": (
        N_("Lone king, {lone_king_moves} moves"),
        N_("Counts the moves of the asker, whose king is alone; captures count."),
    ),
    "long_line": (
        N_("Long line, {long_line_moves} moves"),
        N_("Counts the moves of the opponent, while the asker's king holds the long line."),
    ),
}


def report_type(word: str) -> ReportType | None:
    """The kind that a command names, if players may file it."""
    return next((kind for kind in FILED_BY_PLAYERS if kind == word), None)


def names_a_player(kind: ReportType, which: str) -> bool:
    """Whether the report is about one of the two."""
    what = what_of(kind, which)
    return kind not in _NO_PLAYER and (what is None or what.of_player)


def countable(book: Rulebook) -> tuple[tuple[str, str, str], ...]:
    """The counts that may be asked for under a rulebook: code, words, and what is counted, said."""
    rule = book.counts
    if rule is None:
        return ()
    return tuple(
        (kind, _filled(_(words), rule), _filled(_(how), rule))
        for kind, (words, how) in _COUNTS.items()
        if kind in counts_of(rule)
    )


def count_kind(code: str) -> CountKind | None:
    """The running count that a report names: a repetition is claimed and not counted."""
    return next((kind for kind in _COUNTS if kind == code != "repetition"), None)


def repetition_words(session: Session, typed: tuple[int, ...]) -> str:
    """What the record says of a claim of repetition, a note in English (WCDF 1.32.1, DARK-50)."""
    if not entered_now(session):
        return "the moves are not on record here: the score sheets decide"
    try:
        times = times_stood(record_of(session), typed)
    except NoCount as reason:
        return str(reason) if not typed else "the move that is shown is no legal one"
    what = "the position after the move that is shown" if typed else "the position on the board"
    return f"on record {what} stands {times} {'time' if times == 1 else 'times'}"


def _filled(words: str, rule: CountRule) -> str:
    return words.format(**{name: getattr(rule, name) for name in rule.__struct_fields__})


def draw_askers(session: Session) -> tuple[Seat, ...]:
    """The sides whose offer of a draw was refused in this game: they may ask (ACF-3.IV)."""
    refused = {o.seat for o in session.draws if o.game == session.game and o.answer == "refused"}
    return tuple(seat for seat in SEATS if seat in refused)


def away(desk: Desk, seat: Seat) -> bool:
    """Whether a player has said that he leaves and not that he is back (ACF-1.IX)."""
    told = [f.body for f in desk.filed if f.body.type in ("away", "back") and f.body.seat == seat]
    return bool(told) and told[-1].type == "away"
