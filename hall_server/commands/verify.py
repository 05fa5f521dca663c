"""``hall-server verify``: checks a snapshot offline, and compares it with another."""

from __future__ import annotations

from pathlib import Path

import click

from shared.store.verify import MOST_FAULTS, Verdict, check_copy, differences

_COPY = click.Path(path_type=Path, dir_okay=False)


@click.command("verify")
@click.argument("snapshot", type=_COPY)
@click.argument("other", type=_COPY, required=False)
def verify_command(snapshot: Path, other: Path | None) -> None:
    """Check every signature, chain and number in SNAPSHOT; compare it with OTHER if given.

    Ends with code 1 if anything is wrong or differs.
    """
    verdicts = [(path, check_copy(path)) for path in (snapshot, other) if path is not None]
    wrong = False
    for path, verdict in verdicts:
        _tell(path, verdict)
        wrong = wrong or bool(verdict.faults)
    if other is not None:
        found = differences(snapshot, other, verdicts[0][1], verdicts[1][1])
        for line in found:
            click.echo(f"! {line}")
        if not found:
            click.echo("Both hold the same events and say the same.")
        wrong = wrong or bool(found)
    if wrong:
        raise SystemExit(1)


def _tell(path: Path, verdict: Verdict) -> None:
    name = verdict.state.tournament.name if verdict.state.tournament else "no tournament"
    click.echo(
        f"{path}: {name}, {verdict.events} events by {verdict.authors} authors,"
        f" {len(verdict.state.unforced)} not in force."
    )
    for fault in verdict.faults[:MOST_FAULTS]:
        click.echo(f"! {fault}")
    if len(verdict.faults) > MOST_FAULTS:
        click.echo(f"! and {len(verdict.faults) - MOST_FAULTS} more")
    if not verdict.faults:
        click.echo("Every signature, chain and number is sound.")
