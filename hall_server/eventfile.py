"""The event file: what a tournament is before it begins, read once and turned into events.

Owns the TOML format. Unknown fields and impossible values are refused with file and line.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from shared.core.entities import checked
from shared.core.rulebooks import (
    RULEBOOKS,
    BadOverride,
    Rulebook,
    UnknownRulebook,
    apply_overrides,
    overrides_json,
    rulebook,
    rulebook_for,
)
from shared.core.time_controls import parse_time_control

SCHEMA = 1


class BadEventFile(ValueError):
    """The event file cannot be used; the sentence names file, line and remedy."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base: a misspelt field is an error."""


class EventSection(_Strict, frozen=True):
    """``[event]``: name, IANA zone and the number of tables, if they are not listed."""

    name: str
    zone: str = "UTC"
    tables: int = 0


class DivisionSection(_Strict, frozen=True):
    """``[[division]]``: ``rounds`` 0 takes the rulebook's; ``control`` "" lets players choose.

    ``[division.override]`` after it sets fields of the rulebook otherwise.
    """

    id: str
    rulebook: str
    name: str = ""
    rounds: int = 0
    control: str = ""
    override: dict[str, Any] = {}

    @property
    def overrides(self) -> str:
        """The overrides as an event carries them: one JSON object, or "" for none."""
        return overrides_json(self.override)

    @property
    def book(self) -> Rulebook:
        """The rulebook with the overrides."""
        return rulebook_for(self.rulebook, self.overrides)


class PlayerSection(_Strict, frozen=True):
    """``[[player]]``."""

    name: str
    division: str
    id: str = ""
    rating: int = 0
    club: str = ""


class TableSection(_Strict, frozen=True):
    """``[[table]]``: a stable id and a label that may change."""

    id: str
    label: str = ""


class EventFile(_Strict, frozen=True):
    """The whole file."""

    schema: int
    event: EventSection
    division: tuple[DivisionSection, ...]
    player: tuple[PlayerSection, ...] = ()
    table: tuple[TableSection, ...] = ()

    def tables(self) -> tuple[TableSection, ...]:
        """The tables, listed or counted, each with a label: what stands on its sign."""
        listed = self.table or tuple(
            TableSection(str(number)) for number in range(1, self.event.tables + 1)
        )
        return tuple(TableSection(t.id, t.label or t.id) for t in listed)

    def players(self) -> tuple[PlayerSection, ...]:
        """The players, each with an id: ``p1``, ``p2`` … where the file gives none."""
        return tuple(
            player if player.id else msgspec.structs.replace(player, id=f"p{number}")
            for number, player in enumerate(self.player, start=1)
        )

    def divisions(self) -> tuple[DivisionSection, ...]:
        """The divisions, each with a name, a number of rounds and its rulebook's own name."""
        return tuple(
            msgspec.structs.replace(
                division,
                rulebook=division.book.name,
                name=division.name or division.book.title,
                rounds=division.rounds or division.book.rounds,
            )
            for division in self.division
        )


