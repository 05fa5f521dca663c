"""``hall-server kinds``: prints every kind of event that the log can hold."""

import inspect
from collections.abc import Sequence

import click

from hall_server.commands.columns import in_columns
from shared.core.events import KINDS, Kind
from shared.core.events.base import SCOPES
from shared.core.events.entities import ENTITIES
from shared.store.projection import PARTS

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


def _whole(kind: Kind) -> str:
    types = {
        name: said
        for body in reversed(kind.body.__mro__)
        for name, said in vars(body).get("__annotations__", {}).items()
    }
    fields = [(name, str(types[name])) for name in kind.body.__struct_fields__]
    lines = [("Field", "Type"), *fields] if fields else []
    about = in_columns([row[1:] for row in (HEADING, *_rows(kind))])
    said = inspect.cleandoc(kind.body.__doc__ or "")
    return f"{kind.name}, body version {kind.version}\n\n{said}\n\n{about}\n{in_columns(lines)}"
