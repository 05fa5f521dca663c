"""The command ``hall-server export``: the hall's tables, log or whole event as a file."""

import sys
from pathlib import Path

import click

from hall_server.commands.options import FILE, home_option, in_columns
from hall_server.commands.progress import Steps
from hall_server.files.archive import archive_event, log_lines
from hall_server.files.outlets import (
    OUTLETS,
    Exported,
    export,
    private_players,
)
from hall_server.paper.options import paper_language_option, paper_option
from hall_server.paper.sheet import PaperName
from hall_server.serving.reach import reach
from shared.machine.languages import catalogue
from shared.machine.saving import save
from shared.store.replica import Replica

LOG, EVENT, FEES = "log", "event", "fees"
ENDINGS = {FEES: "csv", LOG: "jsonl", EVENT: "zip", "trf16": "trf", "trf26": "trf"}
STANDARD_OUT = Path("-")


def _list() -> str:
    rows = [(what, "; ".join(layouts)) for what, layouts in OUTLETS.items()]
    rows += [(FEES, "csv: owed and paid, with totals; only the owner can read the file")]
    rows += [(LOG, "every event, one a line"), (EVENT, "log, snapshot, papers, tables, checksums")]
    return in_columns(rows)


@click.command(
    "export",
    help="Write WHAT to a file.\n\nWHAT and its formats are:\n\n\b\n"
    + _list()
    + "\n\nPapers, HTML pages and an archive's README.txt are in --language; all else is as"
    " programs read it. A cell that a spreadsheet would run as a formula gets an apostrophe in"
    " front.",
)
@click.argument("what", type=click.Choice([*OUTLETS, FEES, LOG, EVENT]), metavar="WHAT")
@home_option()
@click.option("--division", help="The division's id, where there are several.")
@click.option(
    "--format", "layout", default="", help="One of WHAT's formats. Without it: the first."
)
@click.option(
    "--out",
    type=FILE,
    help="The file to write, - for standard output. Without it: WHAT and the format, here.",
)
@click.option(
    "--private",
    is_flag=True,
    help="With players: birth dates, contacts and fees too. Only the owner can read the file.",
)
@paper_option
@paper_language_option
def export_command(
    what: str,
    home: Path,
    division: str | None,
    layout: str,
    out: Path | None,
    private: bool,
    paper: PaperName,
    language: str,
) -> None:
    if private and what != "players":
        raise click.UsageError("--private goes only with players.")
    layouts = list(OUTLETS.get(what, ()))
    if layout and layout not in layouts:
        choices = f"is written as {' or '.join(layouts)}" if layouts else "has only one format"
        raise click.UsageError(f"{what} {choices}, not as {layout!r}.")
    layout = layout or next(iter(layouts), what)
    private = private or what == FEES
    step = Steps(2)
    step("Opening the hall")
    with reach(home) as reached:
        step(f"Making {what}")
        made = (
            private_players(reached.replica.state, division, reached.private(), fees=what == FEES)
            if private
            else _made(reached.replica, what, layout, division, paper, language)
        )
    if out == STANDARD_OUT:
        sys.stdout.buffer.write(made.data)
    else:
        path = out or Path(f"{what}.{ENDINGS.get(layout, layout)}")
        save(path, made.data, private=private)
        click.echo(f"{path} is written.")
    for note in made.notes:
        click.echo(f"Note: {note}", err=True)


def _made(
    replica: Replica,
    what: str,
    layout: str,
    division: str | None,
    paper: PaperName,
    language: str,
) -> Exported:
    words = catalogue(language)
    if what == LOG:
        return Exported("".join(log_lines(replica.after(0, replica.end))).encode())
    if what == EVENT:
        return Exported(archive_event(replica, paper, words))
    return export(replica.state, what, layout, division, words)
