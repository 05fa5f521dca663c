"""The start of a round: the queue reminds of it at the hour, one confirmed action gives it."""

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core.events import DecisionMade, RoundStarted
from shared.core.events.measures import Dismissed
from shared.core.state import HallState, Match
from tests.core.decided import decision, with_decisions
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    keys,
    masters,
    match,
    report,
    shown,
    under_way,
)

ONE = match("m1", "t1", ("p1", "p2"))


def published(*matches: Match, **more: int) -> HallState:
    state = masters(*(matches or (ONE,)))
    paired = msgspec.structs.replace(state.rounds["masters", 1], event="e1", **more)
    return msgspec.structs.replace(state, rounds={("masters", 1): paired})


def asked(state: HallState, now: int) -> list[Question]:
    return [q for q in questions(Moment(state, LIVE, now, {})) if q.kind == "start"]


def test_the_queue_reminds_once_the_hour_has_come_and_not_before() -> None:
    assert asked(published(), START - 1) == []
    [question] = asked(published(), START + 2 * MINUTE)
    assert question.title == "Start round 1, Masters"
    assert question.evidence == ("Scheduled 22:13, 2 min ago; no table has begun.",)
    [draft] = question.drafts
    assert draft.ent == "masters/1/start"
    assert draft.body == RoundStarted(START + 2 * MINUTE, "e1")
    [later] = asked(published(), START + 3 * MINUTE)
    assert later.key == question.key


def test_a_start_that_was_given_or_that_tables_have_made_is_not_asked_for() -> None:
    assert asked(published(begun_at=START), START + MINUTE) == []
    assert asked(published(under_way("m1", "t1", ("p1", "p2"))), START + MINUTE) == []


async def test_the_start_is_given_from_the_queue_with_two_keys() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.now = START + MINUTE
        desk.tell(published())
        await keys(pilot, "a")
        assert "Start round 1 of Masters: tables and lobby" in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, RoundStarted)
        assert (draft.body.pairing, draft.body.at // MINUTE) == ("e1", (START + MINUTE) // MINUTE)


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize(("early", "words"), [(True, "from 22:13."), (False, "from now and not")])
async def test_it_is_given_by_hand_earlier_or_later_and_says_what_lateness_counts_from(
    early: bool, words: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.now = START - 5 * MINUTE if early else START + 5 * MINUTE
        desk.tell(published())
        await keys(pilot, "p", "S")
        assert "Start round 1 of Masters now" in shown(desk)
        assert words in shown(desk)
        await keys(pilot, "y")
        assert [d.body for d in desk.port.drafts if isinstance(d.body, RoundStarted)] == [
            RoundStarted(desk.now, "e1")
        ]


@pytest.mark.clause("ACF-1.VI.A")
async def test_a_start_given_by_mistake_is_taken_back_with_a_reason_while_no_game_has_begun() -> (
    None
):
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.now = START + 5 * MINUTE
        desk.tell(published(begun_at=START + 4 * MINUTE))
        await keys(pilot, "p")
        assert "S Undo start" in shown(desk)
        await keys(pilot, "S")
        assert "Why is the start of round 1 of Masters taken back?" in shown(desk)
        await keys(pilot, *"Fire", "enter")
        assert "Take the start of round 1 of Masters back: Fire? It was given 22:17" in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "masters/1/start"
        assert draft.body == RoundStarted(START + 4 * MINUTE, "e1", "Fire")


async def test_a_start_is_not_taken_back_once_a_table_plays() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(published(begun_at=START))
        await keys(pilot, "p", "S", *"Fire", "enter")
        desk.tell(published(under_way("m1", "t1", ("p1", "p2")), begun_at=START))
        await keys(pilot, "y")
        assert "A table has begun, or the start has changed, since." in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "escape", "escape", "p", "S")
        assert "Undo start" not in shown(desk)
        assert "Why is the start" not in shown(desk)


async def test_report_dismissed_by_mistake_is_opened_again_at_once() -> None:
    of = under_way("m1", "t1", ("p1", "p2"))
    call = report("call", of)
    dismissed = decision("d1", Dismissed(), of=of, settles=(call.event,))
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(with_decisions(masters(of, reports=(call,)), of, dismissed))
        await keys(pilot, "i", "u")
        [draft] = desk.port.drafts
        assert draft.body == DecisionMade((), replaces=("d1",))
        coming = report("call", of, coming_at=START)
        desk.tell(masters(of, reports=(coming,)))
        await keys(pilot, "u")
        assert desk.port.drafts == [draft], "a call that is open has nothing to undo"
        assert [q.kind for q in desk.app.desk.questions if q.reports] == ["call"]
