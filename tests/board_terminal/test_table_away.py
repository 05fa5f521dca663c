"""A table that the referee has taken away: its device says so, writes nothing, and comes back."""

import pytest

from shared.core.events import ResultSigned
from tests.board_terminal.screen_kit import SIZES, begin, terminal
from tests.board_terminal.table_kit import Kit, playing, round_one, scored, state_of
from tests.board_terminal.table_port import take_table_away
from tests.tui.screens import assert_screen


def taken(kit: Kit) -> Kit:
    take_table_away(kit.port)
    kit.deliver()
    return kit


def put_up(kit: Kit) -> Kit:
    take_table_away(kit.port, away=False)
    kit.deliver()
    return kit


def test_unused_table_says_so_and_writes_nothing() -> None:
    kit = taken(Kit(state_of()))
    assert kit.view.headline == "The hall does not use Table 3 now"
    assert "Everything entered here is safe and at the hall." in kit.view.message
    kit.do("side:0", "reports", "report:call", "retry", after=40_000).tick(60_000)
    assert kit.port.drafts == []
    assert (kit.view.choices, kit.view.sides, kit.model.offers) == ((), (), ())


def test_put_up_again_it_goes_on_by_itself_and_plays_the_next_match() -> None:
    kit = put_up(taken(Kit(state_of())))
    assert kit.view.headline == "Table 3 – waiting for the next round"
    assert kit.port.state is not None
    kit.port.state = state_of(round_one())
    put_up(kit).do("side:0")
    assert kit.port.drafts[-1].ent == "masters/1/m1/presence/0"


def test_a_match_that_was_paired_there_meanwhile_is_played_to_its_end() -> None:
    kit = taken(playing().do("side:1", after=4_000))
    assert kit.view.phase == "playing"
    kit = taken(Kit())
    assert kit.view.phase == "seating"


def test_a_signature_that_is_not_yet_at_the_hall_is_kept_and_counted() -> None:
    kit = scored("W", "D").do("side:0")
    kit.do("side:1")
    assert len(kit.port.bodies(ResultSigned)) == 2
    assert kit.port.state is not None
    kit.port.state = state_of()
    kit.port.unsent = {"event-1"}
    taken(kit)
    assert kit.view.headline == "The hall does not use Table 3 now"
    assert "1 entry is not yet at the hall: leave this device on." in kit.words()


def test_unused_table_still_says_so_after_a_restart() -> None:
    again = taken(Kit(state_of())).restart(at=7).tick(60_000)
    assert again.view.headline == "The hall does not use Table 3 now"
    assert again.port.drafts == []


@pytest.mark.parametrize("size", SIZES)
async def test_unused_table_screen_matches_its_snapshot(size: tuple[int, int]) -> None:
    app, port = terminal(state_of())
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        take_table_away(port)
        await pilot.pause()
        await pilot.pause()
        assert_screen(app, "away")
