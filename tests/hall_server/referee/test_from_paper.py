"""A round is entered from paper, typed pair by pair, and results go with those who played them."""

import msgspec
import pytest

from hall_server.referee.app.pairing.pair_screen import PairScreen
from shared.core.events import DecisionMade, RoundPaired
from shared.core.events.measures import MatchDecided
from shared.core.match.outcome import Code
from shared.core.state import HallState, Player
from shared.pairing.log.words import log_of
from tests.hall_server.referee.halls import Desk, confirmed, keys, masters, opened, shown, under_way
from tests.hall_server.referee.test_by_hand import published
from tests.hall_server.referee.test_ruling_pairs import fresh_field, played
from tests.tui.screens import assert_screen

BIG = (100, 30)
SEED = ("7", "7", "7", "7", "enter")


def typed(text: str) -> list[str]:
    names = {" ": "space", "-": "minus", ":": "colon"}
    return [*(names.get(letter, letter) for letter in text), "enter"]


def out(desk: Desk) -> RoundPaired:
    return next(d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired))


@pytest.mark.clause("ACF-3.VIII")
async def test_a_round_paired_on_paper_is_typed_checked_and_published() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, fresh_field(), "p", "A", "enter")
        assert "F9 enters a round that was paired on paper." in shown(desk)
        await keys(pilot, "f9")
        assert "By hand: round 1, Masters" in shown(desk)
        await keys(pilot, "Z", *typed("Ann - Flo"), *typed("3: Cy v Dee"))
        assert "Who plays whom? 2 players are free." in shown(desk)
        await keys(pilot, *typed("Bo - Bo"))
        assert "That is the same player twice." in shown(desk)
        await keys(pilot, *["backspace"] * 7, *typed("Zed"))
        assert "No player of this division is called Zed." in shown(desk)
        await keys(pilot, *["backspace"] * 3, *typed("Bo - Eve"), "enter")
        assert_screen(desk.app, "from-paper")
        await keys(pilot, "space", *["down"] * 5, "enter", "y")
        assert isinstance(desk.app.screen, PairScreen)
        await keys(pilot, "enter", "enter", "y")
        body = out(desk)
        assert [(m.players, m.table) for m in body.matches] == [
            (("p1", "p6"), "t1"),
            (("p3", "p4"), "t3"),
            (("p2", "p5"), "t2"),
        ]
        assert (body.seed, body.algorithm, body.witnesses) == ("", "paper", ("A",))
        assert body.by_hand is not None
        assert body.by_hand.reason == "paper"
        assert {line.clause for line in body.by_hand.checked} >= {"ACF-2.V.B", "ACF-2.V.D"}
        said = [line.said() for line in log_of(body.trace)]
        assert any("The round was paired on paper" in line for line in said)


@pytest.mark.clause("ACF-2.V.D", "ACF-3.VIII")
async def test_a_paper_round_that_repeats_a_pairing_says_so_before_the_yes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, played("12 34 56"), "p", "A", "enter", "f9", "Z")
        await keys(pilot, *typed("Ann - Bo"), *typed("Cy - Eve"), *typed("Dee - Flo"), "enter")
        await keys(pilot, "space", *["down"] * 5, "enter")
        assert "Ann Lee and Bo King have met before." in shown(desk)
        assert desk.port.drafts == []


async def test_entry_from_paper_stays_when_the_screen_is_left() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, fresh_field(), "p", "A", "enter", "f9", "Z")
        await keys(pilot, *typed("Ann - Flo"), *typed("Cy - Dee"), *typed("Bo - Eve"), "enter")
        await keys(pilot, "space", *["down"] * 5, "enter", "y", "escape", "p")
        assert "Ann Lee (0) – Flo Petrović (0)" in shown(desk)
        # A latecomer is no reason to forget it, but has to be put somewhere.
        state = desk.app.hall
        late = Player("p9", "Zoë Late", "masters", 1900, "")
        desk.tell(msgspec.structs.replace(state, players={**state.players, "p9": late}))
        await pilot.pause()
        assert "What you entered is kept: press H and mend it." in shown(desk)
        await keys(pilot, "H", "Z", *typed("Zoë"), "enter", "space", *["down"] * 5, "enter", "y")
        await keys(pilot, "enter", "enter", "y")
        assert out(desk).byes == ("p9",)
        assert len(out(desk).matches) == 3


