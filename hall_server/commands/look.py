"""Commands that look at a hall, running or not: ``snapshot`` and ``status``."""

import json
import shutil
from pathlib import Path

import click

from hall_server.commands.options import FILE, home_option
from hall_server.serving.evidence import read_evidence
from hall_server.serving.reach import reach
from hall_server.serving.standing import standing, summary
from shared.machine.clocks import wall_ms
from shared.store.snapshot import take_snapshot


@click.command("snapshot")
@home_option()
@click.argument("target", type=FILE)
def snapshot_command(home: Path, target: Path) -> None:
    """Write a copy of the tournament to TARGET that any SQLite tool can read."""
    with reach(home) as reached:
        take_snapshot(reached.replica, target)
    click.echo(f"{target} is written.")


@click.command("status")
@home_option()
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def status_command(home: Path, as_json: bool) -> None:
    """Say how the tournament stands."""
    with reach(home) as reached:
        state, replica = reached.replica.state, reached.replica
        if not as_json:
            click.echo(summary(state))
            for alarm in state.alarms:
                click.echo(f"! {alarm.ent}: {alarm.sentence}")
            return
        free = shutil.disk_usage(home).free
        served = read_evidence(home) if reached.live else None
        now = standing(state, replica.end, served, wall_ms(), free)
        click.echo(json.dumps(now, indent=1, ensure_ascii=False))
