"""Incidents become questions: clause, evidence, a proposal by how often it was ruled before."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hall_server.referee.questions.question import Question
from hall_server.referee.questions.questions import questions
from hall_server.referee.rulings.choices import choices, decided
from shared.core.events import (
    ControlChosen,
    DrawOffered,
    Order,
    PlayerSuspended,
    ReportAnswered,
    RulingMade,
)
from shared.core.office import Announcement
from shared.core.state import Answer, Division, HallState, Match, Report
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    confirmed,
    masters,
    match,
    moment,
    outcome,
    report,
    under_way,
)

RULED = Answer("ruled", "APCA-11", "Caution.", START + 60_000, "a")


def hall(book: str, *reports: Report, of: Match) -> HallState:
    state = masters(of, reports=reports)
    division = Division("masters", "Division", book, 4, "")
    return replace(state, divisions={"masters": division})


def one(state: HallState) -> Question:
    [question] = [q for q in questions(state, LIVE, START, {}) if q.kind == "incident"]
    return question


def table(control: str = "unclocked", **more: object) -> Match:
    return under_way("m1", "t1", ("p1", "p2"), control=ControlChosen(control, "event"), **more)


def answered(question: Question) -> ReportAnswered:
    body = question.drafts[0].body
    assert isinstance(body, ReportAnswered)
    return body


@pytest.mark.clause("APCA-11", "APCA-12", "DARK-touch")
@pytest.mark.parametrize(
    ("book", "which", "clause"),
    [("apca", "adjusted", "APCA-11"), ("apca", "unplayable", "APCA-12"),
     ("standard", "adjusted", "DARK-touch")],
)  # fmt: skip
def test_a_first_time_is_a_caution_and_a_second_one_costs_the_game(
    book: str, which: str, clause: str
) -> None:
    of = table()
    first = report("touched_piece", of, which=which, game=1)
    question = one(hall(book, first, of=of))
    assert question.clause == clause
    assert "Both clocks stop." in question.evidence
    assert answered(question).note.startswith("Caution to Bo King: touched piece")
    second = report("touched_piece", of, token="b", at=first.at + 1, which=which, game=1)
    question = one(hall(book, replace(first, answer=RULED), second, of=of))
    assert answered(question).note.startswith("Game 1 is forfeited by Bo King")
    assert any(line.startswith("Ruled before in this match: 1") for line in question.evidence)


@pytest.mark.clause("APCA-11")
def test_cautions_are_counted_for_each_player_kind_and_game_and_only_if_ruled() -> None:
    of = table()
    now = report("touched_piece", of, token="z", at=START + 9, which="adjusted", game=2)
    others = (
        report("touched_piece", of, token="a", at=START, about=0, which="adjusted", game=2,
               answer=RULED),
        report("touched_piece", of, token="b", at=START, which="corner", game=2, answer=RULED),
        report("touched_piece", of, token="c", at=START, which="adjusted", game=1, answer=RULED),
        report("touched_piece", of, token="d", at=START, which="adjusted", game=2,
               answer=replace(RULED, state="dismissed")),
    )  # fmt: skip
    assert answered(one(hall("apca", *others, now, of=of))).note.startswith("Caution")


@pytest.mark.clause("APCA-10", "USBGF-4.2.3")
@pytest.mark.parametrize(("book", "which"), [("apca", "capture"), ("usbgf-open", "play")])
def test_an_illegal_move_is_put_right_and_who_persists_is_the_referees_to_judge(
    book: str, which: str
) -> None:
    of = table()
    first = report("illegal_move", of, which=which, game=1)
    assert "put right" in answered(one(hall(book, first, of=of))).note
    second = report("illegal_move", of, token="b", at=first.at + 1, which=which, game=1)
    question = one(hall(book, replace(first, answer=RULED), second, of=of))
    assert question.opens == "decide"
    assert "Game 1 is forfeited by Bo King" in question.proposal


@pytest.mark.clause("APCA-33", "ACF-3.II.H", "DARK-conduct", "USBGF-1.6")
@pytest.mark.parametrize(
    ("book", "clause"),
    [("apca", "APCA-33"), ("acf-majors", "ACF-3.II.H"), ("standard", "DARK-conduct"),
     ("usbgf-open", "USBGF-1.6")],
)  # fmt: skip
def test_a_spectator_who_helps_leaves(book: str, clause: str) -> None:
    of = table()
    question = one(hall(book, report("disturbance", of, about=None, which="spectator"), of=of))
    assert question.clause == clause
    assert answered(question).note.startswith("Whoever helped leaves")


@pytest.mark.clause("ACF-3.II.B", "ACF-3.II.D")
def test_profanity_is_a_warning_first_and_then_the_round() -> None:
    of = table()
    first = report("disturbance", of, which="language")
    assert answered(one(hall("acf-majors", first, of=of))).note.startswith("Warning to Bo King")
    second = report("disturbance", of, token="b", at=first.at + 1, which="language")
    question = one(hall("acf-majors", replace(first, answer=RULED), second, of=of))
    assert question.proposal == (
        "Warned before: Bo King is out for the round, and until it ceases."
        " His match at table 1 is forfeited."
    )
    why = "Bo King was warned before: out for the round and until it ceases."
    assert [draft.body for draft in question.drafts] == [
        ReportAnswered("ruled", "ACF-3.II.B", why),
        PlayerSuspended("ACF-3.II.B", why),
        RulingMade(outcome("W* W*"), "ACF-3.II.B", why),
    ]
    annoying = report("disturbance", of, which="annoying")
    assert one(hall("acf-majors", annoying, of=of)).clause == "ACF-3.II.D"


@pytest.mark.clause("ACF-3.II.B")
def test_a_warning_of_an_earlier_round_is_a_warning() -> None:
    of = table()
    before = match("m0", "t1", ("p2", "p3"), result=confirmed("W D"))
    state = masters(before, replace(of, key=of.key._replace(round_no=2)))
    now = state.matches["m1"]
    warned = report("disturbance", before, token="b", about=0, which="language", answer=RULED)
    again = report("disturbance", now, token="c", at=warned.at + 1, which="language")
    reports = {each.ent: each for each in (warned, again)}
    question = one(replace(hall("acf-majors", of=of), matches=state.matches, reports=reports))
    assert question.proposal.startswith("Warned before: Bo King")
    assert any(line.startswith("Warned for his language before") for line in question.evidence)


@pytest.mark.clause("ACF-1.X.B.a", "DARK-time", "APCA-9")
def test_a_timekeeper_is_sent_or_a_clock_brought_as_the_sheet_has_it() -> None:
    of = table()
    keeper = report("timekeeper", of, about=None)
    majors = one(hall("acf-majors", keeper, of=of))
    assert answered(majors).order == Order("five_minutes")
    assert "told at 5:00, lost 1:00 later" in majors.proposal
    pool = one(hall("apca", keeper, of=of))
    assert answered(pool).order == Order("clock_game", "30:00")
    assert one(hall("acf-masters", keeper, of=table("90:00"))).opens == "decide"


@pytest.mark.clause("ACF-1.X.B.c", "ACF-1.X.A.e")
def test_lowders_minute_and_added_time_are_orders_that_travel_with_the_answer() -> None:
    of = table()
    state = hall("acf-majors", report("call", of), of=of)
    [question] = [q for q in questions(state, LIVE, START, {}) if q.kind == "call"]
    found = [c for c in choices(moment(state), question, of) if c.order is not None]
    assert [c.order.kind for c in found if c.order] == ["five_minutes", "untimed"]
    round_ends = START + 180 * MINUTE
    told = Announcement(
        "announcement/lowder-masters-1",
        "",
        round_ends,
        "tables",
        "masters",
        round_ends - 20 * MINUTE,
    )
    office = replace(state.office, announcements={told.ent: told})
    state = replace(state, office=office)
    late = moment(state, now=round_ends - 10 * MINUTE)
    found = [c for c in choices(late, question, of) if c.order is not None]
    assert [c.order.kind for c in found if c.order] == ["five_minutes", "lowder", "untimed"]
    [draft] = decided(of, question, found[1], found[1].clause, "")
    assert draft.body == ReportAnswered(
        "ruled", "ACF-1.X.B.c", "One minute for each move from now on.", Order("lowder")
    )
    clocked = table("90:00")
    state = hall("acf-masters", report("clock_defect", clocked, about=None), of=clocked)
    given = [c.order for c in choices(moment(state), one(state), clocked) if c.order]
    assert Order("add_time", "", (0, 120_000)) in given
    assert Order("add_time", "", (-60_000, 0)) in given, "time is taken too"


@pytest.mark.clause("ACF-3.IV")
def test_a_draw_ruling_shows_the_offers_that_were_refused() -> None:
    offer = DrawOffered(1, 1, (31, 30), "refused")
    of = table(draw_offers={"masters/1/m1/draw_offer/1.61.1": offer})
    question = one(hall("acf-majors", report("draw_ruling", of, seat=1, about=None), of=of))
    assert question.clause == "ACF-3.IV"
    assert "Draw offered by Bo King in game 1, moves 31–30: refused" in question.evidence


@pytest.mark.clause("APCA-26")
def test_a_complete_count_proposes_a_draw_and_ends_nothing() -> None:
    of = table()
    full = report("count_full", of, which="strength", about=None, game=1, note="30 of 30")
    question = one(hall("apca", full, of=of))
    assert (question.clause, question.match) == ("APCA-26", of.key)
    assert answered(question).note == "Game 1 is drawn."
    assert len(question.drafts) == 1


@pytest.mark.clause("ACF-1.IX")
def test_absence_from_the_table_asks_the_referee_nothing() -> None:
    of = table()
    told = (report("away", of, about=None), report("back", of, token="b", about=None))
    assert not [
        q
        for q in questions(hall("acf-majors", *told, of=of), LIVE, START, {})
        if q.kind == "incident"
    ]


@pytest.mark.clause("APCA-29")
def test_a_phone_under_a_sheet_that_names_no_cost_is_left_to_the_director() -> None:
    of = table()
    state = hall("apca", report("phone", of), of=of)
    [question] = [q for q in questions(state, LIVE, START, {}) if q.kind == "phone"]
    assert (question.clause, question.opens, question.drafts) == ("APCA-29", "decide", ())
