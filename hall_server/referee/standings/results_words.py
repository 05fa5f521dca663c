"""Results and standings as lines of text. Pure."""

from __future__ import annotations

from hall_server.referee.moment import Moment
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.rulings.effects import Moved
from shared.core.explain import two_places
from shared.core.floor import hall_order
from shared.core.scoring import in_words
from shared.core.standings import Row
from shared.core.state import Division, Match
from shared.tui.names import columns


def result_lines(moment: Moment) -> tuple[Line, ...]:
    """Every result that counts, newest round first, in table order."""
    counted = [
        match
        for match in moment.state.matches.values()
        if match.standing == "in_force" and match.result.outcome is not None
    ]
    counted.sort(key=lambda match: (-match.key.round_no, hall_order(match.table)))
    return tuple(Line(match.uid, result_line(moment, match)) for match in counted)


def result_line(moment: Moment, match: Match) -> str:
    """Round, table, names, and what counts or that nothing does yet."""
    names = moment.names(match)
    outcome = match.result.outcome
    said = match.result.status if outcome is None else in_words(outcome, names)
    place = (f"R{match.key.round_no}", f"T{moment.label(match.table)}")
    head = columns(place, (3, moment.sign_width(4)), gap=1)
    ruled = ", ruled" if match.result.status == "ruled" else ""
    return f"{head} {names[0]} – {names[1]}: {said}{ruled}"


def standings_lines(rows: tuple[Row, ...], width: int, *, honor: bool) -> tuple[Line, ...]:
    """One line a player: place, name, match points, honor points where the sheet has them, and the
    rating where it fits."""
    lines = []
    for row in rows:
        cells = (
            "out" if row.rank is None else f"{row.rank}.",
            row.name,
            str(row.match_points),
            two_places(row.honor_points),
            str(row.rating or "–"),
        )
        text = columns(cells, _widths(width, honor), "><>>>")
        lines.append(Line(row.player, text, "ink-soft" if row.rank is None else "ink"))
    return tuple(lines)


def skip_lines(division: Division, paired: bool) -> tuple[Line, ...]:
    """What may be decided of a player who wants to skip the last round (ACF-2.V.F)."""
    book = division.book
    lines = [
        Line("late", f"Stays in the hall, or told late: {book.opt_out_late_points} points", "ink"),
        Line("plays", "Plays the last round after all", "ink"),
    ]
    if not paired:
        words = f"Told before the pairing and leaves now: {book.opt_out_points} points"
        lines.insert(0, Line("in_time", words, "ink"))
    return tuple(lines)


def standings_heading(width: int, *, honor: bool) -> str:
    """The heading over the columns of ``standings_lines``."""
    return columns(("place", "player", "MP", "HP", "rating"), _widths(width, honor), "><>>>")


def _widths(width: int, honor: bool) -> tuple[int, ...]:
    rating = 6 if width >= 60 else 0
    points = 7 if honor else 0
    gaps = 4 + 2 * (rating > 0) + 2 * (points > 0)
    name = width - 3 - 5 - 4 - points - rating - gaps
    return (5, min(max(8, name), 34), 4, points, rating)


def moved_lines(moved: tuple[Moved, ...], rounds: tuple[int, ...], shown: int) -> tuple[str, ...]:
    """What else a correction changes: places and points of at most ``shown`` players, rounds."""
    lines = []
    for line in moved[:shown]:
        before, after = line.before, line.after
        pairs = (
            ("place", _place(before), _place(after)),
            ("MP", str(before.match_points), str(after.match_points)),
            ("HP", two_places(before.honor_points), two_places(after.honor_points)),
        )
        changes = [f"{what} {old} → {new}" for what, old, new in pairs if old != new]
        lines.append(f"{after.name}: {', '.join(changes)}")
    if len(moved) > shown:
        lines.append(f"… and {len(moved) - shown} more players.")
    if not moved:
        lines.append("No place and no points change.")
    if rounds:
        numbers = ", ".join(str(number) for number in rounds)
        plural = "Rounds" if len(rounds) > 1 else "Round"
        lines.append(f"{plural} {numbers} paired from the old result: not paired again.")
    return tuple(lines)


def _place(row: Row) -> str:
    return "out" if row.rank is None else str(row.rank)
