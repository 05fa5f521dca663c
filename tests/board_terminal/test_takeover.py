"""A device without notes takes a match over from what the hall has in its log."""

from typing import Any

import pytest

from board_terminal.desk.setting import match_info
from board_terminal.notes import read_notes
from shared.core.day.entries import TakenOver
from shared.core.draughts.pdn.reader import read_pdn
from shared.core.events import (
    ClockLogged,
    ControlChosen,
    MovesLogged,
    OpeningDrawn,
    Press,
    ReportFiled,
)
from shared.core.events.measures import ClockAssigned, GoesOn
from shared.core.match.outcome import Code, Outcome, Seat
from shared.core.state import Match, Result, Version
from tests.board_terminal.table_kit import Kit, round_one, state_of
from tests.tui.fake_port import START, drawn

MINUTE = 60_000
TOKEN = 1 << 32
W, D, L = Code.WIN, Code.DRAW, Code.LOSS


def log(game: int = 1, moves: tuple[int, int] = (12, 12), why: str = "30 s", **more: Any) -> Any:
    fields = {"presses": (), "remaining_ms": (80 * MINUTE, 70 * MINUTE), **more}
    return ClockLogged(game=game, moves=moves, why=why, **fields)


def under_way(clock: ClockLogged | None, **more: Any) -> Match:
    """Return a match that another device has played so far; left is Red, so the right player
    starts."""
    control = ControlChosen("90:00", "event")
    fields = {"seated": (True, True), "draw": drawn(), "control": control, "presses": 40, **more}
    return round_one(clock=clock, **fields)


def fresh(clock: ClockLogged | None, **more: Any) -> Kit:
    return Kit(state_of(under_way(clock, **more)))


def bigs(kit: Kit) -> list[str]:
    return [half.big for half in kit.view.halves or ()]


def signed(seat: Seat, *codes: Code) -> Result:
    version = Version(seat, Outcome(codes), "v1", "other", START, "unverified press")
    return Result("entered", None, (version,), ("v1",))


def runs(kit: Kit) -> tuple[bool, bool]:
    session = kit.driver.desk.session
    assert session is not None
    assert session.clock is not None
    return session.clock.runs


@pytest.mark.clause("HALL-power-cut")
def test_a_running_game_is_proposed_as_last_logged_with_both_clocks_paused() -> None:
    kit = fresh(log()).tick(5 * MINUTE)
    assert kit.view.phase == "recovering"
    assert bigs(kit) == ["1:20:00", "1:10:00"]
    assert kit.model.moves == (12, 12)
    assert kit.model.asks == (True, True)
    assert "the last logged times, up to 30 s" in kit.words()


def test_takeover_repeats_no_sitting_down_draw_or_choice() -> None:
    kit = fresh(log())
    assert kit.dice.drawn == 1
    assert [type(d.body) for d in kit.port.drafts] == [ReportFiled]


def test_the_referee_is_told_that_the_device_was_replaced() -> None:
    report = fresh(log()).port.drafts[-1].body
    assert isinstance(report, ReportFiled)
    assert (report.type, report.note, report.found) == ("restart", "", "taken_over")


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        (log(moves=(12, 12)), (False, True)),
        (log(moves=(12, 13)), (True, False)),
        (log(presses=(Press(1, 5), Press(0, 5)), moves=(12, 12)), (False, True)),
        (log(presses=(Press(1, 5),), moves=(12, 13)), (True, False)),
    ],
)
def test_whose_turn_it_was_follows_from_the_presses(
    clock: ClockLogged, expected: tuple[bool, bool]
) -> None:
    assert runs(fresh(clock)) == expected


def test_in_the_second_game_the_other_side_starts() -> None:
    kit = fresh(log(2)).do("code:W")
    assert runs(kit) == (True, False)


def test_the_game_goes_on_when_both_agree() -> None:
    kit = fresh(log()).do("side:0", "side:1").tick(2_000)
    assert kit.view.phase == "playing"
    assert bigs(kit) == ["1:20:00", "1:09:58"]
    kit.do("side:1", "pause", after=1_000)
    batch = kit.port.bodies(ClockLogged)[-1]
    assert isinstance(batch, ClockLogged)
    assert (batch.presses, batch.moves) == ((Press(1, 3_000),), (12, 13))


def test_the_game_can_go_on_when_the_referee_has_answered() -> None:
    kit = fresh(log())
    kit.port.decide(kit.port.drafts[-1].ent, GoesOn())
    kit.deliver()
    assert kit.view.phase == "paused"


def test_an_answer_of_the_referee_counts_while_the_players_are_still_asked_who_won() -> None:
    kit = fresh(log(2))
    kit.port.decide(kit.port.drafts[-1].ent, GoesOn())
    kit.deliver()
    assert kit.view.phase == "recalling"
    assert kit.do("code:D").view.phase == "paused"


