"""``hall-server invite``: admits one more device, also while the hall runs."""

import errno
import os
from contextlib import suppress
from pathlib import Path

import click
from nacl.signing import SigningKey

from hall_server.commands.options import FILE, home_option, open_key, passphrase_option
from hall_server.serving.reach import reach
from hall_server.setting_up import NewDevice, new_device
from shared.core.events import DeviceAssigned, Draft, Role, entities
from shared.core.state import HallState
from shared.core.state.floor import table_name
from shared.machine.saving import write_secret
from shared.net.address import HallAddress
from shared.net.invite import Invite, write_invite
from shared.node.home import Membership, load
from shared.store.replica import Replica
from shared.wire.envelope import Signed

_ROOM = 1 << 14
"""Bytes of an invite, at most."""


def admit(
    home: Path, device: NewDevice, out: Path, *, replace: bool, root: SigningKey | None = None
) -> None:
    """Admit a device and write its invite. Raises click.ClickException if the table is taken.

    ``root`` is the tournament key, for a device with rights; the hall's key admits the others.
    """
    with reach(home) as reached:
        replica = reached.replica
        device = device._replace(venue=replica.state.venue)
        if root is not None:
            reached.append_as(root, device.enrolment())
        else:
            drafts = [device.enrolment()]
            if device.table:
                drafts.append(_assignment(replica, device, replace=replace))
            reached.append(*drafts)
        vouchers = [_enrolment(replica, node) for node in (reached.keys.node, device.keys.node)]
        membership, signer = reached.membership, reached.keys.sign
        halls = _halls(replica.state, membership)
    invite = Invite(
        membership.tournament,
        membership.root_key,
        membership.zone,
        device.role,
        device.label,
        device.table,
        device.seed,
        halls,
        tuple((signed.data, signed.sig) for signed in vouchers),
    )
    try:
        write_secret(out, write_invite(invite, signer))
    except OSError as error:
        again = " and --replace" if device.table else ""
        raise click.ClickException(
            f"{out} was not written ({error.strerror}). The device is admitted, but its key is"
            f" lost, so it can do nothing. Make room and invite again with another --out{again}."
        ) from error


def _halls(state: HallState, membership: Membership) -> tuple[HallAddress, ...]:
    """Return where a new device looks for the hall, the present place first."""
    place, hall = state.places.get(state.hall), state.devices.get(state.hall)
    if place is None or hall is None:
        return membership.halls
    now = HallAddress(place.host, place.sync_port, place.feed_port, hall.curve_key)
    return tuple(dict.fromkeys((now, *membership.halls)))


def _assignment(replica: Replica, device: NewDevice, *, replace: bool) -> Draft:
    state = replica.state
    table = state.tables_up.get(device.table)
    if table is None:
        raise click.ClickException(
            f"There is no table {device.table!r}. Tables: {', '.join(state.tables_up)}."
        )
    holder = state.devices.get(table.device)
    if holder is not None and not replace:
        raise click.ClickException(
            f"{table_name(table.label)} is held by the device '{holder.label}' ({holder.node[:8]})."
            " Add --replace to put this one in its place; what the other has entered so far stays."
        )
    body = DeviceAssigned(device.keys.node, replica.cut_of(table.device))
    return Draft(entities.table_device(device.table), body)


def _enrolment(replica: Replica, node: str) -> Signed:
    return replica.signed_of(entities.device(node))[0]


@click.command("invite")
@home_option()
@click.option("--table", default="", help="Invite a terminal for this table.")
@click.option("--kiosk", is_flag=True, help="Invite a lobby kiosk.")
@click.option("--referee", is_flag=True, help="Invite a referee's laptop; needs --key-file.")
@click.option("--standby", is_flag=True, help="Invite a standby server; needs --key-file.")
@click.option(
    "--key-file",
    type=FILE,
    help="The tournament key: only it gives a referee or a standby its rights.",
)
@passphrase_option
@click.option("--label", default="", help="What the device is called on the screens.")
@click.option("--replace", is_flag=True, help="Take the table from the device that holds it.")
@click.option("--out", type=FILE, required=True, help="The file to write.")
def invite_command(
    home: Path,
    table: str,
    kiosk: bool,
    referee: bool,
    standby: bool,
    key_file: Path | None,
    passphrase_file: Path | None,
    label: str,
    replace: bool,
    out: Path,
) -> None:
    """Write an invite file for one more terminal, kiosk, referee's laptop or standby."""
    if [bool(table), kiosk, referee, standby].count(True) != 1:
        raise click.UsageError("Say one of --table ID, --kiosk, --referee and --standby.")
    if (referee or standby) != (key_file is not None):
        raise click.UsageError(
            "--referee and --standby need --key-file: only the tournament key gives rights."
        )
    role: Role = "terminal"
    if referee or standby:
        role = "referee" if referee else "standby"
    elif kiosk:
        role = "kiosk"
    root = None
    if key_file is not None:
        root = open_key(key_file, passphrase_file, load(home)[0].root_key)
    device = new_device(role, label or (table_name(table) if table else role.capitalize()), table)
    _claim(out)
    try:
        admit(home, device, out, replace=replace, root=root)
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    click.echo(
        f"{out} admits '{device.label}'. It carries the device's key."
        " Put it on that device only, then delete it."
    )


def _claim(out: Path) -> None:
    """Make the file with room for an invite, before the device is admitted.

    Raises click.ClickException.
    """
    if out.exists():
        raise click.ClickException(
            f"{out} exists already. It may be the invite of another device. Nothing was changed."
        )
    try:
        out.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        out.touch(mode=0o600, exist_ok=False)
        with out.open("r+b") as file:
            file.write(bytes(_ROOM))
            file.flush()
            os.fsync(file.fileno())
            file.truncate(0)
    except OSError as error:
        if error.errno != errno.EEXIST:
            with suppress(OSError):
                out.unlink(missing_ok=True)
        raise click.ClickException(
            f"{out} cannot be written ({error.strerror}). Nothing was changed."
        ) from error
