"""``hall-server``: the list of its commands, and how their errors are told."""

from __future__ import annotations

import click

from hall_server.audit_cmd import audit_command
from hall_server.check_cmd import check_command
from hall_server.demo.cmd import demo_command
from hall_server.doctor.cmd import doctor_command
from hall_server.export_cmd import export_command
from hall_server.import_cmd import import_command
from hall_server.invite_cmd import invite_command
from hall_server.look_cmds import snapshot_command, status_command
from hall_server.new_cmd import new_command
from hall_server.pair_cmd import pair_command
from hall_server.print_cmd import print_command
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
    pair_command,
    check_command,
    rulebook_command,
    print_command,
    export_command,
    import_command,
    doctor_command,
    demo_command,
):
    main.add_command(_command)
