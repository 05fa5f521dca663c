"""What the referee orders of a table unasked: pause, go on, start the time of whoever is absent."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from board_terminal.owed import still_to_do
from shared.core import entities
from shared.core.day import Phase
from shared.core.desks import Desks, GivenOrder
from shared.core.events import ClockLogged, Order, OrderKind
from shared.core.words import Code
from tests.board_terminal.table_kit import Kit, round_one, state_of
from tests.board_terminal.test_clock_play import playing


def given(kind: OrderKind, at: int, **more: Any) -> GivenOrder:
    ent = entities.order(round_one().key, str(at))
    return GivenOrder(ent, "m1", Order(kind, **more), "ACF-1.VII", "Fire alarm", at, f"e{at}")


def told(kit: Kit, *orders: GivenOrder) -> Kit:
    desks = Desks(orders={order.ent: order for order in orders})
    kit.port.state = msgspec.structs.replace(kit.port.state, desks=desks)
    kit.port.tell_state()
    kit.deliver()
    return kit.tick(0)


def phase(kit: Kit) -> str:
    return kit.view.phase


def test_the_clock_stands_until_the_referee_lets_the_game_go_on() -> None:
    kit = playing()
    pause, resume = given("pause", 1), given("resume", 2)
    told(kit, pause)
    assert phase(kit) == "paused"
    assert "Fire alarm" in kit.words()
    before = kit.flow.desk.session
    told(kit.tick(60_000), pause)
    assert kit.flow.desk.session == before
    told(kit, pause, resume)
    assert phase(kit) == "playing"
    assert kit.flow.desk.session is not None
    assert kit.flow.desk.session.orders == ("e1", "e2")


def test_what_the_referee_has_stopped_goes_on_by_his_word_alone() -> None:
    kit = told(playing(), given("pause", 1))
    assert "Stopped by the referee: Fire alarm." in kit.words()
    assert "go_on" not in dict(kit.model.offers)
    kit.do("go_on")
    assert phase(kit) == "paused"
    assert "it goes on by the referee's word" in kit.words()
    kit.restart()
    assert phase(told(kit.restart(), given("pause", 1), given("resume", 2))) == "playing"


def test_a_pause_of_the_players_becomes_the_referees_when_he_orders_one() -> None:
    kit = told(playing().do("pause"), given("pause", 1)).do("go_on")
    assert phase(kit) == "paused"
    assert phase(told(kit, given("pause", 1), given("resume", 2))) == "playing"


@pytest.mark.clause("SE-7")
def test_time_that_the_referee_calls_is_at_the_hall_at_once() -> None:
    kit = Kit(state_of(round_one(), control="unclocked", rulebook="contest"))
    kit = told(kit.do("side:0", "side:1", "side:1", "over"), given("call_time", 1))
    assert phase(kit) == "counting"
    assert [log.why for log in kit.port.bodies(ClockLogged)] == ["call time"]


def test_a_restart_carries_nothing_out_twice() -> None:
    kit = told(playing(), given("pause", 1)).restart()
    assert kit.flow.desk.session is not None
    assert kit.flow.desk.session.orders == ("e1",)


@pytest.mark.clause("ACF-1.VI.B")
def test_the_time_of_the_absent_player_runs_until_he_presses_his_side() -> None:
    kit = Kit(state_of(round_one())).do("side:1")
    told(kit, given("start_absent", 1))
    assert phase(kit) == "absent"
    assert "Not here. Time runs." in kit.words()
    kit.do("side:1", after=60_000)
    assert phase(kit) == "absent"
    kit.do("side:0", after=60_000)
    session = kit.flow.desk.session
    assert session is not None
    assert session.clock is not None
    assert session.seated == (True, True)
    assert session.clock.main == (88 * 60_000, 90 * 60_000)
    assert session.phase is not Phase.ABSENT


def test_what_was_lifted_before_it_could_be_done_is_never_done() -> None:
    pause, resume, again = given("pause", 1), given("resume", 2), given("pause", 3)
    assert still_to_do([pause, resume], ()) == []
    assert still_to_do([pause, resume, again], ()) == [again]
    assert still_to_do([pause, resume], ("e1",)) == [resume]
    assert still_to_do([pause, resume], ("e1", "e2")) == []
    assert still_to_do([resume], ()) == []


@pytest.mark.clause("ACF-1.VI.A")
def test_a_game_ruled_forfeited_is_entered_and_who_is_late_sits_down_for_the_next() -> None:
    forfeit = given("forfeit", 1, game=1, seat=1)
    kit = told(Kit().do("side:0"), forfeit)
    session = kit.flow.desk.session
    assert session is not None
    assert (phase(kit), session.game, session.codes) == ("seating", 2, (Code.WIN_BY_FORFEIT,))
    assert "The referee: Fire alarm" in kit.words()
    kit = told(kit.restart(), forfeit).do("side:1")
    assert phase(kit) == "ready"
    assert kit.flow.desk.session is not None
    assert kit.flow.desk.session.codes == (Code.WIN_BY_FORFEIT,)


def test_a_forfeit_of_a_game_that_has_begun_or_is_over_is_not_carried_out() -> None:
    forfeit = given("forfeit", 1, game=1, seat=1)
    for kit in (playing(), playing().do("over", "code:D", "next", after=1_000)):
        before = kit.flow.desk.session
        told(kit, forfeit)
        assert kit.flow.desk.session == before
