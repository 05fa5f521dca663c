"""Undoing and replacing decisions: what is said first, and what a table has done stays done."""

import msgspec
import pytest

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.asked.parts.pick_list import PickList
from shared.core.events import ControlChosen, DecisionMade, entities
from shared.core.events.measures import (
    Caution,
    DealtWith,
    Dismissed,
    GameLost,
    Imported,
    MatchDecided,
    Resumed,
    Suspended,
    TimeAdded,
)
from shared.core.state import Carried, Decision, HallState, Match
from shared.tui.confirm import Confirm
from tests.core.decided import decision, grounds, measures, with_decisions
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    masters,
    match,
    opened,
    outcome,
    report,
    shown,
    under_way,
)
from tests.tui.fake_port import FakePort
from tests.tui.screens import assert_screen

SIZES = ((80, 24), (50, 15))
OF = under_way("m1", "t1", ("p1", "p2"))
CLOCKED = under_way("m1", "t1", ("p1", "p2"), control=ControlChosen("90:00", "event"))
LATE = match("m1", "t1", ("p1", "p2"), seated=(True, False))
ALONE = under_way("m2", "t2", ("p3", "p4"), result=confirmed("W D"))
"""Beside the match in question, so that a wrong key would have somewhere to land."""


# -- undoing what this desk decided ----------------------------------------------------------------


def carried(state: HallState, of: Match, one: Decision) -> HallState:
    """Return the state after the table has carried out every measure of a decision."""
    done = {token: Carried(None, START) for token, _measure in one.measures}
    changed = msgspec.structs.replace(state.matches[of.uid], carried=done)
    return msgspec.structs.replace(state, matches={**state.matches, of.uid: changed})


HERE = FakePort.node_id


async def test_undo_takes_back_what_was_decided_last_and_then_what_was_decided_before() -> None:
    desk = Desk()
    reports = (report("phone", OF), report("call", OF, token="b", coming_at=START + MINUTE))
    state = masters(OF, ALONE, reports=reports)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "2")
        await keys(pilot, "a")
        first = decision("event-1-0", Dismissed(), of=OF, settles=("ea",), node=HERE)
        second = decision("event-2-0", DealtWith(), of=OF, settles=("eb",), node=HERE, at=START + 1)
        desk.tell(with_decisions(state, OF, first, second))
        await pilot.pause()
        await keys(pilot, "u")
        assert desk.port.drafts[2].body == DecisionMade((), replaces=("event-2-0",))
        undone = msgspec.structs.replace(second, standing="replaced")
        desk.tell(with_decisions(state, OF, first, undone))
        await pilot.pause()
        await keys(pilot, "u")
        assert desk.port.drafts[3].body == DecisionMade((), replaces=("event-1-0",))


async def test_undo_after_a_restart_takes_back_what_this_device_decided_last() -> None:
    desk = Desk()
    mine = decision("d1", Caution(1), of=OF, node=HERE)
    later = decision("d2", Caution(0), of=OF, at=START + 9)
    put_right = (
        decision("d3", of=OF, node=HERE, at=START + 5, replaces=("d0",)),
        decision("d4", Resumed(), of=OF, node=HERE, at=START + 5),
    )
    taken_over = decision(
        "d5", Imported("club.csv", "2"), MatchDecided.by(outcome("W D")),
        of=ALONE, node=HERE, at=START + 7,
    )  # fmt: skip
    state = with_decisions(masters(OF, ALONE), OF, mine, *put_right, later)
    state = with_decisions(state, ALONE, taken_over)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "u")
        assert [draft.body for draft in desk.port.drafts] == [DecisionMade((), replaces=("d1",))]


async def test_undo_without_a_ruling_of_this_desk_says_so() -> None:
    desk = Desk()
    another = decision("d1", Caution(1), of=OF)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = with_decisions(masters(OF), OF, another)
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "u")
        told = [note.message for note in desk.app._notifications]
        assert told == ["There is no ruling of this desk to undo."]
        assert desk.port.drafts == []


async def test_time_that_the_table_has_added_is_taken_again_or_stays() -> None:
    desk = Desk()
    state = masters(CLOCKED, ALONE, reports=(report("call", CLOCKED),))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "x", "3")
        assert measures(desk.port.drafts[0]) == [TimeAdded(60_000, 0)]
        added = decision(
            "event-1-0", TimeAdded(60_000, 0), of=CLOCKED, clause="ACF-1.VII", node=HERE
        )
        desk.tell(carried(with_decisions(state, CLOCKED, added), CLOCKED, added))
        await pilot.pause()
        await keys(pilot, "u")
        assert "Undo, and at the table: Ann Lee loses 1 minute." in shown(desk)
        assert "Undo, and leave the table as it is" in shown(desk)
        await keys(pilot, "enter")
        undone, taken = desk.port.drafts[-2:]
        assert undone.body == DecisionMade((), replaces=("event-1-0",))
        assert measures(taken) == [TimeAdded(-60_000, 0)]
        assert grounds(taken) == ("ACF-1.VII", "")


