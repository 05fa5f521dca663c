"""``hall-server``: the list of its commands, and how their errors are told."""

from __future__ import annotations

import click

from hall_server.audit_cmd import audit_command
from hall_server.demo.cmd import demo_command
from hall_server.invite_cmd import invite_command
from hall_server.look_cmds import snapshot_command, status_command
from hall_server.new_cmd import new_command
from hall_server.restore_cmd import replace_hall_command, restore_command
from hall_server.rulebook_cmd import rulebook_command
from hall_server.run_cmd import run_command
from hall_server.standby_cmd import promote_command, standby_command
from hall_server.standings_cmd import standings_command
from hall_server.verify_cmd import verify_command
from shared.program import PlainErrors


@click.group(cls=PlainErrors)
@click.version_option(package_name="playing-hall", message="playing hall %(version)s")
def main() -> None:
    """The server of a playing hall: set a tournament up, run it, look at it."""


for _command in (
    new_command,
    run_command,
    standby_command,
    promote_command,
    verify_command,
    audit_command,
    restore_command,
    replace_hall_command,
    invite_command,
    snapshot_command,
    status_command,
    standings_command,
    rulebook_command,
    demo_command,
):
    main.add_command(_command)
