"""Incidents become questions: clause, evidence, a proposal by how often it was ruled before."""

import pytest
from msgspec.structs import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core.events import ControlChosen, DrawOffered
from shared.core.events.measures import (
    Caution,
    ClockAssigned,
    Dismissed,
    GameDrawn,
    GameLost,
    HelperLeaves,
    MatchDecided,
    Measure,
    MovesTimed,
    PutRight,
    Suspended,
    TimeAdded,
    TimingEnded,
    Warned,
)
from shared.core.state import Division, HallState, Match, Report
from shared.core.state.office import Announcement
from tests.core.decided import (
    body_of,
    decision,
    first_of,
    measures_in,
    with_decisions,
    would_write,
)
from tests.hall_server.referee.halls import (
    LIVE,
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


def hall(book: str, *reports: Report, of: Match) -> HallState:
    state = masters(of, reports=reports)
    division = Division("masters", "Division", book, 4, "")
    return replace(state, divisions={"masters": division})


def ruled(state: HallState, of: Match, **tokens: Measure) -> HallState:
    """Return the state once each report, by its token, was decided so."""
    made = (
        decision(f"d{token}", measure, of=of, settles=(f"e{token}",), at=START + MINUTE)
        for token, measure in tokens.items()
    )
    return with_decisions(state, of, *made)


def one(state: HallState) -> Question:
    [question] = [q for q in questions(Moment(state, LIVE, START, {})) if q.kind == "incident"]
    return question


def table(control: str = "unclocked", **more: object) -> Match:
    return under_way("m1", "t1", ("p1", "p2"), control=ControlChosen(control, "event"), **more)


@pytest.mark.clause("APCA-11", "APCA-12", "DARK-touch")
@pytest.mark.parametrize(
    ("book", "which", "clause"),
    [("apca", "adjusted", "APCA-11"), ("apca", "unplayable", "APCA-12"),
     ("standard", "adjusted", "DARK-touch")],
)  # fmt: skip
def test_a_first_time_is_a_caution_and_a_second_eachcosts_the_game(
    book: str, which: str, clause: str
) -> None:
    of = table()
    first = report("touched_piece", of, which=which, game=1)
    question = one(hall(book, first, of=of))
    assert question.clause == clause
    assert "Both clocks stop." in question.evidence
    assert first_of(question) == (Caution(1),)
    second = report("touched_piece", of, token="b", at=first.at + 1, which=which, game=1)
    question = one(ruled(hall(book, first, second, of=of), of, a=Caution(1)))
    assert first_of(question) == (GameLost(1, 1),)
    assert question.options[0].clause == clause
    assert any(line.startswith("Ruled before in this match: 1") for line in question.evidence)


@pytest.mark.clause("APCA-11")
def test_cautions_are_counted_for_each_player_kind_and_game_and_only_if_ruled() -> None:
    of = table()
    now = report("touched_piece", of, token="z", at=START + 9, which="adjusted", game=2)
    others = (
        report("touched_piece", of, token="a", at=START, about=0, which="adjusted", game=2),
        report("touched_piece", of, token="b", at=START, which="corner", game=2),
        report("touched_piece", of, token="c", at=START, which="adjusted", game=1),
        report("touched_piece", of, token="d", at=START, which="adjusted", game=2),
    )
    state = hall("apca", *others, now, of=of)
    state = ruled(state, of, a=Caution(0), b=Caution(1), c=Caution(1), d=Dismissed())
    assert first_of(one(state)) == (Caution(1),)


@pytest.mark.clause("APCA-10", "USBGF-4.2.3")
@pytest.mark.parametrize(("book", "which"), [("apca", "capture"), ("usbgf-open", "play")])
def test_an_illegal_move_is_put_right_and_who_persists_is_the_referees_to_judge(
    book: str, which: str
) -> None:
    of = table()
    first = report("illegal_move", of, which=which, game=1)
    assert first_of(one(hall(book, first, of=of))) == (PutRight(),)
    second = report("illegal_move", of, token="b", at=first.at + 1, which=which, game=1)
    question = one(ruled(hall(book, first, second, of=of), of, a=PutRight()))
    assert question.opens == "decide"
    assert "put it right again, or the game is lost" in question.proposal


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
    assert first_of(question) == (HelperLeaves(points_out=book == "usbgf-open"),)


@pytest.mark.clause("ACF-3.II.B", "ACF-3.II.D")
def test_profanity_is_a_warning_first_and_then_the_round() -> None:
    of = table()
    first = report("disturbance", of, which="language")
    assert first_of(one(hall("acf-majors", first, of=of))) == (Warned(1),)
    second = report("disturbance", of, token="b", at=first.at + 1, which="language")
    state = ruled(hall("acf-majors", first, second, of=of), of, a=Warned(1))
    question = one(state)
    assert question.proposal == (
        "Bo King is out for the round, until you lift it."
        " The player's match at table 1 is forfeited."
    )
    out, lost = would_write(state, question)
    assert (out.ent, measures_in(out)) == ("player/p2/decision", (Suspended(),))
    assert measures_in(lost) == (MatchDecided.by(outcome("W* W*")),)
    assert {body_of(draft).clause for draft in (out, lost)} == {"ACF-3.II.B"}
    assert {body_of(draft).settles for draft in (out, lost)} == {("eb",)}
    annoying = report("disturbance", of, which="annoying")
    assert one(hall("acf-majors", annoying, of=of)).clause == "ACF-3.II.D"


@pytest.mark.clause("ACF-3.II.B")
def test_a_warning_of_an_earlier_round_is_a_warning() -> None:
    of = table()
    before = match("m0", "t1", ("p2", "p3"), result=confirmed("W D"))
    state = masters(before, replace(of, key=of.key._replace(round_no=2)))
    now = state.matches["m1"]
    warned = report("disturbance", before, token="b", about=0, which="language")
    again = report("disturbance", now, token="c", at=warned.at + 1, which="language")
    reports = {each.ent: each for each in (warned, again)}
    state = replace(hall("acf-majors", of=of), matches=state.matches, reports=reports)
    question = one(ruled(state, before, b=Warned(0)))
    assert first_of(question) == (Suspended(),)
    assert any(line.startswith("Warned before") for line in question.evidence)


@pytest.mark.clause("ACF-1.X.B.a", "DARK-time", "APCA-9")
def test_a_timekeeper_is_sent_or_a_clock_brought_as_the_sheet_has_it() -> None:
    of = table()
    keeper = report("timekeeper", of, about=None)
    majors = one(hall("acf-majors", keeper, of=of))
    assert first_of(majors) == (MovesTimed("five_minutes"),)
    assert "warning at 5:00, lost 1:00 later" in majors.proposal
    pool = one(hall("apca", keeper, of=of))
    assert first_of(pool) == (ClockAssigned("30:00", "game"),)
    assert one(hall("acf-masters", keeper, of=table("90:00"))).opens == "decide"


@pytest.mark.clause("ACF-1.X.B.c")
async def test_minute_that_a_table_asks_for_begins_by_one_key() -> None:
    of = table()
    asked = report("timekeeper", of, seat=None, about=None, which="lowder")
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall("acf-majors", asked, of=of))
        assert "A minute for each move is asked for" in shown(desk)
        await keys(pilot, "a")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (MovesTimed("lowder"),)
        assert body_of(draft).clause == "ACF-1.X.B.c"


