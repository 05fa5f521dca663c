"""Under lives, matches that one player has to win: as they are paired and changed at the desk."""

from dataclasses import replace

import msgspec
import pytest

from shared.core.events import PairedMatch, RoundPaired
from shared.core.events.measures import MatchDecided
from shared.core.match.outcome import Code, Outcome
from shared.core.state import HallState, Player
from shared.pairing import Proposal
from shared.pairing.log.words import log_of
from tests.core.decided import measures
from tests.hall_server.referee.halls import (
    Desk,
    disputed,
    keys,
    masters,
    opened,
    pairs,
    shown,
    under_way,
)
from tests.hall_server.referee.test_from_paper import SEED, typed
from tests.pairing.test_systems import lives, pair, played, with_player

BIG = (100, 30)
TABLES = masters(*(under_way(f"m{n}", f"t{n}", of) for n, of in enumerate(pairs(8), 1))).tables
NAMES = {"p1": "Ann", "p2": "Bo", "p3": "Cy", "p4": "Dee"}
PLAYED_ON = "A tie in every match would leave nobody in"


def tied_once(count: int) -> HallState:
    """Return a state where all tied once and have half a life left; round 2 is to be paired."""
    state = msgspec.structs.replace(lives(count), tables=TABLES)
    people = {p: Player(p, NAMES[p], "d", 0, "") for p in state.players}
    state = msgspec.structs.replace(state, players=people)
    return played(state, 1, pair(state, 1), ["D D"] * (count // 2))


def published(state: HallState, drawn: Proposal | None = None) -> HallState:
    """Return the state with its round 2 published as it is drawn, and nothing of it played."""
    drawn = drawn or pair(state, 2)
    state = played(state, 2, drawn, [""] * len(drawn.pairs))
    round_ = msgspec.structs.replace(state.rounds["d", 2], event="e1", witnesses=("A",))
    return msgspec.structs.replace(state, rounds={**state.rounds, round_.key: round_})


def out(desk: Desk) -> RoundPaired:
    """Return the round that was published or changed last."""
    return [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)][-1]


def of(body: RoundPaired, *names: str) -> PairedMatch:
    """Return the match of two who are named."""
    return next(m for m in body.matches if {NAMES[p] for p in m.players} == set(names))


def said(body: RoundPaired) -> bool:
    """Return whether the pairing log has it."""
    return any(PLAYED_ON in line.said() for line in log_of(body.trace))


@pytest.mark.clause("DARK-KO")
@pytest.mark.parametrize("count", [2, 4])
async def test_a_round_that_ties_would_leave_empty_is_published_with_decisive_matches(
    count: int,
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, tied_once(count), "p", "A", "enter", *SEED)
        assert PLAYED_ON in shown(desk)
        await keys(pilot, "enter", "enter", "y")
        assert [match.decisive for match in out(desk).matches] == [True] * (count // 2)
        assert said(out(desk))


@pytest.mark.clause("DARK-KO")
async def test_round_that_leaves_a_player_in_has_no_decisive_match() -> None:
    desk = Desk()
    state = with_player(tied_once(4), "p4", withdrawn_after=1)
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "A", "enter", *SEED, "enter", "enter", "y")
        assert len(out(desk).byes) == 1
        assert [match.decisive for match in out(desk).matches] == [False]
        assert not said(out(desk))


@pytest.mark.clause("DARK-KO")
async def test_a_round_paired_on_paper_has_decisive_matches_where_a_drawn_one_has() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, tied_once(4), "p", "A", "enter", "f9")
        await keys(pilot, "Z", *typed("Ann - Dee"), *typed("Bo - Cy"), "enter")
        assert PLAYED_ON in shown(desk)
        await keys(pilot, "space", *["down"] * 5, "enter", "y", "enter", "enter", "y")
        assert [match.decisive for match in out(desk).matches] == [True, True]
        assert said(out(desk))


@pytest.mark.clause("DARK-KO")
async def test_new_pairs_of_a_published_round_are_decisive_too() -> None:
    desk = Desk()
    state = published(tied_once(4))
    [(one, _), (_, other)] = (match.players for match in state.rounds["d", 2].matches)
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "H", "Z")
        await keys(pilot, *typed(f"{NAMES[one]} - {NAMES[other]}"), "enter")
        assert PLAYED_ON in shown(desk)
        await keys(pilot, "space", "down", "enter", "enter", "y")
        body = out(desk)
        assert not {m.uid for m in body.matches} & {m.uid for m in state.rounds["d", 2].matches}
        assert [match.decisive for match in body.matches] == [True, True]


@pytest.mark.clause("DARK-KO")
async def test_a_decisive_match_stays_one_at_another_table() -> None:
    desk = Desk()
    state = published(tied_once(4))
    uids = [match.uid for match in state.rounds["d", 2].matches]
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "H", "enter", *["down"] * 3, "enter")
        await keys(pilot, "4", "enter", "space")
        await keys(pilot, *["down"] * 4, "enter", "enter", "y")
        body = out(desk)
        assert [(m.uid, m.decisive) for m in body.matches] == [(uid, True) for uid in uids]
        assert body.matches[0].table == "t4"


@pytest.mark.clause("DARK-KO")
async def test_the_referee_rules_no_decisive_match_equal_and_enters_the_further_games() -> None:
    state = published(tied_once(2))
    [match] = (m for m in state.matches.values() if m.key.round_no == 2)
    open_ = msgspec.structs.replace(match, result=disputed("W L", "L W"))
    state = msgspec.structs.replace(state, matches={**state.matches, match.uid: open_})
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "o", "G", "enter")
        assert "Equal: they play on until one side is ahead." in shown(desk)
        await keys(pilot, "plus", "plus", "left", "enter", "y")
        [draft] = desk.port.drafts
        games = (Code.WIN, Code.LOSS, Code.DRAW, Code.WIN)
        assert MatchDecided.by(Outcome(games)) in measures(draft)


@pytest.mark.clause("DARK-KO")
async def test_a_match_more_is_decisive_and_the_one_that_is_there_is_played_as_it_was_paired() -> (
    None
):
    desk = Desk()
    drawn = replace(pair(tied_once(4), 2), pairs=(("p1", "p4"),), byes=("p2", "p3"), decisive=False)
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, published(tied_once(4), drawn), "p", "H", "Z")
        await keys(pilot, *typed("Bo - Cy"), "enter", "space", "enter", "enter", "y")
        body = out(desk)
        assert body.byes == ()
        assert (of(body, "Ann", "Dee").decisive, of(body, "Bo", "Cy").decisive) == (False, True)
