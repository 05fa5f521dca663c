"""Standings, crosstables and ratings as CSV and JSON, and tables as pages for a web site."""

from collections.abc import Collection, Sequence
from html import escape

import msgspec

from hall_server.files.cells import written
from hall_server.paper.look import Look
from shared.core.match.outcome import Code
from shared.core.standings.explain import two_places
from shared.core.standings.order import HonorPoints, StandingsRow
from shared.core.standings.scoring import match_points
from shared.core.standings.wall_chart import WallChart, poster
from shared.core.state import HallState, Match, Player
from shared.core.text.language import pgettext

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


def _number(points: HonorPoints) -> msgspec.Raw:
    return msgspec.Raw(two_places(points).encode())


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value)).decode() + "\n"


HEADING = (
    "division", "round", "player", "name", "rating", "opponent", "opponent_name",
    "opponent_rating", "won", "drawn", "lost", "points", "opponent_points", "rated", "why",
)  # fmt: skip


def rating_rows(look: Look) -> tuple[tuple[str, ...], ...]:
    """Return a row for each match that counts, in order of rounds and tables.

    ``rated`` is "no" if no game was played, and ``why`` says so. Of a match that was forfeited in
    part, only the games played count. A match that a withdrawal has made void is still rated
    (ACF-2.VI.B).
    """
    book = look.book
    rows = []
    for paired in look.rounds:
        for match in look.matches(paired):
            outcome = match.result.outcome
            if outcome is None or match.standing != "in_force" or paired.contested:
                continue
            try:
                points = match_points(book, outcome)
            except ValueError:
                continue
            played = [code for code in outcome.games if code is code.played]
            rated = played and outcome.void in ("", "void")
            why = "" if rated else outcome.void or "forfeited"
            games = (
                ("0", "0", "0")
                if why
                else tuple(str(played.count(code)) for code in (Code.WIN, Code.DRAW, Code.LOSS))
            )
            rows.append(
                (
                    look.division.id,
                    str(paired.number),
                    *_who(look.state, match, 0),
                    *_who(look.state, match, 1),
                    *games,
                    *map(str, points),
                    "no" if why else "yes",
                    why or outcome.void,
                )
            )
    return tuple(rows)


def rating_csv(look: Look) -> str:
    """Return the report as CSV."""
    return written([HEADING, *rating_rows(look)])


def _who(state: HallState, match: Match, seat: int) -> tuple[str, str, str]:
    ident = match.players[seat]
    player = state.players.get(ident) or Player(ident, ident, "", 0, "")
    return ident, player.name, str(player.rating or "")


_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.4 system-ui,sans-serif;margin:1rem auto;padding:0 .75rem;max-width:70rem}
h1{font-size:1.4rem;margin:0 0 .25rem}
p{margin:.25rem 0 1rem}
div{overflow-x:auto}
table{border-collapse:collapse;min-width:100%}
th,td{padding:.35rem .5rem;text-align:left;white-space:nowrap;border-bottom:1px solid #8886}
th{border-bottom:2px solid}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
tr:nth-child(even) td{background:#8881}
"""
_SAFE = "default-src 'none'; style-src 'unsafe-inline'"


def page(
    title: str, note: str, rows: Sequence[Sequence[str]], numeric: Collection[str] = ()
) -> str:
    """Return a page with one table, in the language spoken; its first row is the heading.

    ``numeric`` are the headings of columns of numbers.
    """
    language = pgettext("code of this language", "en")
    heading, *lines = rows
    classes = [' class="n"' if word in numeric else "" for word in heading]
    head = "".join(
        f'<th scope="col"{kind}>{escape(word)}</th>'
        for word, kind in zip(heading, classes, strict=True)
    )
    body = "\n".join(
        "<tr>"
        + "".join(
            f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(line, classes, strict=True)
        )
        + "</tr>"
        for line in lines
    )
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_SAFE}">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>{escape(note)}</p>
<div><table>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
</table></div>
</body>
</html>
"""