def test_a_second_restart_is_an_ordinary_one() -> None:
    kit = fresh(log()).do("side:0", "side:1").do("side:1", after=3_000).tick(2_000)
    again = kit.restart(at=9)
    assert again.view.phase == "recovering"
    assert bigs(again) == ["1:19:58", "1:09:57"]
    assert "This table restarted" in again.words()
    batches = again.port.bodies(ClockLogged)
    assert [b.presses for b in batches if isinstance(b, ClockLogged)] == [(Press(1, 3_000),)]


def test_restart_before_agreement_proposes_the_same_and_says_its_source() -> None:
    again = fresh(log()).restart(at=7)
    assert bigs(again) == ["1:20:00", "1:10:00"]
    assert "the last logged times" in again.words()
    assert len(again.port.bodies(ReportFiled)) == 2, "its answer lets this process go on"


def test_the_codes_of_games_that_are_over_are_asked_for_one_question_each() -> None:
    kit = fresh(log(2))
    assert (kit.view.phase, kit.view.headline) == ("recalling", "Who won game 1?")
    assert kit.restart().view.headline == "Who won game 1?"
    kit.do("code:D")
    assert kit.view.phase == "recovering"
    assert kit.model.codes == (D,)


def test_a_game_that_ended_is_over_once_the_players_say_who_won() -> None:
    kit = fresh(log(1, why="game end"))
    assert kit.view.headline == "Who won game 1?"
    kit.do("code:L")
    assert kit.view.phase == "between"
    assert "Game 1: B. Chen won." in kit.view.message
    assert "This device took over: clocks as last logged." in kit.view.message
    assert bigs(kit.do("next")) == ["1:20:00", "1:10:00"]
    assert kit.view.phase == "ready"
    assert kit.port.bodies(ReportFiled) == []


def test_after_the_last_game_both_results_are_asked_and_then_signed() -> None:
    kit = fresh(log(2, why="game end")).do("code:W")
    assert kit.view.headline == "Who won game 2?"
    assert kit.do("code:D").view.phase == "scoring"
    assert kit.model.codes == (W, D)
    assert kit.do("side:0", "side:1").view.phase == "waiting"


def test_what_one_side_has_signed_is_shown_to_the_other() -> None:
    kit = fresh(log(2, why="game end"), result=signed(0, W, D))
    assert kit.view.phase == "scoring"
    assert kit.model.asks == (False, True)
    assert kit.do("side:1").view.phase == "waiting"


def test_a_signature_counts_without_a_clock_log() -> None:
    kit = fresh(None, result=signed(1, L, L), presses=0)
    assert (kit.view.phase, kit.model.codes) == ("scoring", (L, L))


def test_a_flag_in_the_log_is_a_flag_here() -> None:
    kit = fresh(log(1, why="flag", remaining_ms=(40 * MINUTE, 0)))
    assert kit.view.phase == "scoring"
    assert "White's flag is down: the score follows from ACF-1.X.A.b." in kit.words()
    assert kit.port.bodies(ReportFiled) == []


def test_a_flag_in_the_second_game_waits_for_the_result_of_the_first() -> None:
    kit = fresh(log(2, why="flag", remaining_ms=(40 * MINUTE, 0)))
    assert kit.view.phase == "recalling"
    kit.do("code:D")
    assert (kit.view.phase, kit.model.codes) == ("scoring", (D, W))


def test_a_match_that_was_only_drawn_waits_to_be_started() -> None:
    kit = fresh(None, presses=0)
    assert kit.view.phase == "ready"
    assert "no move of this game is in it yet" in kit.words()
    assert kit.port.drafts == []
    assert kit.restart().view.phase == "ready"


def test_a_clock_that_was_chosen_is_not_chosen_again() -> None:
    chosen = ControlChosen("80:00+10", "agreed")
    state = state_of(under_way(None, control=chosen, presses=0), control="")
    kit = Kit(state)
    assert kit.view.phase == "ready"
    assert bigs(kit) == ["1:20:00", "1:20:00"]


def test_one_player_who_sat_is_asked_again_while_nothing_is_drawn() -> None:
    kit = Kit(state_of(round_one(seated=(True, True))))
    assert (kit.view.phase, kit.dice.drawn) == ("seating", 0)


def test_what_comes_late_from_the_hall_is_taken_over_when_it_comes() -> None:
    kit = Kit()
    match = under_way(log())
    kit.port.change_match("m1", seated=match.seated)
    kit.deliver()
    kit.port.change_match("m1", draw=match.draw, control=match.control)
    kit.deliver()
    assert (kit.view.phase, kit.dice.drawn) == ("ready", 0)
    kit.port.change_match("m1", clock=match.clock, presses=40)
    kit.deliver()
    assert (kit.view.phase, bigs(kit)) == ("recovering", ["1:20:00", "1:10:00"])


