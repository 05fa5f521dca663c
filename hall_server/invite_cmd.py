"""``hall-server invite``: admits one more device, also while the hall runs."""

from __future__ import annotations

from pathlib import Path

import click

from hall_server.reach import reach
from hall_server.setup import NewDevice, new_device
from shared.core import entities
from shared.core.events import DeviceAssigned, Draft
from shared.net.invite import Invite, write_invite
from shared.node.home import write_secret
from shared.store.replica import Replica
from shared.wire.envelope import Signed


def admit(home: Path, device: NewDevice, out: Path, *, replace: bool) -> None:
    """Enrol a device and write its invite. Raises click.ClickException if the table is taken."""
    with reach(home) as reached:
        replica = reached.replica
        drafts = [device.enrolment()]
        if device.table:
            drafts.append(_assignment(replica, device, replace=replace))
        reached.append(*drafts)
        vouchers = [_enrolment(replica, node) for node in (reached.keys.node, device.keys.node)]
        membership, signer = reached.membership, reached.keys.sign
    invite = Invite(
        membership.tournament,
        membership.root_key,
        membership.zone,
        device.role,
        device.label,
        device.table,
        device.seed,
        membership.halls,
        tuple((signed.data, signed.sig) for signed in vouchers),
    )
    write_secret(out, write_invite(invite, signer))


def _assignment(replica: Replica, device: NewDevice, *, replace: bool) -> Draft:
    state = replica.state
    table = state.tables.get(device.table)
    if table is None:
        raise click.ClickException(
            f"There is no table {device.table!r}. Tables: {', '.join(state.tables)}."
        )
    holder = state.devices.get(table.device)
    if holder is not None and not replace:
        raise click.ClickException(
            f"{table.label} is held by the device '{holder.label}' ({holder.node[:8]})."
            " Add --replace to put this one in its place; what the other has entered so far stays."
        )
    cut = tuple((inc, seq) for (node, inc), seq in replica.vector.items() if node == table.device)
    return Draft(entities.table_device(device.table), DeviceAssigned(device.keys.node, cut))


def _enrolment(replica: Replica, node: str) -> Signed:
    return replica.signed_of(entities.device(node))[0]


@click.command("invite")
@click.option("--home", type=click.Path(path_type=Path), required=True, help="The hall's folder.")
@click.option("--table", default="", help="Invite a terminal for this table.")
@click.option("--kiosk", is_flag=True, help="Invite a lobby kiosk.")
@click.option("--label", default="", help="What the device is called on the screens.")
@click.option("--replace", is_flag=True, help="Take the table from the device that holds it.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file to write.",
)
def invite_command(
    home: Path, table: str, kiosk: bool, label: str, replace: bool, out: Path
) -> None:
    """Write an invite file for one more terminal or kiosk."""
    if bool(table) == kiosk:
        raise click.UsageError("Say either --table ID or --kiosk.")
    if out.exists():
        raise click.ClickException(
            f"{out} exists already and may be the invite of another device. Nothing was changed."
        )
    try:
        out.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        out.touch(mode=0o600)  # before anybody is admitted: an invite that is lost helps nobody
    except OSError as error:
        raise click.ClickException(
            f"{out} cannot be written ({error.strerror}). Nothing was changed."
        ) from error
    device = new_device(
        "kiosk" if kiosk else "terminal", label or (f"Table {table}" if table else "Kiosk"), table
    )
    try:
        admit(home, device, out, replace=replace)
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    click.echo(
        f"{out} admits '{device.label}'. It carries the device's key:"
        " put it on that device only, then delete it."
    )
