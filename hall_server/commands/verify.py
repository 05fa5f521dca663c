"""``hall-server verify``: checks a snapshot without a hall, and compares it with another."""

from contextlib import ExitStack
from pathlib import Path

import click

from hall_server.commands.options import FILE
from hall_server.files.copies import snapshot_in
from shared.store.verify import MOST_FAULTS, Verdict, check_copy, differences


@click.command("verify")
@click.argument("snapshot", type=FILE)
@click.argument("other", type=FILE, required=False)
def verify_command(snapshot: Path, other: Path | None) -> None:
    """Check every signature, chain and number in SNAPSHOT; compare it with OTHER if given.

    Either can be an archive of the event. Then its checksums are checked too, and its log is
    compared with its snapshot. Exit code 1 if anything is wrong or differs.
    """
    with ExitStack() as opened:
        one = opened.enter_context(snapshot_in(snapshot))
        verdict = check_copy(one)
        wrong = _tell(snapshot, verdict)
        if other is not None:
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
        f"{path}: {name}, {verdict.events} events by {verdict.authors} authors,"
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
