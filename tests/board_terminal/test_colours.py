"""Every text of a table at 7:1 in each theme, and no state that only colour tells."""

from __future__ import annotations

import pytest

from shared.tui.theme import PALETTES
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import begin, terminal
from tests.tui.contrast import tones, weak


@pytest.mark.parametrize("theme", PALETTES)
async def test_every_text_of_a_table_stands_at_seven_to_one(theme: str) -> None:
    app, port = terminal()
    seen = 0
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        app.theme = theme
        for page in EVERY_PAGE:
            view = EVERY_PAGE[page]().view
            app._present = lambda view=view: view  # type: ignore[method-assign, misc]
            app.show()
            await pilot.pause()
            await pilot.pause()
            assert not weak(app), page
            seen += len(tones(app))
    assert seen > 500
