"""``hall-server import``: shows what a file would change, and changes it when you confirm.

A file brings players, rounds with results, or the moves of games. An archive is only checked.
"""

import os
import secrets
from pathlib import Path

import click
import msgspec

from hall_server.commands.options import FILE, home_option, open_key, passphrase_option
from hall_server.commands.progress import Steps
from hall_server.files.archive import SUMS, BrokenArchive, check
from hall_server.files.cells import UnreadableTable, decoded
from hall_server.files.games_intake import is_pdn, plan_games
from hall_server.files.intake import Plan, plan
from hall_server.files.players_csv import HEADINGS, shortened
from hall_server.files.rounds_intake import Origin, RoundsPlan, plan_rounds, why_not
from hall_server.files.sources import ROUNDS_STAY, read_rounds, read_source
from hall_server.serving.reach import reach
from shared.core.draughts.pdn.lexer import PdnError
from shared.core.events import DecisionMade, RoundPaired
from shared.core.state import HallState
from shared.core.text.for_people import counted
from shared.machine.clocks import wall_ms
from shared.tui.times import local

_UID_BYTES = 8


def _rounds_of(
    state: HallState, players: Plan, data: bytes, name: str, wanted: str | None
) -> RoundsPlan | None:
    """Return what an import would do with a file's rounds; None without rounds.

    Where the division takes none, say why and return None.
    """
    division = state.divisions.get(wanted or next(iter(state.divisions), ""))
    if division is None:
        return None
    past = read_rounds(data, division.book)
    if past is None:
        return None
    refused = why_not(state, division)
    if refused:
        click.echo(f"Only the players are imported, not the rounds: {refused}.")
        return None
    registered = {change.player.id: change.player for change in players.changes}
    return plan_rounds(
        msgspec.structs.replace(state, players={**state.players, **registered}),
        past,
        {player.number: players.ids[player.line] for player in past.players},
        division,
        Origin(name, wall_ms(), lambda: secrets.token_hex(_UID_BYTES)),
    )


def _show_rounds(plan: RoundsPlan) -> None:
    """Print each round, what differs, and what is wrong."""
    for line in (*plan.rounds, *plan.notes):
        click.echo(line)
    for line in (*plan.differing, *shortened(plan.problems)):
        click.echo(f"! {line}", err=True)


def _rounds_words(plan: RoundsPlan) -> str:
    """Return ``3 rounds with 17 results``, or "" for no round."""
    rounds = sum(isinstance(draft.body, RoundPaired) for draft in plan.drafts)
    results = sum(isinstance(draft.body, DecisionMade) for draft in plan.drafts)
    if not rounds:
        return ""
    return f"{counted(rounds, 'round')} with {counted(results, 'result')}"


_ZIP = b"PK\x03\x04"
_LARGEST = 32 << 20
_CONTENTS = 2 << 20
"""Bytes at the end of a zip file that hold its table of contents."""


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
@click.argument("file", type=FILE)
@home_option()
@click.option("--division", help="For players whose line names no division.")
@click.option(
    "--column",
    "columns",
    multiple=True,
    callback=_columns,
    metavar="FIELD=HEADING",
    help="The file's heading for a field, such as name=Spieler.",
)
@click.option("--sheet", default="", help="Of a workbook: the sheet. Without it: the first.")
@click.option("--players-only", is_flag=True, help="Leave rounds and results in the file.")
@click.option(
    "--key-file",
    type=FILE,
    help="The tournament key, for results: they become rulings of the referee.",
)
@passphrase_option
@click.option("--yes", is_flag=True, help="Do not ask.")
def import_command(
    file: Path,
    home: Path,
    division: str | None,
    columns: dict[str, str],
    sheet: str,
    players_only: bool,
    key_file: Path | None,
    passphrase_file: Path | None,
    yes: bool,
) -> None:
    """Import what FILE holds: players, rounds with their results, or games in PDN.

    Nothing changes until you confirm.

    Players come from any CSV list, a workbook (XLSX, XLS, ODS), a crosstable or a TRF report.
    Only the hall and the referees can read birth dates, contacts and fees. A crosstable and a
    report bring their rounds too, into a Swiss division that has none yet. The results become
    rulings that name the file. A game in PDN goes to the match of its players, by its tag Round
    ("2.1" is round 2, game 1). Moves that a table logged are kept too. An archive is only
    checked.
    """
    if _is_archive(file):
        _check(file)
        return
    step = Steps(3)
    step(f"Reading {file}")
    data = _read(file)
    text = _games(file, data)
    if text is not None:
        _import_games(file, text, home, division, yes)
        return
    try:
        found = read_source(data, columns, sheet)
    except UnreadableTable as error:
        raise click.ClickException(f"{file}: {error} Nothing was changed.") from error
    step("Comparing it with the hall")
    with reach(home) as reached:
        state = reached.replica.state
        zone = state.tournament.zone if state.tournament else "UTC"
        _refuse_unknown(state, division)
        wanted = plan(
            state,
            found,
            division,
            private=reached.private(),
            today=local(wall_ms(), zone).date().isoformat(),
        )
        rounds = None
        if not (players_only or wanted.problems):
            rounds = _rounds_of(state, wanted, data, file.name, division)
        for note in found.notes:
            if note != ROUNDS_STAY or players_only:
                click.echo(note)
        _show(wanted)
        if rounds is not None:
            _show_rounds(rounds)
        problems = len(wanted.problems) + (len(rounds.problems) if rounds else 0)
        if problems:
            raise click.ClickException(
                f"{file} has {counted(problems, 'line')} to mend. Nothing was changed."
            )
        taken = _rounds_words(rounds) if rounds else ""
        if not (wanted.changes or taken):
            click.echo("There is nothing to change.")
            return
        if taken and key_file is None:
            raise click.ClickException(
                "Results become rulings of the referee, and the hall's own key cannot rule. Add"
                " --key-file with the tournament key, or --players-only. Nothing was changed."
            )
        asked = [f"Change {counted(len(wanted.changes), 'player')}"] if wanted.changes else []
        asked += [f"{'take' if asked else 'Take'} over {taken}"] if taken else []
        if not (yes or click.confirm(f"{' and '.join(asked)}?")):
            click.echo("Nothing was changed.")
            return
        step("Writing it")
        drafts = [draft for change in wanted.changes for draft in change.drafts]
        if rounds is not None and taken and key_file is not None:
            root = open_key(key_file, passphrase_file, reached.membership.root_key)
            reached.append_as(root, *drafts, *rounds.drafts)
        else:
            reached.append(*drafts)
    if wanted.changes:
        click.echo(f"{counted(len(wanted.changes), 'player')} written.")
    if rounds is not None and taken:
        stands = (
            "differ from the file as listed above"
            if rounds.differing
            else ("have the points of the file")
        )
        click.echo(f"{taken[:1].upper()}{taken[1:]} taken over. The standings {stands}.")


