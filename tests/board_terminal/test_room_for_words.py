"""Every page in every language: no sentence and no button loses a word on either small screen."""

from typing import Any

import pytest
from textual.app import App

from board_terminal.screens.choice_bar import ChoiceButton, button_lines
from board_terminal.screens.half import HalfPanel
from board_terminal.view.view import View
from shared.machine.languages import LANGUAGES
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import begin, terminal
from tests.prove import spread
from tests.tui.screens import overflowing, screen_text
from tests.words.spoken import said_in

SMALL = ((80, 24), (50, 15))
CROWDED = {"long_names": "a name is cut"}


def cut(app: App[Any], view: View) -> list[str]:
    """Return the sentences, buttons and states of a view that the screen does not show whole."""
    text = screen_text(app)
    words = set(text.split())
    told = (view.headline, *view.message[:1], *view.alarm)
    found = [line for line in told if line and not set(line.split()) <= words]
    for button in app.screen.query(ChoiceButton):
        shown = set(" ".join(button_lines(button.choice, button.size.width)).split())
        found += [button.choice.label] * (not set(button.choice.label.split()) <= shown)
    for half in app.screen.query(HalfPanel):
        word = (view.halves or ())[half.seat].word if view.halves and half.region else ""
        found += [word] * (not set(word.split()) <= words)
    return found + [f"{place} overflows" for place in overflowing(app)]


@pytest.mark.parametrize(("language", "size"), spread(2, LANGUAGES, SMALL))
async def test_no_page_cuts_its_texts(language: str, size: tuple[int, int]) -> None:
    app, port = terminal()
    lost: dict[str, list[str]] = {}
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        for page in EVERY_PAGE:
            with said_in(language):
                view = EVERY_PAGE[page]().view
            app._present = lambda view=view: view  # type: ignore[method-assign, misc]
            app.show()
            await pilot.pause()
            found = cut(app, view)
            if found and page not in CROWDED:
                lost[page] = found
    assert not lost, "\n".join(f"{page}: {lines}" for page, lines in lost.items())
