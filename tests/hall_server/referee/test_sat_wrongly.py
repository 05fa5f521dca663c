"""Two tables sat down wrongly and play: the referee pairs them as they sit, and they play on."""

import pytest

from shared.core.events import DecisionMade
from shared.core.events.measures import GameLost
from shared.core.state import HallState
from shared.pairing.log.words import log_of
from shared.tui.confirm import Confirm
from tests.core.decided import decision, with_decisions
from tests.hall_server.referee.halls import Desk, confirmed, keys, opened, shown, under_way
from tests.hall_server.referee.test_by_hand import published
from tests.hall_server.referee.test_from_paper import out, typed

BIG = (100, 30)
SAT_WRONGLY = ("space", "down", "enter", "enter")


def playing(*, done: bool = False) -> HallState:
    """p1 sits with p4 at table 1, p3 with p2 at table 2, and both games are under way."""
    result = {"result": confirmed("W D")} if done else {}
    return published(
        under_way("m1", "t1", ("p1", "p2")), under_way("m2", "t2", ("p3", "p4"), **result)
    )


def sentence(desk: Desk) -> str:
    assert isinstance(desk.app.screen, Confirm)
    return desk.app.screen.sentence


@pytest.mark.clause("ACF-3.VIII")
async def test_two_games_go_on_under_the_names_of_those_who_play_them() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, playing(), "p", "H", "Z", *typed("Ann - Dee"), "enter")
        await keys(pilot, *SAT_WRONGLY)
        assert (
            "Table 1 is playing, called Ann Lee – Bo King. Who plays on there, left player first?"
        ) in shown(desk)
        await keys(pilot, "enter")
        assert "Table 2 is playing, called Cy Ortega – Dee Novák." in shown(desk)
        await keys(pilot, "enter")
        assert sentence(desk) == (
            "Change round 1 of Masters by hand: 2 new pairs, 1 stays. The players sat down wrongly "
            "and have begun. Witnessed by Al and B. 2 games go on: clock, moves and score stand."
        )
        assert desk.port.drafts == []
        await keys(pilot, "y")
        body = out(desk)
        assert [(m.uid, m.players, m.table) for m in body.matches] == [
            ("m1", ("p1", "p4"), "t1"),
            ("m2", ("p3", "p2"), "t2"),
            ("m3", ("p5", "p6"), "t3"),
        ]
        assert not [d for d in desk.port.drafts if isinstance(d.body, DecisionMade)]
        said = [line.said() for line in log_of(body.trace)]
        assert "p1 – p4 go on with what they have begun at their table." in said


async def test_player_who_sits_on_the_wrong_side_is_chosen() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, playing(), "p", "H", "Z", *typed("Ann - Dee"), "enter")
        await keys(pilot, *SAT_WRONGLY, "down", "enter", "end", "enter")
        assert "Cy Ortega and Dee Novák have begun: what they have played does not" in shown(desk)
        await keys(pilot, "enter")
        assert "1 game goes on: clock, moves and score stand." in sentence(desk)
        await keys(pilot, "y")
        one, other, _ = out(desk).matches
        assert (one.uid, one.players) == ("m1", ("p4", "p1"))
        assert other.uid not in ("m1", "m2", "m3")


async def test_two_pairs_that_sat_at_each_others_tables_take_the_games_that_they_play() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, playing(), "p", "H", "enter", *["down"] * 3, "enter")
        await keys(pilot, "2", "enter", *SAT_WRONGLY, "enter", "enter", "y")
        assert {m.uid: (m.players, m.table) for m in out(desk).matches[:2]} == {
            "m1": (("p3", "p4"), "t1"),
            "m2": (("p1", "p2"), "t2"),
        }


async def test_two_pairs_that_really_change_tables_take_their_games_with_them() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, playing(), "p", "H", "enter", *["down"] * 3, "enter")
        await keys(pilot, "2", "enter", "space", *["down"] * 4, "enter", "enter")
        assert "The two who were called, at their other table" in shown(desk)
        await keys(pilot, "enter", "enter", "y")
        assert {m.uid: (m.players, m.table) for m in out(desk).matches[:2]} == {
            "m1": (("p1", "p2"), "t2"),
            "m2": (("p3", "p4"), "t1"),
        }


async def test_a_result_that_comes_in_before_the_yes_is_looked_at_again() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, playing(), "p", "H", "Z", *typed("Ann - Dee"), "enter")
        await keys(pilot, *SAT_WRONGLY, "enter", "enter")
        desk.tell(playing(done=True))
        await keys(pilot, "y")
        assert "Players or results changed since: look at the warnings again." in shown(desk)
        assert desk.port.drafts == []


async def test_effect_of_a_ruling_on_a_running_game_is_said_before_the_yes() -> None:
    of = under_way("m1", "t1", ("p1", "p2"))
    state = with_decisions(published(of), of, decision("e9", GameLost(1, 1), of=of))
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "H", "Z", *typed("Ann - Dee"), "enter")
        await keys(pilot, *SAT_WRONGLY, "enter")
        assert "! Rulings about a game that goes on hold for the players" in sentence(desk)
