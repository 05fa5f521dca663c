"""A published round is taken back with a reason while no game of it has begun."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.app.pairing.pair_screen import PairScreen
from hall_server.referee.derived.pairing.draft_round import may_take_back
from shared.core.events import RoundPaired
from shared.core.state import HallState, Match, Preview
from shared.pairing.log.words import log_of
from shared.tui.confirm import Confirm
from tests.hall_server.referee.halls import (
    START,
    Desk,
    confirmed,
    keys,
    live,
    masters,
    match,
    moment,
    opened,
    pairs,
    reading,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24)]


def published(*matches: Match) -> HallState:
    """Round 1 as it was published: nobody has played unless ``matches`` say so."""
    paired = matches or tuple(match(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(6), 1))
    state = masters(*paired)
    [round_] = state.rounds.values()
    rounds = {round_.key: msgspec.structs.replace(round_, event="e1", seed="3 5 1 6")}
    return msgspec.structs.replace(state, rounds=rounds)


async def pairing(desk: Desk, pilot: Pilot[None], state: HallState) -> None:
    await opened(desk, pilot, state, "p")
    assert isinstance(desk.app.screen, PairScreen)


@pytest.mark.clause("ACF-3.VIII")
@pytest.mark.parametrize("size", SIZES)
async def test_it_is_taken_back_with_a_reason_that_the_log_keeps(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pairing(desk, pilot, published())
        assert_screen(desk.app, "take-back")
        await keys(pilot, "u", *"Late", "enter")
        assert isinstance(desk.app.screen, Confirm)
        assert desk.app.screen.sentence == "Take back round 1 of Masters, 3 matches: Late?"
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "masters/1/pairing"
        body = draft.body
        assert isinstance(body, RoundPaired)
        assert (body.matches, body.byes, body.off) == ((), (), "Late")
        assert isinstance(desk.app.screen, MainScreen)


async def test_a_round_in_which_a_game_has_begun_stays() -> None:
    first, second, third = pairs(6)
    of = under_way("m2", "t2", second)
    state = published(match("m1", "t1", first), of, match("m3", "t3", third))
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pairing(desk, pilot, state)
        assert "u takes the round back" not in screen_text(desk.app)
        await keys(pilot, "u")
        assert isinstance(desk.app.screen, PairScreen)
    assert may_take_back(moment(state), "masters") == "Round 1 has begun at table 2."


def test_a_clock_that_runs_or_a_result_is_a_game_that_has_begun() -> None:
    first, second, _ = pairs(6)
    seated = match("m1", "t1", first, seated=(True, True))
    other = match("m2", "t2", second)
    state = published(seated, other)
    assert may_take_back(moment(state), "masters") == ""
    ticking = {seated.uid: reading(seated)[seated.uid]}
    assert live(seated).running
    assert "table 1" in may_take_back(moment(state, **ticking), "masters")
    done = published(seated, msgspec.structs.replace(other, result=confirmed("W D")))
    assert "table 2" in may_take_back(moment(done), "masters")
    assert may_take_back(moment(masters()), "masters") != ""


async def test_a_game_that_begins_while_the_referee_is_asked_keeps_the_round() -> None:
    desk = Desk()
    state = published()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pairing(desk, pilot, state)
        await keys(pilot, "u", *"Late", "enter")
        begun = under_way("m1", "t1", ("p1", "p2"))
        desk.tell(msgspec.structs.replace(state, matches={**state.matches, "m1": begun}))
        await keys(pilot, "y")
        assert desk.port.drafts == []
        assert "Round 1 has begun at table 1." in screen_text(desk.app)


@pytest.mark.clause("ACF-3.VIII")
async def test_next_publication_logs_the_round_that_was_taken_back() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = Preview("3 5 1 6", "swiss 1", (("p1", "p9"),), (), "", START)
        key = ("masters", 1)
        state = masters(count=6, previews={key: (before,)}, taken_back={key: "Late"})
        desk.tell(state)
        await keys(pilot, "p", *"A, B", "enter")
        screen = desk.app.screen
        assert isinstance(screen, PairScreen)
        await keys(pilot, "enter", *"now", "enter")
        await keys(pilot, "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        log = log_of(body.trace)
        assert "Published before, and taken back before play: Late" in log


def test_sentence_about_five_hundred_tables_names_a_dozen() -> None:
    many = moment(masters(count=1000))
    said = many.tables([f"t{n}" for n in range(1, 501)])
    assert said == "tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 488 more"
    assert many.tables(["t1", "t2"]) == "tables 1 and 2"
