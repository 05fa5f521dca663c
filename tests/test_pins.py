"""PINs as they are stored, and how often they may be tried."""

import runpy

import pytest

from shared.machine import pins
from shared.machine.pins import (
    SALT_BYTES,
    TRIES,
    WAIT_MAX_MS,
    WAIT_MS,
    PinGuard,
    Tally,
    hashed,
    is_hashed,
    matches,
)

SALT = b"s" * SALT_BYTES


class At:
    def __init__(self) -> None:
        self.now = 1

    def __call__(self) -> int:
        return self.now


def test_a_stored_pin_is_recognised_and_not_readable() -> None:
    stored = hashed("4711", SALT)

    assert "4711" not in stored
    assert is_hashed(stored)
    assert matches("4711", stored)
    assert not matches("4712", stored)
    assert not matches("", stored)


def test_the_product_makes_each_try_of_a_pin_slow() -> None:
    assert runpy.run_path(pins.__file__)["COST"] == 16_384


def test_the_same_pin_with_another_salt_is_stored_otherwise() -> None:
    assert hashed("4711", SALT) != hashed("4711", b"t" * SALT_BYTES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4711",
        "scrypt",
        "scrypt:1:1:1:00:00",
        f"scrypt:{pins.COST}:8:1:zz:zz",
        f"bcrypt:{pins.COST}:8:1:00:00",
        "scrypt:2:8:1:" + "00" * SALT_BYTES + ":" + "00" * 32,
    ],
)
def test_malformed_pin_hash_matches_no_pin(text: str) -> None:
    assert not is_hashed(text)
    assert not matches("4711", text)


def test_three_wrong_tries_cost_a_minute_in_which_even_the_right_one_is_refused() -> None:
    at = At()
    guard = PinGuard(hashed("4711", SALT), at)
    assert [guard.attempt("0000") for _ in range(TRIES)] == [False] * TRIES
    assert guard.wait_ms == WAIT_MS
    assert not guard.attempt("4711")

    at.now += WAIT_MS

    assert guard.tries_left == TRIES
    assert guard.attempt("4711")


def test_the_wait_doubles_up_to_an_hour_and_a_right_pin_ends_it() -> None:
    at = At()
    guard = PinGuard(hashed("4711", SALT), at)
    waits = []
    for _ in range(8):
        for _ in range(TRIES):
            guard.attempt("0000")
        waits.append(guard.wait_ms)
        at.now += guard.wait_ms
    assert waits[:3] == [WAIT_MS, 2 * WAIT_MS, 4 * WAIT_MS]
    assert waits[-1] == WAIT_MAX_MS

    assert guard.attempt("4711")
    guard.attempt("0000")
    assert guard.wait_ms == 0


def test_a_guard_that_follows_another_goes_on_where_that_one_was() -> None:
    """A device that is switched off and on has forgiven nobody."""
    at, tally, stored = At(), Tally(), hashed("4711", SALT)
    first = PinGuard(stored, at, tally)
    for _ in range(TRIES - 1):
        first.attempt("0000")

    again = PinGuard(stored, at, tally)
    assert (again.tries_left, again.wait_ms) == (1, 0)
    again.attempt("0000")

    third = PinGuard(stored, at, tally)
    assert third.wait_ms == WAIT_MS
    assert not third.attempt("4711")
    at.now += WAIT_MS
    assert third.attempt("4711")
    assert tally.wrong == {}
    assert PinGuard(stored, at, tally).wait_ms == 0


def test_the_tries_at_one_pin_are_not_those_at_another() -> None:
    at, tally = At(), Tally()
    guard = PinGuard(hashed("4711", SALT), at, tally)
    for _ in range(TRIES):
        guard.attempt("0000")

    assert PinGuard(hashed("4711", b"t" * SALT_BYTES), at, tally).wait_ms == 0


def test_a_pin_that_is_hashed_anew_at_each_start_goes_by_its_name() -> None:
    at, tally = At(), Tally()
    guard = PinGuard(hashed("4711", SALT), at, tally, name="service")
    for _ in range(TRIES):
        guard.attempt("0000")

    again = PinGuard(hashed("4711", b"t" * SALT_BYTES), at, tally, name="service")
    assert again.wait_ms == WAIT_MS
