"""``hall-server audit``: the story of a match, from a live hall or from its file."""

from __future__ import annotations

from pathlib import Path

import click

from hall_server.reach import reach
from hall_server.story import story
from shared.core.floor import table_name
from shared.core.language import of_official
from shared.core.state import HallState, Match


@click.command("audit")
@click.option("--home", type=click.Path(path_type=Path), required=True, help="The hall's folder.")
@click.option("--match", "uid", default="", help="The match by its uid, as in a snapshot.")
@click.option("--table", default="", help="The match by its table …")
@click.option("--round", "number", type=int, default=0, help="… and its round.")
@click.option("--division", default="", help="… and its division, if several play there.")
def audit_command(home: Path, uid: str, table: str, number: int, division: str) -> None:
    """Tell who entered what, when, who confirmed it, and who ruled on it."""
    if bool(uid) == bool(table):
        raise click.UsageError("Say --match UID, or --table ID with --round N.")
    with reach(home) as reached:
        fold, state = reached.replica.fold, reached.replica.state
        for match in _chosen(state, uid, table, number, division):
            with of_official(state.official(match.key.division)):
                for told in story(state, match, fold.about_match(match.key)):
                    click.echo(told.line)


def _chosen(state: HallState, uid: str, table: str, number: int, division: str) -> list[Match]:
    found = [
        match
        for match in state.matches.values()
        if (match.uid == uid or (match.table == table and match.key.round_no == number))
        and division in ("", match.key.division)
    ]
    if not found:
        where = f"match {uid!r}" if uid else f"match at {table_name(table)} in round {number}"
        raise click.ClickException(f"There is no {where}. Tables: {', '.join(state.tables)}.")
    return found
