"""Runs an app until it ends, with or without a screen, by a person or a robot."""

from __future__ import annotations

import asyncio
import platform
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shared.core.events import Role
from shared.core.text.fields import shown
from shared.machine.languages import DEFAULT
from shared.node.home import MEMBERSHIP
from shared.store.collector import keep_what_is_loaded

if TYPE_CHECKING:
    from textual.app import App

HEADLESS_SIZE = (80, 24)
LOOK_S = 0.02
"""Between two looks of a robot for the first screen."""
LOADED_S = 3.0
"""The time after which a program has loaded all that it works with."""


def run_app(
    app: App[Any],
    *,
    headless: bool = False,
    robot: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Run an app until it ends, and exit with its code. SIGTERM ends it as a person would."""
    run_until_left(app, headless=headless, robot=robot)
    raise SystemExit(app.return_code or 0)


def run_until_left(
    app: App[Any],
    *,
    headless: bool = False,
    robot: Callable[[], Awaitable[None]] | None = None,
) -> bool:
    """Run an app until it ends; return whether SIGTERM asked the whole program to end."""
    told_to_end = False

    def end() -> None:
        nonlocal told_to_end
        told_to_end = True
        app.exit()

    async def drive(_pilot: object) -> None:
        assert robot is not None
        # Textual has no event for a composed first screen.
        while not (app.screen_stack and app.screen.is_mounted and app.screen.children):  # noqa: ASYNC110
            await asyncio.sleep(LOOK_S)
        playing = asyncio.ensure_future(robot())
        while app.is_running and not playing.done():
            await asyncio.wait({playing}, timeout=LOOK_S)
        if playing.done():
            playing.result()
            app.exit()
        else:
            playing.cancel()

    async def main() -> None:
        asyncio.get_running_loop().call_later(LOADED_S, keep_what_is_loaded)
        if hasattr(signal, "SIGTERM"):
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
        await app.run_async(
            headless=headless,
            size=HEADLESS_SIZE if headless else None,
            auto_pilot=None if robot is None else drive,
        )

    with asyncio.Runner() as runner:
        runner.run(main())
    return told_to_end


def own_version() -> str:
    """Return the version of this program."""
    from importlib.metadata import version  # with all that reads mail: 1.4 MiB at every table

    return version("playing-hall")


def say(line: str) -> None:
    """Print a line past the screen. A running app swallows what is printed."""
    if sys.__stdout__ is not None:
        print(shown(line), file=sys.__stdout__, flush=True)


def can_ask(home: Path, *, invite: Path | None, headless: bool) -> bool:
    """Return whether the folder is empty, there is no invite, and a screen can show digits."""
    return (
        invite is None and not headless and not (home / MEMBERSHIP).exists() and sys.stdout.isatty()
    )


def ask_to_be_admitted(
    home: Path, *, role: Role, what: str, hall: str, locked: bool, language: str = DEFAULT
) -> bool:
    """Run the screen with the digits; return whether the device was admitted.

    Raises ValueError for a malformed address.
    """
    from shared.node.applicant import Applicant
    from shared.tui.enrol_app import EnrolApp

    # Checks the address before there is a screen.
    Applicant(home, role=role, name="", hall=hall, told=lambda _step: None)
    app = EnrolApp(
        what,
        lambda told: Applicant(
            home, role=role, name=platform.node()[:64] or what, hall=hall, told=told
        ),
        locked=locked,
    )
    app.speak(language)
    return bool(app.run())
