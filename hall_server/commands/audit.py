"""``hall-server audit``: the story of a match, or how a round was paired."""

from collections.abc import Iterator
from pathlib import Path

import click

from hall_server.commands.options import home_option
from hall_server.derived.story import story
from hall_server.serving.reach import reach
from shared.core.state import HallState, Match
from shared.core.state.floor import table_name
from shared.core.text.language import of_official
from shared.pairing.log.words import log_of


@click.command("audit")
@home_option()
@click.option("--match", "uid", default="", help="The match by its uid, as in a snapshot.")
@click.option("--table", default="", help="The match by its table …")
@click.option(
    "--round",
    "number",
    type=int,
    default=0,
    help="… and its round; a round alone tells how it was paired.",
)
@click.option("--division", default="", help="… and its division, if several play there.")
def audit_command(home: Path, uid: str, table: str, number: int, division: str) -> None:
    """Tell who entered what, when, who confirmed it, and who ruled on it.

    With a round and no table: tell how the round was drawn, and what was changed in it.
    """
    if (uid and table) or not (uid or table or number):
        raise click.UsageError("Say --match UID, --table ID with --round N, or --round N alone.")
    with reach(home) as reached:
        fold, state = reached.replica.fold, reached.replica.state
        if not (uid or table):
            for line in _pairing_logs(state, number, division):
                click.echo(line)
            return
        for match in _chosen(state, uid, table, number, division):
            with of_official(state.official(match.key.division)):
                for told in story(state, match, fold.about_match(match.key)):
                    click.echo(told.line)


def _pairing_logs(state: HallState, number: int, division: str) -> Iterator[str]:
    found = [
        paired
        for paired in state.rounds.values()
        if paired.number == number and division in ("", paired.division)
    ]
    if not found:
        divisions = ", ".join(state.divisions)
        raise click.ClickException(f"No round {number} is published. Divisions: {divisions}.")
    for paired in found:
        opened = state.divisions[paired.division]
        yield f"{opened.name}, round {number}, seed {paired.seed}"
        if paired.witnesses:
            yield f"Witnessed by {' and '.join(paired.witnesses)}."
        with of_official(state.official(paired.division)):
            for line in log_of(paired.trace):
                yield line.said(
                    lambda ident: state.players[ident].name if ident in state.players else ident,
                    lambda table: state.tables[table].label if table in state.tables else table,
                )


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
