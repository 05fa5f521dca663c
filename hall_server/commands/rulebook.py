"""``hall-server rulebook``: lists the rulebooks, and prints every field of one."""

from pathlib import Path

import click
import msgspec

from hall_server.commands.columns import in_columns
from hall_server.eventfile import BadEventFile, load_event_file
from shared.core.rulebooks import (
    ALIASES,
    RULEBOOKS,
    Rulebook,
    UnknownRulebook,
    fields_of,
    rulebook,
)
from shared.core.rulebooks.fields import Field, written

_HEADING = ("Field", "Value", "Clause", "Meaning")


@click.group("rulebook")
def rulebook_command() -> None:
    """Look at the rulebooks: every number, and the clause it comes from."""


@rulebook_command.command("list")
def list_command() -> None:
    """List the rulebooks by name."""
    names = {book.name: _with_aliases(book) for book in RULEBOOKS.values()}
    width = max(map(len, names.values()))
    for book in RULEBOOKS.values():
        click.echo(f"{names[book.name]:<{width}}  {book.title}")


@rulebook_command.command("show")
@click.argument("name")
@click.option(
    "--format",
    "layout",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How the rulebook is written.",
)
@click.option(
    "--event",
    type=click.Path(path_type=Path, dir_okay=False),
    help="An event file: NAME is then a division of it, with what the event has overridden.",
)
def show_command(name: str, layout: str, event: Path | None) -> None:
    """Show every field of the rulebook NAME, its value, its clause and what it means.

    A star marks a field that the event has overridden.
    """
    book = _named(name) if event is None else _of_division(event, name)
    click.echo(_as_json(book) if layout == "json" else _as_table(book), nl=False)


def _named(name: str) -> Rulebook:
    try:
        return rulebook(name)
    except UnknownRulebook as error:
        raise click.ClickException(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error


def _of_division(event: Path, name: str) -> Rulebook:
    try:
        divisions = load_event_file(event).divisions()
    except BadEventFile as error:
        raise click.ClickException(str(error)) from error
    for division in divisions:
        if division.id == name:
            return division.book
    known = ", ".join(division.id for division in divisions)
    raise click.ClickException(f"{event} has no division {name!r}; there are {known}.")


def _with_aliases(book: Rulebook) -> str:
    others = [alias for alias, name in ALIASES.items() if name == book.name]
    return ", ".join([book.name, *others])


def _as_table(book: Rulebook) -> str:
    lines = [_HEADING, *(_line(field) for field in fields_of(book))]
    heading = f"{book.title} ({book.name})\n"
    note = "* set by the event, not by the sheet\n" if book.overridden else ""
    return heading + in_columns(lines) + note


def _line(field: Field) -> tuple[str, str, str, str]:
    star = "*" if field.overridden else ""
    return field.path, written(field.path, field.value) + star, field.clause, field.meaning


def _as_json(book: Rulebook) -> str:
    fields = [
        {
            "field": field.path,
            "value": field.value,
            "clause": field.clause,
            "meaning": field.meaning,
            "overridden": field.overridden,
        }
        for field in fields_of(book)
    ]
    written_out = msgspec.json.encode({"name": book.name, "title": book.title, "fields": fields})
    return msgspec.json.format(written_out).decode() + "\n"
