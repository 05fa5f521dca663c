"""The command line options that the programs share."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import click

from shared.machine.languages import LANGUAGES, of_system
from shared.machine.pins import SALT_BYTES, hashed, is_hashed
from shared.machine.saving import write_secret
from shared.tui.theme_names import NAMES

SHORTEST_PIN, LONGEST_PIN = 4, 12
"""Digits of a service PIN. The exit of a locked screen takes as many."""

F = TypeVar("F", bound=Callable[..., Any])


def default_home(program: str) -> Path:
    """Return the folder where a program keeps its node by default."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("playing-hall")) / program


def own_folder(words: str, **how: Any) -> Callable[[F], F]:
    """Return the option ``--home``, or HALL_HOME, with ``words`` as its help."""
    kind = click.Path(path_type=Path, file_okay=False)
    return click.option(
        "--home", type=kind, envvar="HALL_HOME", show_envvar=True, help=words, **how
    )


def node_options(program: str) -> Callable[[F], F]:
    """Return a decorator with the options of every program that follows a hall."""
    options = (
        own_folder(
            "This node's folder.",
            default=lambda: default_home(program),
            show_default="the user's data folder",
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
    )

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def screen_options(command: F) -> F:
    """Add ``language`` and ``theme``: how a program speaks and looks."""
    language = click.option(
        "--language",
        type=click.Choice(list(LANGUAGES)),
        default=lambda: of_system(os.environ),
        envvar="HALL_LANGUAGE",
        show_envvar=True,
        show_default="the machine's",
        help="The language of the screen.",
    )
    theme = click.option(
        "--theme",
        type=click.Choice(list(NAMES)),
        default="dark",
        show_default=True,
        callback=lambda _context, _option, name: NAMES[name],
        envvar="HALL_THEME",
        show_envvar=True,
        help="The colours of the screen. All text has a contrast of 7:1 or more.",
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
            f"{path} must hold a PIN of {SHORTEST_PIN} to {LONGEST_PIN} digits and nothing else."
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
    help="Lock the screen with the PIN in this file, which then keeps only its hash.",
)
"""Adds ``service_pin``: the PIN that locks the screen, as it is stored, "" for an open screen."""
