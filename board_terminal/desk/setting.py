"""What the hall says about a match: rulebook, sides, opening, names. Pure."""

from shared.core.day import MatchInfo, Session
from shared.core.draughts.openings import Opening
from shared.core.match.controls import (
    BRONSTEIN,
    DELAY,
    FISCHER,
    MOVE,
    UNCLOCKED,
    parse_time_control,
)
from shared.core.match.outcome import Seat
from shared.core.rulebooks import Rulebook
from shared.core.rulebooks.acf import MASTERS
from shared.core.state import Device, HallState, Match
from shared.core.state.floor import holder_instead, table_name
from shared.core.text.language import N_, _, pgettext
from shared.core.text.sentence import Word

APPROVED = "acf-156"
"""The approved deck's name in the log."""


def book_of(state: HallState, match: Match) -> Rulebook:
    """Return the match's rulebook; ACF Masters for one that this software does not know."""
    division = state.played_by(match)
    return division.book if division else MASTERS


def controls_of(state: HallState, match: Match) -> tuple[str, ...]:
    """Return the time controls to choose from; the event fixes a single one."""
    division = state.played_by(match)
    fixed = division.control if division else ""
    if fixed and _readable(fixed):
        return (fixed,)
    return book_of(state, match).time_controls


def match_info(state: HallState, match: Match) -> MatchInfo:
    """Return what the session needs, with the draw if it has been made."""
    draw = match.draw
    return MatchInfo(
        uid=match.uid,
        controls=controls_of(state, match),
        book=book_of(state, match),
        first_seat=draw.first_seat if draw else None,
        ballot=draw.opening if draw else None,
        moves_set_up=len(draw.moves) if draw else 0,
        length=max(1, match.length),
        opening=draw.moves if draw else (),
        decisive=match.decisive,
    )


def side_word(side: str) -> str:
    """Return a side of the rulebook in the language spoken: "Red"."""
    return pgettext("side", side)


def side_named(state: HallState, match: Match, session: Session, seat: Seat) -> str | Word:
    """Return what a hint calls a player: the side, or the name if there are no sides."""
    side = session.side(seat)
    return Word("side", side) if side else name_of(state, match, seat)


def name_of(state: HallState, match: Match, seat: Seat) -> str:
    """Return the player's name, or the id before the registration is known."""
    ident = match.players[seat]
    player = state.players.get(ident)
    return player.name if player else ident


def names_of(state: HallState, match: Match) -> tuple[str, str]:
    """Return both names, seat 0 first."""
    return name_of(state, match, 0), name_of(state, match, 1)


def deck_of(
    state: HallState, match: Match, approved: tuple[Opening, ...]
) -> tuple[str, tuple[Opening, ...]]:
    """Return the match's deck with its name: the division's own or the approved one."""
    division = state.played_by(match)
    name = division.deck if division else ""
    return (name, state.decks[name]) if name in state.decks else (APPROVED, approved)


def decks_size(state: HallState, match: Match, approved: tuple[Opening, ...]) -> int:
    """Return how many openings the match's deck has."""
    name = match.draw.deck if match.draw else APPROVED
    return len(approved if name == APPROVED else state.decks.get(name, ()))


def opening_of(state: HallState, match: Match, approved: tuple[Opening, ...]) -> Opening | None:
    """Return the drawn opening with its position, or None if it is of no known deck."""
    if match.draw is None:
        return None
    name = match.draw.deck
    deck = approved if name == APPROVED else state.decks.get(name, ())
    return next((o for o in deck if o.number == match.draw.opening), None)


def table_label(state: HallState, table: str) -> str:
    """Return the label of a table as people read it: "Table 3"."""
    known = state.tables.get(table)
    return table_name(known.label if known and known.label else table)


def table_number(state: HallState, table: str) -> str:
    """Return the number on a table's label, "" where the label is another word."""
    known = state.tables.get(table)
    label = known.label if known and known.label else table
    return label if label.isascii() and label.isdigit() else ""


def replaced_by(state: HallState, table: str, node: str) -> Device | None:
    """Return the device that replaces ``node`` at the table; None while that is disputed."""
    known = state.tables.get(table)
    return None if known is not None and known.contested else holder_instead(state, table, node)


def control_words(name: str) -> str:
    """Return a time control in words: "90 min each", "80 min + 10 s a move", "no clock"."""
    try:
        control = parse_time_control(name)
    except ValueError:
        return name
    if control.name == UNCLOCKED:
        return _("no clock")
    if control.per_point_ms:
        per_point = control.per_point_ms // 60_000
        return _("{minutes} min a point + {seconds} s {brings}").format(
            minutes=per_point, seconds=control.bonus_ms // 1000, brings=_(_BRINGS[DELAY])
        )
    minutes, rest = divmod(control.main_ms // 1000, 60)
    main = f"{minutes}:{rest:02}" if rest else _("{minutes} min").format(minutes=minutes)
    if control.kind == MOVE:
        return _("{main} a move").format(main=main)
    if not control.bonus_ms:
        return _("{main} each").format(main=main)
    return _("{main} + {seconds} s {brings}").format(
        main=main, seconds=control.bonus_ms // 1000, brings=_(_BRINGS[control.kind])
    )


_BRINGS = {FISCHER: N_("a move"), DELAY: N_("delay"), BRONSTEIN: N_("given back")}


def moved(match: Match, table: str) -> str:
    """Return what has changed in the pairing of a match played at ``table``; "" for nothing."""
    if match.standing == "withdrawn":
        return _("This pairing was withdrawn. Finish the match or call the referee.")
    if match.standing == "contested":
        return _("This pairing is in question. Play on; the referee decides.")
    if match.table != table:
        return _(
            "This match was moved to table {table}. Finish it here or call the referee."
        ).format(table=match.table)
    return ""


def _readable(name: str) -> bool:
    try:
        parse_time_control(name)
    except ValueError:
        return False
    return True
