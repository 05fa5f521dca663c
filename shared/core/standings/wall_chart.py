"""The crosstable of a division and its poster, the wall chart, as values made from records.

Owns cells, running totals and their layout in text. Computes no standings and reads no file.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.core.rulebooks import Rulebook
from shared.core.standings.explain import two_places
from shared.core.standings.order import HonorPoints, PlayerRecord, RoundKind, StandingsRow
from shared.core.text.fields import typed
from shared.core.text.language import _, pgettext, shown_number

_TO_COME = ""


@dataclass(frozen=True, slots=True)
class ChartCell:
    """One player's round. ``opponent`` is a number in the chart; ``total`` runs on."""

    kind: RoundKind
    opponent: int | None
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One player: number in the chart, rounds, and standing.

    A cell is None for a round still to come. ``place`` is None for a dropout, who has left after
    round ``dropped_out_after``.
    """

    number: int
    player: str
    name: str
    cells: tuple[ChartCell | None, ...]
    match_points: int
    honor_points: HonorPoints
    place: int | None
    dropped_out_after: int | None = None
    granted: int = 0
    """Those of the match points that no round has brought."""


@dataclass(frozen=True, slots=True)
class WallChart:
    """The rows in the order of the records, each with ``rounds`` cells."""

    title: str
    rounds: int
    rows: tuple[ChartRow, ...]
    honor: bool


def wall_chart(
    records: Sequence[PlayerRecord],
    rows: Sequence[StandingsRow],
    rulebook: Rulebook,
    *,
    rounds: int = 0,
) -> WallChart:
    """Make the chart of a division: rows of players, columns of rounds.

    ``rows`` are the standings of the same ``records``; ``rounds`` are all of the tournament, or
    as many as the records have. Players are numbered from 1 in the order of the records. Raises
    ValueError if records and standings are not of the same players, or an opponent has no record.
    """
    standing = {row.player: row for row in rows}
    numbers = {record.player: number for number, record in enumerate(records, start=1)}
    if standing.keys() != numbers.keys():
        raise ValueError("the standings are not of these records")
    columns = max([rounds, *(len(record.rounds) for record in records)])
    chart = tuple(
        ChartRow(
            numbers[record.player],
            record.player,
            record.name,
            _cells(record, numbers, columns),
            record.match_points,
            standing[record.player].honor_points,
            standing[record.player].rank,
            record.dropped_out_after,
            record.granted,
        )
        for record in records
    )
    return WallChart(rulebook.title, columns, chart, rulebook.honor is not None)


def crosstable_tsv(chart: WallChart) -> str:
    """Write a chart as the crosstable that ``standings.crosstable`` reads, cells parted by tabs.

    Honor points and the points granted outside the rounds stand in further columns. A name is one
    line, without what the reader refuses.
    """
    rounds = [f"r{number}" for number in range(1, chart.rounds + 1)]
    further = ["granted"] if any(row.granted for row in chart.rows) else []
    lines = [["no", "name", *rounds, "points", "honor_points", *further]]
    for row in chart.rows:
        name = " ".join(typed(row.name).split()) or "?"
        honor = two_places(row.honor_points) if chart.honor else ""
        points = str(row.match_points)
        granted = [str(row.granted or "") for _column in further]
        lines.append([str(row.number), name, *_written(row), points, honor, *granted])
    return "".join("\t".join(line) + "\n" for line in lines)


def poster(chart: WallChart) -> tuple[tuple[str, ...], ...]:
    """Write a chart as people read it on the wall: a heading and one line a player.

    A round shows opponent and points, ``6 +4``, with ``f`` where nothing was played; then points,
    honor points if the rulebook has them, and the place, shared ones with ``=``.
    """
    rounds = [str(number) for number in range(1, chart.rounds + 1)]
    honor = [_("Honor")] if chart.honor else []
    lines = [
        (
            pgettext("number", "No"),
            _("Name"),
            *rounds,
            pgettext("column", "Match pts"),
            *honor,
            _("Place"),
        )
    ]
    places = [row.place for row in chart.rows]
    for row in chart.rows:
        cells = [_shown(row, number) for number in range(1, chart.rounds + 1)]
        own_honor = [shown_number(two_places(row.honor_points))] if chart.honor else []
        shared = "=" if places.count(row.place) > 1 else ""
        place = _("out") if row.place is None else f"{row.place}{shared}"
        points = f"{row.match_points}{'*' if row.granted else ''}"
        lines.append((str(row.number), row.name, *cells, points, *own_honor, place))
    return tuple(lines)


def unplayed_word(kind: RoundKind) -> str:
    """Return what stands in place of an opponent where there was none."""
    match kind:
        case "bye":
            return _("bye")
        case "opt_out":
            return _("skips")
        case "void":
            return _("void")
        case _other:
            return "–"


def _cells(
    record: PlayerRecord, numbers: dict[str, int], columns: int
) -> tuple[ChartCell | None, ...]:
    cells: list[ChartCell | None] = []
    total = 0
    for number, score in enumerate(record.rounds, start=1):
        if score is None:
            cells.append(None)
            continue
        total += score.points
        if score.opponent is not None and score.opponent not in numbers:
            message = f"player {record.player}, round {number}: no record of {score.opponent}"
            raise ValueError(message)
        opponent = None if score.opponent is None else numbers[score.opponent]
        cells.append(ChartCell(score.kind, opponent, score.points, total))
    return (*cells, *(None,) * (columns - len(cells)))


def _written(row: ChartRow) -> list[str]:
    return [_cell_text(row, number) for number in range(1, len(row.cells) + 1)]


def _cell_text(row: ChartRow, number: int) -> str:
    if row.dropped_out_after is not None and number > row.dropped_out_after:
        return "W"
    cell = row.cells[number - 1]
    if cell is None:
        # A missed round is not one to come: the layout has no gap before a later result.
        return "-" if any(row.cells[number:]) else _TO_COME
    if cell.kind == "bye":
        return f"BT{cell.total}"
    if cell.kind == "opt_out":
        return f"OT{cell.total}"
    if cell.opponent is None:
        return "-"
    return f"{cell.opponent}{'F' if cell.kind == 'forfeit' else ''}T{cell.total}"


def _shown(row: ChartRow, number: int) -> str:
    if row.dropped_out_after is not None and number > row.dropped_out_after:
        return _("out")
    cell = row.cells[number - 1]
    if cell is None:
        return _TO_COME
    if cell.opponent is None:
        word = unplayed_word(cell.kind)
        return f"{word} +{cell.points}" if cell.points or word != "–" else word
    return f"{cell.opponent}{'f' if cell.kind == 'forfeit' else ''} +{cell.points}"
