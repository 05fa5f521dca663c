"""The score-sheet desk as lines: whose copies are there, whose are missing. Pure."""

from hall_server.derived.prizes import copies_missing
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE
from shared.core.events import SheetsHandedIn, entities
from shared.core.match.outcome import SEATS, Seat
from shared.core.standings.records import division_rounds, round_matches
from shared.core.state import Match
from shared.core.state.floor import hall_order
from shared.core.text.language import _, listed, ngettext
from shared.port import Draft
from shared.tui.names import clip, columns

_HERE, _DUE, _OPEN = "√", "‼", "·"
_NAMED_AT_MOST = 4


def sheet_lines(moment: Moment, division: str, width: int) -> tuple[ListLine, ...]:
    """Return one line a match, the newest round first; a copy that is due and not there is
    marked."""
    lines = []
    for paired in reversed(division_rounds(moment.state, division)):
        due = set(copies_missing(moment.state, division, paired.number))
        matches = round_matches(moment.state, paired)
        for match in sorted(matches, key=lambda match: hall_order(match.table)):
            missing = [(match.uid, player) in due for player in match.players]
            cells = [_("R{number}").format(number=paired.number), moment.label(match.table)]
            cells += [_copy(moment, match, seat, missing[seat]) for seat in SEATS]
            side = max(8, (width - 3 - 4 - 8) // 2)
            text = columns(cells, (3, 4, side, side), "<><<")
            lines.append(ListLine(match.uid, text, "danger" if any(missing) else "ink"))
    return tuple(lines)


def sheets_heading(width: int) -> str:
    """Return the heading over the columns of ``sheet_lines``."""
    side = max(8, (width - 3 - 4 - 8) // 2)
    cells = ("", _("tbl"), _("1 left copy"), _("2 right copy"))
    return " " + columns(cells, (3, 4, side, side), "<><<")


def side_name(moment: Moment, match: Match, seat: Seat) -> str:
    """``Red Ann Lee``; the name alone before the draw (ACF-1.VIII.A)."""
    return f"{moment.colour(match, seat)} {moment.names(match)[seat]}".strip()


def ticked(moment: Moment, match: Match, seats: tuple[Seat, ...]) -> tuple[Draft, str]:
    """Return the copies of ``seats`` handed in, or taken off where all of them are, and it in
    words."""
    before = moment.state.awards.sheets.get(match.uid, (False, False))
    there = not all(before[seat] for seat in seats)
    left, right = (there if seat in seats else before[seat] for seat in SEATS)
    one = len(seats) == 1
    if there:
        said = (
            _("round {number}, copy handed in by {names}")
            if one
            else _("round {number}, copies handed in by {names}")
        )
    else:
        said = (
            _("round {number}, copy taken off the list of {names}")
            if one
            else _("round {number}, copies taken off the list of {names}")
        )
    names = listed([side_name(moment, match, seat) for seat in seats])
    words = said.format(number=match.key.round_no, names=names)
    return Draft(entities.sheets(match.key), SheetsHandedIn((left, right)), REFEREE), words


def missing_in(moment: Moment, division: str) -> tuple[str, ...]:
    """Return each copy that is due and not at the desk, as ``round 2, table 4: Red Ann Lee``."""
    found = []
    for paired in division_rounds(moment.state, division):
        for uid, player in copies_missing(moment.state, division, paired.number):
            match = moment.state.matches[uid]
            seat = match.seat_of(player)
            who = side_name(moment, match, seat) if seat is not None else moment.name(player)
            found.append(
                _("round {number}, {table}: {name}").format(
                    number=paired.number, table=moment.table(match.table), name=clip(who, 30)
                )
            )
    return tuple(found)


def warning(moment: Moment, division: str, *, named: bool = True) -> str:
    """Return what is said of the missing copies before the next pairing; it blocks nothing."""
    found = missing_in(moment, division)
    if not found:
        return ""
    book = moment.state.divisions[division].book
    count = ngettext(
        "! {count} score sheet is missing ({clause})",
        "! {count} score sheets are missing ({clause})",
        len(found),
    ).format(count=len(found), clause=book.clause("prizes.sheet_copies"))
    if not named:
        return f"{count}."
    first = "; ".join(found[:_NAMED_AT_MOST])
    if len(found) > _NAMED_AT_MOST:
        more = _("{names}; and {count} more")
        first = more.format(names=first, count=len(found) - _NAMED_AT_MOST)
    return _("{missing}: {names}. You may pair.").format(missing=count, names=first)


def count_words(moment: Moment, division: str) -> str:
    """Return how the desk stands, for its headline."""
    rule = moment.state.divisions[division].book.prizes
    if rule is None or not rule.sheet_copies:
        return _("no copies are due")
    missing = len(missing_in(moment, division))
    return _("{count} missing").format(count=missing) if missing else _("all there")


def _copy(moment: Moment, match: Match, seat: Seat, missing: bool) -> str:
    here = moment.state.awards.sheets.get(match.uid, (False, False))[seat]
    mark = _HERE if here else _DUE if missing else _OPEN
    return f"{mark} {side_name(moment, match, seat)}"
