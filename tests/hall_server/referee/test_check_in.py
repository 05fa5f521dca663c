"""Check-in at the desk: all that waits at once, closed for one round, opened again."""

import msgspec
import pytest

from shared.core.events import DecisionMade, PlayerAttended, PlayerWithdrawn, entities
from shared.core.events.measures import RequestGranted
from shared.core.state import Attendance, Division, HallState, Player
from shared.core.state.office import Office, Request
from shared.pairing import Systems
from shared.pairing.from_hall import entrants
from tests.core.decided import measures
from tests.hall_server.referee.halls import (
    START,
    Desk,
    confirmed,
    keys,
    masters,
    match,
    opened,
    shown,
)
from tests.tui.fake_port import hall
from tests.tui.screens import assert_screen, screen_text

MASTERS = Division("masters", "Masters", "acf-masters", 9, "")
NAMES = ("Ann Lee", "Bo King", "Cy Ortega", "Dee Novák", "Eve Moreau", "Flo Park", "Gus Hill")
SIZES = [(50, 15), (80, 24), (100, 30), (200, 55)]


def request(player: str, **more: object) -> Request:
    ent = f"player/{player}/request/q"
    plain = Request(ent, f"e-{player}", player, "check_in", 0, START, "n", "unverified press")
    return msgspec.structs.replace(plain, **more)


def arriving(
    *asks: str, here: tuple[str, ...] = (), out: tuple[str, ...] = (), count: int = 7
) -> HallState:
    """A division before round 1: who asks at the kiosk, who is here, who is left out."""
    seen = dict.fromkeys(here, Attendance(True)) | dict.fromkeys(out, Attendance(False, 1))
    names = (*NAMES, *(f"Player {n:03}" for n in range(8, count + 1)))
    players = [
        Player(
            f"p{n}",
            name,
            "masters",
            2000 + n,
            "Leeds" if n % 2 else "",
            attendance=seen.get(f"p{n}"),
        )
        for n, name in enumerate(names[:count], start=1)
    ]
    office = Office(requests={(one := request(each)).ent: one for each in asks})
    return hall(players=players, divisions=(MASTERS,), office=office)


@pytest.mark.parametrize("size", SIZES)
async def test_the_list_says_who_is_here_who_asks_and_who_is_missing(size: tuple[int, int]) -> None:
    desk = Desk()
    state = arriving("p1", "p2", here=("p3", "p4"), out=("p5",))
    gone = msgspec.structs.replace(state.players["p7"], withdrawn_after=0)
    state = msgspec.structs.replace(state, players={**state.players, "p7": gone})
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, state, "f6")
        assert_screen(desk.app, "check-in")


async def test_a_hundred_check_ins_are_one_question_and_one_act() -> None:
    desk = Desk()
    asks = tuple(f"p{n}" for n in range(1, 101))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, arriving(*asks, count=100))
        assert "100 players check in" in screen_text(desk.app)
        await keys(pilot, "a")
        assert len(desk.port.drafts) == 100
        assert desk.port.tickets == 1
        assert {measures(draft)[0] for draft in desk.port.drafts} == {RequestGranted("check_in")}
        assert {draft.body.settles for draft in desk.port.drafts} == {
            (f"e-{player}",) for player in asks
        }


async def test_closing_lists_who_is_left_out_and_writes_after_a_yes_for_the_next_round_only() -> (
    None
):
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, arriving("p1", here=("p2", "p3", "p4")), "f6", "full_stop")
        for name in ("Ann Lee", "Eve Moreau", "Flo Park", "Gus Hill"):
            assert name in screen_text(desk.app)
        assert "Bo King" not in shown(desk).split("Who is left out")[1]
        await keys(pilot, "enter")
        assert "Leave 3 players out of round 1: Gus Hill, Eve Moreau, Flo Park?" in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "right", "enter")
        assert [(draft.ent, draft.body) for draft in desk.port.drafts] == [
            (f"player/{player}/attendance", PlayerAttended(False, 1))
            for player in ("p7", "p5", "p6")
        ]


async def test_who_is_left_out_is_not_paired_in_that_round_and_is_in_the_one_after() -> None:
    state = arriving(here=("p1", "p2", "p3", "p4"), out=("p5", "p6"))
    assert {each.player for each in entrants(state, "masters", 1)} == {"p1", "p2", "p3", "p4", "p7"}
    assert len(entrants(state, "masters", 2)) == 7
    proposal = Systems().pair(state, "masters", 1, seed="s")
    assert {finding.verdict for finding in proposal.findings} == {"holds"}


async def test_a_player_who_comes_after_closing_is_let_in_and_one_who_left_is_put_out() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, arriving(here=("p1",), out=("p2",)), "f6")
        await keys(pilot, "down", "enter", "down", "enter")
        assert [draft.body for draft in desk.port.drafts] == [
            PlayerAttended(True),
            PlayerAttended(False),
        ]


async def test_opening_check_in_again_takes_the_closing_back() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, arriving(here=("p1",), out=("p2", "p3")), "f6", "colon")
        assert [(draft.ent, draft.body) for draft in desk.port.drafts] == [
            (f"player/{player}/attendance", PlayerAttended(False)) for player in ("p2", "p3")
        ]


async def test_a_check_in_at_the_kiosk_after_closing_lets_the_player_in() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, arriving("p2", here=("p1",), out=("p2",)), "a")
        bodies = [draft.body for draft in desk.port.drafts]
        assert [type(body) for body in bodies] == [DecisionMade, PlayerAttended]
        assert bodies[1] == PlayerAttended(True)


async def test_closing_before_the_first_draw_withdraws_who_is_not_here() -> None:
    desk = Desk()
    sheet = msgspec.structs.replace(MASTERS, rulebook="usbgf")
    state = msgspec.structs.replace(arriving(here=("p1",)), divisions={"masters": sheet})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "f6", "full_stop")
        assert "They are withdrawn, the others are drawn." in shown(desk)
        await keys(pilot, "enter")
        assert "before the draw" in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        gone = {draft.ent for draft in desk.port.drafts}
        assert gone == {entities.withdrawal(p) for p in state.players if p != "p1"}
        assert {draft.body for draft in desk.port.drafts} == {
            PlayerWithdrawn(0, "Not here at check-in")
        }


async def test_nobody_is_left_out_of_one_round_where_the_first_draw_says_who_plays() -> None:
    desk = Desk()
    sheet = msgspec.structs.replace(MASTERS, rulebook="usbgf")
    played = masters(match("m1", "t1", ("p1", "p2"), result=confirmed("W W")), count=6)
    state = msgspec.structs.replace(played, divisions={"masters": sheet})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "f6", "full_stop")
        assert "nobody can be left out of one round" in shown(desk)


async def test_only_who_is_missing_is_listed_and_a_player_who_is_here_goes_from_the_list() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, arriving(here=("p1", "p2")), "f6", "slash")
        assert "Ann Lee" not in screen_text(desk.app)
        assert "Cy Ortega" in screen_text(desk.app)
