"""Who comes late where a clock keeps the time: his own time runs, no game is forfeited."""

from __future__ import annotations

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.floor.floor import cells
from hall_server.referee.questions.question import Question, Urgency
from hall_server.referee.questions.questions import questions
from hall_server.referee.rulings.choices import choices
from shared.core import entities
from shared.core.desks import Desks, GivenOrder
from shared.core.events import Order, OrderGiven, ReportAnswered
from shared.core.state import HallState, Match
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    masters,
    match,
    moment,
    reading,
    report,
)
from tests.tui.screens import assert_screen, screen_text

PAIR = ("p1", "p2")
WAITING = match("m1", "t1", PAIR, seated=(True, False))
EMPTY = match("m1", "t1", PAIR)


def late(state: HallState, ms: int, **live: object) -> list[Question]:
    found = questions(state, LIVE, START + ms, live.get("live", {}))  # type: ignore[arg-type]
    return [question for question in found if question.kind == "late"]


def told(of: Match, order: Order, why: str = "The bus broke down.") -> Desks:
    ent = entities.order(of.key, order.kind)
    given = GivenOrder(ent, of.uid, order, "ACF-1.VI.B", why, START + MINUTE, "e")
    return Desks(orders={ent: given})


@pytest.mark.clause("ACF-1.VI.B")
@pytest.mark.parametrize(
    ("ms", "due"), [(15 * MINUTE - 1, False), (15 * MINUTE, True), (61 * MINUTE, True)]
)
def test_the_time_of_the_absent_is_proposed_at_the_grace_and_no_game_ever(
    ms: int, due: bool
) -> None:
    [question] = late(masters(WAITING), ms)
    assert question.clause == "ACF-1.VI.B"
    assert question.title.endswith("Bo King")
    if not due:
        assert (question.opens, question.urgency) == ("note", Urgency.LATER)
        assert "can be started 15:00 after the start" in question.proposal
        return
    assert question.urgency == Urgency.NOW
    assert question.proposal == (
        "The time of Bo King runs from now, under 90:00; no game is forfeited for being late."
    )
    [draft] = question.drafts
    order = Order("start_absent", "90:00")
    assert draft.body == OrderGiven(order, "ACF-1.VI.B", "The time of Bo King runs from now.")
    found = choices(moment(masters(WAITING), START + ms), question, WAITING)
    assert not [choice for choice in found if choice.words.startswith("Game 1 is forfeited")]


@pytest.mark.clause("ACF-1.VI.B")
def test_where_both_are_absent_two_clocks_are_started_by_one_order() -> None:
    assert late(masters(EMPTY), 14 * MINUTE) == []
    [question] = late(masters(EMPTY), 16 * MINUTE)
    assert question.title == "Late 16:00: Ann Lee and Bo King"
    assert [draft.body for draft in question.drafts] == [
        OrderGiven(
            Order("start_absent", "90:00"),
            "ACF-1.VI.B",
            "The time of Ann Lee and Bo King runs from now.",
        )
    ]


@pytest.mark.clause("ACF-1.VI.B")
def test_a_report_carries_the_order_and_is_closed_once_the_time_runs() -> None:
    state = masters(WAITING, reports=(report("late", WAITING, about=1),))
    [question] = late(state, 20 * MINUTE)
    order = Order("start_absent", "90:00")
    assert [draft.body for draft in question.drafts] == [
        ReportAnswered("ruled", "ACF-1.VI.B", "The time of Bo King runs from now.", order)
    ]
    [running] = late(state, 20 * MINUTE, live=reading(WAITING, running=(1,)))
    assert running.title == "The time of Bo King runs"
    assert [type(draft.body) for draft in running.drafts] == [ReportAnswered]


@pytest.mark.clause("ACF-1.VI.B")
def test_what_was_ordered_is_not_proposed_again() -> None:
    state = masters(WAITING, desks=told(WAITING, Order("start_absent", "90:00")))
    [question] = late(state, 20 * MINUTE)
    assert (question.opens, question.urgency) == ("note", Urgency.LATER)
    assert question.proposal.startswith("Ordered 22:14:20: the time of Bo King runs")


@pytest.mark.clause("ACF-1.VI.B")
def test_where_the_players_choose_the_control_the_referee_says_under_which() -> None:
    state = masters(WAITING)
    free = msgspec.structs.replace(state.divisions["masters"], control="")
    state = msgspec.structs.replace(state, divisions={"masters": free})
    [question] = late(state, 20 * MINUTE)
    assert question.opens == "decide"
    found = choices(moment(state, START + 20 * MINUTE), question, WAITING)
    assert [c.order for c in found if c.order is not None and c.order.kind == "start_absent"] == [
        Order("start_absent", "90:00"),
        Order("start_absent", "80:00+10"),
    ]


@pytest.mark.clause("ACF-1.VI.B")
def test_an_excused_absence_costs_nothing_and_stays_in_sight() -> None:
    state = masters(WAITING, desks=told(WAITING, Order("excuse", seat=1)))
    [question] = late(state, 45 * MINUTE)
    assert question.title == "Excused: Bo King"
    assert question.evidence == ("Excused 22:14:20: The bus broke down.",)
    assert question.opens == "note"
    [cell] = cells(moment(state, START + 45 * MINUTE), 0)
    assert cell.words == "excused"


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    await pilot.press(*pressed)
    await pilot.pause()


@pytest.mark.clause("ACF-1.VI.B")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_the_absent_side_s_time_is_started_with_a_key_and_a_yes(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        desk.now += 16 * MINUTE
        desk.tell(masters(WAITING))
        await pilot.pause()
        assert_screen(desk.app, "late-by-the-clock")
        await keys(pilot, "a")
        assert desk.port.drafts == []
        assert "ACF-1.VI.B" in screen_text(desk.app)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, OrderGiven)
        assert draft.body.order == Order("start_absent", "90:00")


@pytest.mark.clause("ACF-1.VI.B")
async def test_an_absence_is_excused_only_with_a_reason() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.now += 16 * MINUTE
        desk.tell(masters(WAITING))
        await pilot.pause()
        await keys(pilot, "o", "down", "enter")
        assert "Bo King is excused" in screen_text(desk.app)
        await keys(pilot, "enter")
        assert "Type something first." in screen_text(desk.app)
        await keys(pilot, *"bus", "enter", "y")
        [draft] = desk.port.drafts
        assert draft.body == OrderGiven(
            Order("excuse", seat=1),
            "ACF-1.VI.B",
            "Bo King is excused: nothing is counted. bus",
        )