@pytest.mark.clause("ACF-1.VII", "ACF-2.V.D")
async def test_a_round_that_cannot_be_drawn_is_paired_by_hand() -> None:
    desk = Desk()
    state = played("12 34", "13 24", "14 23", total=9)
    four = {ident: p for ident, p in state.players.items() if ident in ("p1", "p2", "p3", "p4")}
    state = msgspec.structs.replace(state, players=four)
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "A", "enter", *SEED)
        assert "cannot be paired without" in shown(desk)
        await keys(pilot, "H", "Z", *typed("Ann - Bo"), *typed("Cy - Dee"), "enter", "space")
        await keys(pilot, "end", "up", "enter", *typed("Nobody is left"), "enter", "y")
        await keys(pilot, "enter", "enter", "y")
        body = out(desk)
        assert [m.players for m in body.matches] == [("p1", "p2"), ("p3", "p4")]
        assert body.by_hand is not None
        assert "already_met" in body.by_hand.overruled


@pytest.mark.clause("ACF-3.VIII")
async def test_two_latecomers_are_a_match_more_in_the_published_round() -> None:
    state = published()
    late = {i: Player(i, n, "masters", 1900, "") for i, n in (("p8", "Zoë"), ("p9", "Yan"))}
    tables = masters(count=8).tables
    state = msgspec.structs.replace(state, players={**state.players, **late}, tables=tables)
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "H", "Z", *typed("Zoë - Yan"), "enter")
        await keys(pilot, "space", "enter", "enter", "y")
        body = out(desk)
        assert [m.uid for m in body.matches[:3]] == ["m1", "m2", "m3"]
        assert (body.matches[3].players, body.matches[3].table) == (("p8", "p9"), "t4")


@pytest.mark.clause("ACF-3.VIII")
@pytest.mark.parametrize("theirs", [True, False])
async def test_a_result_goes_with_the_two_who_played_it(theirs: bool) -> None:
    """p1 and p4 sat at table 1, p3 and p2 at table 2; table 1 has entered its result."""
    state: HallState = published(under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D")))
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "H", "Z", *typed("Ann - Dee"), "enter")
        await keys(pilot, "space", "down", "enter", "enter")
        assert "Table 1 has a result, Ann Lee 1½–½ Bo King. Whose is it?" in shown(desk)
        assert "Ann Lee 1½–½ Dee Novák: it was played by these two" in shown(desk)
        if theirs:
            await keys(pilot, "enter")
            assert "1 result goes with its pair." in shown(desk)
        else:
            await keys(pilot, "down", "enter")
            assert "what they have played does not count" in shown(desk)
            await keys(pilot, "enter")
        await keys(pilot, "y")
        body = out(desk)
        assert [m.players for m in body.matches[:2]] == [("p1", "p4"), ("p3", "p2")]
        decided = [d for d in desk.port.drafts if isinstance(d.body, DecisionMade)]
        assert len(decided) == theirs
        for draft in decided:
            assert draft.ent == f"masters/1/{body.matches[0].uid}/decision"
            assert isinstance(draft.body, DecisionMade)
            [one] = draft.body.measures
            assert msgspec.convert(one.what, MatchDecided).games == (Code.WIN, Code.DRAW)


async def test_a_table_that_a_player_keeps_is_named_and_another_one_is_warned_of() -> None:
    state = fresh_field()
    keeps = msgspec.structs.replace(state.players["p3"], table="t1")
    state = msgspec.structs.replace(state, players={**state.players, "p3": keeps})
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "A", "enter", *SEED)
        assert "Fixed: table 1 for Cy Ortega." in shown(desk)
        await keys(pilot, "H", "Z", *typed("2: Cy - Ann"), "enter")
        assert "! Cy Ortega keeps table 1, but is put at 2." in shown(desk)


@pytest.mark.clause("ACF-3.VIII")
async def test_a_draw_stays_until_a_paper_round_is_entered_and_is_named_in_its_log() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, fresh_field(), "p", "A", "enter", *SEED)
        screen = desk.app.screen
        assert isinstance(screen, PairScreen)
        drawn = screen.round.proposal
        await keys(pilot, "f9", "Z", *typed("Ann - Flo"), "enter", "escape")
        assert screen.round.proposal == drawn
        await keys(pilot, "f9", "Z", *typed("Ann - Flo"), *typed("Cy - Dee"), *typed("Bo - Eve"))
        await keys(pilot, "enter", "space", *["down"] * 5, "enter", "y", "enter", "enter", "y")
        body = out(desk)
        assert body.seed == ""
        said = [line.said() for line in log_of(body.trace)]
        assert said[0] == "Preview 1, seed 7777, discarded: another one was published"
