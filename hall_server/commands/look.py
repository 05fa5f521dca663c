"""Commands that look at a hall or a copy of it: snapshot, status, verify and audit."""

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from hall_server.commands.options import FILE, form_options, home_option
from hall_server.commands.progress import Steps
from hall_server.derived.about import about
from hall_server.derived.story import story_text
from hall_server.files.archive import snapshot_in
from hall_server.serving.evidence import read_evidence
from hall_server.serving.reach import reach
from hall_server.serving.standing import standing, summary
from shared.core.events import entities
from shared.core.state import HallState, Match
from shared.core.state.floor import table_name
from shared.core.text.for_people import counted
from shared.core.text.language import of_official
from shared.core.text.sentence import said
from shared.machine.clocks import wall_ms
from shared.pairing.log.words import log_of
from shared.program.numbers import Whole
from shared.store.snapshot import take_snapshot
from shared.store.verify import MOST_FAULTS, Verdict, check_copy, differences


@click.command("snapshot")
@home_option()
@click.argument("target", type=FILE)
def snapshot_command(home: Path, target: Path) -> None:
    """Write a copy of the tournament to TARGET that any SQLite tool can read."""
    step = Steps(2)
    step("Opening the hall")
    with reach(home) as reached:
        step(f"Copying the log to {target}")
        take_snapshot(reached.replica, target)
    click.echo(f"{target} is written.")


@click.command("status")
@home_option()
@form_options("json")
def status_command(home: Path, form: str) -> None:
    """Say how the tournament stands."""
    with reach(home) as reached:
        state, replica = reached.replica.state, reached.replica
        if form != "json":
            click.echo(summary(state))
            for alarm in state.alarms:
                told = said(alarm.sentence, lambda node: about(state, entities.device(node)))
                click.echo(f"! {about(state, alarm.ent)}: {told}")
            return
        free = shutil.disk_usage(home).free
        served = read_evidence(home) if reached.live else None
        now = standing(state, replica.end, served, wall_ms(), free)
        click.echo(json.dumps(now, indent=1, ensure_ascii=False))


@click.command("verify")
@click.argument("snapshot", type=FILE)
@click.argument("other", type=FILE, required=False)
def verify_command(snapshot: Path, other: Path | None) -> None:
    """Check every signature, chain and number in SNAPSHOT; compare it with OTHER if given.

    Either can be an archive of the event. Then its checksums are checked too, and its log is
    compared with its snapshot. Exit code 1 if anything is wrong or differs.
    """
    step = Steps(1 if other is None else 2)
    with ExitStack() as opened:
        step(f"Checking every signature of {snapshot}")
        one = opened.enter_context(snapshot_in(snapshot))
        verdict = check_copy(one)
        wrong = _tell(snapshot, verdict)
        if other is not None:
            step(f"Checking every signature of {other}")
            two = opened.enter_context(snapshot_in(other))
            second = check_copy(two)
            wrong = _tell(other, second) or wrong
            found = differences(one, two, verdict, second)
            for line in found:
                click.echo(f"! {line}")
            if not found:
                click.echo("Both hold the same events and say the same.")
            wrong = wrong or bool(found)
    if wrong:
        raise SystemExit(1)


def _tell(path: Path, verdict: Verdict) -> bool:
    """Print what was found; return whether anything is wrong."""
    name = verdict.state.tournament.name if verdict.state.tournament else "no tournament"
    click.echo(
        f"{path}: {name}, {counted(verdict.events, 'event')} by"
        f" {counted(verdict.authors, 'author')},"
        f" {len(verdict.state.unforced)} not in force."
    )
    if not verdict.ranked:
        click.echo(
            "It holds no standings, like the file that a node works with. A snapshot has them."
        )
    found = (*verdict.faults, *verdict.remarks)
    for fault in found[:MOST_FAULTS]:
        click.echo(f"! {fault}")
    if len(found) > MOST_FAULTS:
        click.echo(f"! and {len(found) - MOST_FAULTS} more")
    if not found:
        click.echo("Every signature, chain and number is sound.")
    return bool(found)


@click.command("audit")
@home_option()
@click.option("--match", "uid", default="", help="The match by its uid, as in a snapshot.")
@click.option("--table", default="", help="The match by its table …")
@click.option(
    "--round",
    "number",
    type=Whole(0),
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
                for line in story_text(state, match, fold.about_match(match.key)):
                    click.echo(line)


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
