"""Options and errors of the two commands that read the field before a round."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, get_args

import click

from hall_server.commands.options import form_options
from hall_server.eventfile import BadEventFile
from hall_server.files.round_file import DEFAULT, RoundFile, load_round
from hall_server.files.round_rows import BadRoundFile
from hall_server.files.trf_reading import TrfError
from shared.core.rulebooks import RULEBOOKS, Rulebook, UnknownRulebook, rulebook
from shared.core.standings.crosstable import CrosstableError
from shared.pairing import Relaxation
from shared.program.numbers import Whole

_UNUSABLE = 2
_RELAXED = {name.replace("_", "-"): name for name in get_args(Relaxation)}


class Unusable(click.ClickException):
    """The file or the options cannot be used."""

    exit_code = _UNUSABLE


class FieldAsked(NamedTuple):
    """What both commands are given: a file, which field of it before which round, and a format."""

    file: Path
    book: Rulebook | None
    round_no: int
    total_rounds: int | None
    division: str
    without: tuple[int, ...]
    relaxed: frozenset[Relaxation]
    explain: bool
    form: str

    def load(self) -> RoundFile:
        """Return the field. Raises Unusable with a sentence that begins with the file's name."""
        try:
            return load_round(
                self.file,
                self.round_no,
                rulebook=self.book,
                division=self.division,
                total_rounds=self.total_rounds,
                without=self.without,
            )
        except BadEventFile as error:  # its sentence names the file already
            raise Unusable(str(error)) from error
        except (CrosstableError, TrfError, BadRoundFile) as error:
            joint = ", " if str(error).startswith("line ") else ": "
            raise Unusable(f"{self.file}{joint}{str(error).rstrip('.')}.") from error


def _rulebook(_context: click.Context, _option: click.Parameter, name: str | None) -> object:
    if name is None:
        return None
    try:
        return rulebook(name)
    except UnknownRulebook as error:
        raise click.BadParameter(f"{error}.") from error


def _relaxed(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> object:
    return frozenset(_RELAXED[name] for name in names)


def field_options(*forms: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds FILE and the options of FieldAsked.

    The command gets a FieldAsked, and its own options by name.
    """
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
            "--round", "round_no", type=Whole(1), required=True, help="The round, from 1."
        ),
        click.option(
            "--rounds",
            "total_rounds",
            type=Whole(1),
            help="How many rounds there are: the last three have rules of their own. "
            "Without it: the file's or the rulebook's number.",
        ),
        click.option("--division", default="", help="Which division of an event file."),
        click.option(
            "--without",
            type=Whole(1),
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
        form_options(*forms),
    )

    def add(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def asked(**given: Any) -> None:
            field = FieldAsked(*(given.pop(name) for name in FieldAsked._fields))
            command(field, **given)

        for option in reversed(options):
            asked = option(asked)
        return asked

    return add


def note(notices: tuple[str, ...]) -> None:
    """Print what the reader should know about the file, on the error stream."""
    for notice in notices:
        click.echo(f"Note: {notice}", err=True)
