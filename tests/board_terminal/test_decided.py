"""Matches that need a winner: time called and captures counted, and games played on."""

import pytest
from msgspec.structs import replace

from shared.core.day import Phase
from shared.core.events import ReportFiled, ResultSigned
from shared.core.events.measures import TimeCalled
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import overrides_json
from tests.board_terminal.table_kit import Kit, round_one, state_of
from tests.board_terminal.test_rulebooks import game, start, table

W, D, L = Code.WIN, Code.DRAW, Code.LOSS
MINUTE = 60_000


def called() -> Kit:
    """Half an hour of game 1: time is called by the table itself."""
    return start(table("contest")).tick(30 * MINUTE)


def count(kit: Kit, first: str, second: str) -> Kit:
    kit.do("count")
    for number in (first, second):
        kit.do(*(f"digit:{digit}" for digit in number), "ok")
    return kit


def signed(kit: Kit) -> list[Outcome]:
    return [body.outcome for body in kit.port.bodies(ResultSigned)]  # type: ignore[attr-defined]


@pytest.mark.clause("SE-7")
def test_the_table_calls_time_by_itself_and_is_heard() -> None:
    kit = start(table("contest")).tick(30 * MINUTE - 1)
    assert kit.model.phase == "playing"
    heard = kit.driver.sounds
    kit.tick(1)
    assert (kit.model.phase, kit.driver.sounds) == ("counting", heard + 1)


@pytest.mark.clause("SE-7")
def test_captures_are_typed_in_and_signed_by_both() -> None:
    kit = count(called(), "7", "10")
    assert kit.model.phase == "scoring"
    assert "B. Chen, wins by captures, 10 to 7" in kit.view.headline
    kit.do("side:0", "side:1")
    assert signed(kit) == [Outcome((), captures=(7, 10))] * 2
    assert kit.driver.desk.phase is Phase.DONE


@pytest.mark.clause("SE-7")
def test_equal_captures_give_three_more_minutes_and_then_the_referee_decides() -> None:
    kit = count(called(), "7", "7")
    assert kit.model.phase == "paused"
    assert "3 minutes more" in kit.words()
    kit.do("go_on").tick(3 * MINUTE - 1)
    assert kit.model.phase == "playing"
    kit.tick(1)
    assert kit.model.phase == "counting"
    count(kit, "8", "8")
    assert "Still equal. The referee decides." in kit.words()
    [report] = kit.port.bodies(ReportFiled)
    assert isinstance(report, ReportFiled)
    assert (report.found, report.numbers) == ("still_equal", (8, 8))
    kit.do("different")
    assert kit.model.phase == "captures", "the count may have been mistyped"
    kit.do("digit:9", "ok", "digit:8", "ok")
    assert "wins by captures, 9 to 8" in kit.view.headline


@pytest.mark.clause("SE-7")
def test_a_side_may_sign_another_count() -> None:
    kit = count(called(), "7", "10").do("side:0", "different", "digit:7", "ok")
    kit.do("digit:6", "ok")
    assert kit.view.phase == "sign_different"
    kit.do("sign_different")
    assert kit.driver.desk.phase is Phase.DISPUTED


@pytest.mark.clause("SE-7")
def test_a_count_that_cannot_be_is_refused_with_words() -> None:
    kit = called().do("count", "ok")
    assert "Type how many" in kit.words()
    kit.do("digit:9", "digit:9", "ok")
    assert "12 checkers at most" in kit.words()
    kit.do("back")
    assert kit.model.phase == "counting"


@pytest.mark.clause("SE-7", "SE-2")
def test_one_game_to_none_is_decided_by_the_captures_and_the_page_names_the_winner() -> None:
    kit = game(game(game(table("contest"), W), D), D)
    assert kit.model.phase == "counting"
    count(kit, "9", "14")
    assert "B. Chen, wins by captures, 14 to 9, games 2–1" in kit.view.headline
    kit.do("side:0", "side:1")
    assert signed(kit) == [Outcome((W, D, D), captures=(9, 14))] * 2


@pytest.mark.clause("SE-2")
def test_two_wins_end_the_match_before_any_count() -> None:
    kit = game(game(table("contest"), W), W)
    assert kit.model.phase == "scoring"


