"""``hall-server standings``: reads a crosstable file and prints the order of its players."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.cells import cell_len

from hall_server.commands.options import form_options
from hall_server.files.given import read_given
from hall_server.files.tables import standings_csv, standings_json
from shared.core.rulebooks import RULEBOOKS, rulebook
from shared.core.standings.crosstable import (
    LAYOUT,
    Crosstable,
    CrosstableError,
    Problem,
    parse_crosstable,
)
from shared.core.standings.explain import two_places
from shared.core.standings.order import StandingsRow, standings

_CONTRADICTIONS = 1


class UnusableFile(click.ClickException):
    """The file is no crosstable."""

    exit_code = 2


@click.command(
    "standings",
    help="Order the players of a crosstable FILE, or of standard input with -, by match points "
    "and honor points.\n\n\b\n" + LAYOUT,
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
@form_options("json", "csv")
@click.pass_context
def standings_command(context: click.Context, file: Path, rulebook_name: str, form: str) -> None:
    table = _read(file)
    rules = rulebook(rulebook_name)
    rows = standings(table.records(), rules, total_rounds=table.rounds)
    click.echo(_FORMS[form](rows), nl=False)
    problems = table.problems(rules)
    if problems:
        click.echo(_report(problems, table), err=True, nl=False)
        context.exit(_CONTRADICTIONS)


def _read(file: Path) -> Crosstable:
    try:
        return parse_crosstable(read_given(file).decode("utf-8"))
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
        f"{cells} the rest. These standings take the cells as they are and may be wrong. "
        "Correct the file and ask again.\n"
    )


def _as_table(rows: Sequence[StandingsRow]) -> str:
    sharing = Counter(row.rank for row in rows)
    lines = [("Place", "No", "Name", "Points", "Honor")]
    for row in rows:
        place = "out" if row.rank is None else f"{row.rank}{'=' if sharing[row.rank] > 1 else ''}"
        honor = two_places(row.honor_points)
        lines.append((place, row.player, row.name, row.points_shown, honor))
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


_FORMS: dict[str, Callable[[Sequence[StandingsRow]], str]] = {
    "table": _as_table,
    "json": standings_json,
    "csv": standings_csv,
}
