"""What has to hold on every page of a table: room for a finger, and words for every state."""

from collections.abc import AsyncIterator
from itertools import combinations
from typing import Any

import pytest
from textual.app import App
from textual.geometry import Region
from textual.pilot import Pilot

from board_terminal.screens.choice_bar import MORE, ChoiceButton, button_lines
from board_terminal.screens.half import HalfPanel
from board_terminal.view.keys import OVER
from board_terminal.view.view import View
from shared.port import Link
from shared.tui.glyphs import likeness
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import SIZES, TestTerminal, begin, terminal
from tests.tui.fake_port import START
from tests.tui.screens import overflowing, screen_text

ROWS, COLUMNS = 3, 8


def targets(app: App[Any]) -> list[tuple[str, Region]]:
    """Return what a finger can do on the screen, and where."""
    assert isinstance(app, TestTerminal)
    sides = {choice.does for choice in app.view.sides}
    halves = app.screen.query(HalfPanel)
    found = [(f"side:{h.seat}", h.region) for h in halves if f"side:{h.seat}" in sides]
    buttons = app.screen.query(ChoiceButton)
    return found + [(b.choice.does, b.region) for b in buttons if b.choice.does]


def apart(one: Region, two: Region) -> bool:
    """Return whether at least one blank cell lies between two regions."""
    return not one.grow((1, 1, 1, 1)).overlaps(two)


async def every_page(
    size: tuple[int, int],
) -> AsyncIterator[tuple[str, View, TestTerminal, Pilot[None]]]:
    """Yield one running terminal that shows each page in turn."""
    app, port = terminal()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        for page, build in EVERY_PAGE.items():
            view = build().view
            app._present = lambda view=view: view  # type: ignore[method-assign, misc]
            app.show()
            await pilot.pause()
            yield page, view, app, pilot


@pytest.mark.parametrize(
    "size", [*SIZES, (132, 38), (200, 55)], ids=lambda size: f"{size[0]}x{size[1]}"
)
async def test_every_target_has_room_for_a_finger(size: tuple[int, int]) -> None:
    async for page, view, app, pilot in every_page(size):
        assert not overflowing(app), page
        wanted = {c.does for c in (*view.sides[:2], *view.choices) if c.does}
        reached: set[str] = set()
        more = True
        while more:
            found = targets(app)
            for does, region in found:
                assert region in app.screen.region, (page, does)
                assert region.height >= ROWS, (page, does)
                assert region.width >= COLUMNS, (page, does)
            close = [(a, b) for (a, one), (b, two) in combinations(found, 2) if not apart(one, two)]
            assert close == [], page
            fresh = {does for does, _ in found} - {MORE.does} - reached
            reached |= fresh
            more = bool(fresh) and MORE.does in {does for does, _ in found}
            if more:
                buttons = app.screen.query(ChoiceButton)
                await pilot.mouse_down(next(b for b in buttons if b.choice.does == MORE.does))
                await pilot.pause()
        assert wanted == reached, page
        # A large screen draws headline and message in large letters.
        message = app.screen.query_one("#message").region
        plain = size[1] <= 30 or message.height < 5 * max(1, len(view.message))
        said = (*(view.message[:1] if plain else ()), *view.alarm)
        lost = [line for line in said if line and _first(line, app)]
        assert lost == [], page
        assert plain or message in app.screen.query_one("#middle").region, page
        headline = app.screen.query_one("#headline").region
        drawn = headline.height > 1 and size[1] > 30
        assert not view.headline or drawn or not _first(view.headline, app), page
        assert not view.headline or headline in app.screen.query_one("#middle").region, page


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_no_key_means_two_things(page: str) -> None:
    view = EVERY_PAGE[page]().view
    keys = [key for choice in (*view.sides, *view.choices) if choice.does for key in choice.keys]
    assert sorted(keys) == sorted(set(keys))


def _first(line: str, app: App[Any]) -> bool:
    """Return whether the first words of a line are not on the screen."""
    words = line.split()[:2]
    return not all(word in screen_text(app) for word in words)


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_no_half_differs_from_another_by_color_alone(page: str) -> None:
    view = EVERY_PAGE[page]().view
    for half in view.halves or ():
        assert bool(half.word) or not half.tone
    if view.tone:
        assert view.headline


def test_each_color_of_a_half_has_words_that_no_other_color_has() -> None:
    words: dict[str, set[str]] = {}
    for build in EVERY_PAGE.values():
        for half in build().view.halves or ():
            words.setdefault(half.tone, set()).add(half.word)
    assert set(words) == {"", "run", "ask", "done", "alarm"}
    for one, two in combinations(words, 2):
        assert not words[one] & words[two], (one, two)


def test_the_choice_that_two_buttons_stand_on_is_marked_without_color() -> None:
    plain = button_lines(OVER, 16)
    marked = button_lines(OVER, 16, focused=True)
    assert plain != marked
    assert "▸ Game over ◂" in "\n".join(marked)


OTHER_LETTERS = {"long_names": "李小龍", "language": "Русский"}
"""Names in letters that the code page lacks: a likeness in others would be another name."""


@pytest.mark.parametrize("page", [p for p in EVERY_PAGE if p not in OTHER_LETTERS])
def test_bare_console_has_a_substitute_for_every_sign(page: str) -> None:
    kit = EVERY_PAGE[page]()
    said = likeness(kit.words() + "".join(half.key for half in kit.view.halves or ()))
    # The control range of the code page has pictures too, which Python's codec leaves out.
    said.translate(str.maketrans("", "", "►◄•○→←↑↓▲▼")).encode("cp437")


@pytest.mark.parametrize("page", OTHER_LETTERS)
def test_of_the_signs_without_a_likeness_only_names_in_other_letters_are_left(page: str) -> None:
    said = likeness(EVERY_PAGE[page]().words())
    name = OTHER_LETTERS[page]
    assert name in said
    rest = said.replace(name, "").replace("Язык", "")
    rest.translate(str.maketrans("", "", "►◄•○→←↑↓▲▼")).encode("cp437")


async def test_without_color_every_page_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[list[str]] = []
    for no_color in (False, True):
        if no_color:
            monkeypatch.setenv("NO_COLOR", "1")
        app, port = terminal()
        seen = []
        async with app.run_test(size=(50, 15)) as pilot:
            await begin(pilot, port)
            for page in ("playing", "playing_right", "paused", "scoring_one", "flag", "disputed"):
                view = EVERY_PAGE[page]().view
                app._present = lambda view=view: view  # type: ignore[method-assign, misc]
                app.show()
                await pilot.pause()
                seen.append(screen_text(app))
        texts.append(seen)
    assert texts[0] == texts[1]
    assert len(set(texts[1])) == len(texts[1]), "two states look the same"
