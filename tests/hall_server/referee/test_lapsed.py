"""A ruling that lapsed while it was looked at: nothing is written, and the referee reads why.

What else happens at the match meanwhile does not send the referee back.
"""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from shared.core.events import ControlChosen
from shared.core.events.measures import (
    Caution,
    GameDrawn,
    GameLost,
    MatchDecided,
    Measure,
    Paused,
    TimeAdded,
)
from shared.core.state import HallState, Match
from tests.core.decided import decision, measures, with_decisions
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    masters,
    match,
    outcome,
    report,
    shown,
    signed,
    under_way,
)

PAIR = ("p1", "p2")
PLAYING = under_way("m1", "t1", PAIR)
WAITING = match("m1", "t1", PAIR, seated=(True, False))
CLOCKED = under_way("m1", "t1", PAIR, control=ControlChosen("90:00", "event"))
DISPUTED = replace(PLAYING, result=disputed("W D", "L W"))
DECIDED = "Another referee has decided that meanwhile."
CHANGED = "What can be ruled here has changed meanwhile."
VERSION = "Another version came in since."
AGAIN = "This match was paired again: nothing can be ruled on it."
LATE = START + 16 * MINUTE


def phoned(of: Match = PLAYING) -> HallState:
    return masters(of, reports=(report("phone", of, about=1),))


def with_match(state: HallState, of: Match) -> HallState:
    return replace(state, matches={**state.matches, of.uid: of})


def decided(state: HallState, *made: Measure, settles: Sequence[str] = ()) -> HallState:
    """Return the state after another referee has decided something about the match."""
    of = state.matches["m1"]
    given = decision("d", *made, of=of, settles=tuple(settles))
    return with_decisions(state, of, given)


async def ruled(
    before: HallState, after: HallState, *pressed: str, yes: tuple[str, ...] = ("y",), now: int = 0
) -> tuple[list[list[Measure | None]], str]:
    """Return what is written and said where the hall changes before the last keys of a ruling."""
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.now = now or START
        desk.tell(before)
        await pilot.pause()
        await keys(pilot, *pressed)
        assert desk.port.drafts == []
        desk.tell(after)
        await pilot.pause()
        await keys(pilot, *yes)
        return [measures(draft) for draft in desk.port.drafts], shown(desk)


async def test_ruling_that_nothing_has_changed_is_written() -> None:
    written, _said = await ruled(phoned(), phoned(), "a")
    assert written == [[GameLost(1, 1)]]


@pytest.mark.parametrize("meanwhile", [Paused(), TimeAdded(60_000, 0), Caution(0), GameLost(0, 2)])
async def test_another_decision_about_the_match_does_not_send_the_referee_back(
    meanwhile: Measure,
) -> None:
    written, _said = await ruled(phoned(), decided(phoned(), meanwhile), "a")
    assert written == [[GameLost(1, 1)]]
    state = masters(DISPUTED)
    written, _said = await ruled(state, decided(state, meanwhile), "o", "1")
    assert written == [[MatchDecided.by(outcome("W D"))]]


async def test_report_that_another_referee_has_decided_lapses() -> None:
    after = decided(phoned(), Caution(1), settles=["ea"])
    written, said = await ruled(phoned(), after, "a")
    assert (written, DECIDED in said) == ([], True)
    assert "Nothing was written" in said


async def test_report_that_is_gone_lapses() -> None:
    written, said = await ruled(phoned(), masters(PLAYING), "a")
    assert (written, DECIDED in said) == ([], True)


@pytest.mark.parametrize("meanwhile", [GameLost(0, 1), GameDrawn(1), GameLost(1, 1)])
async def test_game_about_which_another_referee_has_decided_lapses(meanwhile: Measure) -> None:
    written, said = await ruled(phoned(), decided(phoned(), meanwhile), "a")
    assert (written, DECIDED in said) == ([], True)


async def test_match_whose_end_another_referee_has_decided_lapses() -> None:
    state = masters(DISPUTED)
    after = decided(state, MatchDecided.by(outcome("D D")))
    written, said = await ruled(state, after, "o", "1")
    assert (written, DECIDED in said) == ([], True)


@pytest.mark.parametrize("of", [DISPUTED, PLAYING])
async def test_result_in_which_another_version_came_in_lapses(of: Match) -> None:
    state = masters(of) if of is DISPUTED else phoned()
    pressed = ("o", "1") if of is DISPUTED else ("a",)
    result = replace(DISPUTED.result, versions=(signed(0, "L W"), signed(1, "L W")))
    if of is PLAYING:
        # Both have signed: the ruling would change a result that counts.
        result = confirmed("W D")
    written, said = await ruled(state, with_match(state, replace(of, result=result)), *pressed)
    assert (written, VERSION in said) == ([], True)


async def test_late_player_who_has_sat_down_lapses_the_case() -> None:
    came = replace(WAITING, seated=(True, True))
    written, said = await ruled(masters(WAITING), masters(came), "o", yes=("enter",), now=LATE)
    assert (written, "A player has sat down meanwhile." in said) == ([], True)


@pytest.mark.parametrize("gone", [False, True])
async def test_match_that_was_paired_again_lapses_its_cases(gone: bool) -> None:
    state = with_match(phoned(), replace(PLAYING, standing="withdrawn"))
    if gone:
        state = replace(state, matches={})
    written, said = await ruled(phoned(), state, "a")
    assert (written, AGAIN in said) == ([], True)


@pytest.mark.clause("DARK-touch")
async def test_first_caution_lapses_where_another_was_given_meanwhile_and_costs_the_game() -> None:
    first, second = (
        report("touched_piece", PLAYING, token=token, at=START + at, which="adjusted", game=1)
        for token, at in (("a", 0), ("b", MINUTE))
    )
    state = masters(PLAYING, reports=(first, second))
    after = decided(state, Caution(1), settles=["ea"])
    written, said = await ruled(state, after, "down", "o", yes=("1",), now=START + 2 * MINUTE)
    assert (written, CHANGED in said) == ([], True)


async def test_pause_lapses_where_the_clocks_stand_and_added_time_does_not() -> None:
    state = masters(CLOCKED, reports=(report("call", CLOCKED),))
    after = decided(state, Paused())
    written, said = await ruled(state, after, "x", yes=("1",))
    assert (written, CHANGED in said) == ([], True)
    written, _said = await ruled(state, after, "x", yes=("3",))
    assert written == [[TimeAdded(60_000, 0)]]


async def test_list_says_that_it_is_out_of_date_where_its_ruling_lapsed() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.tell(phoned())
        await pilot.pause()
        await keys(pilot, "o")
        desk.tell(decided(phoned(), Paused()))
        await pilot.pause()
        assert "Go back and look at it first." not in shown(desk)
        desk.tell(decided(phoned(), GameDrawn(1)))
        await pilot.pause()
        assert f"{DECIDED} Go back and look at it first." in shown(desk)
