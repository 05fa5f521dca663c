"""The clock desk: what tables carry out, for one of them or for all at once."""

import msgspec
import pytest

from hall_server.referee.asked.rulings.clock_desk import of_table
from hall_server.referee.derived.questions.cases import case_of
from shared.core.decisions.facts import stands_paused
from shared.core.decisions.words import offered
from shared.core.events import ControlChosen
from shared.core.events.measures import (
    AbsentTimeStarted,
    ClockAssigned,
    Measure,
    MovesTimed,
    Paused,
    Resumed,
    TimeAdded,
)
from shared.core.state import Carried, HallState, Match
from tests.core.decided import decision, grounds, measures, with_decisions
from tests.hall_server.referee.halls import (
    START,
    Desk,
    confirmed,
    keys,
    majors,
    masters,
    match,
    moment,
    opened,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

NINETY = ControlChosen("90:00", "agreed")


def open_hall() -> HallState:
    return masters(
        under_way("m1", "t1", ("p1", "p2")),
        match("m2", "t2", ("p3", "p4"), seated=(True, False)),
        under_way("m3", "t3", ("p5", "p6"), result=confirmed("W D")),
    )


def told(state: HallState, uid: str, *given: Measure) -> HallState:
    of = state.matches[uid]
    made = (decision(f"e{at}", one, of=of, at=START + at) for at, one in enumerate(given))
    return with_decisions(state, of, *made)


def offers(state: HallState, of: Match) -> list[str]:
    now = moment(state)
    case = case_of(now, "clock", of)
    return [offered(option, now.names(of), of) for option in of_table(case)]


def lines(desk: Desk) -> str:
    text = screen_text(desk.app)
    for sign in "┃│▏▎►":
        text = text.replace(sign, " ")
    return " ".join(text.split())


def test_only_a_match_that_is_not_paused_can_be_paused() -> None:
    state = open_hall()
    assert "Both clocks are stopped still." in offers(state, state.matches["m1"])
    paused = told(state, "m1", Paused())
    assert offers(paused, paused.matches["m1"])[0] == "The game goes on."
    again = told(state, "m1", Paused(), Resumed())
    assert not stands_paused(again.matches["m1"])


async def test_tables_that_play_are_paused_and_those_that_are_paused_go_on() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, told(open_hall(), "m1", Paused()))
        await keys(pilot, "x")
        assert "Pause every table: 1 table" in lines(desk)
        assert "Let every paused table go on: 1 table" in lines(desk)


@pytest.mark.clause("ACF-1.VI.B")
def test_absent_players_time_is_offered_first_where_a_clock_is_used() -> None:
    state = open_hall()
    of = state.matches["m2"]
    assert offers(state, of)[0] == "The absent player's time runs (90:00), from now."
    option = of_table(case_of(moment(state), "clock", of))[0]
    assert option.measures == (AbsentTimeStarted("90:00"),)
    assert option.clause == "ACF-1.VI.B"
    majors = msgspec.structs.replace(
        state.divisions["masters"], rulebook="acf-majors", control="unclocked"
    )
    without = msgspec.structs.replace(state, divisions={"masters": majors})
    assert not any("time runs" in words for words in offers(without, of))


@pytest.mark.clause("ACF-1.X.A.f")
@pytest.mark.parametrize("size", [(50, 15), (80, 24), (100, 30)])
async def test_all_tables_are_paused_at_once_with_what_the_players_read(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, open_hall())
        await keys(pilot, "x")
        await keys(pilot, "end", "enter")
        await keys(pilot, *"Fire")
        assert_screen(desk.app, "pause-all")
        assert desk.port.drafts == []
        await keys(pilot, "enter")
        assert [measures(draft) for draft in desk.port.drafts] == [[Paused()], [Paused()]]
        assert {grounds(draft) for draft in desk.port.drafts} == {("ACF-1.VII", "Fire")}
        assert len({draft.ent for draft in desk.port.drafts}) == 2


