"""Pairing and publishing a round: steps, refusals, reasons, and nothing by accident."""

from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.app.pairing.pair_screen import PairScreen
from shared.core.events import PairedMatch, RoundPaired, RoundPreviewed
from shared.core.events.entities import MatchKey
from shared.core.state import HallState, Preview, Table
from shared.pairing import PublishedPairings
from shared.pairing.log.words import log_of
from tests.hall_server.referee.halls import (
    MASTERS,
    MINUTE,
    NAMES,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    masters,
    opened,
    pairs,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text


def complete(count: int = 6, players: int = 0, **more: Any) -> HallState:
    games = ("W D", "L L", "D D")
    played = [
        under_way(f"m{n}", f"t{n}", pair, result=confirmed(games[n % 3]))
        for n, pair in enumerate(pairs(count), 1)
    ]
    return masters(*played, count=players, **more)


async def pairing(desk: Desk, pilot: Pilot[None], state: HallState) -> PairScreen:
    await opened(desk, pilot, state, "p")
    assert isinstance(desk.app.screen, PairScreen)
    return desk.app.screen


async def drawn(desk: Desk, pilot: Pilot[None], state: HallState, seed: str = "") -> PairScreen:
    """Return the screen once the round is drawn: a witness named, the seed thrown or left to
    chance."""
    screen = await pairing(desk, pilot, state)
    await keys(pilot, "A", "enter", *typed(seed), "enter")
    return screen


def typed(text: str) -> list[str]:
    return ["space" if letter == " " else letter for letter in text]


def published(desk: Desk) -> RoundPaired:
    [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
    return body


def previews(desk: Desk) -> list[RoundPreviewed]:
    return [d.body for d in desk.port.drafts if isinstance(d.body, RoundPreviewed)]


@pytest.mark.clause("ACF-3.VIII")
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (50, 15)])
async def test_a_round_is_witnessed_drawn_checked_and_published(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        screen = await pairing(desk, pilot, complete(players=7))
        assert screen.round.proposal is None
        assert_screen(desk.app, "pair-witnesses")
        await keys(pilot, "enter")
        assert "Name 2 players, or 1 assistant referee." in screen_text(desk.app)
        await keys(pilot, *"Al,", "B", "enter")
        assert_screen(desk.app, "pair-seed")
        assert screen.round.proposal is None
        await keys(pilot, *typed("3 5 1 6 2"), "enter")
        assert_screen(desk.app, "pair-preview")
        assert screen.round.proposal is not None
        pairs_drawn = screen.round.proposal.pairs
        await keys(pilot, "enter")
        assert_screen(desk.app, "pair-start")
        await keys(pilot, "enter", "enter")
        assert not [d for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        await keys(pilot, "enter", "y")
        body = published(desk)
        assert desk.port.drafts[-1].ent == "masters/2/pairing"
        assert tuple(m.players for m in body.matches) == pairs_drawn
        assert [m.table for m in body.matches] == ["t1", "t2", "t3"]
        assert body.byes
        assert body.witnesses == ("Al", "B")
        assert body.seed == "3 5 1 6 2"
        assert {entry.player for entry in body.field} == {f"p{n}" for n in range(1, 8)}
        assert len({m.uid for m in body.matches}) == 3
        assert START + 10 * MINUTE <= body.starts_at <= START + 15 * MINUTE
        assert isinstance(desk.app.screen, MainScreen)


@pytest.mark.clause("USBGF-2.2c")
async def test_a_player_who_is_wanted_in_another_division_is_named_before_the_yes() -> None:
    state = complete()
    side = msgspec.structs.replace(MASTERS, id="side", name="Side event")
    twin = msgspec.structs.replace(state.players["p1"], id="s1", division="side")
    other = msgspec.structs.replace(state.players["p2"], id="s2", name="Zoe", division="side")
    going = under_way("s", "t9", ("s1", "s2"))
    going = msgspec.structs.replace(going, key=MatchKey("side", 1, "s"))
    state = msgspec.structs.replace(
        state,
        divisions={**state.divisions, "side": side},
        players={**state.players, "s1": twin, "s2": other},
        matches={**state.matches, "s": going},
        rounds={
            **state.rounds,
            ("side", 1): msgspec.structs.replace(
                state.rounds["masters", 1],
                division="side",
                matches=(PairedMatch("s", "t9", "s1", "s2"),),
            ),
        },
    )
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state, "p")
        await keys(pilot, *"A,B", "enter", *typed("3 5 1 6 2"), *["enter"] * 5)
        words = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert f"! {twin.name} is also wanted in Side event, at t9, 22:13. Publish round 2" in words
        assert not [d for d in desk.port.drafts if isinstance(d.body, RoundPaired)]


@pytest.mark.clause("ACF-2.V.C")
async def test_the_referee_sees_who_drops_to_a_lower_group_and_that_no_round_drops_fewer() -> None:
    """Three have won twice and three have lost: one of the winners drops, by any draw."""
    won = [
        under_way(f"m{n}", f"t{n}", pair, result=confirmed("W W"))
        for n, pair in enumerate(pairs(6), 1)
    ]
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        screen = await drawn(desk, pilot, masters(*won), "3 5 1 6 2")
        assert screen.round.proposal is not None
        [down] = screen.round.proposal.floated
        assert down in ("p1", "p3", "p5")
        shown = " ".join(screen_text(desk.app).split())
        assert shown.count("↓") == 1
        assert f"{NAMES[int(down[1:]) - 1]} (4) ↓" in shown
        await keys(pilot, "question_mark")
        shown = " ".join(screen_text(desk.app).split())
        assert "ACF-2.V.C Players floated: 1, by 1 score group in all." in shown
        assert "ACF-2.V.C Of all legal rounds, none floats fewer players or less far" in shown
        seeds = [("p1", "p3"), ("p1", "p5"), ("p3", "p5")]
        assert (
            sum(set(pair) in [set(s) for s in seeds] for pair in screen.round.proposal.pairs) == 1
        )


@pytest.mark.clause("ACF-3.VIII")
async def test_a_draw_is_on_record_as_soon_as_it_is_looked_at() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, complete())
        assert previews(desk) == []
        await keys(pilot, "A", "enter", *typed("3 5 1 6"), "enter")
        [looked_at] = previews(desk)
        assert screen.round.proposal is not None
        assert looked_at.pairs == screen.round.proposal.pairs
        assert (looked_at.seed, looked_at.why) == ("3 5 1 6", "")


