"""A case that lapsed while it was looked at: nothing is written, and the referee reads why."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hall_server.referee.questions.questions import questions
from hall_server.referee.rulings.deciding import lapsed
from shared.core.decisions.facts import Case
from shared.core.measures import Caution, GameLost
from shared.core.state import HallState, Match
from tests.core.decided import decision, with_decisions
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    masters,
    match,
    report,
    signed,
    under_way,
)
from tests.tui.screens import screen_text

PAIR = ("p1", "p2")
PLAYING = under_way("m1", "t1", PAIR)
WAITING = match("m1", "t1", PAIR, seated=(True, False))
DECIDED = "Another referee has decided that meanwhile."


def case_in(state: HallState, kind: str, now: int = START) -> Case:
    """The case of the first question of a kind."""
    case = next(q.case for q in questions(state, LIVE, now, {}) if q.kind == kind)
    assert case is not None
    return case


def phoned() -> HallState:
    return masters(PLAYING, reports=(report("phone", PLAYING, about=1),))


def with_match(state: HallState, of: Match) -> HallState:
    return replace(state, matches={**state.matches, of.uid: of})


def test_case_that_nothing_has_changed_stands() -> None:
    assert lapsed(phoned(), case_in(phoned(), "phone")) == ""


def test_report_that_another_referee_has_decided_lapses() -> None:
    made = decision("d", GameLost(1, 1), of=PLAYING, settles=("ea",))
    assert lapsed(with_decisions(phoned(), PLAYING, made), case_in(phoned(), "phone")) == DECIDED


def test_match_about_which_another_referee_has_decided_something_lapses() -> None:
    state = masters(replace(PLAYING, result=disputed("W D", "L W")))
    case = case_in(state, "dispute")
    made = decision("d", Caution(1), of=PLAYING)
    assert lapsed(with_decisions(state, PLAYING, made), case) == DECIDED


def test_dispute_in_which_another_version_came_in_lapses() -> None:
    of = replace(PLAYING, result=disputed("W D", "L W"))
    case = case_in(masters(of), "dispute")
    again = replace(of, result=replace(of.result, versions=(signed(0, "L W"), signed(1, "L W"))))
    assert lapsed(masters(again), case) == "Another version came in since."


def test_late_player_who_has_sat_down_lapses_the_case() -> None:
    case = case_in(masters(WAITING), "late", START + 16 * MINUTE)
    came = replace(WAITING, seated=(True, True))
    assert lapsed(masters(came), case) == "A player has sat down meanwhile."


@pytest.mark.parametrize("gone", [False, True])
def test_match_that_was_paired_again_lapses_its_cases(gone: bool) -> None:
    case, state = case_in(phoned(), "phone"), phoned()
    if gone:
        state = replace(state, matches={})
    else:
        state = with_match(state, replace(PLAYING, standing="withdrawn"))
    assert lapsed(state, case) == "This match was paired again: nothing can be ruled on it."


def test_report_that_is_gone_lapses() -> None:
    assert lapsed(masters(PLAYING), case_in(phoned(), "phone")) == DECIDED


async def test_ruling_that_lapsed_behind_its_yes_is_not_written() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.tell(phoned())
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        made = decision("d", GameLost(1, 1), of=PLAYING, settles=("ea",))
        desk.tell(with_decisions(phoned(), PLAYING, made))
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert desk.port.drafts == []
        assert DECIDED in " ".join(screen_text(desk.app).replace("┃", " ").split())


async def test_ruling_that_lapsed_before_it_was_written_at_once_says_why() -> None:
    desk = Desk()
    of = replace(WAITING, result=confirmed("W D"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.now = START + 16 * MINUTE
        desk.tell(masters(WAITING))
        await pilot.pause()
        await pilot.press("o", "down")
        await pilot.pause()
        desk.tell(masters(replace(of, seated=(True, True))))
        await pilot.pause()
        await pilot.press("enter", *"bus", "enter")
        await pilot.pause()
        assert desk.port.drafts == []
        assert "Another version came in since." in " ".join(screen_text(desk.app).split())
