"""The command ``hall-server import``: shows what a file would change, and does it when told to."""

from __future__ import annotations

from pathlib import Path

import click

from hall_server.files.archive import SUMS, BrokenArchive, unpack
from hall_server.files.cells import UnreadableTable
from hall_server.files.intake import Plan, plan
from hall_server.files.players_csv import HEADINGS, shortened
from hall_server.files.sources import read_source
from hall_server.reach import reach
from shared.clocks import wall_ms
from shared.tui.times import local

_ZIP = b"PK\x03\x04"
_LARGEST = 1 << 30


def _columns(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    columns = {}
    for value in values:
        field, parted, heading = value.partition("=")
        if field not in HEADINGS or not parted or not heading:
            raise click.BadParameter(
                f"{value!r}: write FIELD=HEADING, such as name=Spieler. Fields:"
                f" {', '.join(HEADINGS)}."
            )
        columns[field] = heading
    return columns


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--home", type=click.Path(path_type=Path), required=True, help="The hall's folder.")
@click.option("--division", help="For players whose line names no division.")
@click.option(
    "--column",
    "columns",
    multiple=True,
    callback=_columns,
    metavar="FIELD=HEADING",
    help="Which heading of the file a field has, such as name=Spieler.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
def import_command(
    file: Path, home: Path, division: str | None, columns: dict[str, str], yes: bool
) -> None:
    """Take the players of FILE over: a CSV list of any make, a crosstable or a TRF report.

    Birth dates, contacts and fees are sealed to the keys of hall and referees.
    What would change is shown first, and nothing changes until you say so. Of an archive the
    checksums are compared, and nothing is taken over.
    """
    data = _read(file)
    if data.startswith(_ZIP) and SUMS.encode() in data:
        _check(file, data)
        return
    try:
        found = read_source(data, columns)
    except UnreadableTable as error:
        raise click.ClickException(f"{file}: {error} Nothing was changed.") from error
    with reach(home) as reached:
        state = reached.replica.state
        zone = state.tournament.zone if state.tournament else "UTC"
        if division is not None and division not in state.divisions:
            raise click.ClickException(
                f"There is no division {division!r}; there are {', '.join(state.divisions)}."
                " Nothing was changed."
            )
        wanted = plan(
            state,
            found,
            division,
            private=reached.private(),
            today=local(wall_ms(), zone).date().isoformat(),
        )
        for note in found.notes:
            click.echo(note)
        _show(wanted)
        if wanted.problems:
            raise click.ClickException(
                f"{file} has {len(wanted.problems)} lines to mend. Nothing was changed."
            )
        if not wanted.changes:
            click.echo("There is nothing to change.")
            return
        if not (yes or click.confirm(f"Change {_players(len(wanted.changes))}?")):
            click.echo("Nothing was changed.")
            return
        reached.append(*(draft for change in wanted.changes for draft in change.drafts))
    click.echo(f"{_players(len(wanted.changes))} written.")


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > _LARGEST:
            raise click.ClickException(f"{file} is larger than a gigabyte. Nothing was changed.")
        return file.read_bytes()
    except OSError as error:
        raise click.ClickException(
            f"{file} cannot be read ({error.strerror}). Nothing was changed."
        ) from error


def _check(file: Path, data: bytes) -> None:
    try:
        files = unpack(data)
    except BrokenArchive as error:
        raise click.ClickException(
            f"{file} is not sound: {error}. Nothing was changed. Take another copy of it."
        ) from error
    click.echo(f"{file} is sound: {len(files)} files, each as its checksum says.")
    click.echo("An archive is not taken over into a hall. Any zip program opens it.")


def _show(wanted: Plan) -> None:
    for change in wanted.changes:
        click.echo(change.words)
    new = sum(change.before is None for change in wanted.changes)
    click.echo(f"{new} new, {len(wanted.changes) - new} changed, {wanted.unchanged} as they are.")
    for problem in shortened(wanted.problems):
        click.echo(f"! {problem}", err=True)


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"
