"""Score and cube of a match of points, and lives, wherever a match is shown (USBGF-4.7)."""

import msgspec
import pytest

from hall_server.derived.story import story
from shared.core.events import Actor, ClockLogged, Event, ScoreLogged, entities
from shared.core.state import Division, HallState, Match
from shared.port import LiveSeen
from shared.public.lookup import match_words
from tests.hall_server.paper.fields import field
from tests.hall_server.referee.halls import (
    Desk,
    disputed,
    keys,
    live,
    masters,
    opened,
    shown,
    under_way,
)
from tests.tui.screens import screen_text

PAIR = ("p1", "p2")
SCORE = ScoreLogged((3, 2), 4, 1)
LOG = ClockLogged(4, (), (500_000, 400_000), (12, 12), "30 s", score=SCORE)


def points(of: Match) -> HallState:
    division = Division("masters", "Open", "usbgf-open", 4, "")
    return msgspec.structs.replace(masters(of), divisions={"masters": division})


@pytest.mark.clause("USBGF-4.7")
async def test_a_director_sees_score_and_cube_without_walking() -> None:
    of = under_way("m1", "t1", PAIR, length=7)
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, points(of))
        seen = live(of, score=SCORE, running=(0,), clocked=True)
        desk.port.tell(LiveSeen(seen, desk.mono))
        await pilot.pause()
        desk.app.look()
        await keys(pilot, "f")
        assert "3–2 cube 4 ►" in screen_text(desk.app)
        await keys(pilot, "f", "f", "g", "1", "enter")
        assert "Score 3–2 of 7, cube 4 with Bo King" in shown(desk)


@pytest.mark.clause("USBGF-4.7")
async def test_a_dispute_shows_the_score_that_the_table_logged() -> None:
    of = under_way("m1", "t1", PAIR, length=7, clock=LOG, result=disputed("W", "L"))
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, points(of))
        [question] = desk.app.desk.questions
        assert "Score 3–2 of 7, cube 4 with Bo King" in question.evidence
        assert "cube 4 with Bo King" in shown(desk)


@pytest.mark.clause("USBGF-4.7")
def test_the_story_of_a_match_and_the_lobby_say_the_score() -> None:
    of = under_way("m1", "t1", PAIR, length=7, clock=LOG)
    crawford = msgspec.structs.replace(LOG, score=ScoreLogged((6, 2), phase="crawford"))
    events = [
        Event(f"e{n}", "a" * 32, "1", n, n, 1, "", 1, entities.clock(of.key), (), Actor(), body, "")
        for n, body in enumerate((LOG, crawford))
    ]
    told = [line.what for line in story(points(of), of, events)]
    assert told[0].endswith("score 3–2, cube 4 with Bo King")
    assert told[1].endswith("score 6–2, Crawford game")
    assert match_words(of) == "playing, 3–2"
    assert match_words(of, short=True) == "3–2"


@pytest.mark.clause("DARK-KO")
async def test_lives_can_be_read_under_the_standings() -> None:
    state = field(4, 1, book="standard", total=8)
    division = msgspec.structs.replace(
        state.divisions["masters"], overrides='{"pairing_system": "double_knockout"}'
    )
    state = msgspec.structs.replace(state, divisions={"masters": division})
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state, "s")
        words = " ".join(shown(desk).split())
        assert "Lives left: Ann Lee 2, Bo King 1½, Dee Novák 1½, Gus van der Meer" in words
