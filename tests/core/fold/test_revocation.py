"""Events of a revoked key: those within the cut count, those beyond it do not."""

import pytest

from shared.core import events as ev
from shared.core.events import entities
from shared.core.events.private import BoxKey
from shared.core.fold import fold
from shared.core.state import HallState
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    STRANGER,
    TWO,
    History,
    enrolled,
    games,
    opened_hall,
    reason,
    revoke,
    rule,
    seats,
    signs,
)

T1 = entities.table_device("t1")
BEYOND = "written by a device after its key was revoked"


@pytest.fixture
def past() -> History:
    return opened_hall()


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def test_a_revoked_device_keeps_what_lies_within_its_cut(past: History) -> None:
    within = past.write(ONE, RESULT, signs(0, "W D"))
    revoke(past, REFEREE, ONE, past.cut(ONE))
    beyond = past.write(ONE, RESULT, signs(0, "W W"))
    other_start = seats(past, ONE, inc="b2")

    state = state_of(past)
    assert state.devices[ONE].revoked
    assert reason(past, within) is None
    assert reason(past, beyond) == BEYOND
    assert reason(past, other_start) == BEYOND
    assert [v.outcome for v in state.matches["m1"].result.versions] == [games("W D")]


def test_a_key_that_was_planted_for_another_device_counts_no_more_beyond_its_planters_cut(
    past: History,
) -> None:
    """Until then nobody hands on the true one: a key was given, and only its owner can try it."""
    ent = entities.private_share(REFEREE)
    before = past.cut(LAPTOP)
    past.write(LAPTOP, ent, ev.PrivateShared((BoxKey(b"f" * 16, b"x" * 80),)))
    assert ent in state_of(past).private.shared

    revoke(past, ROOT, LAPTOP, before)

    assert ent not in state_of(past).private.shared


def test_two_revocations_leave_what_lies_within_both_cuts(past: History) -> None:
    first = seats(past, ONE)
    second = seats(past, ONE, seat=1)
    revoke(past, REFEREE, ONE, past.cut(ONE))
    revoke(past, HALL, ONE, past.cut(ONE, back=1))

    assert reason(past, first) is None
    assert reason(past, second) == BEYOND


def test_a_revoked_key_decides_nothing_beyond_its_cut(past: History) -> None:
    within = past.write(LAPTOP, entities.device("aa" * 16), enrolled("aa" * 16))
    revoke(past, ROOT, LAPTOP, past.cut(LAPTOP))
    beyond = [
        past.write(LAPTOP, entities.device("bb" * 16), enrolled("bb" * 16)),
        past.write(LAPTOP, T1, ev.DeviceAssigned(TWO)),
        rule(past, LAPTOP, "W W"),
        revoke(past, LAPTOP, TWO, ()),
    ]

    assert reason(past, within) is None
    assert [reason(past, event) for event in beyond] == [BEYOND] * 4
    state = state_of(past)
    assert "aa" * 16 in state.devices
    assert "bb" * 16 not in state.devices
    assert state.tables["t1"].device == ONE
    assert not state.devices[TWO].revoked
    assert state.matches["m1"].result.status == "none"


def test_a_stolen_key_does_not_take_its_revocation_back_by_revoking_others(
    past: History,
) -> None:
    revoke(past, ROOT, LAPTOP, past.cut(LAPTOP))
    revenge = revoke(past, LAPTOP, REFEREE, ())

    assert reason(past, revenge) == BEYOND
    assert not state_of(past).devices[REFEREE].revoked


def test_two_keys_that_revoke_each_other_are_both_revoked(past: History) -> None:
    one = revoke(past, LAPTOP, REFEREE, past.cut(REFEREE))
    other = revoke(past, REFEREE, LAPTOP, ())

    state = state_of(past)
    assert state.devices[LAPTOP].revoked
    assert state.devices[REFEREE].revoked
    assert reason(past, one) is None
    assert reason(past, other) is None


def test_a_revocation_that_falls_with_its_author_frees_the_third(past: History) -> None:
    revoke(past, REFEREE, HALL, past.cut(HALL))
    revoke(past, LAPTOP, REFEREE, ())
    revoke(past, ROOT, LAPTOP, ())

    devices = state_of(past).devices
    assert devices[LAPTOP].revoked
    assert not devices[REFEREE].revoked
    assert devices[HALL].revoked


def test_a_chain_of_revocations_holds_from_the_tournament_key_down(past: History) -> None:
    revoke(past, REFEREE, HALL, past.cut(HALL))
    revoke(past, LAPTOP, REFEREE, ())

    devices = state_of(past).devices
    assert devices[REFEREE].revoked
    assert not devices[HALL].revoked


def test_the_tournament_key_cannot_be_revoked(past: History) -> None:
    event = revoke(past, REFEREE, ROOT, ())

    assert reason(past, event) == "the tournament key cannot be revoked"
    assert state_of(past).tournament is not None


def test_a_device_may_be_revoked_before_its_enrolment_is_known(past: History) -> None:
    revoke(past, ROOT, STRANGER, ())
    assert STRANGER not in state_of(past).devices

    past.write(HALL, entities.device(STRANGER), enrolled(STRANGER))
    assert state_of(past).devices[STRANGER].revoked
