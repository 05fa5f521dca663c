"""A clock that the referee assigns to a match without one: before a game, never into one."""

import pytest

from shared.core.day import Session
from shared.core.decisions.writing import counter
from shared.core.events import ControlChosen, MeasureDone, MeasureRefused
from shared.core.events.measures import ClockAssigned
from tests.board_terminal.table_kit import Kit, playing, round_one, seated, state_of

pytestmark = pytest.mark.clause("ACF-1.X.B.b", "ACF-1.X.B.c")
NINETY = ClockAssigned("90:00", "next")


def unclocked(control: str = "unclocked") -> dict[str, object]:
    return {"state": state_of(round_one(), control=control, rulebook="acf-majors")}


def assigned(kit: Kit) -> Kit:
    kit.port.decide("the desk", NINETY, clause="ACF-1.X.B.b")
    kit.deliver()
    return kit


def session_of(kit: Kit) -> Session:
    assert kit.driver.desk.session is not None
    return kit.driver.desk.session


def answers(kit: Kit) -> list[object]:
    return [*kit.port.bodies(MeasureDone), *kit.port.bodies(MeasureRefused)]


def test_clock_that_is_assigned_before_the_match_is_not_chosen_by_the_players() -> None:
    kit = assigned(Kit(**unclocked(control="")).do("side:0"))  # type: ignore[arg-type]
    assert "A clock, 90:00, from the next game that begins. (ACF-1.X.B.b)" in kit.words()
    kit.do("side:1")
    assert kit.model.phase == "ready"
    assert kit.port.bodies(ControlChosen) == [ControlChosen("90:00", "assigned")]
    kit.do("side:0").tick(10_000)
    assert "1:29:50" in kit.words()


def test_clock_comes_to_players_who_are_seated_and_have_not_begun() -> None:
    kit = assigned(seated(**unclocked()))
    assert answers(kit) == [MeasureDone()]
    assert kit.port.bodies(ControlChosen) == [
        ControlChosen("unclocked", "event"),
        ControlChosen("90:00", "assigned"),
    ]


def test_clock_that_is_assigned_during_a_game_comes_with_the_next_one() -> None:
    kit = assigned(playing(**unclocked()))
    assert answers(kit) == []
    assert "90:00" not in kit.words()
    kit.do("over", "code:W", "next", after=1_000)
    assert answers(kit) == [MeasureDone()]
    assert kit.port.bodies(ControlChosen)[-1] == ControlChosen("90:00", "assigned")
    kit.do("side:1").tick(60_000)
    assert "1:29:00" in kit.words()
    assert session_of(kit.restart()).control == session_of(kit).control


def test_another_device_has_the_clock_that_was_assigned_between_the_games() -> None:
    kit = assigned(playing(**unclocked())).do("over", "code:W", "next", after=1_000)
    kit.port.journals.clear()
    kit.port.readings.clear()
    other = Kit(port=kit.port, dice=(7,))
    assert other.view.phase == "recalling", "the score of game 1 was in its notes alone"
    other.do("code:W", "next", "side:1").tick(60_000)
    assert "1:29:00" in other.words()


def test_clock_after_the_last_game_and_beside_another_clock_is_refused() -> None:
    kit = playing(**unclocked()).do("over", "code:W", "next", "side:1", after=1_000)
    assigned(kit).do("over", "code:W", after=1_000)
    assert answers(kit) == [MeasureRefused("over")]
    assert answers(assigned(seated(**unclocked("80:00+10")))) == [MeasureRefused("clocked")]


def test_sheet_without_such_a_rule_refuses_it() -> None:
    kit = seated(state=state_of(round_one(), control="unclocked", rulebook="standard"))
    assert answers(assigned(kit)) == [MeasureRefused("sheet")]


@pytest.mark.parametrize("begun", [False, True])
def test_clock_that_was_assigned_is_taken_away_again_unless_a_game_has_begun_with_it(
    begun: bool,
) -> None:
    kit = seated(**unclocked())
    given = kit.port.decide("the desk", NINETY, clause="ACF-1.X.B.b")
    kit.deliver()
    kit.do(*["side:0"] * begun)
    right = counter(NINETY)
    assert right == ClockAssigned("unclocked", "next")
    kit.port.decide("the desk", replaces=(given.event,))
    kit.port.decide("the table", right, clause="ACF-1.X.B.b")
    kit.deliver()
    kit.tick()
    assert kit.port.bodies(ControlChosen)[-1] == (
        ControlChosen("90:00", "assigned") if begun else ControlChosen("unclocked", "assigned")
    )
    assert kit.port.bodies(MeasureRefused) == [MeasureRefused("clocked")] * begun
