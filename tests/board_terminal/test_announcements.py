"""What the referee announces is a line at the table, and never in the way of a game."""

import msgspec
import pytest

from shared.core.state import HallState
from shared.core.state.office import Announcement, Office
from tests.board_terminal.screen_kit import SIZES, begin, press, terminal, tick
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen, screen_text

TEXT = "Round 2 starts half an hour later. Lunch is served upstairs, in the Lighthouse Room."


def told(until: int, division: str = "") -> HallState:
    said = Announcement("announcement/a", TEXT, until, "all", division, START)
    return msgspec.structs.replace(state_of(round_one()), office=Office({said.ent: said}))


@pytest.mark.parametrize("size", SIZES)
async def test_an_announcement_is_read_while_a_game_runs(size: tuple[int, int]) -> None:
    app, port = terminal(told(START * 2))
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "1", "3", "1")
        await tick(pilot)
        assert_screen(app, "announcement")


async def test_announcement_is_gone_after_its_end_and_never_shown_to_another_division() -> None:
    app, port = terminal(told(START + 432_000 + 60_000))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        assert "Lighthouse" in screen_text(app)
        await tick(pilot, 60_000)
        assert "Lighthouse" not in screen_text(app)
        port.state = told(START * 2, "majors")
        port.tell_state()
        await tick(pilot)
        assert "Lighthouse" not in screen_text(app)
