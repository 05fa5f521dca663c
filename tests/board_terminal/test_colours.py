"""Every text of a table at 7:1 in each theme, and no state that only colour tells."""

import pytest

from shared.port import Link
from shared.tui.theme import PALETTES
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import begin, terminal
from tests.tui.colour_blind import Shown
from tests.tui.contrast import tones, weak
from tests.tui.fake_port import START

LINKS = (
    Link("live", START),
    Link("catching_up", START, behind=12),
    Link("offline", START),
    Link("refused", START, sentence="This device was replaced. Ask the referee."),
)


@pytest.mark.parametrize("theme", PALETTES)
async def test_every_text_of_a_table_is_readable_and_no_state_is_told_by_colour_alone(
    theme: str,
) -> None:
    app, port = terminal()
    seen, shown = 0, Shown()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        app.theme = theme
        for page in EVERY_PAGE:
            view = EVERY_PAGE[page]().view
            app._present = lambda view=view: view  # type: ignore[method-assign, misc]
            app.show()
            await pilot.pause()
            assert not weak(app), page
            seen += len(tones(app))
            shown.look(app)
        for link in LINKS:
            port.tell_link(link)
            await pilot.pause()
            shown.look(app)
    assert seen > 500
    assert "danger-fill" in shown.tones
    assert len(shown.tones) > 3
    assert not shown.by_colour_alone()