def load_event_file(path: Path) -> EventFile:
    """Read and check an event file. Raises BadEventFile."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadEventFile(f"{path} cannot be read ({error}).") from error
    return parse_event_file(text, str(path))


def parse_event_file(text: str, name: str) -> EventFile:
    """Check the text of an event file. Raises BadEventFile."""
    try:
        event = msgspec.convert(tomllib.loads(text), EventFile, strict=True)
    except tomllib.TOMLDecodeError as error:
        raise BadEventFile(f"{name}: not readable as TOML: {error}.") from error
    except msgspec.ValidationError as error:
        raise BadEventFile(
            f"{_place(name, text, str(error))}: {error}.{_allowed(error)}"
        ) from error
    _check(event, text, name)
    return event


def _check(event: EventFile, text: str, name: str) -> None:
    def refuse(value: object, sentence: str) -> BadEventFile:
        line = _line_of(text, re.escape(str(value)))
        return BadEventFile(f"{name}{line}: {sentence}")

    if event.schema != SCHEMA:
        raise refuse("schema", f"schema {event.schema} is not known here; write schema = {SCHEMA}.")
    try:
        ZoneInfo(event.event.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise refuse(
            event.event.zone,
            f"{event.event.zone!r} is no time zone; write one like 'America/Chicago'.",
        ) from error
    for number, division in enumerate(event.division):
        try:
            book = rulebook(division.rulebook)
        except UnknownRulebook as error:
            raise refuse(
                division.rulebook,
                f"there is no rulebook {division.rulebook!r}; choose one of"
                f" {', '.join(sorted(RULEBOOKS))}.",
            ) from error
        try:
            apply_overrides(book, division.override)
        except BadOverride as error:
            line = _override_line(text, number, error.path)
            raise BadEventFile(f"{name}{line}: {error}") from error
        if division.rounds and "rounds" in division.override:
            line = _override_line(text, number, "rounds")
            raise BadEventFile(f"{name}{line}: the rounds stand in the division as well; drop one.")
        if division.rounds < 0:
            raise refuse(division.rounds, "a division has at least one round.")
        if division.control:
            try:
                parse_time_control(division.control)
            except ValueError as error:
                raise refuse(division.control, f"{error}") from error
    divisions = {division.id for division in event.division}
    for player in event.player:
        if player.division not in divisions:
            raise refuse(
                player.name,
                f"{player.name} is in division {player.division!r}, which is not in the file;"
                f" there are {', '.join(sorted(divisions))}.",
            )
    for kind, idents in (
        ("division", [division.id for division in event.division]),
        ("player", [player.id for player in event.players()]),
        ("table", [table.id for table in event.tables()]),
    ):
        for ident in idents:
            try:
                checked(ident)
            except ValueError as error:
                raise refuse(ident, f"{kind}: {error}.") from error
            if idents.count(ident) > 1:
                raise refuse(ident, f"two {kind}s have the id {ident!r}; give each its own.")
    if not event.tables():
        raise refuse("event", "there are no tables; write 'tables = 8' under [event].")


def _place(name: str, text: str, complaint: str) -> str:
    """File and line of the field that a validation error names."""
    where = complaint.partition(" - at ")[2]
    section = re.search(r"\$\.(\w+)(?:\[(\d+)\])?", where)
    start = _start_of(text, section[1], int(section[2] or 0)) if section else 0
    unknown = re.search(r"unknown field `([^`]+)`", complaint)
    field = unknown[1] if unknown else next(reversed(re.findall(r"\.(\w+)", where)), "")
    line = _line_of(text, rf"^[ \t]*\[*{re.escape(field)}\b", start) if field else ""
    return name + (line or (_line_of(text, r"\S", start) if section else ""))


def _start_of(text: str, section: str, number: int) -> int:
    """Where the ``number``-th section of a name begins, counted from 0; or 0 if none does."""
    heads = re.finditer(rf"^[ \t]*\[+[ \t]*{re.escape(section)}[ \t]*\]", text, re.MULTILINE)
    return next((head.start() for at, head in enumerate(heads) if at == number), 0)


def _override_line(text: str, division: int, path: str) -> str:
    """The line of a field that a division overrides, as it is written: dotted or in a table."""
    start = _start_of(text, "division", division)
    end = _start_of(text, "division", division + 1) or len(text)
    group, _, leaf = (re.escape(part) for part in path.rpartition("."))
    key = rf"^[ \t]*(?:[\w.\"']*\.)?[\"']?{leaf}[\"']?[ \t]*="
    written = [
        (rf"^[ \t]*\[[ \t]*division\.override\.{group}[ \t]*\]", key),
        (r"^[ \t]*\[[ \t]*division\.override[ \t]*\]", key),
        (r"", rf"^[ \t]*override\b.*\b{leaf}\b"),
    ]
    for head, field in written:
        found = re.compile(head, re.MULTILINE).search(text, start, end)
        line = found and re.compile(field, re.MULTILINE).search(text, found.end(), end)
        if line:
            return _line_of(text, r"", line.start())
    return _line_of(text, r"\S", start)


def _line_of(text: str, pattern: str, start: int = 0) -> str:
    found = re.compile(pattern, re.MULTILINE).search(text, start)
    return f", line {text.count(chr(10), 0, found.start()) + 1}" if found else ""


def _allowed(error: msgspec.ValidationError) -> str:
    if "unknown field" not in str(error):
        return ""
    where = str(error).partition(" - at ")[2]
    section = next(
        (
            kind
            for key, kind in (
                ("event", EventSection),
                ("division", DivisionSection),
                ("player", PlayerSection),
                ("table", TableSection),
            )
            if f"$.{key}" in where
        ),
        EventFile,
    )
    return f" Allowed here: {', '.join(section.__struct_fields__)}."
