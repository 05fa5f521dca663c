"""What both players of a match of points set right together, each on the own side."""

import pytest

from board_terminal.pages.points.fixes import forgotten_ms
from shared.core.clock import reading
from shared.core.day import Phase
from tests.board_terminal.points_kit import MINUTE, board, game, table
from tests.board_terminal.table_kit import Kit


def typed(kit: Kit, *numbers: str) -> Kit:
    for number in numbers:
        kit.do(*(f"digit:{digit}" for digit in number), "ok")
    return kit


def both(kit: Kit) -> Kit:
    return kit.do("side:0", "side:1")


def left(kit: Kit) -> tuple[int, int]:
    clock = board(kit).clock
    return reading(clock, kit.at).remaining


@pytest.mark.clause("USBGF-4.7")
def test_the_written_score_is_set_between_games_once_both_agree() -> None:
    kit = typed(game(table(), 0).do("fix", "fix:score"), "3", "2")
    assert kit.view.headline == "The score is 3–2?"
    kit.do("side:0", "side:0")
    assert board(kit).match.score == (1, 0), "one side alone sets nothing"
    kit.do("side:1")
    assert board(kit).match.score == (3, 2)
    assert board(kit.restart()).match.score == (3, 2)


@pytest.mark.clause("USBGF-4.7")
def test_a_score_that_cannot_be_is_refused_with_words() -> None:
    kit = both(typed(game(table(), 0).do("fix", "fix:score"), "7", "2"))
    assert board(kit).match.score == (1, 0)
    assert "No score in a match to 7 that is not over." in kit.words()


@pytest.mark.clause("USBGF-4.1.8")
def test_a_forgotten_press_gives_its_time_back_and_passes_the_turn() -> None:
    kit = table().do("side:0", after=1_000)
    before = left(kit)
    kit.tick(3 * MINUTE).do("pause")
    assert left(kit)[0] == before[0] - 3 * MINUTE + 12_000, "12 s of delay"
    typed(kit.do("fix", "fix:forgot"), "248")
    assert kit.view.headline == "A. King gets 2:48 back and the turn passes?"
    both(kit)
    assert left(kit) == before, "the turn was 12 s long, and that was the delay"
    assert board(kit).clock.runs == (False, True)
    kit.do("go_on").tick(MINUTE)
    assert left(kit)[1] == before[1] - MINUTE + 12_000


def test_minutes_and_seconds_are_typed_as_they_are_written() -> None:
    assert [forgotten_ms(n) for n in (5, 59, 100, 130, 1205)] == [
        5_000,
        59_000,
        60_000,
        90_000,
        725_000,
    ]
    kit = typed(table().do("side:0").tick(MINUTE).do("pause", "fix", "fix:forgot"), "175")
    assert "130 is 1:30" in kit.words()
    kit.do("ok")
    assert "Type the number first." in kit.words()


@pytest.mark.clause("USBGF-2.2b")
def test_a_delay_is_noted_and_its_penalty_goes_to_the_opponent() -> None:
    kit = game(table(), 0).do("fix")
    assert "Penalty" not in kit.words()
    both(typed(kit.do("fix:delay", "fix:delay:1"), "15"))
    kit.do("fix")
    assert "2 points due" in kit.words()
    both(kit.do("fix:penalty"))
    assert board(kit).match.score == (3, 0)
    assert "Penalty" not in kit.do("fix").words()


@pytest.mark.clause("USBGF-2.2b")
def test_delays_that_cost_more_than_half_the_match_lose_it() -> None:
    kit = game(table(), 0).do("fix")
    both(typed(kit.do("fix:delay", "fix:delay:1"), "45")).do("fix", "fix:penalty")
    assert (
        kit.view.headline == "8 points against B. Chen, more than half the match: B. Chen loses it?"
    )
    both(kit)
    assert (kit.view.phase, board(kit).winner) == ("scoring", 0)
    assert "Decided by penalty points (USBGF-2.2b)." in kit.words()


@pytest.mark.clause("USBGF-3.7")
def test_other_equipment_is_used_from_the_next_game_on_if_both_agree() -> None:
    kit = game(table(), 0).do("fix", "fix:equipment", "fix_wish:baffle_box", "fix_settle")
    assert kit.view.headline == "Used from now on: Baffle box?"
    session = both(kit).driver.desk.session
    assert session is not None
    assert (session.terms.used, session.phase) == (("baffle_box",), Phase.BETWEEN)
    kit.do("side:0").do("pause", after=1_000).do("fix")
    assert "Equipment" not in kit.words(), "during a game only the director changes it"


def test_nothing_of_this_is_offered_in_a_game_of_checkers() -> None:
    kit = Kit().do("side:0", "side:1", "side:0", "pause", "fix", "fix:score")
    assert kit.driver.desk.ask is None


@pytest.mark.clause("USBGF-1.7")
def test_a_phone_report_says_what_a_device_may_do_and_leaves_the_thinkers_clock_running() -> None:
    kit = table().do("side:0", "reports", "report:phone", after=1_000)
    assert "pictures only while one's own clock runs" in kit.words()
    assert "The clock runs on." in kit.words()
    before = left(kit)
    kit.do("report:phone:0").tick(MINUTE)
    assert left(kit)[0] < before[0]


@pytest.mark.clause("USBGF-2.2d")
def test_player_who_leaves_is_told_when_consent_or_a_sign_out_is_needed() -> None:
    kit = game(table(), 0).do("reports", "report:away")
    assert "More than 10 min: the opponent consents, or sign out (USBGF-2.2d)." in kit.words()
