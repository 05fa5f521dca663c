"""What a report can say, and who may file it now. Pure.

A report is complete when it says what exactly happened and, if it is about a player, to whom.
"""

from board_terminal.desk.desk import Desk
from shared.core.day import Session
from shared.core.day.moves import entered_now, record_of
from shared.core.draughts.claims import times_stood
from shared.core.draughts.counts import Count, CountKind, CountRule, NoCount, counts_of
from shared.core.events.reported import Found, what_of
from shared.core.match.outcome import SEATS, ReportType, Seat
from shared.core.rulebooks import Rulebook
from shared.core.text.language import N_, _

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
"""Kinds of report that the named player files."""

_COUNTS: dict[CountKind, tuple[str, str]] = {
    "quiet": (
        N_("{quiet_moves} moves each, nothing changed"),
        N_("Counts the moves of both; a man's move or a capture begins it anew."),
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
        N_(
            "Counts the moves of the asker, whose king is alone; captures count. It needs "
            "{lone_king_pieces} pieces, all kings."
        ),
    ),
    "long_line": (
        N_("Long line, {long_line_moves} moves"),
        N_(
            "Counts the moves of the opponent, while the asker's king is alone and holds the long "
            "line: {long_line}."
        ),
    ),
    "repetition": (
        N_("Same position {repetitions} times"),
        N_("Show the move that makes it, not yet pressed. The referee checks the claim."),
    ),
}


def report_type(word: str) -> ReportType | None:
    """Return the kind that a command names, if players may file it."""
    return next((kind for kind in FILED_BY_PLAYERS if kind == word), None)


def names_a_player(kind: ReportType, which: str) -> bool:
    """Return whether the report is about one of the two players."""
    what = what_of(kind, which)
    return kind not in _NO_PLAYER and (what is None or what.of_player)


def countable(book: Rulebook) -> tuple[tuple[str, str, str], ...]:
    """Return the counts that players may ask for: code, words, and what is counted."""
    rule = book.counts
    if rule is None:
        return ()
    return tuple(
        (kind, _filled(_(words), rule), _filled(_(how), rule))
        for kind, (words, how) in _COUNTS.items()
        if kind in counts_of(rule)
    )


def count_kind(code: str) -> CountKind | None:
    """Return the running count that a report names: a repetition is claimed, not counted."""
    return next((kind for kind in _COUNTS if kind == code != "repetition"), None)


def repetition(session: Session, typed: tuple[int, ...]) -> tuple[Found, tuple[int, ...]]:
    """Return what the record says of a claim of repetition, and how often the position stands
    (WCDF 1.32.1, DARK-50).

    By the counts of pool a position repeats only while a count runs (APCA-26).
    """
    count = session.counting.count if session.counting is not None else None
    pool = session.info.book.count_profile == "pool"
    running = count if pool and isinstance(count, Count) else None
    if pool and running is None:
        return "no_count", ()
    if not entered_now(session):
        return "off_record", ()
    try:
        times = times_stood(record_of(session), typed, running)
    except NoCount:
        return ("no_move" if typed else "gaps"), ()
    return ("would_stand" if typed else "stood"), (times,)


def _filled(words: str, rule: CountRule) -> str:
    line = "-".join(map(str, rule.long_line))
    numbers = {name: getattr(rule, name) for name in rule.__struct_fields__}
    return words.format(**{**numbers, "long_line": line})


def draw_askers(session: Session) -> tuple[Seat, ...]:
    """Return the sides whose offer of a draw was refused in this game: they may ask (ACF-3.IV)."""
    refused = {o.seat for o in session.draws if o.game == session.game and o.answer == "refused"}
    return tuple(seat for seat in SEATS if seat in refused)


def away(desk: Desk, seat: Seat) -> bool:
    """Return whether a player has reported leaving and not coming back (ACF-1.IX)."""
    told = [f.body for f in desk.filed if f.body.type in ("away", "back") and f.body.seat == seat]
    return bool(told) and told[-1].type == "away"