@pytest.mark.clause("SE-7")
def test_a_match_of_three_equal_games_is_counted_over_all_of_them() -> None:
    kit = game(game(game(table("contest"), W), L), D)
    assert kit.model.phase == "counting"
    count(kit, "30", "12")
    kit.do("side:0", "side:1")
    assert signed(kit) == [Outcome((W, L, D), captures=(30, 12))] * 2


@pytest.mark.clause("SE-7")
def test_referee_calls_time_in_the_answer_to_a_report() -> None:
    kit = start(table("contest")).do("report:call").tick(10 * MINUTE)
    [ent] = kit.driver.desk.state.reports
    kit.port.decide(ent, TimeCalled(), clause="SE-7")
    kit.deliver()
    assert kit.model.phase == "counting"


@pytest.mark.clause("SE-7")
def test_a_count_that_stands_is_there_after_a_restart() -> None:
    kit = count(called(), "7", "10").restart()
    assert kit.model.phase == "scoring"
    assert "by captures, 10 to 7" in kit.view.headline


@pytest.mark.clause("DARK-KO")
def test_an_equal_knockout_match_is_played_on_at_the_table() -> None:
    kit = game(game(table("standard"), W), L)
    assert kit.model.phase == "between"
    assert "Equal: play on until one side is ahead (DARK-KO)." in kit.words()
    kit.do("next")
    assert kit.view.corner == "Game 3, played on"
    start(kit).do("over", "code:D", after=1_000)
    game(kit, L)
    assert kit.model.phase == "scoring"
    kit.do("side:0", "different", *("code:W", "code:L", "code:D", "code:L"))
    assert kit.view.phase == "sign_different"
    kit.do("back", "side:1")
    assert signed(kit) == [Outcome((W, L, D, L))] * 2


def on_lives(*, decisive: bool) -> Kit:
    """Return a table under lives at which both players have sat down."""
    state = state_of(round_one(decisive=decisive), control="unclocked", rulebook="standard")
    overrides = overrides_json({"pairing_system": "double_knockout"})
    division = replace(state.divisions["masters"], overrides=overrides)
    return Kit(replace(state, divisions={"masters": division})).do("side:0")


def second_seat(kit: Kit) -> Kit:
    return kit.do("side:1")


@pytest.mark.clause("DARK-KO")
def test_a_decisive_match_under_lives_is_played_on_at_the_table_and_no_side_signs_it_equal() -> (
    None
):
    kit = on_lives(decisive=True)
    assert "If this match is equal, you play on until one side is ahead" in kit.words()
    kit = game(game(second_seat(kit), W), L)
    assert kit.model.phase == "between"
    assert "Equal: play on until one side is ahead (DARK-KO)." in kit.words()
    sides = [kit.driver.desk.session.info.side(0, number) for number in (1, 2, 3, 4)]  # type: ignore[union-attr]
    assert sides == ["Black", "White", "Black", "White"]
    kit = game(kit, D).restart()
    assert kit.model.phase == "between"
    game(kit, L)
    assert kit.model.phase == "scoring"
    kit.do("side:0", "different", "code:W", "code:L")
    assert kit.model.phase == "codes", "an equal score is not whole"
    kit.do("code:D", "code:L", "back", "side:1")
    assert signed(kit) == [Outcome((W, L, D, L))] * 2
    assert kit.driver.desk.phase is Phase.DONE


@pytest.mark.clause("DARK-KO")
def test_an_equal_match_under_lives_is_over_where_a_tie_costs_half_a_life() -> None:
    kit = on_lives(decisive=False)
    assert "you play on" not in kit.words()
    kit = game(game(second_seat(kit), W), L)
    assert kit.model.phase == "scoring"
    kit.do("side:0", "side:1")
    assert signed(kit) == [Outcome((W, L))] * 2


@pytest.mark.clause("APCA-9")
def test_a_pool_match_of_more_than_ninety_minutes_is_heard_once_and_goes_on() -> None:
    kit = start(table("apca")).tick(90 * MINUTE)
    assert (kit.driver.sounds, "over 90 min" in kit.words()) == (0, False)
    kit.tick(1)
    assert kit.driver.sounds == 1
    assert "This match is over 90 min: the director decides (APCA-9)." in kit.words()
    assert kit.tick().tick().driver.sounds == 1
    assert kit.model.phase == "playing"
