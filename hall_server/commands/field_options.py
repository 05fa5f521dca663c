"""Options and errors of the two commands that read the field before a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from hall_server.eventfile import BadEventFile
from hall_server.files.round_file import DEFAULT
from hall_server.files.round_rows import BadRoundFile
from hall_server.files.trf_reading import TrfError
from shared.core.rulebooks import RULEBOOKS, UnknownRulebook, rulebook
from shared.core.standings.crosstable import CrosstableError
from shared.pairing import Relaxation

F = TypeVar("F", bound=Callable[..., Any])

_UNUSABLE = 2
_RELAXED = {name.replace("_", "-"): name for name in get_args(Relaxation)}


class Unusable(click.ClickException):
    """The file or the options cannot be used."""

    exit_code = _UNUSABLE


@contextmanager
def refusing(file: Path) -> Iterator[None]:
    """Turn errors of ``file`` into one sentence that begins with its name."""
    try:
        yield
    except BadEventFile as error:  # its sentence names the file already
        raise Unusable(str(error)) from error
    except (CrosstableError, TrfError, BadRoundFile) as error:
        joint = ", " if str(error).startswith("line ") else ": "
        raise Unusable(f"{file}{joint}{str(error).rstrip('.')}.") from error


def _rulebook(_context: click.Context, _option: click.Parameter, name: str | None) -> object:
    if name is None:
        return None
    try:
        return rulebook(name)
    except UnknownRulebook as error:
        raise click.BadParameter(f"{error}.") from error


def _relaxed(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> object:
    return frozenset(_RELAXED[name] for name in names)


def field_options(*layouts: str) -> Callable[[F], F]:
    """Return a decorator that adds FILE, the choice of the field, and the format."""
    options = (
        click.argument("file", type=click.Path(path_type=Path)),
        click.option(
            "--rulebook",
            "book",
            callback=_rulebook,
            metavar="NAME",
            help=f"The rules: {', '.join(RULEBOOKS)}. Without it: the event file's own, "
            f"or {DEFAULT.name}.",
        ),
        click.option(
            "--round", "round_no", type=click.IntRange(1), required=True, help="The round, from 1."
        ),
        click.option(
            "--rounds",
            "total_rounds",
            type=click.IntRange(1),
            help="How many rounds there are: the last three have rules of their own. "
            "Without it: the file's or the rulebook's number.",
        ),
        click.option("--division", default="", help="Which division of an event file."),
        click.option(
            "--without",
            type=int,
            multiple=True,
            metavar="NO",
            help="The number of a player who does not play in this round; may be repeated.",
        ),
        click.option(
            "--relax",
            "relaxed",
            type=click.Choice(sorted(_RELAXED)),
            multiple=True,
            callback=_relaxed,
            help="A relaxation that the referee has ruled for this round; may be repeated.",
        ),
        click.option("--explain", is_flag=True, help="Say for each pairing and float why."),
        click.option(
            "--format",
            "layout",
            type=click.Choice(layouts),
            default=layouts[0],
            show_default=True,
            help="How the answer is written.",
        ),
    )

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def note(notices: tuple[str, ...]) -> None:
    """Print what the reader should know about the file, on the error stream."""
    for notice in notices:
        click.echo(f"Note: {notice}", err=True)