async def test_undo_lets_all_tables_go_on_that_were_paused_together() -> None:
    desk = Desk()
    state = open_hall()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state)
        await keys(pilot, "x", "end", "enter", "enter")
        here = desk.port.node_id
        ones = [
            decision(f"event-1-{n}", Paused(), of=state.matches[f"m{n + 1}"], node=here)
            for n in (0, 1)
        ]
        for uid, one in zip(("m1", "m2"), ones, strict=True):
            state = with_decisions(state, state.matches[uid], one)
        token = ones[0].measures[0][0]
        stands = msgspec.structs.replace(state.matches["m1"], carried={token: Carried(None, START)})
        desk.tell(msgspec.structs.replace(state, matches={**state.matches, "m1": stands}))
        await pilot.pause()
        before = len(desk.port.drafts)
        await keys(pilot, "u")
        assert "Undo: Table 1: Both clocks are stopped still. Table 2: Both clocks" in lines(desk)
        assert "The table has done this, and it stays done" in lines(desk)
        assert "Undo, and at the table: The game goes on." in lines(desk)
        assert "leave the table as it is" not in lines(desk)
        await keys(pilot, "enter")
        first, second, right = desk.port.drafts[before:]
        assert measures(first) == measures(second) == []
        assert measures(right) == [Resumed()]
        assert right.ent == "masters/1/m1/decision"


@pytest.mark.clause("ACF-1.X.B.a")
async def test_timekeeper_is_sent_to_a_table_without_a_request() -> None:
    desk = Desk()
    state = open_hall()
    majors = msgspec.structs.replace(
        state.divisions["masters"], rulebook="acf-majors", control="unclocked"
    )
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, msgspec.structs.replace(state, divisions={"masters": majors}))
        await keys(pilot, "g", "1", "enter")
        await keys(pilot, "x", "down")
        assert "A timekeeper comes and times each move. (ACF-1.X.B.a)" in lines(desk)
        await keys(pilot, "enter")
        [draft] = desk.port.drafts
        assert measures(draft) == [MovesTimed("five_minutes")]
        assert grounds(draft) == ("ACF-1.X.B.a", "")


@pytest.mark.clause("ACF-1.X.A.e")
def test_time_is_added_or_taken_at_a_table_that_reported_nothing() -> None:
    state = masters(under_way("m1", "t1", ("p1", "p2"), control=ControlChosen("90:00", "event")))
    case = case_of(moment(state), "clock", state.matches["m1"])
    found = {one for option in of_table(case) for one in option.measures}
    assert {TimeAdded(120_000, 120_000), TimeAdded(0, 120_000), TimeAdded(-60_000, 0)} <= found


async def test_with_nothing_open_it_says_that_there_is_no_clock() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(count=4))
        await keys(pilot, "x")
        assert "there is no clock to stop" in screen_text(desk.app)


@pytest.mark.clause("ACF-1.X.B.b", "ACF-1.X.B.c")
@pytest.mark.parametrize("there", [(True, True), (True, False)])
async def test_referee_assigns_a_clock_to_an_unclocked_match_by_keys(
    there: tuple[bool, bool],
) -> None:
    desk = Desk()
    state = majors(masters(match("m1", "t1", ("p1", "p2"), seated=there)))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "g", "1", "enter", "x")
        said = offers(state, state.matches["m1"])
        line = said.index("A clock, 90:00, from the next game that begins.")
        await keys(pilot, *["down"] * line, "enter")
        [draft] = desk.port.drafts
        assert measures(draft) == [ClockAssigned("90:00", "next")]
        assert grounds(draft) == ("ACF-1.X.B.b", "")


@pytest.mark.clause("ACF-1.X.B.b")
def test_no_clock_is_assigned_where_one_keeps_the_time() -> None:
    clocked = match("m1", "t1", ("p1", "p2"), seated=(True, True), control=NINETY)
    for state in (majors(masters(clocked)), open_hall()):
        assert not any(
            "from the next game" in words for words in offers(state, state.matches["m1"])
        )
