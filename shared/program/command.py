"""What the four programs share at their start: options, and errors in plain words."""

from __future__ import annotations

import logging
import os
import secrets
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

import click
import msgspec

from shared.core.text.fields import shown
from shared.machine.exits import CRASHED
from shared.machine.languages import LANGUAGES, of_system
from shared.machine.pins import SALT_BYTES, hashed, is_hashed
from shared.net.invite import BadInvite
from shared.node.home import NotSetUp, write_secret
from shared.store.collector import keep_what_is_loaded
from shared.store.errors import StoreError
from shared.tui.theme_names import NAMES
from shared.wire.envelope import BadEvent

if TYPE_CHECKING:
    from textual.app import App

HEADLESS_SIZE = (80, 24)
LOOK_S = 0.02
"""A robot looks so often whether the first screen is there."""
LOADED_S = 3.0
"""So long after its start a program has loaded what it works with."""

SHORTEST_PIN, LONGEST_PIN = 4, 12
"""Digits of a service PIN: a keypad types it, and the exit of a locked screen takes so many."""

LAST_WORDS = "last-words"
"""The file with an error's sentence, in the folder that a service manager gives a program."""

UNEXPECTED = (
    "The program ended with a fault of its own ({error}). Everything that was saved is safe. A"
    " supervised program starts again by itself; start this one again if it does not. If it ends"
    " like this again, keep hall.log of its folder for whoever looks after the program."
)

log = logging.getLogger(__name__)

F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S", bound=msgspec.Struct)

PLAIN = (StoreError, NotSetUp, BadInvite, BadEvent, ConnectionError)
"""Errors whose sentence is written for the person at the keyboard."""


class _Shown:
    """A stream to a terminal or a file: what would steer a terminal is replaced."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, as it is shown."""
        self._stream.write(shown(text, lines=True))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Everything else is the stream's own."""
        return getattr(self._stream, name)


class _Crash(click.ClickException):
    """A sentence that ends the program as a crash: it is started again."""

    exit_code = CRASHED


class _Plain(click.Command):
    """Turns known errors into one sentence and exit code 1: no traceback for what can be mended.

    Owns what a command writes: no name or note of a file or a peer steers the terminal.
    Any other error is a crash: its cause goes to the log, a sentence to the screen.
    """

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run. A sign that the terminal's encoding does not have is shown as ``?``."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        out, err = cast("TextIO", _Shown(sys.stdout)), cast("TextIO", _Shown(sys.stderr))
        with redirect_stdout(out), redirect_stderr(err):
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """The options as they were given; what is wrong with them is kept as well."""
        with _kept_for_its_service():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _kept_for_its_service():
            try:
                return super().invoke(ctx)
            except (click.ClickException, click.exceptions.Exit, click.Abort):
                raise
            except PLAIN as error:
                raise click.ClickException(str(error)) from error
            except Exception as error:
                log.critical("the program failed", exc_info=error)
                raise _Crash(UNEXPECTED.format(error=type(error).__name__)) from error


@contextmanager
def _kept_for_its_service() -> Iterator[None]:
    """Under a service manager, the sentence of an error stays in the folder of this run.

    A screen goes dark with its program; whoever stands before it reads the sentence afterwards.
    """
    try:
        yield
    except click.ClickException as error:
        if folder := os.environ.get("RUNTIME_DIRECTORY"):
            with suppress(OSError):
                (Path(folder) / LAST_WORDS).write_text(
                    error.format_message() + "\n", encoding="utf-8"
                )
        raise


class PlainCommand(_Plain):
    """A command that tells its errors in plain words."""


class PlainErrors(_Plain, click.Group):
    """A group of such commands."""


