"""A node's folder: who it is and which tournament it belongs to. Keys lie in files of mode 600."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from shared.core.events import Role
from shared.net.address import HallAddress
from shared.net.invite import BadInvite, Invite, read_invite
from shared.net.keys import DeviceKeys
from shared.node.identity import Home

MEMBERSHIP = "node.json"
SEED = "device.key"
UNFINISHED = "unfinished"
"""The part of a folder in which a node is laid out that is not settled there yet."""


class NotSetUp(Exception):
    """The folder holds no node; the sentence says how to set one up."""


class Membership(msgspec.Struct, frozen=True):
    """What a node keeps of its invite: everything but the seed."""

    tournament: str
    root_key: bytes
    zone: str
    role: Role
    label: str
    table: str
    halls: tuple[HallAddress, ...]
    vouchers: tuple[tuple[bytes, bytes], ...] = ()


def default_home(program: str) -> Path:
    """Return where a program keeps its node, unless an option names another folder."""
    return Path(platformdirs.user_data_dir("playing-hall")) / program


def write_secret(path: Path, text: str) -> None:
    """Write a file that only its owner may read; the older one stays if that fails (OSError)."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(path.name + ".new")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        # Nobody looks for half a secret: it must not stay.
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def join(home: Path, invite: Invite) -> None:
    """Set a folder up for the device that an invite admits."""
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
    """Write who a node is into its folder; the last file of it says that all is there."""
    write_secret(home / SEED, seed.hex() + "\n")
    write_secret(home / MEMBERSHIP, msgspec.json.encode(membership).decode() + "\n")


def move_in(home: Path) -> None:
    """Settle what was laid out whole in the unfinished part of ``home``. Raises OSError.

    Before the last name has moved, ``home`` holds no node, and the same may be laid out again.
    """
    part = home / UNFINISHED
    _keep_names(part)
    for name in sorted(file.name for file in part.iterdir() if file.name != MEMBERSHIP):
        (part / name).replace(home / name)
    _keep_names(home)
    (part / MEMBERSHIP).replace(home / MEMBERSHIP)
    _keep_names(home)
    part.rmdir()


def _keep_names(folder: Path) -> None:
    """Make the names in a folder durable, on the file systems that have to be told."""
    with suppress(PermissionError):  # Windows opens no folder, and does not have to be told
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                raise
        finally:
            os.close(opened)


def join_by_file(home: Path, invite_file: Path) -> None:
    """Set a folder up from an invite file; a folder that is set up accepts only its own.

    One that is set up needs the file no more: the hall deletes it when it was used. Raises
    BadInvite or NotSetUp with a sentence for the volunteer.
    """
    if (home / MEMBERSHIP).exists() and not invite_file.exists():
        load(home)
        return
    try:
        text = invite_file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInvite(f"{invite_file} cannot be read ({error}). Nothing was set up.") from error
    if not (home / MEMBERSHIP).exists():
        join(home, read_invite(text))
        return
    membership, keys = load(home)
    invite = read_invite(text, root_key=membership.root_key)
    if invite.keys.node != keys.node:
        raise BadInvite(
            f"{home} is already set up as '{membership.label}', and this invite is for"
            f" '{invite.label}'. Nothing was changed. Use another --home for it."
        )
    join(home, invite)


def load(home: Path) -> tuple[Membership, DeviceKeys]:
    """Read a folder back. Raises NotSetUp."""
    try:
        membership = msgspec.json.decode((home / MEMBERSHIP).read_bytes(), type=Membership)
        keys = DeviceKeys.from_seed(bytes.fromhex((home / SEED).read_text().strip()))
    except FileNotFoundError as error:
        if (home / UNFINISHED).is_dir():
            raise NotSetUp(
                f"A restore into {home} was interrupted, so there is no hall in it yet. The copy is"
                " as it was. Give the same restore command once more."
            ) from error
        raise NotSetUp(
            f"{home} is not set up for a tournament yet. Start once with --invite FILE;"
            " the referee or the volunteer who runs the hall has the file."
        ) from error
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise NotSetUp(
            f"The files {MEMBERSHIP} and {SEED} in {home} cannot be read ({error})."
            " Start again with --invite FILE: what is in hall.db stays as it is."
        ) from error
    return membership, keys


def engine_home(home: Path, root_key: bytes, keys: DeviceKeys) -> Home:
    """Return the folder as the engine takes it, with a new incarnation for this process start."""
    return Home(home, root_key, keys, secrets.token_hex(8), secrets.token_hex(8))