@pytest.mark.clause("ACF-3.VIII")
async def test_a_desk_that_is_started_again_shows_the_draw_that_was_looked_at() -> None:
    first, second = Desk(), Desk()
    async with first.app.run_test(size=(80, 24)) as pilot:
        await drawn(first, pilot, complete(), "3 5 1 6")
    [seen] = previews(first)
    logged = Preview(seen.seed, seen.algorithm, seen.pairs, seen.byes, "", START)
    state = complete(previews={("masters", 2): (logged,)})
    async with second.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(second, pilot, state)
        assert screen.round.step == "witnesses", "who watches is not in the log before publication"
        await keys(pilot, "A", "enter")
        assert screen.round.step == "preview"
        assert screen.round.proposal is not None
        assert screen.round.proposal.pairs == seen.pairs
        assert previews(second) == []


@pytest.mark.clause("ACF-3.VIII")
async def test_a_draw_that_no_longer_holds_is_discarded_with_the_reason() -> None:
    desk = Desk()
    stale = Preview("3 5 1 6", "swiss 1", (("p1", "p9"),), (), "", START)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, complete(previews={("masters", 2): (stale,)}))
        await keys(pilot, "A", "enter")
        assert screen.round.step == "preview"
        [again] = previews(desk)
        assert again.seed != stale.seed
        assert (again.why, again.changed) == ("", True)
        await keys(pilot, "enter", "enter", "y")
        assert log_of(published(desk).trace)[0] == (
            "Preview 1, seed 3 5 1 6, discarded: players or results changed after it"
        )


@pytest.mark.clause("ACF-3.VIII")
async def test_a_seed_that_is_no_chance_is_refused_and_nothing_is_drawn() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, complete())
        await keys(pilot, "A", "enter", "1", "2", "enter")
        assert screen.round.step == "seed"
        assert "Too short to be chance" in screen_text(desk.app)
        assert previews(desk) == []


async def test_a_round_with_open_results_is_refused_and_names_the_tables() -> None:
    desk = Desk()
    state = complete()
    odd = msgspec.structs.replace(state.matches["m2"], result=disputed("W D", "D W"))
    state = msgspec.structs.replace(state, matches={**state.matches, "m2": odd})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, state)
        assert "Round 1 is not complete: table 2 has no result that counts." in screen_text(
            desk.app
        )
        await keys(pilot, "enter")
        assert screen.round.step == "blocked"
        await keys(pilot, "exclamation_mark", *"Late train", "enter")
        assert screen.round.step == "witnesses"
        await keys(pilot, "A", "enter", "enter", "enter", "enter", "y")
        assert published(desk).trace[0] == ("paired_open", ("t2",), "Late train")


