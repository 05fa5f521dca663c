"""Games that run over the round's end, and players who run short of time, as the queue has them."""

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.questions.questions import questions
from shared.core.state import HallState, Match
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    live,
    masters,
    reading,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

ENDS = START + 180 * MINUTE
PLAYING = under_way("m1", "t1", ("p1", "p2"))
SILENT = under_way("m2", "t2", ("p3", "p4"))


def majors(*matches: Match) -> HallState:
    state = masters(*matches)
    division = msgspec.structs.replace(
        state.divisions["masters"], name="Majors", rulebook="acf-majors", control="unclocked"
    )
    return msgspec.structs.replace(state, divisions={"masters": division})


def asked(state: HallState, kind: str, now: int, of: Match, **shows: object) -> list[Question]:
    found = questions(Moment(state, LIVE, now, reading(of, **shows)))
    return [question for question in found if question.kind == kind]


@pytest.mark.clause("ACF-1.V.C")
def test_an_unclocked_game_that_is_played_beyond_the_end_of_its_round_is_in_overtime() -> None:
    state = majors(PLAYING, SILENT)
    assert asked(state, "overtime", ENDS, PLAYING, clocked=False) == []
    [question] = asked(state, "overtime", ENDS + 12 * MINUTE, PLAYING, clocked=False)
    assert question.title == "Overtime: 1 still playing, Majors round 1"
    assert question.clause == "ACF-1.V.C"
    assert question.since == ENDS
    assert "Table 1: Ann Lee – Bo King" in question.evidence
    assert "play on into the break" in question.proposal
    [unreported] = asked(state, "unreported", ENDS + 12 * MINUTE, PLAYING, clocked=False)
    assert unreported.title.startswith("1 not reported"), "who still plays has nothing to report"


@pytest.mark.clause("ACF-1.V.C")
def test_clocked_games_and_those_not_being_played_are_in_no_overtime() -> None:
    late = ENDS + MINUTE
    assert asked(majors(PLAYING), "overtime", late, PLAYING, clocked=True) == []
    assert asked(majors(PLAYING), "overtime", late, PLAYING, clocked=False, running=()) == []


@pytest.mark.clause("ACF-1.V.C")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_overtime_is_in_the_queue_and_one_key_shows_who_still_plays(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        desk.now = ENDS + 12 * MINUTE
        desk.tell(majors(PLAYING))
        desk.see(live(PLAYING, clocked=False))
        await pilot.pause()
        desk.app.look()
        await pilot.pause()
        await pilot.press("down")  # Lowder's rule has waited half an hour longer
        await pilot.pause()
        assert_screen(desk.app, "overtime")
        await pilot.press("a")
        await pilot.pause()
        assert "still playing: 1 of 1" in screen_text(desk.app)


@pytest.mark.clause("ACF-1.X.A.d", "ACF-1.X.A.h")
def test_from_five_minutes_on_the_referee_is_told_and_at_both_that_he_may_record() -> None:
    state = masters(PLAYING)
    five = 5 * MINUTE
    assert asked(state, "low", START, PLAYING, remaining_ms=(five + 1, 2 * five)) == []
    [one] = asked(state, "low", START, PLAYING, remaining_ms=(five, 2 * five))
    assert (one.title, one.clause) == ("Under 5:00: Ann Lee", "ACF-1.X.A.d")
    assert one.urgency == Urgency.LATER
    assert "spectators never" in one.proposal
    assert "Ann Lee may tick instead of writing" in one.proposal
    [both] = asked(state, "low", START, PLAYING, remaining_ms=(five, five))
    assert (both.title, both.clause) == ("Under 5:00: Ann Lee and Bo King", "ACF-1.X.A.h")
    assert "you may write the moves down for them" in both.proposal
    assert both.key != one.key


@pytest.mark.clause("ACF-1.X.A.d")
def test_player_without_a_running_clock_is_not_short_of_time() -> None:
    state, short = masters(PLAYING), (MINUTE, MINUTE)
    assert asked(state, "low", START, PLAYING, remaining_ms=short, running=()) == []
    assert asked(state, "low", START, PLAYING, remaining_ms=short, clocked=False) == []