def _games(file: Path, data: bytes) -> str | None:
    """Return the text of a file of games, None for another file."""
    try:
        text = decoded(data)[0]
    except UnreadableTable:
        return None
    return text if file.suffix.lower() == ".pdn" or is_pdn(text) else None


def _import_games(file: Path, text: str, home: Path, division: str | None, yes: bool) -> None:
    """Show which games would be entered, and enter them when confirmed."""
    with reach(home) as reached:
        _refuse_unknown(reached.replica.state, division)
        try:
            wanted = plan_games(reached.replica.state, text, file.name, division)
        except PdnError as error:
            raise click.ClickException(f"{file}, {error}. Nothing was changed.") from error
        for game in wanted.games:
            click.echo("; ".join((game.words, *game.notes)))
        click.echo(
            f"{counted(len(wanted.games), 'game')} to enter, {wanted.unchanged} as they are,"
            f" {len(wanted.left_out)} left out."
        )
        for why in shortened(wanted.left_out):
            click.echo(f"! {why}", err=True)
        if not wanted.games:
            click.echo("There is nothing to change.")
            return
        if not (yes or click.confirm(f"Enter the moves of {counted(len(wanted.games), 'game')}?")):
            click.echo("Nothing was changed.")
            return
        reached.append(*(game.draft for game in wanted.games))
    click.echo(f"{counted(len(wanted.games), 'game')} entered.")


def _refuse_unknown(state: HallState, division: str | None) -> None:
    if division is not None and division not in state.divisions:
        raise click.ClickException(
            f"There is no division {division!r}; there are {', '.join(state.divisions)}."
            " Nothing was changed."
        )


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > _LARGEST:
            raise click.ClickException(f"{file} is larger than 32 megabytes. Nothing was changed.")
        return file.read_bytes()
    except OSError as error:
        raise click.ClickException(
            f"{file} cannot be read ({error.strerror}). Nothing was changed."
        ) from error


def _is_archive(file: Path) -> bool:
    """Return whether a file is a zip whose contents are those of a hall's archive."""
    try:
        with file.open("rb") as data:
            if data.read(len(_ZIP)) != _ZIP:
                return False
            data.seek(-min(file.stat().st_size, _CONTENTS), os.SEEK_END)
            return SUMS.encode() in data.read()
    except OSError:
        return False


def _check(file: Path) -> None:
    Steps(1)(f"Checking every file of {file}")
    try:
        count = check(file)
    except BrokenArchive as error:
        raise click.ClickException(
            f"{file} is not sound: {error}. Nothing was changed. Take another copy of it."
        ) from error
    click.echo(f"{file} is sound: {count} files, each as its checksum says.")
    click.echo("Any zip program opens it; hall-server restore sets a hall up from it.")


def _show(wanted: Plan) -> None:
    for change in wanted.changes:
        click.echo(change.words)
    new = sum(change.before is None for change in wanted.changes)
    click.echo(f"{new} new, {len(wanted.changes) - new} changed, {wanted.unchanged} as they are.")
    for problem in shortened(wanted.problems):
        click.echo(f"! {problem}", err=True)
