"""The command ``hall-server standings``: a crosstable file in, the order of its players out.

Owns how standings are written down. Computes none of them.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import click
import msgspec
from rich.cells import cell_len

from shared.core.crosstable import LAYOUT, Crosstable, CrosstableError, Problem, parse_crosstable
from shared.core.rulebooks import RULEBOOKS, rulebook
from shared.core.standings import Row, standings

_CONTRADICTIONS = 1


class UnusableFile(click.ClickException):
    """The file cannot be read as a crosstable: nothing is written but the reason."""

    exit_code = 2


@click.command(
    "standings",
    help="Order the players of a crosstable FILE by match points and honor points.\n\n\b\n"
    + LAYOUT,
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--rulebook",
    "rulebook_name",
    type=click.Choice(sorted(RULEBOOKS)),
    default="acf-majors",
    show_default=True,
    help="The rules that the division plays by.",
)
@click.option(
    "--format",
    "layout",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="How the standings are written.",
)
@click.pass_context
def standings_command(context: click.Context, file: Path, rulebook_name: str, layout: str) -> None:
    table = _read(file)
    rules = rulebook(rulebook_name)
    rows = standings(table.records(), rules, total_rounds=table.rounds)
    click.echo(_LAYOUTS[layout](rows), nl=False)
    problems = table.problems(rules)
    if problems:
        click.echo(_report(problems, table), err=True, nl=False)
        context.exit(_CONTRADICTIONS)


def _read(file: Path) -> Crosstable:
    try:
        return parse_crosstable(file.read_text(encoding="utf-8"))
    except OSError as error:
        message = f"cannot read {file}: {error.strerror}. Name a crosstable file."
    except UnicodeDecodeError:
        message = f"{file} is not text in UTF-8. Save the crosstable as UTF-8, parted by tabs."
    except CrosstableError as error:
        message = f"{file}, {error}"
    raise UnusableFile(message)


def _report(problems: Sequence[Problem], table: Crosstable) -> str:
    names = {entry.number: entry.name for entry in table.entries}
    lines = [
        f"player {problem.player} ({names[problem.player]}), round {problem.round}: "
        f"{problem.sentence}\n"
        for problem in problems
    ]
    cells = "1 cell contradicts" if len(lines) == 1 else f"{len(lines)} cells contradict"
    return "".join(lines) + (
        f"{cells} the rest: these standings take the cells as they are and may be wrong. "
        "Correct the file and ask again.\n"
    )


def _two_places(points: Fraction) -> str:
    """Whole points as they are, others with two decimals, a half rounded up."""
    if points.denominator == 1:
        return str(points.numerator)
    whole, hundredths = divmod(int(points * 100 + Fraction(1, 2)), 100)
    return f"{whole}.{hundredths:02d}"


def _as_table(rows: Sequence[Row]) -> str:
    sharing = Counter(row.rank for row in rows)
    lines = [("Place", "No", "Name", "Points", "Honor")]
    for row in rows:
        place = "out" if row.rank is None else f"{row.rank}{'=' if sharing[row.rank] > 1 else ''}"
        honor = _two_places(row.honor_points)
        lines.append((place, row.player, row.name, str(row.match_points), honor))
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        "  ".join(
            _padded(cell, width, left=heading == "Name")
            for cell, width, heading in zip(line, widths, lines[0], strict=True)
        )
        + "\n"
        for line in lines
    )


def _padded(cell: str, width: int, *, left: bool) -> str:
    blanks = " " * (width - cell_len(cell))
    return cell + blanks if left else blanks + cell


def _as_json(rows: Sequence[Row]) -> str:
    objects = [
        {
            "rank": row.rank,
            "player": row.player,
            "name": row.name,
            "match_points": row.match_points,
            "honor_points": msgspec.Raw(_two_places(row.honor_points).encode()),
            "honor_points_exact": str(row.honor_points),
        }
        for row in rows
    ]
    return msgspec.json.format(msgspec.json.encode(objects)).decode() + "\n"


def _as_csv(rows: Sequence[Row]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ("rank", "player", "name", "match_points", "honor_points", "honor_points_exact")
    )
    for row in rows:
        honor = _two_places(row.honor_points)
        rank = "" if row.rank is None else row.rank
        writer.writerow((rank, row.player, row.name, row.match_points, honor, row.honor_points))
    return out.getvalue()


_LAYOUTS: dict[str, Callable[[Sequence[Row]], str]] = {
    "table": _as_table,
    "json": _as_json,
    "csv": _as_csv,
}