@pytest.mark.clause("ACF-1.X.B.c", "ACF-1.X.A.e")
def test_lowders_minute_and_added_time_can_be_decided_about_a_call() -> None:
    of = table()
    state = hall("acf-majors", report("call", of), of=of)
    timing = (MovesTimed, TimingEnded)

    def timed(state: HallState, now: int) -> list[Measure]:
        [question] = [q for q in questions(Moment(state, LIVE, now, {})) if q.kind == "call"]
        found = (one for option in question.options for one in option.measures)
        return [one for one in found if isinstance(one, timing)]

    assert timed(state, START) == [MovesTimed("five_minutes"), TimingEnded()]
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
    assert timed(state, round_ends - 10 * MINUTE) == [
        MovesTimed("five_minutes"),
        MovesTimed("lowder"),
        TimingEnded(),
    ]
    clocked = table("90:00")
    state = hall("acf-masters", report("clock_defect", clocked, about=None), of=clocked)
    given = [each for option in one(state).options for each in option.measures]
    assert TimeAdded(0, 120_000) in given
    assert TimeAdded(-60_000, 0) in given, "time is taken too"


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
    assert first_of(question) == (GameDrawn(1),)
    assert len(would_write(hall("apca", full, of=of), question)) == 1


@pytest.mark.clause("ACF-1.IX")
def test_absence_from_the_table_asks_the_referee_nothing() -> None:
    of = table()
    told = (report("away", of, about=None), report("back", of, token="b", about=None))
    assert not [
        q
        for q in questions(Moment(hall("acf-majors", *told, of=of), LIVE, START, {}))
        if q.kind == "incident"
    ]


@pytest.mark.clause("APCA-29")
def test_a_pheachunder_a_sheet_that_names_no_cost_is_left_to_the_director() -> None:
    of = table()
    state = hall("apca", report("phone", of), of=of)
    [question] = [q for q in questions(Moment(state, LIVE, START, {})) if q.kind == "phone"]
    assert (question.clause, question.opens) == ("APCA-29", "decide")
    assert first_of(question) == (Dismissed(),)
