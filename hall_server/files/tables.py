"""Standings and crosstables as CSV and JSON, fractions of points also exactly."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from hall_server.files.cells import written
from shared.core.standings.explain import two_places
from shared.core.standings.order import StandingsRow
from shared.core.standings.wall_chart import WallChart, poster

STANDINGS = (
    "rank",
    "player",
    "name",
    "match_points",
    "honor_points",
    "honor_points_exact",
    "granted",
    "provisional",
    "stands",
    "out_at",
)


def standings_json(rows: Sequence[StandingsRow]) -> str:
    """Return a list of objects, one for each player, in order of the standings."""
    objects = [
        {
            "rank": row.rank,
            "player": row.player,
            "name": row.name,
            "match_points": row.match_points,
            "honor_points": _number(row.honor_points),
            "honor_points_exact": str(row.honor_points),
            "granted": row.granted,
            "provisional": row.provisional,
            "stands": row.stands,
            "out_at": row.out_at,
        }
        for row in rows
    ]
    return _json(objects)


def standings_csv(rows: Sequence[StandingsRow]) -> str:
    """Return the standings as CSV, a row for each player; a dropout's rank is blank."""
    cells = [
        STANDINGS,
        *(
            (
                "" if row.rank is None else str(row.rank),
                row.player,
                row.name,
                str(row.match_points),
                two_places(row.honor_points),
                str(row.honor_points),
                str(row.granted or ""),
                "provisional" if row.provisional else "",
                row.stands,
                row.out_at,
            )
            for row in rows
        ),
    ]
    return written(cells)


def crosstable_csv(chart: WallChart) -> str:
    """Return the poster of a division as CSV."""
    return written(poster(chart))


def crosstable_json(chart: WallChart) -> str:
    """Return the chart with every cell as an object; a round to come is null."""
    rows = [
        {
            "no": row.number,
            "player": row.player,
            "name": row.name,
            "rounds": [
                None
                if cell is None
                else {
                    "kind": cell.kind,
                    "opponent": cell.opponent,
                    "points": cell.points,
                    "total": cell.total,
                }
                for cell in row.cells
            ],
            "match_points": row.match_points,
            "granted": row.granted,
            "honor_points": _number(row.honor_points),
            "place": row.place,
            "dropped_out_after": row.dropped_out_after,
        }
        for row in chart.rows
    ]
    return _json({"title": chart.title, "rounds": chart.rounds, "players": rows})


def _number(points: Fraction) -> msgspec.Raw:
    return msgspec.Raw(two_places(points).encode())


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value)).decode() + "\n"
