"""A bye by request: what the event file allows, asked at the kiosk, given at the desk, scored."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hall_server.referee.app.pairing.pair_screen import PairScreen
from hall_server.referee.asked.parts.pick_list import PickList
from kiosk.visits.session import KioskSession
from kiosk.visits.visit import visit
from shared.core.events import DecisionMade, RoundPaired
from shared.core.events.measures import Measure, RequestGranted
from shared.core.rulebooks import overrides_json
from shared.core.state import HallState
from shared.core.state.office import Office, Request
from shared.pairing.places import division_standings
from shared.tui.confirm import Confirm
from tests.core.decided import decision
from tests.hall_server.referee.halls import MINUTE, START, Desk, keys, opened, shown
from tests.hall_server.referee.test_ruling_pairs import played

BIG = (100, 30)
BYE = RequestGranted("bye", 2)


def allowed(most: int = 1, *, state: HallState | None = None) -> HallState:
    """Round 1 is over; the event file gives 2 points for a bye by request."""
    state = state or played("12 34 56")
    sets = overrides_json({"requested_byes": most, "requested_bye_points": 2})
    division = replace(state.divisions["masters"], overrides=sets)
    return replace(state, divisions={"masters": division})


def asked(state: HallState) -> HallState:
    wish = Request(
        "player/p3/request/q", "eq", "p3", "bye", 2, START + 80 * MINUTE, "k" * 8, "a key"
    )
    return replace(state, office=Office(requests={wish.ent: wish}))


def given(state: HallState) -> HallState:
    had = decision("d1", BYE, clause="HALL-requested-byes", ent="player/p3/decision")
    players = {**state.players, "p3": replace(state.players["p3"], decisions=(had,))}
    return replace(state, players=players)


def measures(body: Any) -> list[Any]:
    assert isinstance(body, DecisionMade)
    return [msgspec.convert(each.what, Measure) for each in body.measures]


@pytest.mark.clause("HALL-requested-byes")
def test_the_kiosk_offers_a_bye_only_where_the_event_file_allows_one_more() -> None:
    def offered(state: HallState) -> tuple[str, ...]:
        return visit(state, KioskSession(0, "tin").at("menu", "p3", 0), START, "UTC").lines

    assert "Take a bye in round 2" not in offered(played("12 34 56"))
    assert "Take a bye in round 2" in offered(allowed())
    assert "Take a bye in round 2" not in offered(given(allowed()))
    assert "Take a bye in round 2" not in offered(asked(allowed()))


@pytest.mark.clause("HALL-requested-byes")
async def test_a_wish_for_a_bye_says_its_points_and_which_one_it_is_and_is_granted() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, asked(allowed()))
        lines = [line.key for line in desk.app.screen.query_one("#queue", PickList).lines_shown]
        await keys(pilot, *["down"] * lines.index("request:player/p3/request/q"))
        assert "Cy Ortega asks for a bye in round 2" in shown(desk)
        assert "Cy Ortega is not paired in round 2 and has 2 points for it:" in shown(desk)
        assert "bye 1 of at most 1. (HALL-requested-byes)" in shown(desk)
        await keys(pilot, "a")
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "player/p3/decision"
        assert measures(draft.body) == [BYE]


@pytest.mark.clause("HALL-requested-byes")
async def test_requested_bye_is_named_before_the_draw_and_scores() -> None:
    state = given(allowed())
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "A", "enter", *"7777", "enter")
        screen = desk.app.screen
        assert isinstance(screen, PairScreen)
        assert screen.round.proposal is not None
        assert "Bye by request: Cy Ortega." in shown(desk)
        assert "√ HALL-requested-byes Not paired, with a bye by request: Cy Ortega." in shown(desk)
        assert "p3" not in {player for pair in screen.round.proposal.pairs for player in pair}
        assert "p3" not in screen.round.proposal.byes
        await keys(pilot, "enter", "enter", "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
    [first] = state.rounds.values()
    second = replace(first, number=2, matches=body.matches, byes=body.byes)
    after = replace(state, rounds={**state.rounds, second.key: second})
    rows = {row.player: row.match_points for row in division_standings(after, "masters")}
    before = {row.player: row.match_points for row in division_standings(state, "masters")}
    assert rows["p3"] == before["p3"] + 2
    told = visit(after, KioskSession(0, "tin").at("answer", "p3", 0), START, "UTC")
    assert told.answer is not None
    assert "You asked for a bye in round 2: 2 points." in told.answer.lines


@pytest.mark.clause("HALL-requested-byes")
async def test_the_desk_gives_a_bye_and_takes_it_back_with_a_reason() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, allowed(), "s")
        lines = [line.key for line in desk.app.screen.query_one(PickList).lines_shown]
        await keys(pilot, "home", *["down"] * lines.index("p3"), "B")
        assert isinstance(desk.app.screen, Confirm)
        assert "has 2 points for it: bye 1 of at most 1." in desk.app.screen.sentence
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft.body) == [BYE]
        desk.tell(given(allowed()))
        await pilot.pause()
        await keys(pilot, "B", *"Stays", "enter", "y")
        body = desk.port.drafts[-1].body
        assert isinstance(body, DecisionMade)
        assert (body.measures, body.replaces, body.reason) == ((), ("d1",), "Stays")


async def test_why_the_desk_gives_no_bye_is_said() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, played("12 34 56"), "s", "B")
        assert "Nobody has a bye for the asking here" in shown(desk)
        assert desk.port.drafts == []