async def test_a_refusal_ends_when_the_last_result_comes_in() -> None:
    desk = Desk()
    state = complete()
    odd = msgspec.structs.replace(state.matches["m2"], result=disputed("W D", "D W"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        open_ = msgspec.structs.replace(state, matches={**state.matches, "m2": odd})
        screen = await pairing(desk, pilot, open_)
        assert screen.round.step == "blocked"
        desk.tell(state)
        await pilot.pause()
        assert screen.round.step == "witnesses"


@pytest.mark.clause("ACF-3.VIII")
async def test_drawing_again_needs_a_reason_that_stays_in_the_log() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, complete())
        before = previews(desk)[0].seed
        await keys(pilot, "R", "enter")
        assert "Type something first." in screen_text(desk.app)
        await keys(pilot, *"Wrong table", "enter")
        assert screen.round.step == "preview"
        assert previews(desk)[1].why == "Wrong table"
        await keys(pilot, "enter", "enter", "y")
        body = published(desk)
        assert body.seed == previews(desk)[1].seed != before
        assert body.trace[0] == ("discarded", 1, before, "words", "Wrong table")


async def test_leaving_and_coming_back_shows_the_same_draw() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        before = (await drawn(desk, pilot, complete())).round.proposal
        await keys(pilot, "escape", "p")
        assert isinstance(desk.app.screen, PairScreen)
        assert desk.app.screen.round.proposal == before
        assert len(previews(desk)) == 1


@pytest.mark.clause("ACF-2.IV.D")
async def test_a_withdrawal_during_the_preview_draws_again_and_says_so() -> None:
    desk = Desk()
    state = complete()
    gone = msgspec.structs.replace(state.players["p3"], withdrawn_after=1)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, state)
        await keys(pilot, "enter")
        desk.tell(msgspec.structs.replace(state, players={**state.players, "p3": gone}))
        await pilot.pause()
        assert screen.round.step == "preview"
        assert "Players or results changed: drawn again." in screen_text(desk.app)
        assert screen.round.proposal is not None
        assert "p3" not in {p for pair in screen.round.proposal.pairs for p in pair}


async def test_too_few_tables_say_how_many_are_missing() -> None:
    desk = Desk()
    tables = (Table("t1", "1", ""), Table("t2", "2", ""))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, complete(tables=tables))
        await keys(pilot, "enter")
        assert screen.round.step == "preview"
        assert "1 more table is needed." in screen_text(desk.app)


@pytest.mark.clause("ACF-2.V.D", "ACF-1.VII")
async def test_where_no_round_is_legal_the_referee_rules_which_rule_gives_way() -> None:
    desk = Desk()
    met = [
        under_way(f"m{n}", f"t{n}", pair, result=confirmed("W D"))
        for n, pair in enumerate([("p1", "p2"), ("p1", "p3"), ("p2", "p3")], 1)
    ]
    two = msgspec.structs.replace(masters(*met[:1]), matches={m.uid: m for m in met[:1]})
    two = msgspec.structs.replace(
        two, divisions={"masters": msgspec.structs.replace(MASTERS, rounds=9)}
    )
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, two)
        assert screen.round.proposal is None
        assert "cannot be paired without" in " ".join(screen_text(desk.app).split())
        await keys(pilot, "equals_sign", "enter", *"Only two are left", "enter")
        assert screen.round.proposal is not None
        await keys(pilot, "enter", "enter", "y")
        log = log_of(published(desk).trace)
        assert "Re-pairings allowed by the referee: Only two are left" in log


async def test_a_pairing_that_cannot_be_is_told_in_a_sentence() -> None:
    desk = Desk(source=PublishedPairings({}))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, complete())
        assert screen.round.proposal is None
        assert "No published pairing of round 2 was given." in screen_text(desk.app)
        await keys(pilot, "enter", "escape")
        assert isinstance(desk.app.screen, MainScreen)


@pytest.mark.clause("ACF-1.VI.A")
async def test_round_that_is_published_with_now_has_its_start_and_is_not_asked_for_it() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await drawn(desk, pilot, complete())
        await keys(pilot, "enter", *"now", "enter")
        assert "starting now" in screen_text(desk.app)
        desk.later(5_000)
        await keys(pilot, "y")
        body = published(desk)
        assert (body.begun, body.starts_at) == (True, desk.now)


async def test_a_wrong_start_is_refused_in_a_sentence() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, complete())
        await keys(pilot, "enter", "equals_sign", "enter")
        assert screen.round.step == "start"
        assert "Type a time as 14:30" in screen_text(desk.app)


async def test_own_rulings_not_at_the_hall_are_warned_of_before_pairing() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(complete(), unsent=["e1", "e2"])
        await pilot.pause()
        await keys(pilot, "p")
        shown = " ".join(screen_text(desk.app).split())
        assert "2 of your entries are" in shown


async def test_results_with_fewer_than_two_copies_are_warned_of_before_pairing() -> None:
    desk = Desk()
    state = complete()
    match = next(m for m in state.matches.values() if m.result.versions)
    alone = match.result.versions[0].event
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.port.tell_hall(state, few={alone: 1}, keepers=3)
        await pilot.pause()
        await keys(pilot, "p")
        shown = " ".join(screen_text(desk.app).split())
        assert "! Table" in shown


async def test_results_with_copies_enough_are_not_warned_of() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.port.tell_hall(complete(), keepers=3)
        await pilot.pause()
        await keys(pilot, "p")
        assert "copies" not in screen_text(desk.app)
