"""Named divisions are requests: the queue asks once a division, and keeps who and why."""

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from shared.core.events import PlayerClassified
from shared.core.state import Classified, Division, HallState, Player
from tests.hall_server.referee.halls import START, Desk, keys, match, opened, shown
from tests.tui.fake_port import hall

DIVISIONS = (
    Division("masters", "Masters", "acf-masters", 12, ""),
    Division("majors", "Majors", "acf-majors", 10, ""),
    Division("minors", "Minors", "acf-minors", 10, ""),
)
ANN = Player("p1", "Ann Lee", "masters", 2100, "")
BO = Player("p2", "Bo King", "majors", 2050, "")
CY = Player("p3", "Cy Ortega", "majors", 1500, "")
DEE = Player("p4", "Dee Novák", "majors", 1750, "")
EVE = Player("p5", "Eve Moreau", "minors", 1800, "")
UNRATED = Player("p6", "Flo Petrović", "majors", 0, "")


def registered(*people: Player, paired: bool = False) -> HallState:
    matches = (match("m1", "t1", ("p2", "p4"), division="majors"),) if paired else ()
    return hall(players=list(people), divisions=DIVISIONS, matches=matches)


async def asking(desk: Desk, pilot: Pilot[None], state: HallState, chosen: str) -> None:
    await opened(desk, pilot, state)
    place = [question.key for question in desk.app.desk.questions].index(chosen)
    await keys(pilot, *["down"] * place)


def asked(desk: Desk) -> list[str]:
    return [question.key for question in desk.app.desk.questions if question.kind == "classify"]


ALL = (ANN, BO, CY, DEE, EVE, UNRATED)


@pytest.mark.clause("ACF-1.IV.B", "ACF-1.IV.C")
async def test_all_of_a_division_whose_ratings_belong_elsewhere_are_approved_at_once() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await asking(desk, pilot, registered(*ALL), "classify:majors")
        assert asked(desk) == ["classify:majors", "classify:minors"]
        assert "Bo King (2050) named Majors; by rating Masters." in shown(desk)
        assert "Dee" not in shown(desk)
        await keys(pilot, "a", *"Clark", "enter", *"Rating", "enter")
        fact = "All 2 asked about of Majors play where title or rating belongs (ACF-1.IV.B)"
        assert f"{fact}, approved by Clark: Rating?" in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        assert [(draft.ent, draft.body) for draft in desk.port.drafts] == [
            ("player/p2/classification", PlayerClassified("masters", "Clark", "Rating")),
            ("player/p3/classification", PlayerClassified("minors", "Clark", "Rating")),
        ]
        assert asked(desk) == ["classify:minors"]


@pytest.mark.clause("ACF-1.IV.B")
async def test_all_are_approved_as_they_named_it() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await asking(desk, pilot, registered(*ALL), "classify:majors")
        await keys(pilot, "o", "enter", *"RD", "enter", *"Asked", "enter", "y")
        assert [draft.body for draft in desk.port.drafts] == [
            PlayerClassified("majors", "RD", "Asked")
        ] * 2


@pytest.mark.clause("ACF-1.IV.B")
async def test_one_of_those_asked_about_is_decided_alone() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await asking(desk, pilot, registered(*ALL), "classify:majors")
        await keys(pilot, "o", "end", "enter")
        assert "Which division? Cy Ortega (1500)" in shown(desk)
        await keys(pilot, "end", "enter", *"RD", "enter", *"New", "enter", "y")
        [draft] = desk.port.drafts
        assert (draft.ent, draft.body) == (
            "player/p3/classification", PlayerClassified("minors", "RD", "New"),
        )  # fmt: skip


@pytest.mark.clause("ACF-1.IV.B")
async def test_pairing_asks_about_unapproved_players_only_while_they_are_not_paired() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await asking(desk, pilot, registered(*ALL), "pair:majors:1")
        assert "2 players' divisions are not approved yet (ACF-1.IV.B)" in shown(desk)
        desk.tell(registered(BO, CY, DEE, paired=True))
        await pilot.pause()
        assert "1 division to approve, Majors" in shown(desk)
        put = Classified("RD", "Asked", START, "majors")
        desk.tell(registered(ANN, replace(BO, classified=put), DEE))
        await pilot.pause()
        assert asked(desk) == []
