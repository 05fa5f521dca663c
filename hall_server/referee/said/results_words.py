"""Results and standings as lines of text. Pure."""

from rich.cells import cell_len

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import STATUS_WORDS, Moment
from shared.core.rulebooks import Rulebook
from shared.core.standings.explain import points_or_exit, two_places
from shared.core.standings.order import StandingsRow
from shared.core.standings.scoring import in_words
from shared.core.state import Division, Match
from shared.core.state.floor import hall_order
from shared.core.text.language import _, headed, pgettext
from shared.tui.names import clip, columns, pad

_SHORTEST = 6
"""Cells that a name keeps, however narrow the line is."""
_ROOMY = 72
"""Cells from which the columns of the standings are headed by whole words."""


def result_lines(moment: Moment, width: int) -> tuple[ListLine, ...]:
    """Return every result that counts, newest round first, in table order."""
    counted = [
        match
        for match in moment.state.matches.values()
        if match.standing == "in_force" and match.result.outcome is not None
    ]
    counted.sort(key=lambda match: (-match.key.round_no, hall_order(match.table)))
    return tuple(result_line(moment, match, width) for match in counted)


def result_line(moment: Moment, match: Match, width: int) -> ListLine:
    """Return round, table, names, and what counts or that nothing does yet, found by its table.

    Where ``width`` cells have no room, the names are cut: the result is not.
    """
    names = moment.names(match)
    whole = text = _result(moment, match, names)
    room = max(map(cell_len, names))
    while cell_len(text) > width and room > _SHORTEST:
        room -= 1
        text = _result(moment, match, (clip(names[0], room), clip(names[1], room)))
    return ListLine(match.uid, text, label=moment.label(match.table), whole=whole)


def _result(moment: Moment, match: Match, names: tuple[str, str]) -> str:
    outcome = match.result.outcome
    status = match.result.status
    said = _(STATUS_WORDS[status]) if outcome is None else in_words(outcome, names)
    number = pgettext("round", "R{number}").format(number=match.key.round_no)
    number = moment.round_sign(match) if match.playoff else number
    table = pgettext("table", "T{label}").format(label=moment.label(match.table))
    head = columns((number, table), (3, moment.sign_width(4)), gap=1)
    ruled = _(", ruled") if status == "ruled" else ""
    one, other = (pad(name, 0) for name in names)
    return headed(f"{head} {one} – {other}", f"{said}{ruled}")


def standings_lines(
    rows: tuple[StandingsRow, ...], width: int, book: Rulebook
) -> tuple[ListLine, ...]:
    """Return one line a player: place, name, match points or what put the player out, honor points
    where the sheet has them, and the rating where it fits."""
    lines = []
    for row in rows:
        cells = (
            _("out") if row.rank is None else f"{row.rank}.",
            row.name,
            points_or_exit(row),
            two_places(row.honor_points),
            str(row.rating or "–"),
        )
        text = columns(cells, _widths(width, book), "><>>>")
        lines.append(ListLine(row.player, text, "ink-soft" if row.rank is None else "ink"))
    return tuple(lines)


def skip_lines(division: Division, paired: bool) -> tuple[ListLine, ...]:
    """Return what may be decided of a player who wants to skip the last round (ACF-2.V.F)."""
    book = division.book
    late = _("Stays in the hall, or told late: {points} points")
    lines = [
        ListLine("late", late.format(points=book.opt_out_late_points), "ink"),
        ListLine("plays", _("Plays the last round after all"), "ink"),
    ]
    if not paired:
        in_time = _("Told before the pairing and leaves now: {points} points")
        lines.insert(0, ListLine("in_time", in_time.format(points=book.opt_out_points), "ink"))
    return tuple(lines)


def standings_heading(width: int, book: Rulebook) -> str:
    """Return the heading over the columns of ``standings_lines``."""
    whole = width >= _ROOMY
    points = pgettext("column", "match pts") if whole else pgettext("match points", "MP")
    names = (
        pgettext("column", "place"),
        pgettext("column", "player"),
        pgettext("column", "out in") if book.places_by_exit else points,
        pgettext("column", "honor pts") if whole else pgettext("honor points", "HP"),
        pgettext("column", "rating"),
    )
    return columns(names, _widths(width, book), "><>>>")


def _widths(width: int, book: Rulebook) -> tuple[int, ...]:
    rating = 6 if width >= 58 else 0
    whole = 11 if width >= _ROOMY else 0
    honor = max(7, whole) if book.honor is not None else 0
    points = 7 if book.places_by_exit else max(4, whole)
    gaps = 4 + 2 * (rating > 0) + 2 * (honor > 0)
    name = width - 1 - 5 - points - honor - rating - gaps
    return (5, min(max(8, name), 44), points, honor, rating)
