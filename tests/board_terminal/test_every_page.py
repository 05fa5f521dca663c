"""What has to hold on every page of a table: room for a finger, and words for every state."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from textual.app import App
from textual.geometry import Region

from board_terminal.screens.choice_bar import ChoiceButton
from board_terminal.screens.half import HalfPanel
from shared.port import Link
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import SIZES, TestTerminal, begin, terminal
from tests.tui.fake_port import START
from tests.tui.screens import overflowing, screen_text

ROWS, COLUMNS = 3, 8
SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def targets(app: App[Any]) -> list[tuple[str, Region]]:
    """What a finger can do on the screen, and where."""
    assert isinstance(app, TestTerminal)
    sides = {choice.does for choice in app.view.sides}
    halves = app.screen.query(HalfPanel)
    found = [(f"side:{h.seat}", h.region) for h in halves if f"side:{h.seat}" in sides]
    buttons = app.screen.query(ChoiceButton)
    return found + [(b.choice.does, b.region) for b in buttons if b.choice.does]


def apart(one: Region, two: Region) -> bool:
    """Whether at least one blank cell lies between two regions."""
    return not one.grow((1, 1, 1, 1)).overlaps(two)


@SIZE
@pytest.mark.parametrize("page", EVERY_PAGE)
async def test_every_target_has_room_for_a_finger(page: str, size: tuple[int, int]) -> None:
    view = EVERY_PAGE[page]().view
    app, port = terminal()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        app._present = lambda: view  # type: ignore[method-assign]
        app.show()
        await pilot.pause()
        await pilot.pause()
        assert not overflowing(app)
        found = targets(app)
        wanted = {c.does for c in (*view.sides[:2], *view.choices) if c.does}
        assert wanted == {does for does, _ in found}
        for does, region in found:
            assert region in app.screen.region, does
            assert (region.height >= ROWS, region.width >= COLUMNS) == (True, True), does
        close = [(a, b) for (a, one), (b, two) in combinations(found, 2) if not apart(one, two)]
        if (page, size) == ("reports", (50, 15)):
            # Eleven reports and both clocks: the rows of buttons touch, their columns do not.
            close = [pair for pair in close if _beside(dict(found)[pair[0]], dict(found)[pair[1]])]
        assert close == []
        lost = [
            line
            for line in (view.headline, *view.message[:1], *view.alarm)
            if line and _first(line, app)
        ]
        assert lost == []


def _beside(one: Region, two: Region) -> bool:
    return one.y == two.y


def _first(line: str, app: App[Any]) -> bool:
    """Whether the first words of a line are not on the screen."""
    words = line.split()[:2]
    return not all(word in screen_text(app) for word in words)
