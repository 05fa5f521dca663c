"""On every page of a table a touch does what its key does."""

from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from board_terminal.screens.choice_bar import MORE, ChoiceButton
from board_terminal.screens.half import HalfPanel
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import TestTerminal, begin, terminal, turn


async def test_every_page_can_be_served_by_touch_alone_and_by_keys_alone() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        for page, build in EVERY_PAGE.items():
            view = build().view
            app._present = lambda view=view: view  # type: ignore[method-assign, misc]
            app.show()
            await pilot.pause()
            choices = [c for c in (*view.sides[:2], *view.choices) if c.does]
            halves = [half for half in app.screen.query(HalfPanel) if half.region]
            touched = await asked(app, pilot, [touch(part) for part in halves])
            more = True
            while more:
                buttons = [b for b in app.screen.query(ChoiceButton) if b.choice.does]
                # The button that turns the page comes last on it.
                buttons.sort(key=lambda button: button.choice.does == MORE.does)
                fresh = await asked(app, pilot, [touch(button) for button in buttons])
                more = MORE.does in {b.choice.does for b in buttons} and not fresh <= touched
                touched |= fresh
                await pilot.pause()
            pressed = await asked(app, pilot, [events.Key(c.key, None) for c in choices])
            assert touched == pressed == {c.does for c in choices}, page


def touch(part: Widget) -> events.MouseDown:
    x, y = part.region.x + 3, part.region.y + 1
    return events.MouseDown(part, 3, 1, 0, 0, 1, False, False, False, x, y)


async def asked(app: TestTerminal, pilot: Pilot[None], what: list[events.Event]) -> set[str]:
    """Return the commands that the app makes of events, one a second."""
    found: list[str] = []
    app.do = lambda command, at, key="": found.append(command)  # type: ignore[method-assign, misc]
    for event in what:
        turn(app, 1_000)
        app.held.let_go()
        if isinstance(event, events.MouseDown):
            assert event.widget is not None
            event.widget.post_message(event)
            await pilot.pause()
        else:
            await app.on_event(event)
    return set(found)
