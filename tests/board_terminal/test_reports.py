import pytest

from shared.core.events import Actor, ClockLogged, ReportFiled, ResultSigned
from shared.core.events.measures import Dismissed, GameLost
from shared.core.match.outcome import Code, Outcome
from tests.board_terminal.table_kit import Kit, playing, round_one, scored, seated, state_of
from tests.tui.fake_port import drawn


def filed(kit: Kit) -> list[ReportFiled]:
    return [body for body in kit.port.bodies(ReportFiled) if isinstance(body, ReportFiled)]


def foot(kit: Kit) -> str:
    return kit.view.message[-1]


def report_ent(kit: Kit) -> str:
    return next(d.ent for d in kit.port.drafts if isinstance(d.body, ReportFiled))


@pytest.mark.parametrize(
    "kit",
    [Kit(state_of()), Kit(), seated(), playing(), scored("W", "D")],
    ids=["no match", "seating", "ready", "playing", "scoring"],
)
def test_the_referee_is_two_presses_away_at_any_moment(kit: Kit) -> None:
    reports, call = kit.model.key_for("reports"), None
    assert reports is not None
    kit.do("reports")
    call = kit.model.key_for("report:call")
    assert call is not None
    kit.do("report:call")
    assert filed(kit) == [ReportFiled("call")]
    assert "Call for the referee · at the hall" in kit.words()


def test_the_token_of_a_report_is_drawn_afresh() -> None:
    kit = playing(dice=(0, 0, 0xBEEF, 0xCAFE)).do("reports", "report:call")
    kit.do("reports", "report:call")
    ents = [d.ent for d in kit.port.drafts if isinstance(d.body, ReportFiled)]
    assert ents == ["masters/1/m1/report/0000beef", "masters/1/m1/report/0000cafe"]


def test_between_matches_the_report_is_about_the_table() -> None:
    kit = Kit(state_of(), dice=(7,)).do("reports", "report:call")
    assert kit.port.drafts[0].ent == "table/3/report/00000007"


@pytest.mark.clause("ACF-3.II.J")
def test_a_phone_is_reported_by_whose_it_is_and_the_consequence_is_said_before() -> None:
    kit = playing().do("reports", "report:phone")
    assert "A phone that rings costs its owner the game." in kit.words()
    assert {"A. King", "B. Chen"} <= {c.label for c in kit.view.choices}
    assert filed(kit) == []
    kit.do("report:phone:1")
    assert filed(kit) == [ReportFiled("phone", about=1, game=1)]
    assert foot(kit).endswith("Phone: B. Chen · at the hall")


def test_a_missing_opponent_is_reported_by_the_player_who_is_there() -> None:
    kit = Kit().do("side:1", "reports", "report:late")
    assert "Scheduled start 22:13: 7:12 late." in kit.words()
    kit.do("report:late:0")
    assert filed(kit) == [ReportFiled("late", seat=1, about=0)]
    assert kit.port.drafts[-1].actor == Actor("1", "unverified press")


def test_the_clock_runs_on_and_can_be_pressed_while_the_reports_are_open() -> None:
    kit = playing().do("reports", after=1_000)
    assert "The clock runs on." in kit.words()
    kit.do("side:1", after=2_000)
    assert kit.model.moves == (0, 1)
    assert kit.view.phase == "reports"
    halves = kit.view.halves
    assert halves is not None
    assert (halves[0].tone, halves[1].big) == ("run", "1:29:57")


def test_the_keys_of_the_clock_are_no_buttons_of_the_reports() -> None:
    view = playing().do("reports").view
    of_sides = {key for choice in view.sides for key in choice.keys}
    assert of_sides.isdisjoint(key for choice in view.choices for key in choice.keys)


def test_a_report_shows_how_far_it_has_got() -> None:
    kit = playing()
    kit.port.online = False
    kit.do("reports", "report:call")
    assert foot(kit).endswith("held here")
    kit.port.reach_hall()
    kit.deliver()
    assert foot(kit).endswith("at the hall")
    kit.port.come(report_ent(kit))
    kit.deliver()
    assert foot(kit).endswith("the referee is coming")
    kit.port.decide(report_ent(kit), GameLost(1, 1), clause="ACF-3.II.J", reason="It rang.")
    kit.deliver()
    assert foot(kit).endswith("· Game 1 is forfeited by B. Chen. (ACF-3.II.J) “It rang.”")


@pytest.mark.clause("ACF-3.II.J")
def test_forfeit_ruled_during_a_game_is_entered_without_a_question() -> None:
    kit = playing().do("reports", "report:phone", "report:phone:1", after=1_000)
    kit.port.decide(report_ent(kit), GameLost(1, 1), clause="ACF-3.II.J")
    kit.deliver()
    assert kit.model.phase == "playing"
    kit.do("over", after=1_000)
    assert kit.model.phase == "between"
    assert "A. King won by forfeit" in kit.words()
    # Somebody pressed "Not correct": who won is theirs to say, that it is a forfeit is not.
    kit.do("different", "code:W", "next", "side:1", "over", "code:D", "side:0", "side:1")
    [both, _] = [b.outcome for b in kit.port.bodies(ResultSigned) if isinstance(b, ResultSigned)]
    assert both == Outcome((Code.WIN_BY_FORFEIT, Code.DRAW))


@pytest.mark.clause("ACF-3.II.J")
def test_a_device_that_asks_what_the_lost_one_knew_enters_a_forfeit_as_ruled() -> None:
    clock = ClockLogged(2, (), (4_000_000, 3_900_000), (14, 15), "30 s")
    kit = Kit(state_of(round_one(seated=(True, True), draw=drawn(), clock=clock, presses=29)))
    kit.port.decide("masters/1/m1/report/0000beef", GameLost(1, 1), clause="ACF-3.II.J")
    kit.deliver()
    assert kit.model.phase == "recalling"
    kit.do("code:W")
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.codes == (Code.WIN_BY_FORFEIT,)


@pytest.mark.clause("ACF-3.II.J")
def test_forfeit_that_was_taken_back_is_asked_for_like_any_game() -> None:
    kit = playing().do("reports", "report:phone", "report:phone:1", after=1_000)
    ruled = kit.port.decide(report_ent(kit), GameLost(1, 1), clause="ACF-3.II.J")
    kit.deliver()
    kit.port.decide(report_ent(kit), Dismissed(), replaces=(ruled.event,))
    kit.deliver()
    kit.do("over", after=1_000)
    assert kit.model.phase == "winner"
    kit.do("code:W")
    assert "A. King won by forfeit" not in kit.words()


def test_a_report_that_was_not_saved_says_so_and_can_be_tried_again() -> None:
    kit = playing()
    kit.port.refuse = "The disk is full."
    kit.do("reports", "report:call")
    assert "Call for the referee · NOT SAVED" in kit.words()
    assert kit.model.key_for("retry") == "enter"
    kit.port.refuse = ""
    kit.do("retry")
    assert filed(kit) == [ReportFiled("call")]


def test_back_reports_nothing() -> None:
    kit = playing().do("reports", "back")
    assert filed(kit) == []
    assert kit.view.phase == "playing"


def test_reports_of_another_match_are_not_shown() -> None:
    kit = playing().do("reports", "report:call")
    other = Kit(state_of(round_one()))
    assert kit.driver.desk.filed
    assert not other.driver.desk.filed
