"""Questions that a result or a flag raises: their ground, their proposal, what accepting writes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hall_server.referee.questions.question import Question, Urgency
from hall_server.referee.questions.questions import questions
from hall_server.referee.rulings.choices import choices
from shared.core.desks import Desks, GivenOrder
from shared.core.events import (
    ClockLogged,
    ControlChosen,
    Order,
    OrderGiven,
    RulingMade,
    ScoreLogged,
)
from shared.core.state import Answer, HallState, Match, Result
from shared.core.words import Code, Outcome
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    live,
    masters,
    moment,
    outcome,
    reading,
    report,
    ruled,
    signed,
    under_way,
)
from tests.tui.screens import screen_text

LATER = START + 100 * MINUTE
PAIR = ("p1", "p2")


def asked(state: HallState, now: int = LATER, **live: object) -> list[Question]:
    return list(questions(state, LIVE, now, live.get("live", {})))  # type: ignore[arg-type]


def one(state: HallState, kind: str, now: int = LATER, **live: object) -> Question:
    found = [question for question in asked(state, now, **live) if question.kind == kind]
    assert len(found) == 1, [question.kind for question in asked(state, now, **live)]
    return found[0]


def ruling(question: Question) -> RulingMade:
    body = question.drafts[0].body
    assert isinstance(body, RulingMade)
    return body


def test_result_that_no_match_ends_with_is_a_question_with_its_reason() -> None:
    match = under_way("m1", "t1", PAIR, result=confirmed("W D L"))
    question = one(masters(match), "unscored")
    assert question.evidence[0] == "A match under ACF Masters has 2 games, not 3."
    assert question.opens == "decide"
    mended = under_way("m1", "t1", PAIR, result=Result("ruled", outcome("W D"), (ruled("W D"),)))
    assert not [q for q in asked(masters(mended)) if q.kind == "unscored"]


@pytest.mark.clause("ACF-1.VII")
def test_a_dispute_shows_both_versions_and_leaves_the_choice_to_the_referee() -> None:
    match = under_way("m1", "t1", PAIR, result=disputed("W D", "D W"))
    question = one(masters(match), "dispute")
    assert question.urgency == Urgency.NOW
    assert question.opens == "decide"
    assert question.drafts == ()
    assert question.choices == (outcome("W D"), outcome("D W"))
    assert "Ann Lee signed 23:43:20: Ann Lee wins 1–0 with 1 draw (W D)" in question.evidence
    assert "Bo King signed 23:43:20: Ann Lee wins 1–0 with 1 draw (D W)" in question.evidence
    assert "38 presses in the log; moves this game 19–19" in question.evidence


def test_a_dispute_that_gets_another_version_is_another_question() -> None:
    before = under_way("m1", "t1", PAIR, result=disputed("W D", "D W"))
    heads = Result("disputed", None, before.result.versions, ("s0", "s9"))
    after = msgspec.structs.replace(before, result=heads)
    assert one(masters(before), "dispute").key != one(masters(after), "dispute").key


def test_a_version_that_a_ruling_had_not_seen_proposes_to_keep_the_ruling() -> None:
    versions = (ruled("W W"), signed(1, "L L"))
    match = under_way("m1", "t1", PAIR, result=Result("conflict", None, versions, ("r", "s1")))
    question = one(masters(match), "conflict")
    assert question.opens == "write"
    assert question.drafts[0].ent == "masters/1/m1/result"
    assert ruling(question).outcome == outcome("W W")


def test_two_rulings_that_differ_are_left_to_the_referee() -> None:
    versions = (ruled("W W"), ruled("L L", "r2"))
    match = under_way("m1", "t1", PAIR, result=Result("conflict", None, versions, ("r", "r2")))
    question = one(masters(match), "conflict")
    assert question.opens == "decide"
    assert question.choices == (outcome("W W"), outcome("L L"))


def test_a_flag_in_game_one_proposes_that_game_and_the_one_not_started() -> None:
    match = under_way("m1", "t1", PAIR)
    question = one(masters(match), "flag", live=reading(match, flag=1, flag_at=START + 5))
    assert question.since == START + 5
    assert question.clause == "ACF-1.X.A.b"
    assert ruling(question).outcome == outcome("W W*")


def test_a_flag_in_game_two_asks_how_game_one_was_played() -> None:
    match = under_way("m1", "t1", PAIR)
    question = one(masters(match), "flag", live=reading(match, flag=0, game=2))
    assert question.opens == "decide"
    assert set(question.choices) == {outcome("W L"), outcome("D L"), outcome("L L")}


def pool(of: Match) -> HallState:
    state = masters(of)
    book = msgspec.structs.replace(state.divisions["masters"], rulebook="apca")
    return msgspec.structs.replace(state, divisions={"masters": book})


@pytest.mark.clause("HALL-apca-flag")
@pytest.mark.parametrize(
    "shows",
    [{"game": 1}, {"game": 2, "moves": (0, 0), "running": ()}],
    ids=["as it falls", "before game 2"],
)
def test_a_flag_that_costs_its_game_alone_leaves_the_next_one_to_the_referee(
    shows: dict[str, Any],
) -> None:
    match = under_way("m1", "t1", PAIR, control=ControlChosen("45:00", "event"))
    question = one(pool(match), "flag", live=reading(match, flag=1, **shows))
    assert (question.opens, question.clause) == ("decide", "HALL-apca-flag")
    assert question.proposal.startswith("Bo King loses game 1 on time, and no other by that.")
    assert question.drafts == ()
    first = choices(moment(pool(match)), question, match)[0]
    assert (first.kind, first.words) == ("clocks", "The next game is played: set both clocks")


@pytest.mark.clause("HALL-apca-flag")
async def test_the_times_of_the_game_after_a_flag_are_set_from_the_queue() -> None:
    desk = Desk()
    match = under_way("m1", "t1", PAIR, control=ControlChosen("45:00", "event"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.tell(pool(match))
        desk.see(live(match, flag=1))
        await pilot.pause()
        desk.app.tick()
        await pilot.pause()
        await pilot.press("a", "enter", *"20:00", "space", *"45:00", "enter")
        await pilot.pause()
        assert "HALL-apca-flag" in screen_text(desk.app)
        await pilot.press("y")
        await pilot.pause()
        [draft] = desk.port.drafts
        assert isinstance(draft.body, OrderGiven)
        assert draft.body.order == Order("set_time", set_ms=(1_200_000, 2_700_000))


@pytest.mark.clause("USBGF-4.3")
def test_a_noticed_flag_offers_the_match_lost_and_the_claim_of_game_and_match() -> None:
    score = ScoreLogged((4, 2))
    log = ClockLogged(3, (), (0, 60_000), (4, 4), "30 s", score)
    played = msgspec.structs.replace(under_way("m1", "t1", PAIR), length=7, clock=log)
    state = masters(played)
    book = msgspec.structs.replace(state.divisions["masters"], rulebook="usbgf")
    state = msgspec.structs.replace(state, divisions={"masters": book})
    question = one(state, "flag", live=reading(played, flag=0, game=3))
    assert question.clause == "USBGF-4.3"
    assert question.choices == (
        Outcome((Code.LOSS,), points=(4, 7)),
        Outcome((Code.WIN,), points=(7, 2)),
    )


def test_a_flag_is_no_question_once_a_side_has_signed() -> None:
    result = Result("entered", None, (signed(0, "L L"),), ("s0",))
    match = under_way("m1", "t1", PAIR, result=result)
    found = asked(masters(match), live=reading(match, flag=0))
    assert "flag" not in [question.kind for question in found]


@pytest.mark.clause("ACF-2.IV.D")
def test_who_withdraws_after_the_pairing_forfeits_the_round() -> None:
    match = msgspec.structs.replace(under_way("m1", "t1", PAIR), seated=(True, False))
    state = masters(match)
    gone = msgspec.structs.replace(state.players["p2"], withdrawn_after=0)
    state = msgspec.structs.replace(state, players={**state.players, "p2": gone})
    question = one(state, "withdrawn")
    assert ruling(question).outcome == outcome("W* W*")
    assert question.clause == "ACF-2.IV.D"


def test_a_ruled_forfeit_that_both_left_out_is_asked_about() -> None:
    match = under_way("m1", "t1", PAIR, result=confirmed("D W"))
    note = "Game 1 is forfeited by Bo King: phone."
    answer = Answer("ruled", "ACF-3.II.J", note, START + 30 * MINUTE, "a")
    state = masters(match, reports=(report("phone", match, about=1, answer=answer),))
    question = one(state, "forfeit")
    assert ruling(question) == RulingMade(outcome("W* W"), "ACF-3.II.J", note)


def test_a_ruled_forfeit_that_stands_in_the_result_asks_nothing() -> None:
    match = under_way("m1", "t1", PAIR, result=confirmed("W* D"))
    answer = Answer("ruled", "ACF-3.II.J", "Game 1 is forfeited.", START, "a")
    state = masters(match, reports=(report("phone", match, about=1, answer=answer),))
    assert "forfeit" not in [question.kind for question in asked(state)]


@pytest.mark.clause("ACF-1.VI.A")
def test_a_game_forfeited_by_an_order_is_asked_about_where_the_result_leaves_it_out() -> None:
    def hall(signed_by_both: str) -> HallState:
        match = under_way("m1", "t1", PAIR, result=confirmed(signed_by_both))
        order = Order("forfeit", game=1, seat=1)
        given = GivenOrder("o", "m1", order, "ACF-1.VI.A", "Bo King was late.", START, "e")
        return masters(match, desks=Desks(orders={"o": given}))

    question = one(hall("D W"), "forfeit")
    assert ruling(question) == RulingMade(outcome("W* W"), "ACF-1.VI.A", "Bo King was late.")
    assert "forfeit" not in [question.kind for question in asked(hall("W* L"))]


def test_matches_of_a_withdrawn_pairing_ask_nothing() -> None:
    match = under_way("m1", "t1", PAIR, result=disputed("W D", "D W"), standing="withdrawn")
    state = masters(match, reports=(report("call", match),))
    assert [q.kind for q in asked(state) if q.match is not None] == []


def test_the_most_urgent_comes_first_and_then_the_oldest() -> None:
    late = under_way("m1", "t1", PAIR, result=disputed("W D", "D W"))
    call = under_way("m2", "t2", ("p3", "p4"))
    coming = Answer("coming", "", "", START, "a")
    reports = (
        report("call", call, token="a", answer=coming, at=START),
        report("phone", call, token="b"),
    )
    kinds = [question.kind for question in asked(masters(late, call, reports=reports))]
    assert kinds == ["phone", "dispute", "call"]


@pytest.mark.clause("APCA-35", "APCA-11", "DARK-touch")
@pytest.mark.parametrize(("signed_as", "asked"), [("W W", 1), ("L W", 0), ("L* W", 0)])
def test_a_penalty_of_the_board_that_the_result_leaves_out_is_to_be_carried_out(
    signed_as: str, asked: int
) -> None:
    played = under_way("m1", "t1", PAIR, result=confirmed(signed_as))
    told = Answer("ruled", "APCA-11", "Game 1 is forfeited by Ann Lee: touched.", START, "a")
    touched = report("touched_piece", played, about=0, which="adjusted", game=1, answer=told)
    state = masters(played, reports=(touched,))
    found = [q for q in questions(state, LIVE, START, {}) if q.kind == "forfeit"]
    assert len(found) == asked
    for question in found:
        assert question.clause == "APCA-11"
        [draft] = question.drafts
        assert isinstance(draft.body, RulingMade)
        assert draft.body.outcome == outcome("L* W")
