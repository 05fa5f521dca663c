"""The referee sets a rule otherwise for one round, or how round 1 is paired: at the screen."""

from typing import Any

import msgspec
import pytest

from hall_server.referee.app.pairing.pair_screen import PairScreen
from shared.core.events import RoundPaired, RoundPreviewed, Ruled
from shared.core.state import HallState, Preview
from shared.core.state.office import Office, Request
from shared.pairing.log.words import log_of
from tests.hall_server.referee.halls import (
    MASTERS,
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    masters,
    opened,
    shown,
    under_way,
)
from tests.tui.screens import assert_screen

BIG = (100, 30)


def played(*rounds: str, total: int = 4, **more: Any) -> HallState:
    """Return six players after so many rounds, each told as three pairs, the first of each wins."""
    done = []
    for number, told in enumerate(rounds, 1):
        for table, pair in enumerate(told.split(), 1):
            one, other = pair
            uid = f"m{number}{table}"
            match = under_way(uid, f"t{table}", (f"p{one}", f"p{other}"), result=confirmed("W W"))
            key = match.key._replace(round_no=number)
            done.append(msgspec.structs.replace(match, key=key))
    state = masters(*done, count=6, **more)
    division = msgspec.structs.replace(MASTERS, rounds=total)
    return msgspec.structs.replace(state, divisions={"masters": division})


def broken_top() -> HallState:
    """Four lead with 8; without a repeat two of them meet p5, who has 4, and p4, who has none."""
    return played("54 62 31", "35 24 16", "23 64 15", total=5)


def published(desk: Desk) -> RoundPaired:
    [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
    return body


def previews(desk: Desk) -> list[RoundPreviewed]:
    return [d.body for d in desk.port.drafts if isinstance(d.body, RoundPreviewed)]


async def draw(desk: Desk, pilot: Any, state: HallState) -> PairScreen:
    await opened(desk, pilot, state, "p", "A", "enter", "7", "7", "7", "7", "enter")
    assert isinstance(desk.app.screen, PairScreen)
    return desk.app.screen


def fresh_field() -> HallState:
    state = masters(count=6)
    return msgspec.structs.replace(state, rounds={}, matches={})


@pytest.mark.clause("ACF-2.V.A")
async def test_round_1_is_paired_by_halves_by_one_key_before_the_seed_and_the_log_says_so() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, fresh_field(), "p", "A", "enter")
        assert "Round 1 is drawn among all players (ACF-2.V.A). F8 changes" in shown(desk)
        await keys(pilot, "f8")
        assert "In round 1 the top half by rating meets the bottom half" in shown(desk)
        await keys(pilot, "7", "7", "7", "7", "enter")
        screen = desk.app.screen
        assert isinstance(screen, PairScreen)
        assert screen.round.proposal is not None
        assert screen.round.proposal.pairs == (("p1", "p4"), ("p2", "p5"), ("p3", "p6"))
        assert previews(desk)[-1].first_round == "top_half"
        await keys(pilot, "enter", "enter", "y")
        said = [line.said() for line in log_of(published(desk).trace)]
        assert any("chose that in round 1 the top half by rating meets" in line for line in said)


@pytest.mark.clause("ACF-2.V.A", "ACF-3.VIII")
async def test_choosing_halves_after_a_preview_is_a_redraw_with_a_reason() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        screen = await draw(desk, pilot, fresh_field())
        before = previews(desk)[-1].seed
        await keys(pilot, "f8")
        assert "This is a redraw, from a fresh seed. Why?" in shown(desk)
        assert screen.round.proposal is not None
        await keys(pilot, *"Announced", "enter")
        assert screen.round.proposal.pairs == (("p1", "p4"), ("p2", "p5"), ("p3", "p6"))
        last = previews(desk)[-1]
        assert (last.why, last.first_round) == ("Announced", "top_half")
        assert last.seed != before
        await keys(pilot, "enter", "enter", "y")
        said = [line.said() for line in log_of(published(desk).trace)]
        assert said[0] == f"Preview 1, seed {before}, discarded: Announced"


@pytest.mark.clause("ACF-2.V.A")
async def test_a_draw_by_halves_that_was_looked_at_is_shown_again_after_a_restart() -> None:
    state = fresh_field()
    pairs_ = (("p1", "p4"), ("p2", "p5"), ("p3", "p6"))
    seen = Preview("777", "swiss 1", pairs_, (), "", START, first_round="top_half")
    told = msgspec.structs.replace(state, previews={("masters", 1): (seen,)})
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, told, "p", "A", "enter")
        screen = desk.app.screen
        assert isinstance(screen, PairScreen)
        assert screen.round.proposal is not None
        assert screen.round.proposal.pairs == pairs_
        assert previews(desk) == []


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_both_ways_to_pair_stand_beside_the_pairs(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await draw(desk, pilot, broken_top())
        if size == (50, 15):
            await keys(pilot, "question_mark")
        assert_screen(desk.app, "both-ways")


@pytest.mark.clause("ACF-2.V.D")
async def test_the_referee_takes_the_other_way_with_a_reason() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        screen = await draw(desk, pilot, broken_top())
        assert screen.round.proposal is not None
        assert [set(pair) for pair in screen.round.proposal.again] == [{"p4", "p5"}]
        await keys(pilot, "equals_sign", "end", "enter")
        assert "Pair it so? Nobody meets again." in shown(desk)
        assert len(previews(desk)) == 1
        await keys(pilot, "y", *"Announced", "enter")
        assert screen.round.proposal.again == ()
        last = previews(desk)[-1]
        assert last.ruled == (Ruled("fresh_only", "Announced"),)
        assert last.seed == previews(desk)[0].seed
        await keys(pilot, "enter", "enter", "y")
        said = [line.said() for line in log_of(published(desk).trace)]
        assert "No repeat, though groups are broken for it: Announced" in said


@pytest.mark.clause("ACF-1.VII", "ACF-2.V.D")
async def test_allowed_result_after_a_draw_without_effect_is_said() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await draw(desk, pilot, broken_top())
        await keys(pilot, "equals_sign", "down", "enter")
        assert "The round comes out the same. Nothing was changed." in shown(desk)
        assert len(previews(desk)) == 1


def wish(what: str, ident: str = "p3", at: int = START + 80 * MINUTE) -> Request:
    asked: Any = what
    return Request(
        f"player/{ident}/request/q", "eq", ident, asked, 4, at, "k" * 8, "born 12 May 1980"
    )


@pytest.mark.clause("ACF-2.V.F", "ACF-2.IV.D")
@pytest.mark.parametrize("what", ["opt_out", "withdraw"])
async def test_a_wish_that_is_not_answered_is_warned_of_before_the_draw(what: str) -> None:
    state = played("13 24 56")
    office = Office(requests={"q": wish(what)})
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, msgspec.structs.replace(state, office=office), "p")
        assert "! Not answered yet: Cy Ortega: " in shown(desk)
        await keys(pilot, "A", "enter", "7", "7", "7", "7", "enter")
        assert "! Not answered yet: Cy Ortega: " in shown(desk)
        # One that comes while the draw is looked at is named as well.
        both = {each.ent: each for each in (wish(what), wish(what, "p5"))}
        desk.tell(msgspec.structs.replace(state, office=Office(requests=both)))
        await pilot.pause()
        assert "! Not answered yet: Eve Moreau: " in shown(desk)
