"""Results and standings as lines of text. Pure."""

from __future__ import annotations

from fractions import Fraction

from hall_server.referee.effects import Moved
from hall_server.referee.moment import Moment, natural
from hall_server.referee.pick_list import Line
from shared.core.scoring import in_words
from shared.core.standings import Row
from shared.tui.names import columns


def result_lines(moment: Moment) -> tuple[Line, ...]:
    """Every result that counts, newest round first, in table order."""
    counted = [
        match
        for match in moment.state.matches.values()
        if match.standing == "in_force" and match.result.outcome is not None
    ]
    counted.sort(key=lambda match: (-match.key.round_no, natural(match.table)))
    lines = []
    for match in counted:
        assert match.result.outcome is not None
        names = moment.names(match)
        said = in_words(match.result.outcome, names)
        head = columns((f"R{match.key.round_no}", f"T{moment.label(match.table)}"), (3, 4), gap=1)
        ruled = ", ruled" if match.result.status == "ruled" else ""
        lines.append(Line(match.uid, f"{head} {names[0]} – {names[1]}: {said}{ruled}"))
    return tuple(lines)


def standings_lines(rows: tuple[Row, ...], width: int) -> tuple[Line, ...]:
    """One line a player: place, name, match points, honor points, rating."""
    rating = 6 if width >= 60 else 0
    name = max(8, width - 2 - 5 - 4 - 8 - rating - (8 if rating else 6) - 2)
    lines = []
    for row in rows:
        cells = (
            "out" if row.rank is None else f"{row.rank}.",
            row.name,
            str(row.match_points),
            decimal(row.honor_points),
            str(row.rating or "–"),
        )
        text = columns(cells, (5, name, 4, 8, rating), "><>>>")
        lines.append(Line(row.player, text, "ink-soft" if row.rank is None else "ink"))
    return tuple(lines)


def standings_heading(width: int) -> str:
    """The heading over the columns of ``standings_lines``."""
    rating = 6 if width >= 60 else 0
    name = max(8, width - 2 - 5 - 4 - 8 - rating - (8 if rating else 6) - 2)
    cells = ("place", "player", "MP", "HP", "rating")
    return columns(cells, (5, name, 4, 8, rating), "><>>>")


def moved_lines(moved: tuple[Moved, ...], rounds: tuple[int, ...], shown: int) -> tuple[str, ...]:
    """What else a correction changes: places and points of at most ``shown`` players, rounds."""
    lines = []
    for line in moved[:shown]:
        before, after = line.before, line.after
        lines.append(
            f"{after.name}: place {_place(before)} → {_place(after)}, "
            f"MP {before.match_points} → {after.match_points}, "
            f"HP {decimal(before.honor_points)} → {decimal(after.honor_points)}"
        )
    if len(moved) > shown:
        lines.append(f"… and {len(moved) - shown} more players.")
    if not moved:
        lines.append("No place and no points change.")
    if rounds:
        numbers = ", ".join(str(number) for number in rounds)
        plural = "Rounds" if len(rounds) > 1 else "Round"
        lines.append(f"{plural} {numbers} paired from the old result: not paired again.")
    return tuple(lines)


def decimal(points: Fraction) -> str:
    """Honor points as people read them: whole, or with two decimals where a dropout counts."""
    if points.denominator == 1:
        return str(points.numerator)
    hundredths = (points * 200 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _place(row: Row) -> str:
    return "out" if row.rank is None else str(row.rank)
