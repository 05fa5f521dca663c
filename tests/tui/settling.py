"""A screen at rest, told by its event loop and not by a stopwatch.

Textual's pilot naps 20 ms at a time until the process takes little of the processor: slow on a calm
machine, too early on a busy one. Here a test goes on once nothing is left to do.
"""

import asyncio
from typing import Any

import textual.app
import textual.pilot
from textual._context import active_app
from textual.app import App

ROUNDS = 1_000
"""So often a screen may ask to be drawn again before it counts as one that never rests."""


async def settle(_least: float = 0, _most: float = 1) -> None:
    """Wait until every message is handled and the screen on top is drawn as it stands."""
    app = active_app.get()
    for _ in range(ROUNDS):
        await _nothing_ready()
        if not _draw(app):
            return
    raise AssertionError(f"{app.screen!r} is drawn again and again")


async def _nothing_ready() -> None:
    """Let everything run that can run now; timers and sockets are not waited for."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    while ready:  # noqa: ASYNC110
        await asyncio.sleep(0)


def _draw(app: App[Any]) -> bool:
    """Do what the app's timers for size and screen would do soon; whether there was anything."""
    if not app._running or not app._screen_stack:
        return False
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


def install() -> None:
    """Have every pilot wait this way."""
    textual.app.wait_for_idle = settle
    textual.pilot.wait_for_idle = settle
