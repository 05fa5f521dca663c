"""Invites: a signed file that admits one prepared device to one tournament.

An invite carries the device's secret seed, so any machine that holds it is that device. It travels
on the stick that sets up the kit, and is deleted there afterwards.
"""

import json
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from nacl.signing import SigningKey

from shared.core.events import DeviceEnrolled, Role
from shared.core.text.fields import UNSEEN, Ident, Name, Word, sound
from shared.core.text.for_people import ForPeople
from shared.net.address import HallAddress
from shared.net.keys import DeviceKeys
from shared.wire.envelope import BadEvent, Signed, node_of, read, verify

FORMAT = "playing-hall invite 1"


class BadInvite(ForPeople, ValueError):
    """The invite cannot be used; the sentence says why and what to do."""


class Invite(msgspec.Struct, frozen=True):
    """All that a device needs to join: the pinned tournament key, the halls, and its own seed.

    ``vouchers`` are the enrolments that link the signer of this invite to the tournament key.
    """

    tournament: Name
    root_key: bytes
    zone: Word
    role: Role
    label: Name
    table: Ident
    seed: bytes
    halls: tuple[HallAddress, ...]
    vouchers: tuple[tuple[bytes, bytes], ...]

    @property
    def keys(self) -> DeviceKeys:
        return DeviceKeys.from_seed(self.seed)


def write_invite(invite: Invite, signer: SigningKey) -> str:
    """Return the text of an invite file, signed by a key that may admit devices."""
    body = msgspec.json.encode(invite).decode()
    signature = signer.sign(body.encode()).signature.hex()
    return json.dumps(
        {
            "format": FORMAT,
            "signer": bytes(signer.verify_key).hex(),
            "signature": signature,
            "invite": body,
        },
        indent=1,
    )


def read_invite(text: str, *, root_key: bytes | None = None) -> Invite:
    """Return a checked invite. ``root_key`` is the tournament's, if it is known already.

    Raises BadInvite for a file that is no invite, was changed, or is signed by a stranger.
    """
    try:
        outer: dict[str, Any] = json.loads(text)
        if outer["format"] != FORMAT:
            raise BadInvite(f"This is an invite of another version ({outer['format']}).")
        body = str(outer["invite"])
        signer = bytes.fromhex(outer["signer"])
        verify(Signed(body.encode(), bytes.fromhex(outer["signature"])), signer)
        invite = msgspec.json.decode(body, type=Invite)
        keys = invite.keys
        if not sound(invite):
            raise ValueError(UNSEEN)
    except BadInvite:
        raise
    except BadEvent as error:
        raise BadInvite(
            "This invite was changed after it was signed. Nothing was set up."
            " Ask the referee for a new one."
        ) from error
    except (ValueError, TypeError, KeyError, RecursionError, msgspec.MsgspecError) as error:
        raise BadInvite(
            "This file is no invite to a tournament. Nothing was set up."
            " Invites end in .invite; 'hall-server new' and 'hall-server invite' write them."
        ) from error
    if root_key is not None and invite.root_key != root_key:
        raise BadInvite(
            f"This invite is for another tournament ({invite.tournament})."
            " Nothing was changed. Use another --home for that tournament."
        )
    if not _may_admit(signer, invite) or not _enrolled(keys, invite):
        raise BadInvite(
            "This invite is not signed by a key of its tournament. Nothing was set up."
            " Ask the referee for a new one."
        )
    return invite


def read_admission(invite: Invite, hall_sign_key: bytes, hall_curve_key: bytes) -> None:
    """Check what a hall gave to a device that it admitted by digits.

    The hall's keys are those of the digits. Raises BadInvite unless the tournament key vouches for
    the hall and, through the device that admitted it, for the new device.
    """
    hall = _of(invite).get(node_of(hall_sign_key))
    may = hall is not None and "term" in hall.scopes and hall.curve_key == hall_curve_key
    if not may or not _enrolled(invite.keys, invite) or not invite.halls:
        raise BadInvite(
            "The machine that answered is no hall of this tournament. Nothing was set up. Call the"
            " referee."
        )


def vouched(
    root_key: bytes,
    vouchers: Iterable[tuple[bytes, bytes]],
    *,
    without: Collection[str] = (),
) -> dict[str, DeviceEnrolled]:
    """Return the valid enrolments among the vouchers, by node.

    They are signed by the root, or by a device that the root lets admit others and that is not in
    ``without``.
    """
    root = node_of(root_key)
    keys = {root: root_key}
    admits = {root}
    enrolled: dict[str, DeviceEnrolled] = {}
    for data, sig in vouchers:
        try:
            event = read(Signed(data, sig))
            verify(Signed(data, sig), keys.get(event.node, b""))
        except BadEvent:
            continue
        if isinstance(event.body, DeviceEnrolled) and event.node in admits:
            node = node_of(event.body.sign_key)
            enrolled[node] = event.body
            keys[node] = event.body.sign_key
            may = event.node == root and "admit" in event.body.scopes
            if may and node not in without:
                admits.add(node)
    return enrolled


def _of(invite: Invite) -> dict[str, DeviceEnrolled]:
    return vouched(invite.root_key, invite.vouchers)


def _may_admit(signer: bytes, invite: Invite) -> bool:
    if signer == invite.root_key:
        return True
    enrolment = _of(invite).get(node_of(signer))
    return enrolment is not None and "admit" in enrolment.scopes


def _enrolled(keys: DeviceKeys, invite: Invite) -> bool:
    enrolment = _of(invite).get(keys.node)
    return enrolment is not None and enrolment.role == invite.role
