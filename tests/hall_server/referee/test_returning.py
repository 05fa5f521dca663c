"""A withdrawal that is undone at the desk: what follows first, then the player is paired again."""

import pytest

from shared.core import events as ev
from shared.pairing.places import division_standings
from tests.core.events_kit import LAPTOP
from tests.hall_server.referee.changing import Changing
from tests.hall_server.referee.halls import keys

pytestmark = pytest.mark.asyncio


async def test_a_withdrawal_is_undone_and_the_player_is_paired_again() -> None:
    hall = Changing(rounds=4)
    hall.pair(1)
    hall.play(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "s", "W", *"Ill", "enter", "y")
        [draft] = hall.taken()
        gone = draft.ent.split("/")[1]
        assert hall.state.players[gone].withdrawn_after == 1
        hall.pair(2)
        hall.play(2)
        rank = next(n for n, row in enumerate(division_standings(hall.state, "men"))
                    if row.player == gone)  # fmt: skip
        await hall.go_on(pilot, "home", *["down"] * rank, "W")
        assert "Why does" in hall.shown
        await keys(pilot, *"Well", "enter")
        assert "Round 2 went on without them and stays as it is." in hall.shown
        assert "place out → " in hall.shown
        assert hall.desk.port.drafts == [draft]
        await keys(pilot, "y")
        hall.taken()
    back = hall.state.players[gone]
    assert (back.withdrawn_after, back.withdrawn_at) == (None, None)
    assert any(gone in pair for pair in hall.pair(3))


async def test_a_player_withdrawn_and_kept_apart_is_asked_about_until_it_is_entered_again() -> None:
    hall = Changing(rounds=4)
    hall.pair(1)
    hall.play(1)
    gone = ev.Draft("player/p1/withdrawal", ev.PlayerWithdrawn(1, "Ill"))
    hall.write(gone, seen=[])
    hall.write(ev.Draft(gone.ent, ev.PlayerWithdrawn(1, "", "Came back")), node=LAPTOP, seen=[])
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot)
        name = hall.moment.name("p1")
        assert f"Withdrawal entered twice, {name}" in hall.shown
        players = [row.player for row in division_standings(hall.state, "men")]
        kept = hall.state.players["p1"].withdrawn_after is None
        await keys(pilot, "s", *["down"] * players.index("p1"), "W", *"Sure", "enter", "y")
        await hall.go_on(pilot, "escape")
        assert "entered twice" not in hall.shown
        assert (hall.state.players["p1"].withdrawn_after is None) is not kept


@pytest.mark.clause("ACF-2.VI.B")
async def test_results_that_became_void_with_a_withdrawal_count_again_when_it_is_undone() -> None:
    rules = '{"pairing_system":"round_robin"}'
    hall = Changing("acf-masters", rounds=3, overrides=rules)
    hall.pair(1)
    hall.play(1)
    before = {row.player: row.match_points for row in division_standings(hall.state, "men")}
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "s", "W", "enter", *"Ill", "enter", "y")
        gone = hall.taken()[0].ent.split("/")[1]
        voided = {row.player: row.match_points for row in division_standings(hall.state, "men")}
        assert voided != before
        players = [row.player for row in division_standings(hall.state, "men")]
        await hall.go_on(pilot, "home", *["down"] * players.index(gone), "W", *"Well", "enter")
        assert "Undone with it" in hall.shown
        await keys(pilot, "y")
        hall.taken()
    after = {row.player: row.match_points for row in division_standings(hall.state, "men")}
    assert after == before


async def test_a_withdrawal_stays_where_a_draw_sheet_has_gone_on_without_the_player() -> None:
    hall = Changing("usbgf-open", rounds=3, players=8, bracket=ev.BracketPlan(main=(7,)))
    gone = hall.pair(1)[0][0]
    hall.play(1, "W")
    hall.write(ev.Draft(f"player/{gone}/withdrawal", ev.PlayerWithdrawn(1, "Ill")))
    assert len(hall.pair(2)) == 1
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "s")
        rows = [row.player for row in division_standings(hall.state, "men")]
        await keys(pilot, *["down"] * rows.index(gone), "W")
        assert "Round 2 was paired without" in hall.shown
        assert "Nothing was changed." in hall.shown
        await keys(pilot, "escape")
    assert hall.desk.port.drafts == []
