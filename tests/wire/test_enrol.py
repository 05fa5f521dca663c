"""Enrolment by six digits: what both sides show, who is found out, and what is turned away."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.wire.codec import CodecError
from shared.wire.enrol import (
    MAX_ENROL_MESSAGE,
    MOST_ASKING,
    MOST_OFFERS,
    PATIENCE_MS,
    REVEAL_MS,
    VERSION,
    Admitted,
    Commit,
    EnrolDesk,
    FromDevice,
    FromHall,
    Offer,
    Reveal,
    Still,
    Turned,
    Waiting,
    commitment,
    decode_from_device,
    decode_from_hall,
    digits,
    encode,
)
from tests.wire.any_value import any_value

KEYS = st.binary(min_size=32, max_size=32)
OFFERS = any_value(Offer)
REVEALS = st.builds(Reveal, KEYS, KEYS, st.sampled_from(["terminal", "kiosk"]), st.just("T"), KEYS)
OFFER = Offer(b"r" * 32, "Open", b"s" * 32, b"c" * 32, b"n" * 32)
REVEAL = Reveal(b"S" * 32, b"C" * 32, "terminal", "Spare tablet", b"N" * 32)
ADMITTED = Admitted("UTC", "Table 1", "1", (), ())


class Hall:
    """A desk with a referee who has accepted ``accepted``."""

    def __init__(self) -> None:
        self.desk = EnrolDesk()
        self.now = 0
        self.opening = 1
        self.given: list[Offer] = []
        self.accepted: set[bytes] = set()

    def hears(self, message: FromDevice, route: bytes = b"1") -> FromHall | None:
        return self.desk.receive(
            route,
            message,
            self.now,
            opening=self.opening,
            offer=self.offer,
            admission=lambda r: ADMITTED if r.sign_key in self.accepted else None,
        )

    def offer(self) -> Offer:
        """The first number that it gives makes OFFER, each later one another."""
        number = len(self.given).to_bytes(4)
        fresh = msgspec.structs.replace(OFFER, nonce=number * 8) if self.given else OFFER
        self.given.append(fresh)
        return fresh

    def asked(self, reveal: Reveal = REVEAL, route: bytes = b"1") -> FromHall | None:
        assert isinstance(self.hears(Commit(VERSION, commitment(reveal)), route), Offer)
        return self.hears(reveal, route)


def test_both_sides_show_the_same_digits_and_the_device_is_admitted() -> None:
    hall = Hall()
    assert hall.asked() == Waiting()
    [asker] = hall.desk.askers(hall.now)
    assert asker.digits == digits(OFFER, REVEAL)
    assert len(asker.digits) == 6
    assert hall.hears(Still()) == Waiting()

    hall.accepted.add(REVEAL.sign_key)

    assert hall.hears(Still()) == ADMITTED


@given(offer=OFFERS, other=OFFERS, reveal=REVEALS, theirs=REVEALS)
def test_whoever_stands_between_shows_other_digits(
    offer: Offer, other: Offer, reveal: Reveal, theirs: Reveal
) -> None:
    if (offer, reveal) != (other, theirs):
        assert digits(offer, reveal) != digits(other, theirs)


@pytest.mark.parametrize("field", ["sign_key", "curve_key", "nonce", "name", "role"])
def test_the_digits_and_the_commitment_stand_for_all_that_a_device_says(field: str) -> None:
    changed = {"name": "Other", "role": "kiosk"}.get(field, b"x" * 32)
    other = msgspec.structs.replace(REVEAL, **{field: changed})

    assert commitment(other) != commitment(REVEAL)
    assert digits(OFFER, other) != digits(OFFER, REVEAL)


@pytest.mark.parametrize("field", ["root_key", "sign_key", "curve_key", "nonce", "tournament"])
def test_the_digits_stand_for_all_that_a_hall_says(field: str) -> None:
    changed = "Other" if field == "tournament" else b"x" * 32
    other = msgspec.structs.replace(OFFER, **{field: changed})

    assert digits(other, REVEAL) != digits(OFFER, REVEAL)


def test_who_reveals_other_keys_than_he_committed_to_has_to_begin_again() -> None:
    hall = Hall()
    hall.hears(Commit(VERSION, commitment(REVEAL)))

    answer = hall.hears(msgspec.structs.replace(REVEAL, curve_key=b"x" * 32))

    assert isinstance(answer, Turned)
    assert hall.desk.askers(hall.now) == ()
    assert isinstance(hall.hears(Still()), Turned)


def test_who_reveals_without_having_committed_has_to_begin_again() -> None:
    hall = Hall()

    assert isinstance(hall.hears(REVEAL), Turned)
    assert hall.desk.askers(hall.now) == ()


def test_a_second_reveal_changes_nothing() -> None:
    hall = Hall()
    hall.asked()

    assert hall.hears(msgspec.structs.replace(REVEAL, name="Other")) == Waiting()
    assert [asker.reveal for asker in hall.desk.askers(hall.now)] == [REVEAL]


def test_nobody_asks_while_enrolment_is_closed() -> None:
    hall = Hall()
    hall.asked()
    hall.opening = 0

    answer = hall.hears(Still())

    assert isinstance(answer, Turned)
    assert "Enrolment is closed" in answer.sentence
    assert hall.desk.askers(hall.now) == ()


def test_after_two_minutes_the_digits_are_worth_nothing() -> None:
    hall = Hall()
    hall.asked()
    hall.now = PATIENCE_MS
    hall.accepted.add(REVEAL.sign_key)

    assert hall.desk.askers(hall.now) == ()
    assert isinstance(hall.hears(Still()), Turned)


def test_a_commitment_that_is_sent_again_is_answered_with_the_same_number() -> None:
    hall = Hall()
    sent = Commit(VERSION, commitment(REVEAL))
    assert hall.hears(sent) == hall.hears(sent) == OFFER

    hall.hears(REVEAL)

    assert hall.hears(sent) == OFFER
    assert [asker.digits for asker in hall.desk.askers(hall.now)] == [digits(OFFER, REVEAL)]


@pytest.mark.parametrize("routes", [1, MOST_ASKING])
def test_nobody_tries_numbers_until_his_digits_are_right(routes: int) -> None:
    hall = Hall()
    for n in range(MOST_OFFERS):
        hall.now += REVEAL_MS
        other = Commit(VERSION, n.to_bytes(4) * 8)
        assert isinstance(hall.hears(other, bytes([n % routes])), Offer)

    answer = hall.hears(Commit(VERSION, commitment(REVEAL)))

    assert isinstance(answer, Turned)
    assert "Too many have asked" in answer.sentence
    assert len(hall.given) == MOST_OFFERS
    hall.opening += 1
    assert hall.asked() == Waiting()


def test_many_askers_do_not_fill_the_referees_list_and_idle_ones_make_room() -> None:
    hall = Hall()
    for n in range(MOST_ASKING):
        assert isinstance(hall.hears(Commit(VERSION, b"c" * 32), bytes([n])), Offer)
    assert isinstance(hall.hears(Commit(VERSION, b"c" * 32), b"more"), Turned)

    hall.now = REVEAL_MS

    assert hall.asked(route=b"more") == Waiting()


def test_rights_are_not_given_by_digits() -> None:
    hall = Hall()

    answer = hall.asked(msgspec.structs.replace(REVEAL, role="referee"))

    assert isinstance(answer, Turned)
    assert "invite" in answer.sentence


def test_another_version_is_told_so() -> None:
    answer = Hall().hears(Commit(VERSION + 1, b"c" * 32))

    assert isinstance(answer, Turned)
    assert "version" in answer.sentence


@given(data=st.binary(max_size=300))
def test_strange_bytes_are_no_message(data: bytes) -> None:
    for decode in (decode_from_device, decode_from_hall):
        try:
            message = decode(data)
        except CodecError:
            continue
        assert decode(encode(message)) == message


def test_a_large_message_is_refused_before_it_is_read() -> None:
    for decode in (decode_from_device, decode_from_hall):
        with pytest.raises(CodecError, match="more than an enrolment"):
            decode(b"x" * (MAX_ENROL_MESSAGE + 1))


@given(reveal=REVEALS, offer=OFFERS)
def test_messages_are_read_as_they_were_written(reveal: Reveal, offer: Offer) -> None:
    for sent in (reveal, Commit(VERSION, commitment(reveal)), Still()):
        assert decode_from_device(encode(sent)) == sent
    for said in (offer, Waiting(), ADMITTED, Turned("no")):
        assert decode_from_hall(encode(said)) == said