def node_options(program: str) -> Callable[[F], F]:
    """The options of every program that follows a hall."""
    from shared.node.home import default_home

    options = (
        click.option(
            "--home",
            type=click.Path(path_type=Path, file_okay=False),
            default=lambda: default_home(program),
            show_default="the user's data folder",
            help="This node's folder.",
        ),
        click.option(
            "--invite",
            type=click.Path(path_type=Path, dir_okay=False),
            help="The invite file, at the first start.",
        ),
        click.option("--hall", default="", help="The hall's address, if not the invite's."),
        click.option("--speed", default=1.0, hidden=True, help="Rehearsals: clocks run faster."),
        click.option(
            "--robot",
            type=click.Path(path_type=Path, dir_okay=False, exists=True),
            help="Play by a script instead of by hand (demo and rehearsal).",
        ),
        click.option("--headless", is_flag=True, help="Without a screen."),
        click.option("--locked", is_flag=True, help="No way out by the keyboard."),
    )

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def screen_options(command: F) -> F:
    """``language`` and ``theme``: how a program speaks and looks to the people before it."""
    language = click.option(
        "--language",
        type=click.Choice(list(LANGUAGES)),
        default=lambda: of_system(os.environ),
        envvar="HALL_LANGUAGE",
        show_envvar=True,
        show_default="the machine's",
        help="What the screen speaks.",
    )
    theme = click.option(
        "--theme",
        type=click.Choice(list(NAMES)),
        default="dark",
        show_default=True,
        callback=lambda _context, _option, name: NAMES[name],
        envvar="HALL_THEME",
        show_envvar=True,
        help="How the screen is coloured, all text at 7:1 or better.",
    )
    return language(theme(command))


def _read_pin(_context: click.Context, _option: click.Parameter, path: Path | None) -> str:
    if path is None:
        return ""
    try:
        pin = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise click.BadParameter(f"{path} cannot be read.") from None
    if is_hashed(pin):
        return pin
    if not (pin.isascii() and pin.isdigit() and SHORTEST_PIN <= len(pin) <= LONGEST_PIN):
        raise click.BadParameter(
            f"{path} has to hold a PIN of {SHORTEST_PIN} to {LONGEST_PIN} digits, and no more."
        )
    stored = hashed(pin, secrets.token_bytes(SALT_BYTES))
    with suppress(OSError):  # a file that the program may not write stays as it is
        write_secret(path, stored + "\n")
    return stored


service_pin_option = click.option(
    "--service-pin-file",
    "service_pin",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=_read_pin,
    help="A file with the PIN that opens a locked screen; only its hash stays in it.",
)
"""``service_pin``: the PIN as it is stored, "" without one. For screens that the public uses."""


def run_app(
    app: App[Any],
    *,
    headless: bool = False,
    robot: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Run an app until it ends; SIGTERM ends it as a person would. Exits with its code."""
    run_until_left(app, headless=headless, robot=robot)
    raise SystemExit(app.return_code or 0)


def run_until_left(
    app: App[Any],
    *,
    headless: bool = False,
    robot: Callable[[], Awaitable[None]] | None = None,
) -> bool:
    """Run an app until it ends; returns whether SIGTERM asked the whole program to end."""
    import asyncio
    import signal

    told_to_end = False

    def end() -> None:
        nonlocal told_to_end
        told_to_end = True
        app.exit()

    async def drive(_pilot: object) -> None:
        assert robot is not None
        # Textual has no event for a first screen that is composed.
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
    """The version of this program."""
    from importlib.metadata import version

    return version("playing-hall")


def say(line: str) -> None:
    """Print a line past the screen: a running app keeps what is printed to itself."""
    if sys.__stdout__ is not None:
        print(shown(line), file=sys.__stdout__, flush=True)


def read_script(file: Path, kind: type[S]) -> S:
    """Return what a robot is to do, from a JSON file. Raises ClickException if it is none."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, ValueError, RecursionError) as error:
        raise click.ClickException(
            f"{file} is no script for a robot ({error}). Nothing was started."
        ) from error


class Ledger:
    """A file of lines, each on the disk before ``note`` returns: what a robot saw happen."""

    def __init__(self, name: str) -> None:
        """Open the file of that name. Raises ClickException if it cannot be written."""
        if not name:
            raise click.ClickException(
                "The robot's script has to name a file as its ledger: there the robot notes what"
                " was accepted. Nothing was started."
            )
        try:
            self._file = Path(name).open("a", encoding="utf-8")  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise click.ClickException(
                f"The robot's ledger {name} cannot be written ({error}). Nothing was started."
            ) from error

    def note(self, line: str) -> None:
        """Add a line."""
        self._file.write(line + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
