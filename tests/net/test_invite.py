"""Invites and keys: a file admits one device to one tournament; nothing in it can be changed."""

import json
import secrets
from typing import Any

import msgspec
import pytest
from nacl.signing import SigningKey

from shared.core.events import DeviceEnrolled
from shared.net.invite import BadInvite, Invite, read_invite, write_invite
from shared.net.keys import DeviceKeys, from_z85, to_z85
from shared.node.home import load
from shared.wire.envelope import Signed, node_of, read
from tests.node.hall_kit import Hall, a_hall

PLAIN: dict[str, Any] = {
    "tournament": "Another",
    "root_key": bytes(32),
    "zone": "UTC",
    "role": "referee",
    "label": "Boss",
    "table": "9",
    "seed": bytes(range(32)),
    "halls": (),
    "vouchers": (),
}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    with a_hall(tmp_path_factory.mktemp("invites")) as hall:
        return hall


@pytest.fixture
def text(hall: Hall) -> str:
    return hall.invites["table-2"].read_text()


def invite_in(text: str) -> Invite:
    return msgspec.json.decode(json.loads(text)["invite"], type=Invite)


def test_an_invite_names_the_device_its_table_and_its_hall(hall: Hall, text: str) -> None:
    invite = read_invite(text, root_key=bytes(hall.root_key.verify_key))
    assert (invite.tournament, invite.zone) == ("Open", "America/Chicago")
    assert (invite.role, invite.table, invite.label) == ("terminal", "2", "Table 2")
    assert invite.halls[0].curve_key == hall.keys("hall").curve_public
    assert invite.keys.node in {
        node_of(body.sign_key)
        for voucher in invite.vouchers
        if isinstance(body := read(Signed(*voucher)).body, DeviceEnrolled)
    }


def test_each_device_has_an_invite_of_its_own(hall: Hall) -> None:
    assert set(hall.invites) == {"referee-1", "kiosk-1", "table-1", "table-2", "table-3"}
    seeds = {read_invite(path.read_text()).seed for path in hall.invites.values()}
    assert len(seeds) == 5
    assert {path.stat().st_mode & 0o777 for path in hall.invites.values()} == {0o600}
    assert load(hall.home)[0].role == "hall"


@pytest.mark.parametrize("field", PLAIN)
def test_changed_field_invalidates_the_invite(text: str, field: str) -> None:
    outer = json.loads(text)
    changed = msgspec.structs.replace(invite_in(text), **{field: PLAIN[field]})
    assert changed != invite_in(text)
    outer["invite"] = msgspec.json.encode(changed).decode()
    with pytest.raises(BadInvite, match="changed after it was signed"):
        read_invite(json.dumps(outer))


@pytest.mark.parametrize("field", ["signature", "signer"])
def test_another_signature_or_signer_does_not_fit(text: str, field: str) -> None:
    outer = json.loads(text)
    outer[field] = secrets.token_hex(len(outer[field]) // 2)
    with pytest.raises(BadInvite, match="changed after it was signed"):
        read_invite(json.dumps(outer))


@pytest.mark.parametrize("field", ["root_key", "seed", "role", "vouchers"])
def test_stranger_cannot_sign_an_invite(text: str, field: str) -> None:
    stranger = SigningKey.generate()
    honest = invite_in(text)
    for invite in (honest, msgspec.structs.replace(honest, **{field: PLAIN[field]})):
        with pytest.raises(BadInvite, match="not signed by a key of its tournament"):
            read_invite(write_invite(invite, stranger))


def test_table_cannot_invite_devices(hall: Hall, text: str) -> None:
    with pytest.raises(BadInvite, match="not signed by a key of its tournament"):
        read_invite(write_invite(invite_in(text), hall.keys("table-2").sign))


@pytest.mark.parametrize(("field", "value"), [("role", "referee"), ("seed", bytes(range(32)))])
def test_the_hall_cannot_invite_a_device_that_it_has_not_enrolled_so(
    hall: Hall, text: str, field: str, value: object
) -> None:
    changed = msgspec.structs.replace(invite_in(text), **{field: value})
    with pytest.raises(BadInvite, match="not signed by a key of its tournament"):
        read_invite(write_invite(changed, hall.keys("hall").sign))


def test_an_invite_for_another_tournament_is_told_by_its_name(text: str) -> None:
    with pytest.raises(BadInvite, match=r"another tournament \(Open\)"):
        read_invite(text, root_key=bytes(32))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "Dear table 3,", "{}", '{"format": 1}', "\x00", "[" * 100_000,
     '{"format": "playing-hall invite 1", "invite": "{}", "signer": "zz", "signature": ""}',
     '{"format": "playing-hall invite 1", "invite": "{}", "signer": 5, "signature": 5}'],
)  # fmt: skip
def test_a_file_that_is_no_invite(text: str) -> None:
    with pytest.raises(BadInvite, match=r"invite"):
        read_invite(text)


def test_an_invite_of_another_version_is_told_so(text: str) -> None:
    outer = json.loads(text)
    outer["format"] = "playing-hall invite 2"
    with pytest.raises(BadInvite, match=r"another version \(playing-hall invite 2\)"):
        read_invite(json.dumps(outer))


def test_a_seed_makes_the_same_keys_every_time() -> None:
    seed = bytes(range(32))
    one, two = DeviceKeys.from_seed(seed), DeviceKeys.from_seed(seed)
    assert one.node == two.node == node_of(one.sign_public)
    assert one.curve_public == two.curve_public
    assert one.curve_secret not in (seed, bytes(one.sign))
    assert from_z85(to_z85(one.curve_public).decode()) == one.curve_public
    assert DeviceKeys.from_seed(bytes(32)).node != one.node


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        DeviceKeys.from_seed(bytes(length))