async def test_undo_lets_a_player_in_again_and_takes_back_the_forfeit_with_it() -> None:
    desk = Desk()
    filed = report("disturbance", OF, which="intoxication")
    state = masters(OF, ALONE, reports=(filed,))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "a", "y")
        assert [draft.ent for draft in desk.port.drafts] == [
            "player/p2/decision",
            "masters/1/m1/decision",
        ]
        ent = entities.player_decision("p2")
        out = decision("event-1-0", Suspended(), ent=ent, clause="ACF-3.II.C", node=HERE)
        ends = MatchDecided.by(outcome("W* W*"))
        lost = decision("event-1-1", ends, of=OF, settles=("ea",), node=HERE)
        state = with_decisions(state, OF, lost)
        player = msgspec.structs.replace(state.players["p2"], suspended=out, decisions=(out,))
        desk.tell(msgspec.structs.replace(state, players={**state.players, "p2": player}))
        await pilot.pause()
        await keys(pilot, "u")
        assert "Bo King is paired again." in shown(desk)
        await keys(pilot, "y")
        assert [draft.body for draft in desk.port.drafts[2:]] == [
            DecisionMade((), replaces=("event-1-1",)),
            DecisionMade((), replaces=("event-1-0",)),
        ]


# -- replacing a decision --------------------------------------------------------------------------


def penalised(*given: Decision) -> HallState:
    phone = report("phone", OF, game=1)
    return with_decisions(masters(OF, ALONE, reports=(phone,)), OF, *given)


LOST = decision("d1", GameLost(1, 1), of=OF, settles=("ea",), clause="ACF-3.II.J")


@pytest.mark.parametrize("size", SIZES)
async def test_ruling_is_replaced_from_the_list_and_what_that_changes_is_said_first(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, penalised(LOST), at=START + 34 * MINUTE)
        await keys(pilot, "i", "o")
        assert isinstance(desk.app.screen, DecideScreen)
        assert_screen(desk.app, "decide-again")
        found = [option.measures for option in desk.app.screen.found]
        await keys(pilot, str(found.index((Dismissed(),)) + 1))
        assert isinstance(desk.app.screen, Confirm)
        said = desk.app.screen.sentence
        assert "Instead of: Table 1: Game 1 is forfeited by Bo King. (ACF-3.II.J)" in said
        assert "Game 1 does not have to be forfeited in the result any more." in said
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [Dismissed()]
        assert isinstance(draft.body, DecisionMade)
        assert draft.body.replaces == ("d1",)
        assert draft.body.settles == ("ea",), "the report does not open again"


async def test_measure_that_stays_keeps_its_token_so_that_no_table_does_it_again() -> None:
    desk = Desk()
    both = decision("d1", GameLost(1, 1), Caution(1), of=OF, settles=("ea",), clause="ACF-3.II.J")
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, penalised(both), at=START + 34 * MINUTE)
        await keys(pilot, "i", "o", "1", "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [GameLost(1, 1)]
        assert isinstance(draft.body, DecisionMade)
        assert draft.body.measures[0].token == both.measures[0][0]


async def test_replacing_what_a_table_has_done_says_that_it_stays_done() -> None:
    desk = Desk()
    added = decision("d1", TimeAdded(60_000, 0), of=CLOCKED, clause="ACF-1.VII")
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = with_decisions(masters(CLOCKED, ALONE), CLOCKED, added)
        await opened(desk, pilot, carried(state, CLOCKED, added), at=START + 34 * MINUTE)
        await keys(pilot, "i", "o")
        screen = desk.app.screen
        assert isinstance(screen, DecideScreen)
        found = [option.measures for option in screen.found]
        await keys(pilot, str(found.index((TimeAdded(120_000, 0),)) + 1))
        assert isinstance(desk.app.screen, Confirm)
        assert "it stays done until you decide otherwise" in desk.app.screen.sentence
        await keys(pilot, "escape")
        assert desk.port.drafts == []


async def test_caution_is_replaced_at_once() -> None:
    desk = Desk()
    touched = report("touched_piece", OF, which="adjusted", game=1)
    given = decision("d1", Caution(1), of=OF, settles=("ea",), clause="ACF-1.V.B")
    state = with_decisions(masters(OF, ALONE, reports=(touched,)), OF, given)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "i", "o")
        screen = desk.app.screen
        assert isinstance(screen, DecideScreen)
        found = [option.measures for option in screen.found]
        await keys(pilot, str(found.index((Dismissed(),)) + 1))
        [draft] = desk.port.drafts
        assert isinstance(draft.body, DecisionMade)
        assert draft.body.replaces == ("d1",)


async def test_replacing_a_suspension_lets_the_player_in_again() -> None:
    desk = Desk()
    filed = report("disturbance", OF, which="intoxication")
    ent = entities.player_decision("p2")
    out = decision("s1", Suspended(), ent=ent, settles=("ea",), clause="ACF-3.II.C")
    lost = decision("d1", MatchDecided.by(outcome("W* W*")), of=OF, settles=("ea",))
    state = with_decisions(masters(OF, ALONE, reports=(filed,)), OF, lost)
    player = msgspec.structs.replace(state.players["p2"], suspended=out, decisions=(out,))
    state = msgspec.structs.replace(state, players={**state.players, "p2": player})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "i")
        lines = [line.key for line in desk.app.screen.query_one(PickList).lines_shown]
        await keys(pilot, *["down"] * lines.index(filed.ent), "o")
        screen = desk.app.screen
        assert isinstance(screen, DecideScreen)
        found = [option.measures for option in screen.found]
        await keys(pilot, str(found.index((Caution(1),)) + 1))
        assert isinstance(desk.app.screen, Confirm)
        assert "Bo King is paired again." in desk.app.screen.sentence
        await keys(pilot, "y")
        cautioned, lifted = desk.port.drafts
        assert measures(cautioned) == [Caution(1)]
        assert isinstance(cautioned.body, DecisionMade)
        assert cautioned.body.replaces == ("d1",)
        assert (lifted.ent, lifted.body) == (ent, DecisionMade((), replaces=("s1",)))
