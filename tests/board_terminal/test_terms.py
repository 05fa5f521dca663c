"""What two players play with before a match of points, resolved on the screen."""

import pytest

from shared.core.events import ControlChosen
from tests.board_terminal.table_kit import Kit, round_one, state_of


def table(book: str = "usbgf-open", control: str = "2/12", dice: tuple[int, ...] = (0,)) -> Kit:
    state = state_of(round_one(length=7), control=control, rulebook=book)
    return Kit(state, dice=dice).do("side:0", "side:1")


@pytest.mark.clause("USBGF-3.5", "USBGF-3.6")
@pytest.mark.parametrize(
    ("book", "wishes", "control"),
    [
        ("usbgf-open", (0, 1), "14:00/12"),
        ("usbgf-open", (1, 0), "14:00/12"),
        ("usbgf-open", (1, 1), "unclocked"),
        ("usbgf-limited", (0, 1), "unclocked"),
        ("usbgf-limited", (0, 0), "14:00/15"),
    ],
)
def test_division_decides_which_player_may_insist_on_a_clock(
    book: str, wishes: tuple[int, int], control: str
) -> None:
    kit = table(book, control="")
    assert "USBGF-3.5" in kit.words()
    kit.do(f"control:0:{wishes[0]}", f"control:1:{wishes[1]}")
    [chosen] = kit.port.bodies(ControlChosen)
    assert isinstance(chosen, ControlChosen)
    assert chosen.name == control
    assert kit.model.phase == "agreeing"


@pytest.mark.clause("USBGF-3.5")
def test_required_clock_asks_no_player() -> None:
    assert table("usbgf-doubles", control="").model.phase == "agreeing"


@pytest.mark.clause("USBGF-3.4", "USBGF-3.6")
def test_a_wish_is_put_on_the_list_and_both_accept_the_list_anew() -> None:
    kit = table().do("side:0", "wishes", "wish:baffle_box", "wish:two_dice", "back")
    assert "baffle box" in kit.words()
    assert kit.model.asks == (True, True)
    kit.do("wishes", "wish:baffle_box", "back", "side:0")
    assert "baffle box" not in kit.words()
    assert kit.model.phase == "agreeing"
    assert kit.do("side:1").model.phase == "rolling"


@pytest.mark.clause("USBGF-3.6")
def test_the_larger_roll_decides_and_a_tie_is_rolled_again() -> None:
    kit = table(dice=(0, 2, 2, 1, 5)).do("roll")
    assert "roll again" in kit.words()
    kit.do("roll")
    assert "Rolled 2 and 6: B. Chen decides the rest." in kit.words()


def test_what_was_accepted_survives_a_restart() -> None:
    kit = table(dice=(0, 1, 5)).do("wishes", "wish:lipped_cups", "back", "roll", "side:1")
    again = kit.restart()
    assert again.model.asks == (True, False)
    assert "lipped cups" in again.words()
    assert "Rolled 2 and 6" in again.words()
