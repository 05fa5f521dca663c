"""Questions that the time of a round raises, at their instants and a moment before."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.cases import lowder_told, round_end
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.questions.questions import questions
from shared.core.events import AnnouncementMade, ControlChosen
from shared.core.events.measures import MatchDecided, MovesTimed
from shared.core.match.schedule import PostedChange
from shared.core.rulebooks import overrides_json
from shared.core.state import HallState, Match
from shared.core.state.office import Announcement, Office
from shared.port import Link
from tests.core.decided import (
    body_of,
    decision,
    first_of,
    measures_in,
    with_decisions,
)
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    live,
    log,
    masters,
    match,
    moment,
    outcome,
    reading,
    shown,
    under_way,
)

PAIR = ("p1", "p2")
ROUND = 180 * MINUTE
LAST_START = START + ROUND - 30 * MINUTE


def majors(*matches: Match, rulebook: str = "acf-majors", **overrides: object) -> HallState:
    state = masters(*matches)
    division = msgspec.structs.replace(
        state.divisions["masters"], rulebook=rulebook, overrides=overrides_json(overrides)
    )
    return msgspec.structs.replace(state, divisions={"masters": division})


def asked(state: HallState, kind: str, now: int, **live: object) -> list[Question]:
    [of] = state.matches.values()
    readings = reading(of, **live) if live else {}
    return [q for q in questions(Moment(state, LIVE, now, readings)) if q.kind == kind]


SEATED = match("m1", "t1", PAIR, seated=(True, True))
PLAYING = under_way("m1", "t1", PAIR)
READY = {"running": (), "moves": (0, 0), "clocked": False, "waits": 1}
BETWEEN = {"running": (), "moves": (20, 20), "waits": 2}


@pytest.mark.clause("ACF-1.X.B.e")
def test_a_game_that_has_not_started_is_drawn_after_the_last_start_and_not_at_it() -> None:
    state = majors(SEATED)
    assert asked(state, "unstarted", LAST_START, **READY) == []
    [question] = asked(state, "unstarted", LAST_START + 1_000, **READY)
    assert question.clause == "ACF-1.X.B.e"
    assert question.opens == "write"
    assert first_of(question) == (MatchDecided.by(outcome("D D")),)
    assert question.options[0].clause == "ACF-1.X.B.e"


@pytest.mark.clause("ACF-1.X.B.e")
def test_an_unstarted_second_game_is_drawn_whatever_the_first_one_was() -> None:
    late = LAST_START + 1_000
    [question] = asked(majors(PLAYING), "unstarted", late, **BETWEEN, clocked=False)
    assert question.title.startswith("Game 2 has not started")
    assert question.opens == "decide"
    assert "drawn, not played" in question.proposal
    assert [option.outcome for option in question.options[:3]] == [
        outcome("W D"),
        outcome("D D"),
        outcome("L D"),
    ]


@pytest.mark.clause("ACF-1.X.B.e")
def test_a_clocked_match_is_left_to_the_referee_and_masters_may_always_start() -> None:
    late = LAST_START + 1_000
    [question] = asked(majors(PLAYING), "unstarted", late, **BETWEEN, clocked=True)
    assert question.opens == "decide"
    assert asked(masters(SEATED), "unstarted", LAST_START + HOUR) == []


HOUR = 60 * MINUTE


def test_a_game_that_is_on_an_empty_seat_and_a_result_ask_nothing() -> None:
    late = LAST_START + 1_000
    assert asked(majors(PLAYING), "unstarted", late, game=2, moves=(1, 0), clocked=False) == []
    assert asked(majors(match("m1", "t1", PAIR)), "unstarted", late) == []
    done = msgspec.structs.replace(SEATED, result=confirmed("W D"))
    assert asked(majors(done), "unstarted", late) == []


def test_a_posted_length_moves_the_end_of_the_round() -> None:
    state = majors(SEATED)
    hotel = PostedChange(1, START, "the hotel", 60 * MINUTE)
    state = msgspec.structs.replace(state, moved={("masters", 1): hotel})
    [of] = state.matches.values()
    assert round_end(moment(state), of) == START + 60 * MINUTE
    assert len(asked(state, "unstarted", START + 31 * MINUTE, **READY)) == 1


@pytest.mark.clause("ACF-1.X.B.c")
def test_lowders_rule_is_spoken_of_half_an_hour_before_the_end() -> None:
    state = majors(PLAYING)
    live = {"clocked": False, "moves": (20, 20)}
    assert asked(state, "lowder", LAST_START - 1_000, **live) == []
    [question] = asked(state, "lowder", LAST_START, **live)
    assert question.title == "Lowder's rule: 1 still playing, Masters round 1"
    assert "Table 1: Ann Lee – Bo King" in question.evidence
    assert "each move within 1:00, with a warning 0:10 before" in question.proposal
    [draft] = question.drafts
    assert isinstance(draft.body, AnnouncementMade)
    assert (draft.body.audience, draft.body.division) == ("tables", "masters")
    said = Announcement(
        draft.ent, draft.body.text, draft.body.until, "tables", "masters", LAST_START + 1
    )
    told = msgspec.structs.replace(state, office=Office(announcements={draft.ent: said}))
    assert asked(told, "lowder", LAST_START + 1, **live) == [], "they have been told"
    [begins] = asked(told, "lowder", LAST_START + 2, **live)
    assert begins.urgency == Urgency.LATER, "the referee chooses when"
    [order] = begins.drafts
    assert measures_in(order) == (MovesTimed("lowder"),)
    assert body_of(order).clause == "ACF-1.X.B.c"
    timed = with_decisions(told, PLAYING, decision("d", MovesTimed("lowder"), of=PLAYING))
    assert asked(timed, "lowder", LAST_START + 4, **live) == []
    assert not lowder_told(moment(state, now=LAST_START + 2), PLAYING)
    assert not lowder_told(moment(told, now=LAST_START + 1), PLAYING), "not with the notice"
    assert lowder_told(moment(told, now=LAST_START + 2), PLAYING)


@pytest.mark.clause("ACF-1.X.A.i", "ACF-1.X.B.b")
def test_lowders_rule_is_not_for_masters_nor_for_a_match_with_a_clock() -> None:
    live = {"moves": (20, 20)}
    assert asked(masters(PLAYING), "lowder", LAST_START, clocked=False, **live) == []
    assert asked(majors(PLAYING), "lowder", LAST_START, clocked=True, **live) == []


@pytest.mark.clause("APCA-9")
def test_a_match_of_more_than_ninety_minutes_is_the_directors_to_know() -> None:
    state = majors(SEATED, rulebook="apca")
    assert asked(state, "long", START + 90 * MINUTE) == []
    [question] = asked(state, "long", START + 90 * MINUTE + 1_000)
    assert question.clause == "APCA-9"
    assert "30:00 each to finish the game" in question.proposal
    assert asked(majors(SEATED), "long", START + 200 * MINUTE) == []


def test_override_of_the_event_is_said_here_too() -> None:
    state = majors(SEATED, **{"schedule.no_new_game_before_end_ms": "20:00"})
    [question] = asked(state, "unstarted", LAST_START + 11 * MINUTE, **READY)
    assert any("no_new_game_before_end_ms is 20:00" in line for line in question.evidence)


# -- tables that were not heard ------------------------------------------------------------------

UNCLOCKED = ControlChosen("unclocked", "agreed")
QUIET = match("m1", "t1", PAIR, seated=(True, True), control=UNCLOCKED)


async def late_desk(pilot: Pilot[None], desk: Desk, *, told_ago: int | None) -> str:
    """Return the queue after the last start, with a table that was heard so long ago, or never."""
    desk.now = LAST_START - 10 * MINUTE
    desk.tell(majors(QUIET), link=Link("live", START))
    if told_ago is not None:
        desk.later(11 * MINUTE - told_ago)
        desk.see(live(QUIET, **READY))
    desk.later(LAST_START + MINUTE - desk.now)
    await pilot.pause()
    desk.app.look()
    await pilot.pause()
    kinds = [question.kind for question in desk.app.desk.questions]
    await keys(pilot, *["down"] * kinds.index("unstarted"))
    return shown(desk)


@pytest.mark.clause("ACF-1.X.B.e")
@pytest.mark.parametrize(
    ("told_ago", "heard"),
    [(None, "was not heard since this dashboard started"), (31_000, "Table 1 was heard last at")],
)
async def test_table_that_was_not_heard_is_asked_about_and_nothing_is_drawn_by_one_key(
    told_ago: int | None, heard: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = await late_desk(pilot, desk, told_ago=told_ago)
        assert "Has game 1 started? Ann Lee – Bo King" in text
        assert heard in text
        assert "has not started:" not in text
        await keys(pilot, "a", "y", "enter", "n")
        assert desk.port.drafts == []


@pytest.mark.clause("ACF-1.X.B.e")
async def test_table_that_says_that_nothing_has_begun_is_drawn_by_a_key_and_a_yes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Game 1 has not started" in await late_desk(pilot, desk, told_ago=10_000)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (MatchDecided.by(outcome("D D")),)
        assert body_of(draft).clause == "ACF-1.X.B.e"


@pytest.mark.clause("ACF-1.X.B.c")
async def test_lowders_notice_is_offered_to_tables_that_were_not_heard_as_well() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await late_desk(pilot, desk, told_ago=None)
        [question] = [q for q in desk.app.desk.questions if q.kind == "lowder"]
        assert "Table 1: Ann Lee – Bo King" in question.evidence
        await late_desk(pilot, desk, told_ago=10_000)
        assert [q for q in desk.app.desk.questions if q.kind == "lowder"] == []


def test_clock_log_of_a_game_that_is_over_does_not_say_that_the_next_one_runs() -> None:
    over = under_way("m1", "t1", PAIR, clock=log((0, 0), why="game end"), control=UNCLOCKED)
    [question] = asked(majors(over), "unstarted", LAST_START + 1_000)
    assert question.title.startswith("Has game 2 started?")
    assert asked(majors(under_way("m1", "t1", PAIR)), "unstarted", LAST_START + 1_000) == []
    last = under_way("m1", "t1", PAIR, clock=log((0, 0), game=2, why="game end"))
    assert asked(majors(last), "unstarted", LAST_START + 1_000) == []
