"""What is said at the door: frames that are bounded and typed, and keys that are proved."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.public import PrivateKey
from nacl.signing import SigningKey

from shared.wire.codec import CodecError, unpack
from shared.wire.door import (
    HEADER,
    KINDS,
    LONGEST,
    VERSION,
    Admitted,
    AskIn,
    Challenge,
    Commit,
    DoorVerdict,
    FromDevice,
    FromHall,
    HallOffer,
    Papers,
    Reveal,
    Revealed,
    Still,
    Turned,
    Waiting,
    announced,
    asking_said,
    enrolment_said,
    frame,
)
from shared.wire.possession import Proof, code, holds, prove
from shared.wire.visit import DoorAnswer, Presented, Visit

SIGN, OTHER_SIGN = SigningKey(b"s" * 32), SigningKey(b"t" * 32)
DEVICE, OTHER, HALL = (bytes(PrivateKey(letter * 32)) for letter in (b"d", b"o", b"h"))


def public(secret: bytes) -> bytes:
    return bytes(PrivateKey(secret).public_key)


KEY = b"k" * 32
REVEAL = Reveal(bytes(SIGN.verify_key), public(DEVICE), "terminal", "Spare tablet", b"N" * 32)
OFFER = HallOffer(b"r" * 32, "Open", b"s" * 32, public(HALL), b"n" * 32)
PROOF = Proof(b"s" * 64, b"c" * 32)
SAID: list[FromDevice] = [
    Commit(VERSION, KEY),
    Revealed(REVEAL, PROOF),
    Still(),
    AskIn(VERSION, KEY, KEY, KEY),
    Papers("ab" * 16, PROOF, ((b"event", b"signature"),)),
]
ANSWERED: list[FromHall] = [
    OFFER,
    Waiting(),
    Admitted("UTC", "Table 1", "1", (), ((b"event", b"signature"),)),
    Turned("Not now."),
    Challenge(KEY),
    DoorVerdict("welcome", "", KEY),
]


def read(data: bytes, *, by_hall: bool) -> FromDevice | FromHall:
    kind, length = announced(data[: HEADER.size], by_hall=by_hall)
    message: FromDevice | FromHall = unpack(data[HEADER.size : HEADER.size + length], kind)
    return message


def test_each_message_is_read_as_it_was_written() -> None:
    assert {type(one) for one in (*SAID, *ANSWERED)} == set(KINDS)
    for said in SAID:
        assert read(frame(said), by_hall=False) == said
    for answer in ANSWERED:
        assert read(frame(answer), by_hall=True) == answer


@given(data=st.binary(min_size=HEADER.size, max_size=300), by_hall=st.booleans())
def test_random_bytes_are_no_message(data: bytes, by_hall: bool) -> None:
    try:
        message = read(data, by_hall=by_hall)
    except CodecError:
        return
    assert read(frame(message), by_hall=by_hall) == message


@pytest.mark.parametrize("said", SAID)
def test_a_frame_that_is_longer_than_its_kind_may_be_is_refused_by_its_header(
    said: FromDevice,
) -> None:
    number, _ = HEADER.unpack(frame(said)[: HEADER.size])
    for length in (LONGEST + 1, 65_535):
        with pytest.raises(CodecError, match="more than this message"):
            announced(HEADER.pack(number, length), by_hall=False)


def test_message_kind_of_the_hall_is_refused_from_a_device() -> None:
    with pytest.raises(CodecError, match="no kind"):
        announced(frame(Waiting())[: HEADER.size], by_hall=False)


def test_proof_shows_both_keys_and_covers_the_words() -> None:
    proof = prove(b"said", SIGN, DEVICE, public(HALL))
    sign, curve = bytes(SIGN.verify_key), public(DEVICE)

    assert holds(b"said", proof, sign, curve, HALL)
    assert not holds(b"other", proof, sign, curve, HALL)
    assert not holds(b"said", proof, bytes(OTHER_SIGN.verify_key), curve, HALL)
    assert not holds(b"said", proof, sign, public(OTHER), HALL)
    assert not holds(b"said", proof, sign, bytes(32), HALL)
    assert not holds(b"said", proof, sign, curve, OTHER)
    with pytest.raises(ValueError, match="no Curve25519 key"):
        code(b"said", DEVICE, bytes(32))


def at_the_door(nonce: bytes = b"v" * 32) -> Visit:
    return Visit(HALL, public(HALL), nonce)


def test_a_device_that_names_the_curve_key_of_another_is_found_out() -> None:
    theirs = msgspec.structs.replace(REVEAL, curve_key=public(OTHER))
    said = enrolment_said(OFFER, theirs)
    visit = at_the_door()
    visit.offered(OFFER)

    answer = visit.hears(Revealed(theirs, prove(said, SIGN, DEVICE, OFFER.curve_key)))

    assert isinstance(answer, Turned)
    assert "did not prove" in answer.sentence


def test_a_proof_for_one_offer_is_none_for_another() -> None:
    proof = prove(enrolment_said(OFFER, REVEAL), SIGN, DEVICE, OFFER.curve_key)
    visit = at_the_door()
    assert isinstance(visit.hears(Revealed(REVEAL, proof)), Turned)
    visit.offered(OFFER)
    assert visit.hears(Revealed(REVEAL, proof)) == Revealed(REVEAL, proof)
    visit.offered(msgspec.structs.replace(OFFER, nonce=b"x" * 32))
    assert isinstance(visit.hears(Revealed(REVEAL, proof)), Turned)


def test_a_device_that_asks_proves_its_keys_for_the_number_of_this_visit() -> None:
    ask = AskIn(VERSION, bytes(SIGN.verify_key), public(DEVICE), KEY)
    visit, again = at_the_door(), at_the_door(b"w" * 32)
    challenge = visit.hears(ask)
    assert challenge == Challenge(b"v" * 32)
    assert again.hears(ask) == Challenge(b"w" * 32)
    said = asking_said(ask, challenge, public(HALL), "root")
    papers = Papers("root", prove(said, SIGN, DEVICE, public(HALL)), ())

    presented = visit.hears(papers)

    assert isinstance(presented, Presented)
    assert (presented.curve_key, presented.root) == (ask.curve_key, "root")
    assert isinstance(again.hears(papers), Turned)
    assert isinstance(visit.hears(papers), Turned)


def test_only_the_hall_can_turn_a_device_away() -> None:
    ask = AskIn(VERSION, bytes(SIGN.verify_key), public(DEVICE), KEY)
    presented = Presented(VERSION, ask.sign_key, ask.curve_key, "root", (), b"said")
    decision = DoorAnswer("revoked", "It was withdrawn.")

    true = at_the_door().verdict(presented, decision)
    forged = Visit(OTHER, public(OTHER), KEY).verdict(presented, decision)

    assert (true.code, true.sentence) == ("revoked", "It was withdrawn.")
    assert true.shown != forged.shown
