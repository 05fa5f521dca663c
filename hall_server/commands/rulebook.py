"""What the software knows: ``hall-server rulebook`` prints rules, ``kinds`` kinds of events."""

import inspect
import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_type_hints

import click
import msgspec

from hall_server.commands.options import form_options, in_columns, width
from hall_server.eventfile import load_event_file
from shared.core.events import KINDS, Kind
from shared.core.events.base import SCOPES
from shared.core.events.entities import ENTITIES
from shared.core.rulebooks import (
    ALIASES,
    RULEBOOKS,
    Rulebook,
    UnknownRulebook,
    fields_of,
    rulebook,
)
from shared.core.rulebooks.fields import Field, written
from shared.store.projection import PARTS

_HEADING = ("Field", "Value", "Clause", "Meaning")


@click.group("rulebook")
def rulebook_command() -> None:
    """Look at the rulebooks: every number, and the clause it comes from."""


@rulebook_command.command("list")
def list_command() -> None:
    """List the rulebooks by name."""
    rows = [(_with_aliases(book), book.title) for book in RULEBOOKS.values()]
    click.echo(in_columns(rows), nl=False)


@rulebook_command.command("show", short_help="Show each field: value, clause, meaning.")
@click.argument("name")
@form_options("json")
@click.option(
    "--event",
    type=click.Path(path_type=Path, dir_okay=False),
    help="An event file: NAME is then a division of it, with what the event has overridden.",
)
def show_command(name: str, form: str, event: Path | None) -> None:
    """Show every field of the rulebook NAME, its value, its clause and what it means.

    A star marks a field that the event has overridden.
    """
    book = _named(name) if event is None else _of_division(event, name)
    click.echo(_as_json(book) if form == "json" else _as_table(book), nl=False)


def _named(name: str) -> Rulebook:
    try:
        return rulebook(name)
    except UnknownRulebook as error:
        raise click.ClickException(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error


def _of_division(event: Path, name: str) -> Rulebook:
    divisions = load_event_file(event).divisions()
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


HEADING = ("Kind", "Speaks about", "Written by", "Part of the state", "Tables in the file")


@click.command("kinds")
@click.argument("name", required=False)
def kinds_command(name: str | None) -> None:
    """List every kind of event: its subject, its author, and where it is seen.

    With NAME: this kind and the fields of its body.
    """
    if name is None:
        lines = [HEADING, *(row for kind in KINDS.values() for row in _rows(kind))]
        click.echo(in_columns(lines), nl=False)
    elif name in KINDS:
        click.echo(_whole(KINDS[name]), nl=False)
    else:
        raise click.ClickException(f"There is no kind {name!r}. hall-server kinds lists them all.")


def _rows(kind: Kind) -> list[Sequence[str]]:
    """Return a kind's row, and a row for each further name of its subject."""
    first, *others = (e.pattern for e in ENTITIES if e.family == kind.about.family)
    part = kind.about.part
    tables = PARTS.get(part, ()) if part is not None else ()
    names = ", ".join(table.name for table in tables)
    row = (kind.name, first, _writers(kind), str(part), names)
    return [row, *(("", other, "", "", "") for other in others)]


def _writers(kind: Kind) -> str:
    if kind.by == "tournament key":
        return "the tournament key"
    if kind.by in SCOPES:
        whose = ", of itself" if kind.of_itself else ""
        return f"a key with '{kind.by}'{whose}"
    if kind.by == "kiosk":
        return "a kiosk"
    if kind.of_itself:
        return "a device, of itself"
    return "the table's device" + (", or a referee" if kind.seen_by_referees else "")


def _plain(what: object) -> str:
    """``tuple[PairedMatch, ...]``: a type without the modules of its parts."""
    return re.sub(r"\w+\.(?=\w)", "", inspect.formatannotation(what))


def _whole(kind: Kind) -> str:
    types = get_type_hints(kind.body)
    fields = [(name, _plain(types[name])) for name in kind.body.__struct_fields__]
    lines = [("Field", "Type"), *fields] if fields else []
    about = in_columns([row[1:] for row in (HEADING, *_rows(kind))])
    said = click.wrap_text(
        inspect.cleandoc(kind.body.__doc__ or ""), width(), preserve_paragraphs=True
    )
    return f"{kind.name}, body version {kind.version}\n\n{said}\n\n{about}\n{in_columns(lines)}"
