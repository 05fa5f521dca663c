"""What the four programs share at their start: options, logging, and errors in plain words."""

from __future__ import annotations

import logging
import logging.handlers
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from shared.net.invite import BadInvite
from shared.node.home import NotSetUp
from shared.store.errors import StoreError

F = TypeVar("F", bound=Callable[..., Any])

PLAIN = (StoreError, NotSetUp, BadInvite, ConnectionError)
"""Errors whose sentence is written for the person at the keyboard."""


class PlainErrors(click.Group):
    """A group whose commands never show a traceback for what a person can mend."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; turn known errors into one sentence and exit code 1."""
        try:
            return super().invoke(ctx)
        except PLAIN as error:
            raise click.ClickException(str(error)) from error


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


def log_to(home: Path) -> None:
    """Write the log of a program to a rotating file in its folder: a screen shows none of it."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    handler = logging.handlers.RotatingFileHandler(
        home / "hall.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
