"""Obligation, preference, option, and the larger roll of the dice."""

import pytest

from shared.core.match.outcome import Seat
from shared.core.match.preferences import is_used, larger_roll, toggled
from shared.core.rulebooks import rulebook

OPEN = rulebook("usbgf-open").sheet
STANDING = {subject.name: subject.standing for subject in OPEN.subjects}
NOBODY, ONE, BOTH = (False, False), (False, True), (True, True)


@pytest.mark.clause("USBGF-3.6")
@pytest.mark.parametrize("name", ["two_dice", "lipped_cups", "endless_clock"])
def test_on_a_preference_either_player_may_insist(name: str) -> None:
    assert [is_used(STANDING[name], wishes) for wishes in (NOBODY, ONE, BOTH)] == [
        False,
        True,
        True,
    ]


@pytest.mark.clause("USBGF-3.4")
@pytest.mark.parametrize("name", ["baffle_box", "approved_device"])
def test_an_option_needs_both_players(name: str) -> None:
    assert [is_used(STANDING[name], wishes) for wishes in (NOBODY, ONE, BOTH)] == [
        False,
        False,
        True,
    ]


@pytest.mark.clause("USBGF-3.5")
@pytest.mark.parametrize(
    ("book", "used"),
    [
        ("usbgf-open", [False, True, True]),
        ("usbgf-limited", [False, False, True]),
        ("usbgf-doubles", [True, True, True]),
    ],
)
def test_the_clock_is_what_the_division_makes_of_it(book: str, used: list[bool]) -> None:
    rule = rulebook(book).usbgf_time
    assert rule is not None
    assert [is_used(rule.clock_use, wishes) for wishes in (NOBODY, ONE, BOTH)] == used


@pytest.mark.clause("USBGF-3.6")
@pytest.mark.parametrize(
    ("rolls", "winner"), [((6, 5), 0), ((2, 3), 1), ((4, 4), None), ((12, 1), 0)]
)
def test_the_larger_roll_decides_and_equal_ones_are_rolled_again(
    rolls: tuple[int, int], winner: Seat | None
) -> None:
    assert larger_roll(rolls) == winner


def test_wish_is_added_in_the_order_of_the_sheet_and_taken_back() -> None:
    added = toggled(OPEN.subjects, ("baffle_box",), "two_dice")
    assert added == ("two_dice", "baffle_box")
    assert toggled(OPEN.subjects, added, "baffle_box") == ("two_dice",)
    assert toggled(OPEN.subjects, added, "music") == added


def test_a_roll_of_nothing_is_no_roll() -> None:
    with pytest.raises(ValueError, match="one at least"):
        larger_roll((0, 3))
