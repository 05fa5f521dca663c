"""Questions that reports and empty seats raise, counted from the moment they are asked."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hall_server.referee.moment import Moment
from hall_server.referee.questions import about_reports
from hall_server.referee.questions.question import Question, Urgency
from hall_server.referee.questions.questions import questions
from hall_server.referee.rulings.choices import choices, decided, told
from shared.core import entities
from shared.core.desks import Desks, GivenOrder
from shared.core.events import Order, OrderGiven, ReportAnswered, RulingMade
from shared.core.state import Answer, HallState, Match, Report
from shared.core.words import ReportType
from shared.port import Link
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    confirmed,
    masters,
    match,
    moment,
    outcome,
    reading,
    report,
    under_way,
)

PAIR = ("p1", "p2")
COMING = Answer("coming", "", "", START + 21 * MINUTE, "a")


def asked(state: HallState, now: int = START, link: Link = LIVE, **live: object) -> list[Question]:
    return list(questions(state, link, now, live.get("live", {})))  # type: ignore[arg-type]


def one(found: list[Question], kind: str) -> Question:
    of_kind = [question for question in found if question.kind == kind]
    assert len(of_kind) == 1, [question.kind for question in found]
    return of_kind[0]


def unclocked(*matches: Match, **more: Any) -> HallState:
    """A hall of Majors who play without clocks: lateness costs them games (ACF-1.VI.A)."""
    state = masters(*matches, **more)
    majors = msgspec.structs.replace(
        state.divisions["masters"], rulebook="acf-majors", control="unclocked"
    )
    return msgspec.structs.replace(state, divisions={"masters": majors})


def late(ms: int, of: Match, link: Link = LIVE) -> list[Question]:
    found = asked(unclocked(of), START + ms, link)
    return [question for question in found if question.kind == "late"]


WAITING = match("m1", "t1", PAIR, seated=(True, False))


@pytest.mark.clause("ACF-3.II.J")
def test_a_phone_proposes_that_its_owner_forfeits_the_game_that_is_played() -> None:
    of = under_way("m1", "t1", PAIR)
    state = masters(of, reports=(report("phone", of, seat=0, about=1),))
    question = one(asked(state, live=reading(of, game=2)), "phone")
    assert question.clause == "ACF-3.II.J"
    assert question.title == "A phone rang: Bo King"
    assert question.drafts[0].ent == "masters/1/m1/report/a"
    assert question.drafts[0].body == ReportAnswered(
        "ruled", "ACF-3.II.J", "Game 2 is forfeited by Bo King: phone."
    )
    assert len(question.drafts) == 1


@pytest.mark.clause("ACF-3.II.J")
def test_a_phone_changes_a_result_that_is_signed_already() -> None:
    of = under_way("m1", "t1", PAIR, result=confirmed("D L"))
    state = masters(of, reports=(report("phone", of, about=1),))
    drafts = one(asked(state), "phone").drafts
    ruled = drafts[1].body
    assert isinstance(ruled, RulingMade)
    assert ruled.outcome == outcome("W* L")
    assert ruled.clause == "ACF-3.II.J"


def test_a_phone_whose_owner_is_not_named_is_left_to_the_referee() -> None:
    of = under_way("m1", "t1", PAIR)
    question = one(asked(masters(of, reports=(report("phone", of, about=None),))), "phone")
    assert question.opens == "decide"
    assert question.drafts == ()


def test_a_call_is_answered_and_then_closed() -> None:
    of = under_way("m1", "t1", PAIR)
    new = one(asked(masters(of, reports=(report("call", of, note="Touched piece"),))), "call")
    assert new.urgency == Urgency.NOW
    assert new.evidence[0] == "Reported 22:33:20 by Ann Lee: “Touched piece”"
    assert new.drafts[0].body == ReportAnswered("coming")
    coming = one(asked(masters(of, reports=(report("call", of, answer=COMING),))), "call")
    assert coming.urgency == Urgency.SOON
    assert coming.key != new.key
    body = coming.drafts[0].body
    assert isinstance(body, ReportAnswered)
    assert body.state == "ruled"


def test_an_answered_report_asks_no_longer() -> None:
    of = under_way("m1", "t1", PAIR)
    answer = Answer("dismissed", "", "", START, "a")
    assert asked(masters(of, reports=(report("call", of, answer=answer),))) == []


@pytest.mark.clause("HALL-power-cut")
def test_after_a_power_cut_the_last_reading_is_proposed_with_the_clock_log() -> None:
    of = under_way("m1", "t1", PAIR)
    state = masters(of, reports=(report("restart", of, about=None),))
    question = one(asked(state), "restart")
    assert question.proposal == "Both clocks stand. Go on from Ann Lee 1:10:00, Bo King 1:05:00."
    assert "Clock log, game 1 (30 s): Ann Lee 1:10:00, Bo King 1:05:00" in question.evidence
    body = question.drafts[0].body
    assert body == ReportAnswered(
        "ruled", "HALL-power-cut", "Go on from Ann Lee 1:10:00, Bo King 1:05:00."
    )


@pytest.mark.clause("HALL-power-cut")
def test_what_the_table_shows_outranks_the_older_log() -> None:
    of = under_way("m1", "t1", PAIR)
    state = masters(of, reports=(report("restart", of, about=None),))
    shown = reading(of, remaining_ms=(61_000, 62_000), running=())
    assert "Ann Lee 1:01, Bo King 1:02" in one(asked(state, live=shown), "restart").proposal


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize(
    ("ms", "games"),
    [(30 * MINUTE, 0), (30 * MINUTE + 1_000, 1), (60 * MINUTE - 1_000, 1), (60 * MINUTE, 2)],
)
def test_lateness_costs_games_from_the_scheduled_start(ms: int, games: int) -> None:
    [question] = late(ms, WAITING)
    assert question.clause == "ACF-1.VI.A"
    if games == 0:
        assert question.proposal.startswith("Nothing yet. One game is forfeited 30:00")
        assert question.urgency == Urgency.LATER
    elif games == 1:
        assert question.proposal == (
            "Game 1 is forfeited by Bo King; the table enters it. At 1:00:00 the second game is"
            " forfeited too."
        )
        assert question.opens == "write"
        [draft] = question.drafts
        assert draft.ent == "masters/1/m1/order/forfeit-1-1"
        assert draft.body == OrderGiven(
            Order("forfeit", game=1, seat=1),
            "ACF-1.VI.A",
            "Game 1 is forfeited by Bo King: more than the limit late.",
        )
    else:
        body = question.drafts[0].body
        assert isinstance(body, RulingMade)
        assert body.outcome == outcome("W* W*")


@pytest.mark.clause("ACF-1.VI.A")
def test_lateness_is_counted_by_the_halls_clock() -> None:
    ahead = Link("live", START, offset_ms=2 * MINUTE)
    [question] = late(31 * MINUTE, WAITING, ahead)
    assert question.title == "Late 29:00: Bo King"


@pytest.mark.clause("ACF-1.VI.A")
def test_near_a_limit_the_referee_decides() -> None:
    unsure = Link("live", START, uncertainty_ms=3_000)
    [question] = late(60 * MINUTE + 1_000, WAITING, unsure)
    assert question.opens == "decide"
    assert question.drafts == ()


def test_nobody_is_late_before_the_start_or_once_the_match_runs() -> None:
    assert late(0, WAITING) == []
    assert late(40 * MINUTE, under_way("m1", "t1", PAIR, seated=(True, False))) == []
    assert late(40 * MINUTE, match("m1", "t1", PAIR, seated=(True, True))) == []


def test_where_a_clock_runs_for_the_absent_it_replaces_the_count() -> None:
    running = reading(WAITING, running=(1,))
    found = asked(masters(WAITING), START + 31 * MINUTE, live=running)
    assert "late" not in [question.kind for question in found]


def test_a_table_where_nobody_sits_asks_only_when_it_costs_a_game() -> None:
    empty = match("m1", "t1", PAIR)
    assert late(20 * MINUTE, empty) == []
    both = late(31 * MINUTE, empty)
    assert [question.opens for question in both] == ["decide", "decide"]


@pytest.mark.clause("ACF-1.VI.A")
def test_a_late_report_is_ruled_with_the_forfeit() -> None:
    state = unclocked(WAITING, reports=(report("late", WAITING, about=1),))
    question = one(asked(state, START + 61 * MINUTE), "late")
    bodies = [draft.body for draft in question.drafts]
    assert isinstance(bodies[0], RulingMade)
    assert isinstance(bodies[1], ReportAnswered)
    assert bodies[1].state == "ruled"
    one_game = one(asked(state, START + 31 * MINUTE), "late")
    note = "Game 1 is forfeited by Bo King: more than the limit late."
    order = Order("forfeit", game=1, seat=1)
    ruled = ReportAnswered("ruled", "ACF-1.VI.A", note, order)
    assert [d.body for d in one_game.drafts] == [ruled]


def ruled_late(*, by: str) -> HallState:
    """Game 1 was ruled forfeited by Bo King at 31:00: by an order, or by the answer to a report."""
    order, at = Order("forfeit", game=1, seat=1), START + 31 * MINUTE
    if by == "order":
        ent = entities.order(WAITING.key, "forfeit-1-1")
        given = GivenOrder(ent, "m1", order, "ACF-1.VI.A", "Late.", at, "e")
        return unclocked(WAITING, desks=Desks(orders={ent: given}))
    answer = Answer("ruled", "ACF-1.VI.A", "Game 1 is forfeited.", at, "a", order)
    return unclocked(WAITING, reports=(report("late", WAITING, about=1, answer=answer),))


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize("by", ["order", "answer"])
def test_a_game_that_was_ruled_forfeited_is_asked_about_once_and_the_match_at_an_hour(
    by: str,
) -> None:
    state = ruled_late(by=by)
    waits = one(asked(state, START + 40 * MINUTE), "late")
    assert (waits.opens, waits.urgency, waits.drafts) == ("note", Urgency.LATER, ())
    assert waits.proposal.startswith("Game 1 was ruled forfeited by Bo King. At 1:00:00")
    match_lost = one(asked(state, START + 60 * MINUTE), "late")
    assert match_lost.urgency == Urgency.NOW
    body = match_lost.drafts[0].body
    assert isinstance(body, RulingMade)
    assert body.outcome == outcome("W* W*")


@pytest.mark.clause("ACF-1.VI.A")
def test_where_both_are_absent_each_can_be_ruled_against_and_both_clocks_can_be_started() -> None:
    empty = match("m1", "t1", PAIR)
    state = unclocked(empty)
    free = msgspec.structs.replace(state.divisions["masters"], control="")
    state = msgspec.structs.replace(state, divisions={"masters": free})
    at = moment(state, START + 31 * MINUTE)
    question = asked(state, START + 31 * MINUTE)[0]
    found = [c for c in choices(at, question, empty) if c.kind == "order"]
    assert [choice.words for choice in found] == [
        "The time of Ann Lee and Bo King runs from now, under 90:00",
        "The time of Ann Lee and Bo King runs from now, under 80:00+10",
        "Game 1 is forfeited by Ann Lee",
        "Game 1 is forfeited by Bo King",
        "Ann Lee is excused: nothing is counted",
        "Bo King is excused: nothing is counted",
    ]
    [draft] = decided(empty, question, found[2], "ACF-1.VI.A", "Seen at 9:01.")
    order = Order("forfeit", game=1, seat=0)
    note = "Game 1 is forfeited by Ann Lee. Seen at 9:01."
    assert draft.body == OrderGiven(order, "ACF-1.VI.A", note)
    assert told(at, (draft,)) == f"order to table 1, {note}"


def test_a_late_report_about_a_player_who_came_is_closed() -> None:
    came = msgspec.structs.replace(WAITING, seated=(True, True))
    state = unclocked(came, reports=(report("late", came, about=1),))
    question = one(asked(state, START + 31 * MINUTE), "late")
    assert question.drafts[0].body == ReportAnswered("dismissed", "ACF-1.VI.A", "Bo King has come.")
    assert question.urgency == Urgency.LATER


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [("apca", "APCA-35"), ("standard", "DARK-arbiter"), ("contest", "SE-7")],
)
def test_where_no_sheet_counts_lateness_the_referee_decides(rulebook: str, clause: str) -> None:
    state = masters(WAITING)
    other = msgspec.structs.replace(state.divisions["masters"], rulebook=rulebook)
    state = msgspec.structs.replace(state, divisions={"masters": other})
    question = one(asked(state, START + 61 * MINUTE), "late")
    assert question.clause == clause
    assert question.proposal.startswith("This rule sheet takes no game for lateness")


def test_each_stage_of_lateness_is_a_question_of_its_own() -> None:
    ages = {late(minutes * MINUTE, WAITING)[0].since - START for minutes in (10, 31, 60)}
    assert ages == {0, 30 * MINUTE, 60 * MINUTE}
    keys = {late(minutes * MINUTE, WAITING)[0].key for minutes in (10, 20, 31, 45, 60, 70)}
    assert len(keys) == 3


def flooded(kind: ReportType, count: int) -> HallState:
    """A hall in which one table files so many reports, and another one."""
    playing = (match("m1", "t1", PAIR), match("m2", "t2", ("p3", "p4")))
    state = masters(*playing)
    filed = [report(kind, playing[0], at=START + n, ent=f"n{n:03}") for n in range(count)]
    filed.append(report(kind, playing[1], at=START))
    return msgspec.structs.replace(state, reports={one.ent: one for one in filed})


def test_all_calls_of_a_table_are_one_line_and_one_answer() -> None:
    found = asked(flooded("call", 250))

    calls = [question for question in found if question.kind == "call"]
    assert sorted(call.table for call in calls) == ["t1", "t2"]
    (many,) = [call for call in calls if call.table == "t1"]
    assert many.evidence[0] == "250 open calls of this table."
    assert {draft.ent for draft in many.drafts} == set(many.reports)
    assert len(many.drafts) == 250


def test_reports_of_one_table_are_asked_about_a_few_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weighed: list[str] = []
    weigh = about_reports._phone

    def counted(moment: Moment, report: Report, match: Match | None) -> Question:
        weighed.append(report.ent)
        return weigh(moment, report, match)

    monkeypatch.setattr(about_reports, "_phone", counted)
    found = asked(flooded("phone", 40))
    assert len(weighed) == 8 + 1

    phones = [question for question in found if question.kind == "phone"]
    of_one = [question for question in phones if question.table == "t1"]
    assert len(of_one) == 8
    assert [question.since for question in of_one] == [START + n for n in range(8)]
    assert of_one[-1].evidence[-1] == "32 more reports of this table wait behind this one."
    assert [question.table for question in phones if question.table != "t1"] == ["t2"]
