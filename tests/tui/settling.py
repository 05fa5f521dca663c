"""A screen at rest, told by its event loop and not by a stopwatch.

Textual's pilot naps 20 ms at a time until the process takes little of the processor: slow on a calm
machine, too early on a busy one. Here a test goes on once nothing is left to do. A screen is
painted then, and not each time that it is laid out on the way there.
"""

import asyncio
from typing import Any
from weakref import WeakSet

import textual.app
import textual.pilot
from textual._context import active_app
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

ROUNDS = 1_000
"""So often a screen may ask to be drawn again before it counts as one that never rests."""

_unpainted: WeakSet[Screen[Any]] = WeakSet()
_paint_now = Screen._compositor_refresh


async def settle(_least: float = 0, _most: float = 1) -> None:
    """Wait until every message is handled and the screen on top is drawn as it stands."""
    app = active_app.get()
    for _ in range(ROUNDS):
        await _nothing_ready()
        shows = app._running and app._screen_stack
        if not shows or not (_draw(app) or _paint(app)):
            return
    raise AssertionError(f"{app.screen!r} is drawn again and again")


async def _at_rest(_pilot: Pilot[Any], _timeout: float = 30.0) -> bool:
    """Wait as ``settle`` does: Textual's own way sends a message to every widget."""
    await settle()
    return True


async def _nothing_ready() -> None:
    """Let everything run that can run now; timers and sockets are not waited for."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    while ready:  # noqa: ASYNC110
        await asyncio.sleep(0)


def _draw(app: App[Any]) -> bool:
    """Do what the app's timers for size and screen would do soon; whether there was anything."""
    if app._resize_timer is not None:
        app._check_resize()
        return True
    screen = app.screen
    if not screen.is_current or app._batch_count:
        return False
    due = (
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or bool(screen._dirty_widgets)
        or bool(screen._callbacks)
    )
    if due:
        screen._on_timer_update()
    return due


def _paint_later(screen: Screen[Any]) -> None:
    screen._dirty_widgets.clear()  # the compositor knows them
    _unpainted.add(screen)


def _paint(app: App[Any]) -> bool:
    """Paint what can be seen of what has changed; whether there was anything."""
    due = [each for each in (*app._background_screens, app.screen) if each in _unpainted]
    _unpainted.difference_update(due)
    for screen in due:
        _paint_now(screen)
    return bool(due)


def install() -> None:
    """Have every pilot wait this way, and every screen be painted then."""
    Screen._compositor_refresh = _paint_later  # type: ignore[method-assign]
    textual.app.wait_for_idle = settle
    textual.pilot.wait_for_idle = settle
    Pilot._wait_for_screen = _at_rest  # type: ignore[method-assign]
