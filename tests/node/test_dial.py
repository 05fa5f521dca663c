"""Which place a follower tries: it stays where a hall answers, and leaves silent places in turn."""

import msgspec
import pytest

from shared.core.state import EMPTY, Device, FoundAt
from shared.net.address import HallAddress
from shared.node.dial import HANDSHAKES_BEFORE_WORD, KNOCK_MS, SLOWEST, STALE_MS, TRY_MS, Dial
from shared.port import LinkState

HALL = HallAddress("hall", 1, 2, b"h" * 32)
HINTED = HallAddress("hinted", 1, 2, b"h" * 32)
LAPTOP = Device("laptop", b"", b"l" * 32, "referee", ("term",), "Laptop", revoked=False)
TAKEN_OVER = msgspec.structs.replace(
    EMPTY, hall="laptop", devices={"laptop": LAPTOP}, places={"laptop": FoundAt("laptop", 3, 4, 5)}
)
"""The hall as it is known once the laptop has opened a term."""


def two_places() -> Dial:
    dial = Dial(HALL)
    dial.hint(HINTED)
    assert dial.first(EMPTY, 0) == HALL
    return dial


def test_the_only_place_is_tried_for_ever() -> None:
    dial = Dial(HALL)
    assert dial.first(EMPTY, 0) == HALL
    assert {dial.next("offline", EMPTY, now) for now in range(0, 60_000, 100)} == {None}


def test_place_that_does_not_open_is_left_for_the_next_one() -> None:
    dial = two_places()
    assert dial.next("offline", EMPTY, KNOCK_MS) is None
    assert dial.next("offline", EMPTY, KNOCK_MS + 1) == HINTED
    assert dial.hall == HINTED


def test_place_that_opens_gets_more_time_while_no_hall_answers() -> None:
    dial, now, stays = two_places(), 0, []
    for _ in range(4):
        dial.handshake(True, EMPTY)
        since = now
        while dial.next("offline", EMPTY, now) is None:
            now += 1
        stays.append(now - since - 1)
    assert stays == [TRY_MS, 2 * TRY_MS, SLOWEST * TRY_MS, SLOWEST * TRY_MS]


def test_a_hall_that_has_answered_is_given_no_longer_once_it_is_gone() -> None:
    dial = two_places()
    dial.handshake(True, EMPTY)
    dial.next("live", EMPTY, 10)
    assert dial.next("offline", EMPTY, 60_000) == HINTED
    dial.handshake(True, EMPTY)
    assert dial.next("offline", EMPTY, 60_000 + TRY_MS + 1) is not None


@pytest.mark.parametrize("link", ["live", "catching_up", "refused"])
def test_a_hall_that_answers_is_left_only_for_one_of_a_later_term(link: LinkState) -> None:
    dial = two_places()
    assert dial.next(link, EMPTY, 60_000) is None
    assert dial.next(link, TAKEN_OVER, 61_000) is None
    assert dial.next(link, EMPTY, 62_000) is None
    assert dial.next(link, TAKEN_OVER, 63_000) is None
    assert dial.next(link, TAKEN_OVER, 63_000 + STALE_MS) is None
    left = dial.next(link, TAKEN_OVER, 63_001 + STALE_MS)
    assert left == HallAddress("laptop", 3, 4, LAPTOP.curve_key)


def test_a_strange_key_at_the_only_place_is_told_once() -> None:
    dial = Dial(HALL)
    told = [dial.handshake(False, EMPTY) for _ in range(HANDSHAKES_BEFORE_WORD + 2)]
    assert told == [False] * (HANDSHAKES_BEFORE_WORD - 1) + [True, False, False]


def test_a_strange_key_at_one_of_two_places_is_left_without_a_word() -> None:
    dial = two_places()
    dial.handshake(True, EMPTY)
    told = [dial.handshake(False, EMPTY) for _ in range(HANDSHAKES_BEFORE_WORD)]
    assert told == [False] * HANDSHAKES_BEFORE_WORD
    assert dial.next("refused", EMPTY, KNOCK_MS + 1) == HINTED
