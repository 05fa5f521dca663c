"""A node's folder: its identity and its tournament. Keys lie in files of mode 600."""

import secrets
from dataclasses import dataclass
from pathlib import Path

import msgspec

from shared.core.events import Role
from shared.core.text.for_people import ForPeople, why
from shared.machine.saving import settle_names, write_secret
from shared.net.address import HallAddress
from shared.net.invite import BadInvite, Invite, read_invite
from shared.net.keys import DeviceKeys

MEMBERSHIP = "node.json"
SEED = "device.key"
PARTS: dict[Role, str] = {
    "hall": "a hall server",
    "standby": "a standby",
    "referee": "a referee's laptop",
    "terminal": "a board terminal",
    "kiosk": "a kiosk",
}
"""What a device of each role is called."""
UNFINISHED = "unfinished"
"""The subfolder in which a node is prepared before it moves into its folder."""


class NotSetUp(ForPeople):
    """The folder holds no node; the sentence says how to set one up."""


@dataclass(frozen=True)
class Home:
    """A node's identity and folder while its process runs.

    ``instance`` and ``new_store_id`` are fresh random hex. ``also`` are further authors whose
    events this node sends to the hall (a command that wrote with the tournament key). Without
    ``keeps_private`` it leaves no readable file of private facts.
    """

    path: Path
    root_key: bytes
    keys: DeviceKeys
    instance: str
    new_store_id: str
    also: tuple[str, ...] = ()
    keeps_private: bool = True


class Membership(msgspec.Struct, frozen=True):
    """The part of its invite that a node keeps: all but the seed."""

    tournament: str
    root_key: bytes
    zone: str
    role: Role
    label: str
    table: str
    halls: tuple[HallAddress, ...]
    vouchers: tuple[tuple[bytes, bytes], ...] = ()


def join(home: Path, invite: Invite) -> None:
    """Set a folder up for the device of an invite."""
    membership = Membership(
        invite.tournament,
        invite.root_key,
        invite.zone,
        invite.role,
        invite.label,
        invite.table,
        invite.halls,
        invite.vouchers,
    )
    settle(home, invite.seed, membership)


def settle(home: Path, seed: bytes, membership: Membership) -> None:
    """Write a node's identity into its folder. The last file marks it as complete."""
    write_secret(home / SEED, seed.hex() + "\n")
    write_secret(home / MEMBERSHIP, msgspec.json.encode(membership).decode() + "\n")


def move_in(home: Path) -> None:
    """Move a complete node from the unfinished part of ``home`` into place. Raises OSError.

    Until the last file has moved, ``home`` holds no node, and the move can be started again.
    """
    part = home / UNFINISHED
    settle_names(part)
    for name in sorted(file.name for file in part.iterdir() if file.name != MEMBERSHIP):
        (part / name).replace(home / name)
    settle_names(home)
    (part / MEMBERSHIP).replace(home / MEMBERSHIP)
    settle_names(home)
    part.rmdir()


def join_by_file(home: Path, invite_file: Path, *, role: Role | None = None) -> None:
    """Set a folder up from an invite file. A folder that is set up accepts only its own invite.

    It no longer needs the file, which the hall deletes once it is used. Raises BadInvite or
    NotSetUp with a sentence for the volunteer, also for an invite of another ``role``.
    """
    if (home / MEMBERSHIP).exists() and not invite_file.exists():
        load(home, role)
        return
    try:
        text = invite_file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInvite(
            f"{invite_file} cannot be read ({why(error)}). Nothing was set up."
        ) from error
    if not (home / MEMBERSHIP).exists():
        invite = read_invite(text)
        if role is not None and invite.role != role:
            raise BadInvite(
                f"{invite_file} is the invite of '{invite.label}', which is {PARTS[invite.role]}"
                f" and not {PARTS[role]}. Nothing was set up, and the invite is still good there."
            )
        join(home, invite)
        return
    membership, keys = load(home, role)
    invite = read_invite(text, root_key=membership.root_key)
    if invite.keys.node != keys.node:
        raise BadInvite(
            f"{home} is already set up as '{membership.label}', and this invite is for"
            f" '{invite.label}'. Nothing was changed. Use another --home for it."
        )
    join(home, invite)


def enter(home: Path, role: Role, invite: Path | None) -> Membership:
    """Return the membership of a device's folder, set up from its invite where one is given.

    Raises BadInvite or NotSetUp, also where either is of another role.
    """
    if invite is not None:
        join_by_file(home, invite, role=role)
    return load(home, role)[0]


def load(home: Path, role: Role | None = None) -> tuple[Membership, DeviceKeys]:
    """Return membership and keys of a node's folder. Raises NotSetUp, also for another ``role``."""
    try:
        membership = msgspec.json.decode((home / MEMBERSHIP).read_bytes(), type=Membership)
        keys = DeviceKeys.from_seed(bytes.fromhex((home / SEED).read_text().strip()))
    except FileNotFoundError as error:
        if (home / UNFINISHED).is_dir():
            raise NotSetUp(
                f"A restore into {home} was interrupted, so there is no hall in it yet. The copy is"
                " unchanged. Give the same restore command once more."
            ) from error
        raise NotSetUp(
            f"{home} is not set up for a tournament. Check the name of the folder. A device is set"
            " up once with --invite FILE; the referee or the volunteer who runs the hall has the"
            " file. hall-server new makes a new hall."
        ) from error
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise NotSetUp(
            f"The files {MEMBERSHIP} and {SEED} in {home} cannot be read ({why(error)})."
            " hall.db stays as it is. Start again with --invite FILE."
        ) from error
    if role is not None and membership.role != role:
        raise NotSetUp(
            f"{home} is the folder of '{membership.label}', which is {PARTS[membership.role]} and"
            f" not {PARTS[role]}. Nothing was changed. Give the folder of this device."
        )
    return membership, keys


def engine_home(home: Path, root_key: bytes, keys: DeviceKeys) -> Home:
    """Return a node's home with a new incarnation for this process start."""
    return Home(home, root_key, keys, secrets.token_hex(8), secrets.token_hex(8))