def test_a_log_that_does_not_fit_the_match_leaves_the_table_open() -> None:
    kit = fresh(log(7))
    assert kit.view.phase == "ready"


def test_a_match_whose_draw_is_not_known_is_not_taken_over() -> None:
    assert fresh(log(), draw=None).view.phase == "seating"


def test_a_draw_by_which_left_is_white_is_kept() -> None:
    kit = fresh(log(), draw=OpeningDrawn(1, 8, ("9-14", "23-18", "14x23")))
    assert [half.side for half in kit.view.halves or ()] == ["White", "Red"]
    assert runs(kit) == (True, False)


def test_a_game_that_is_played_here_is_never_taken_over_from_its_own_log() -> None:
    kit = Kit().do("side:0", "side:1", "side:0").do("side:1", "side:0", after=20_000)
    kit.tick(20_000).do("pause", "go_on", "over", "code:W", "next")
    assert kit.view.phase == "ready"
    kit.do("side:1").tick(31_000).do("over", "code:D", "side:0", "side:1")
    assert kit.view.phase == "waiting"
    state = kit.port.state
    assert state is not None
    lines = tuple(kit.port.journals["m1"])
    assert all(b"TakenOver" not in line for line in lines)
    assert read_notes(match_info(state, state.matches["m1"]), lines, None).logged == 0


def test_presses_before_the_takeover_are_counted_as_logged() -> None:
    kit = fresh(log())
    assert kit.port.state is not None
    info = match_info(kit.port.state, kit.port.state.matches["m1"])
    notes = read_notes(info, tuple(kit.port.journals["m1"]), None)
    assert (notes.logged, notes.presses) == (40, {})
    assert TakenOver.__name__.encode() in kit.port.journals["m1"][0]


@pytest.mark.clause("HALL-power-cut", "ACF-3.III.A")
def test_moves_of_the_game_in_progress_are_not_in_the_log_and_the_replacement_says_so() -> None:
    kit = fresh(log(entering=True)).do("side:0", "side:1", "go_on")
    assert kit.view.phase == "playing"
    assert kit.view.board_at == "below", "no board to enter moves on"
    assert "The moves of this game are unknown from here: only press" in kit.words()
    seat = 0 if kit.model.asks[0] else 1
    kit.do("digit:9", f"side:{seat}", after=1_000)
    assert kit.driver.desk.typed == ""
    assert "Illegal" not in kit.words()
    kit.do("over", "code:W")
    [logged] = kit.port.bodies(MovesLogged)
    [read] = read_pdn(logged.pdn)  # type: ignore[union-attr]
    assert "[%unknown] incomplete: the moves are unknown from here" in " ".join(logged.pdn.split())  # type: ignore[union-attr]
    assert read.game.record.unknown is not None
    assert len(read.game.record.entries) == 4, "the opening is known"
    kit.do("next", "side:0", "side:1", after=1_000)
    assert kit.view.board_at == "middle", "moves are entered again from the next game on"


def test_a_replacement_of_a_table_that_only_pressed_records_no_moves() -> None:
    kit = fresh(log()).do("side:0", "side:1", "go_on", "over", "code:W")
    assert kit.port.bodies(MovesLogged) == []


def test_a_replacement_before_the_first_move_has_all_of_them() -> None:
    kit = fresh(log(moves=(0, 0), entering=True)).do("side:0", "side:1", "go_on")
    assert kit.view.board_at == "middle"


@pytest.mark.clause("APCA-9")
@pytest.mark.parametrize("one_game", [True, False])
def test_a_clock_that_the_director_brought_goes_on_at_another_device(one_game: bool) -> None:
    state = state_of(round_one(), control="unclocked", rulebook="apca")
    kit = Kit(state).do("side:0", "side:1", "first:0", "side:1", "report:call")
    [ent] = kit.driver.desk.state.reports
    order = ClockAssigned("30:00", "game") if one_game else ClockAssigned("45:00", "match")
    kit.port.decide(ent, order, clause="APCA-9")
    kit.deliver()
    [log] = [body for body in kit.port.bodies(ClockLogged) if isinstance(body, ClockLogged)]
    assert (log.imposed, log.one_game) == (order.control, one_game)
    control = ControlChosen("unclocked", "event")
    match = round_one(clock=log, seated=(True, True), draw=drawn(), control=control)
    other = Kit(state_of(match, control="unclocked", rulebook="apca"))
    assert bigs(other) == [order.control] * 2
    other.do("side:0", "side:1", "over", "code:W", "next")
    session = other.driver.desk.session
    assert session is not None
    assert session.control is not None
    assert session.control.name == ("unclocked" if one_game else "45:00")
