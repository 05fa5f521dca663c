"""A player leaves a round robin: what that leaves behind is proposed, shown and confirmed."""

import msgspec
import pytest

from shared.core.events import PlayerWithdrawn, RoundPreviewed, entities
from shared.core.events.measures import MatchDecided
from shared.core.match.outcome import Code
from shared.core.rulebooks import overrides_json
from shared.core.state import HallState
from tests.core.decided import grounds, measures_in
from tests.hall_server.referee.halls import (
    MASTERS,
    Desk,
    confirmed,
    keys,
    masters,
    opened,
    shown,
    under_way,
)

ROBIN = msgspec.structs.replace(
    MASTERS, rounds=7, overrides=overrides_json({"pairing_system": "round_robin"})
)


VOID = MatchDecided((Code.WIN, Code.WIN), "void", awarded=(0, 4))


def robin(played: int, players: int = 8, system: str = "round_robin") -> HallState:
    """Ann Lee has met one opponent a round."""
    matches = [
        under_way(f"m{n}", "t1", ("p1", f"p{n + 1}"), round_no=n, result=confirmed("W W"))
        for n in range(1, played + 1)
    ]
    state = masters(*matches, count=players)
    divisions = {"masters": ROBIN if system == "round_robin" else MASTERS}
    return msgspec.structs.replace(state, divisions=divisions)


@pytest.mark.clause("ACF-2.VI.B")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_results_before_round_5_are_proposed_void_with_what_each_opponent_scores(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, robin(2), "s", "W")
        assert "Ann Lee leaves ACF-2.VI.B. Rounds completed: 2, fewer than 5" in shown(desk)
        await keys(pilot, "enter", *"Ill", "enter")
        assert desk.port.drafts == []
        assert "Bo King 0 → 4, Cy Ortega 0 → 4" in shown(desk)
        await keys(pilot, "y")
        draft, *void = desk.port.drafts
        assert draft.ent == entities.withdrawal("p1")
        assert draft.body == PlayerWithdrawn(2, "Ill")
        assert [each.ent for each in void] == ["masters/1/m1/decision", "masters/2/m2/decision"]
        for each in void:
            assert measures_in(each) == (VOID,)
            assert grounds(each) == ("ACF-2.VI.B", "Ill")


@pytest.mark.clause("ACF-2.VI.B")
async def test_results_from_round_5_on_stand_and_the_referee_may_rule_otherwise() -> None:
    for pressed, void in ((("enter",), False), (("down", "enter"), True)):
        desk = Desk()
        async with desk.app.run_test(size=(80, 24)) as pilot:
            await opened(desk, pilot, robin(5), "s", "W")
            assert "Results stand from 5 on." in shown(desk)
            await keys(pilot, *pressed, *"Ill", "enter", "y")
            draft, *rulings = desk.port.drafts
            assert draft.body == PlayerWithdrawn(5, "Ill")
            assert [measures_in(each) for each in rulings] == [(VOID,)] * 5 * void


@pytest.mark.clause("ACF-2.VI.B")
async def test_case_that_the_sheet_leaves_open_is_for_the_referee() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, robin(2, players=7), "s", "W")
        assert "the sheet speaks of an odd one. You decide." in shown(desk)


@pytest.mark.clause("HALL-withdrawn-after-pairing", "ACF-2.IV.D")
@pytest.mark.parametrize(("scores", "points"), [("forfeited_round", "4"), ("bye", "3")])
async def test_opponent_of_one_who_withdrew_after_the_pairing_has_the_points_of_the_rulebook(
    scores: str, points: str
) -> None:
    text = overrides_json({"withdrawn_after_pairing": scores, "bye_points": [3]})
    state = masters(under_way("m1", "t1", ("p1", "p2"), result=confirmed("W* W*")), count=2)
    gone = msgspec.structs.replace(state.players["p2"], withdrawn_after=0)
    division = msgspec.structs.replace(MASTERS, overrides=text)
    state = msgspec.structs.replace(
        state, players={**state.players, "p2": gone}, divisions={"masters": division}
    )
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(state)
        await keys(pilot, "s")
        assert f"1. Ann Lee {points} " in shown(desk)
        assert ("withdrawn_after_pairing is bye" in shown(desk)) == (scores == "bye")


async def test_a_withdrawal_from_a_swiss_event_asks_for_the_reason_alone() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, robin(2, system="swiss"), "s", "W")
        await keys(pilot, *"Ill", "enter", "y")
        assert [d.body for d in desk.port.drafts] == [PlayerWithdrawn(2, "Ill")]


@pytest.mark.clause("ACF-2.VI.A")
@pytest.mark.parametrize(("players", "refused"), [(12, False), (13, True)])
async def test_round_robin_is_for_twelve_players_or_fewer(players: int, refused: bool) -> None:
    desk = Desk()
    state = msgspec.structs.replace(masters(count=players), divisions={"masters": ROBIN})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "p", *"Al,", "B", "enter", "enter")
        assert ("A round robin is for 12 players or fewer" in shown(desk)) == refused
        assert any(isinstance(d.body, RoundPreviewed) for d in desk.port.drafts) != refused
