"""Names of 80 letters, and names that are written from the right, on the main pages of a table."""

from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from board_terminal.screens.choice_bar import ChoiceButton
from board_terminal.screens.half import HalfPanel
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.board_terminal.table_kit import round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.board_terminal.test_screens import between, playing, report_of_whom, scoring
from tests.tui.screens import at_sizes, overflowing, screen_lines

LONG = ("Maximiliana-Wilhelmine " + "Oberländer-" * 6)[:79] + "."
NAMES = {
    "long": (LONG, LONG.upper()),
    "right to left": ("محمد عبد الله الخوارزمي", "אברהם בן־שמואל"),
    "mixed": (LONG, "محمد عبد الله"),
}
SIZES = ((50, 15), (80, 24), (132, 38), (200, 55))
Scene = Callable[[Pilot[None], TablePort], Awaitable[None]]


async def signing(pilot: Pilot[None], port: TablePort) -> None:
    await scoring(pilot, port)
    await press(pilot, "z")


PAGES = (playing, scoring, signing, between, report_of_whom)


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("scene", PAGES, ids=lambda scene: scene.__name__)
async def test_any_name_keeps_its_place_and_hides_nothing_else(
    scene: Scene, names: tuple[str, str]
) -> None:
    state = state_of(round_one())
    players = dict(state.players)
    for ident, name in zip(("king", "chen"), names, strict=True):
        players[ident] = replace(players[ident], name=name)
    app, port = terminal(replace(state, players=players))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await scene(pilot, port)
        async for size in at_sizes(pilot, SIZES):
            assert not overflowing(app), size
            assert {len(screen_lines(app)), app.size.height} == {size[1]}
            assert max(map(cell_len, screen_lines(app))) <= size[0]
            halves = list(app.screen.query(HalfPanel))
            assert abs(halves[0].size.width - halves[1].size.width) <= 1, size
            for half, name in zip(halves, names, strict=True):
                if half.region.height:
                    rows = [line for line, _bold in half._lines()]
                    assert {cell_len(row) for row in rows} == {half.size.width}, size
                    assert any(name.split()[0][:8] in row for row in rows), (size, name)
            middle = app.screen.query_one("#middle").region
            for text in ("#headline", "#message"):
                shown = app.screen.query_one(text)
                assert not shown.display or shown.region in middle, (size, text)
            for button in app.screen.query(ChoiceButton):
                assert button.region in app.screen.region, size
                assert not button.choice.does or button.size.height >= 3, size
