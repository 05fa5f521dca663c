"""What an announcement is worth: the tournament key's certificate, and an address to try."""

import pytest
from nacl.signing import SigningKey

from shared.core import events as ev
from shared.core.events import ROLE_SCOPES, DeviceEnrolled, Draft, Role, entities
from shared.net.address import MOST_HINTS, AddressBook, HallAddress, candidates
from shared.net.discovery import EnrolPlace, certificate_properties, read_door, read_hint
from shared.net.keys import DeviceKeys
from shared.net.this_machine import is_neighbour, own_addresses
from shared.wire.envelope import Signed, Stamp, node_of, seal
from tests.core.events_kit import HALL, LAPTOP, ONE, ROOT, key_of, opened_hall, revoke
from tests.core.fold.test_terms import opens, state_of

ROOT_KEY = SigningKey(b"r" * 32)
ROOT_PUBLIC = bytes(ROOT_KEY.verify_key)
DEVICE = DeviceKeys.from_seed(b"d" * 32)
OWN = HallAddress("10.0.0.1", 47301, 47302, key_of(HALL))


def certificate(signer: SigningKey = ROOT_KEY, role: Role = "referee") -> Signed:
    keys = DEVICE
    body = DeviceEnrolled(keys.sign_public, keys.curve_public, role, ROLE_SCOPES[role], "é" * 80)
    return seal(signer, Draft(entities.device(keys.node), body), Stamp("ab" * 8, 1, 0))[0]


def announced(proof: Signed | None = None, **changes: bytes) -> dict[bytes, bytes | None]:
    pieces = certificate_properties(proof or certificate())
    said = {"root": node_of(ROOT_PUBLIC).encode(), "feed": b"47302", **pieces, **changes}
    return {key.encode(): value for key, value in said.items()}


def hint(properties: dict[bytes, bytes | None]) -> HallAddress | None:
    return read_hint(ROOT_PUBLIC, properties, "10.0.0.9", 47301)


def test_a_certified_hall_is_tried_where_it_says_with_the_key_of_its_certificate() -> None:
    assert hint(announced()) == HallAddress("10.0.0.9", 47301, 47302, DEVICE.curve_public)


def test_every_line_of_an_announcement_fits() -> None:
    lines = certificate_properties(certificate())

    assert len(lines) > 2
    assert all(len(key) + 1 + len(value) <= 255 for key, value in lines.items())


@pytest.mark.parametrize(
    "proof",
    [
        certificate(SigningKey(b"x" * 32)),
        certificate(role="terminal"),
        Signed(certificate().data, b"s" * 64),
        Signed(certificate().data[:-1], certificate().sig),
        Signed(b"", b""),
    ],
)
def test_without_the_tournament_keys_word_an_announcement_is_worth_nothing(proof: Signed) -> None:
    assert hint(announced(proof)) is None


@pytest.mark.parametrize(
    "feed", [b"no port", b"70000", b"\xff", b"", b"0", b"9" * 200, b"000001" + b"9" * 200]
)
def test_a_port_that_is_none_makes_no_hint(feed: bytes) -> None:
    assert hint(announced(feed=feed)) is None


def test_other_tournaments_and_nonsense_are_no_hints() -> None:
    assert hint(announced(root=b"cd" * 16)) is None
    assert hint({}) is None
    assert read_hint(ROOT_PUBLIC, announced(), "", 47301) is None
    assert read_hint(ROOT_PUBLIC, announced(), "10.0.0.9", None) is None


def test_a_door_for_enrolment_needs_no_certificate_for_the_digits_are_its_proof() -> None:
    said: dict[bytes, bytes | None] = {b"enrol": b"47303", b"name": b"Texas Open"}

    assert read_door(said, "10.0.0.9") == EnrolPlace("Texas Open", "10.0.0.9", 47303)
    assert read_door({b"enrol": b"none"}, "10.0.0.9") is None
    assert read_door(said, "") is None


def test_a_node_that_is_alone_has_no_other_place() -> None:
    assert AddressBook(OWN).turn(state_of(opened_hall())) is not None
    assert candidates(OWN, state_of(opened_hall()))[0] == OWN


def test_the_hall_of_the_term_is_tried_first_and_a_withdrawn_key_never() -> None:
    past = opened_hall()
    here = ev.NodePlaced("10.0.0.7", 1, 2, 3)
    past.write(LAPTOP, entities.address(LAPTOP), here)
    placed = HallAddress("10.0.0.7", 1, 2, key_of(LAPTOP))
    assert candidates(OWN, state_of(past))[:2] == (OWN, placed)

    opens(past, LAPTOP, 1)
    assert candidates(OWN, state_of(past))[:2] == (placed, OWN)

    revoke(past, ROOT, HALL, past.cut(HALL))
    tried = candidates(OWN, state_of(past))
    assert key_of(HALL) not in {address.curve_key for address in tried}


def test_a_machine_in_the_halls_place_is_tried_with_every_key_that_may_be_the_hall() -> None:
    tried = candidates(OWN, state_of(opened_hall()))

    assert HallAddress(OWN.host, OWN.sync_port, OWN.feed_port, key_of(LAPTOP)) in tried
    assert key_of(ONE) not in {address.curve_key for address in tried}


def test_a_flood_of_hints_crowds_out_neither_the_own_address_nor_the_known_places() -> None:
    state = state_of(opened_hall())
    book = AddressBook(OWN)
    for number in range(100):
        book.hint(HallAddress(f"10.0.1.{number}", 1, 2, key_of(HALL)))
    known = candidates(OWN, state)
    turns = [book.turn(state) for _ in range(MOST_HINTS + len(known))]

    assert set(known) < set(turns)
    assert len(set(turns)) == MOST_HINTS + len(known)


def test_who_announces_many_false_halls_crowds_out_none_but_its_own() -> None:
    state, true = state_of(opened_hall()), HallAddress("10.0.0.9", 1, 2, key_of(HALL))
    book = AddressBook(OWN)
    book.hint(true)
    for port in range(100):
        book.hint(HallAddress("10.0.0.66", port + 1, port + 2, key_of(HALL)))

    assert true in book.places(state)


def test_a_kiosk_certified_after_the_hall_had_died_is_tried_until_it_is_withdrawn() -> None:
    past = opened_hall()
    book = AddressBook(OWN)
    book.hint(HallAddress("10.0.0.9", 1, 2, key_of(ONE)))
    assert book.places(state_of(past))[:2] == (OWN, HallAddress("10.0.0.9", 1, 2, key_of(ONE)))

    revoke(past, ROOT, ONE, past.cut(ONE))

    assert key_of(ONE) not in {address.curve_key for address in book.places(state_of(past))}


def test_a_hint_that_is_repeated_is_one_place() -> None:
    state = state_of(opened_hall())
    book = AddressBook(OWN)
    for _ in range(3):
        book.hint(HallAddress("10.0.0.9", 1, 2, key_of(HALL)))

    assert len(book.places(state)) == 1 + len(candidates(OWN, state))


def test_neighbour_shares_a_network() -> None:
    assert is_neighbour("127.3.2.1")
    assert not is_neighbour("203.0.113.9")
    assert all(is_neighbour(address) for address in own_addresses())
