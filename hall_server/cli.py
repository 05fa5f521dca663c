"""``hall-server``: the list of its commands, and how their errors are told."""

import click

from hall_server.commands.championship import headquarters_command, uplink_command
from hall_server.commands.check_pairings import check_command
from hall_server.commands.doctor import doctor_command
from hall_server.commands.export_file import export_command
from hall_server.commands.import_file import import_command
from hall_server.commands.invite import invite_command
from hall_server.commands.look import (
    audit_command,
    snapshot_command,
    status_command,
    verify_command,
)
from hall_server.commands.new import new_command
from hall_server.commands.pair import pair_command
from hall_server.commands.play import demo_command, rehearse_command
from hall_server.commands.print_paper import print_command
from hall_server.commands.restore import replace_hall_command, restore_command
from hall_server.commands.rulebook import kinds_command, rulebook_command
from hall_server.commands.run import promote_command, run_command, standby_command
from hall_server.commands.standings import standings_command
from hall_server.eventfile import BadEventFile
from hall_server.files.outlets import CannotExport
from hall_server.paper.sheet import CannotPrint
from hall_server.play.plan import CannotDemo
from shared.program.errors import PLAIN, PlainGroup


class _Group(PlainGroup):
    plain = (*PLAIN, BadEventFile, CannotDemo, CannotExport, CannotPrint)


@click.group(cls=_Group)
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
    kinds_command,
    print_command,
    export_command,
    import_command,
    uplink_command,
    headquarters_command,
    doctor_command,
    rehearse_command,
    demo_command,
):
    main.add_command(_command)
