"""Enrolment by six digits: equal digits, attackers found out, and devices turned away."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.wire.door import (
    VERSION,
    Admitted,
    Commit,
    HallOffer,
    Reveal,
    Revealed,
    Still,
    Turned,
    Waiting,
)
from shared.wire.enrol import (
    MOST_ASKING,
    MOST_OFFERS,
    PATIENCE_MS,
    REVEAL_MS,
    Admissions,
    EnrolAnswer,
    EnrolDesk,
    commitment,
    digits,
)
from shared.wire.possession import Proof
from tests.wire.any_value import any_value

PROOF = Proof(b"s" * 64, b"c" * 32)
"""The desk hears of a device once its proof was checked."""
KEYS = st.binary(min_size=32, max_size=32)
OFFERS = any_value(HallOffer)
REVEALS = st.builds(Reveal, KEYS, KEYS, st.sampled_from(["terminal", "kiosk"]), st.just("T"), KEYS)
OFFER = HallOffer(b"r" * 32, "Open", b"s" * 32, b"c" * 32, b"n" * 32)
REVEAL = Reveal(b"S" * 32, b"C" * 32, "terminal", "Spare tablet", b"N" * 32)
ADMITTED = Admitted("UTC", "Table 1", "1", (), ())


class Hall:
    """A desk with a referee who has accepted ``accepted``."""

    def __init__(self) -> None:
        self.desk = EnrolDesk(
            Admissions(
                offer=self.offer,
                admission=lambda r: ADMITTED if r.sign_key in self.accepted else None,
                has_others_key=lambda r: r.curve_key in self.taken,
            )
        )
        self.now = 0
        self.opening = 1
        self.given: list[HallOffer] = []
        self.accepted: set[bytes] = set()
        self.taken: set[bytes] = set()

    def hears(self, message: Commit | Revealed | Still, route: bytes = b"1") -> EnrolAnswer | None:
        return self.desk.receive(route, message, self.now, opening=self.opening)

    def offer(self) -> HallOffer:
        """Return OFFER for the first number, and another offer for each later one."""
        number = len(self.given).to_bytes(4)
        fresh = msgspec.structs.replace(OFFER, nonce=number * 8) if self.given else OFFER
        self.given.append(fresh)
        return fresh

    def asked(self, reveal: Reveal = REVEAL, route: bytes = b"1") -> EnrolAnswer | None:
        assert isinstance(self.hears(Commit(VERSION, commitment(reveal)), route), HallOffer)
        return self.hears(Revealed(reveal, PROOF), route)


def test_both_sides_show_the_same_digits_and_the_device_is_admitted() -> None:
    hall = Hall()
    assert hall.asked() == Waiting()
    [asker] = hall.desk.newcomers(hall.now)
    assert asker.digits == digits(OFFER, REVEAL)
    assert len(asker.digits) == 6
    assert hall.hears(Still()) == Waiting()

    hall.accepted.add(REVEAL.sign_key)

    assert hall.hears(Still()) == ADMITTED


@given(offer=OFFERS, other=OFFERS, reveal=REVEALS, theirs=REVEALS)
def test_attacker_between_device_and_hall_shows_other_digits(
    offer: HallOffer, other: HallOffer, reveal: Reveal, theirs: Reveal
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


def test_device_that_reveals_other_keys_than_committed_must_begin_again() -> None:
    hall = Hall()
    hall.hears(Commit(VERSION, commitment(REVEAL)))

    answer = hall.hears(Revealed(msgspec.structs.replace(REVEAL, curve_key=b"x" * 32), PROOF))

    assert isinstance(answer, Turned)
    assert hall.desk.newcomers(hall.now) == ()
    assert isinstance(hall.hears(Still()), Turned)


def test_device_that_reveals_without_commitment_must_begin_again() -> None:
    hall = Hall()

    assert isinstance(hall.hears(Revealed(REVEAL, PROOF)), Turned)
    assert hall.desk.newcomers(hall.now) == ()


def test_a_second_reveal_changes_nothing() -> None:
    hall = Hall()
    hall.asked()

    assert hall.hears(Revealed(msgspec.structs.replace(REVEAL, name="Other"), PROOF)) == Waiting()
    [newcomer] = hall.desk.newcomers(hall.now)
    assert (newcomer.sign_key, newcomer.curve_key) == (REVEAL.sign_key, REVEAL.curve_key)


def test_closed_enrolment_turns_devices_away() -> None:
    hall = Hall()
    hall.asked()
    hall.opening = 0

    answer = hall.hears(Still())

    assert isinstance(answer, Turned)
    assert "Enrolment is closed" in answer.sentence
    assert hall.desk.newcomers(hall.now) == ()


def test_after_two_minutes_the_digits_are_worth_nothing() -> None:
    hall = Hall()
    hall.asked()
    hall.now = PATIENCE_MS
    hall.accepted.add(REVEAL.sign_key)

    assert hall.desk.newcomers(hall.now) == ()
    assert isinstance(hall.hears(Still()), Turned)


def test_a_commitment_that_is_sent_again_is_answered_with_the_same_number() -> None:
    hall = Hall()
    sent = Commit(VERSION, commitment(REVEAL))
    assert hall.hears(sent) == hall.hears(sent) == OFFER

    hall.hears(Revealed(REVEAL, PROOF))

    assert hall.hears(sent) == OFFER
    assert [asker.digits for asker in hall.desk.newcomers(hall.now)] == [digits(OFFER, REVEAL)]


@pytest.mark.parametrize("routes", [1, MOST_ASKING])
def test_attacker_gets_a_limited_number_of_offers(routes: int) -> None:
    hall = Hall()
    for n in range(MOST_OFFERS):
        hall.now += REVEAL_MS
        other = Commit(VERSION, n.to_bytes(4) * 8)
        assert isinstance(hall.hears(other, bytes([n % routes])), HallOffer)

    answer = hall.hears(Commit(VERSION, commitment(REVEAL)))

    assert isinstance(answer, Turned)
    assert "Too many devices have asked" in answer.sentence
    assert len(hall.given) == MOST_OFFERS
    hall.opening += 1
    assert hall.asked() == Waiting()


def test_many_devices_do_not_fill_the_referees_list_and_idle_ones_make_room() -> None:
    hall = Hall()
    for n in range(MOST_ASKING):
        assert isinstance(hall.hears(Commit(VERSION, b"c" * 32), bytes([n])), HallOffer)
    assert isinstance(hall.hears(Commit(VERSION, b"c" * 32), b"more"), Turned)

    hall.now = REVEAL_MS

    assert hall.asked(route=b"more") == Waiting()


def test_rights_are_not_given_by_digits() -> None:
    hall = Hall()

    answer = hall.asked(msgspec.structs.replace(REVEAL, role="referee"))

    assert isinstance(answer, Turned)
    assert "invite" in answer.sentence


def test_another_version_is_refused_with_a_message() -> None:
    answer = Hall().hears(Commit(VERSION + 1, b"c" * 32))

    assert isinstance(answer, Turned)
    assert "version" in answer.sentence


def test_device_with_the_connection_key_of_another_is_turned_away_at_once() -> None:
    hall = Hall()
    hall.taken.add(REVEAL.curve_key)
    answer = hall.asked()
    assert isinstance(answer, Turned)
    assert "already has this device's key" in answer.sentence
    assert hall.desk.newcomers(hall.now) == ()
