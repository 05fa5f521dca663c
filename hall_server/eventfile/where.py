"""Where in the text of an event file something stands, and what may stand there instead."""

from __future__ import annotations

import re

import msgspec

from hall_server.eventfile.sections import (
    DivisionSection,
    EventFile,
    EventSection,
    PlayerSection,
    PrizeSection,
    ScheduleSection,
    TableSection,
)

DEEPEST = 12
"""Parts of the longest key. A parser may need the square of them: 32,000 cost half a minute."""
_QUOTED = r'"(?:\\.|[^"\\\n])*+"'
_PLAIN = r"'[^'\n]*+'"
_PART = rf"(?:[\w-]++|{_QUOTED}|{_PLAIN})"
_PASSED = (r'"""(?:\\.|[^\\])*?(?:"""|\Z)', rf"{_QUOTED}?", r"'{3}.*?(?:'{3}|\Z)", rf"{_PLAIN}?",
           r"#[^\n]*+", r"[\w-]++")  # fmt: skip
_TOKEN = re.compile(
    rf"(?P<deep>(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}})|" + "|".join(_PASSED), re.DOTALL
)
"""A key that is too deep; or what is passed over whole: a string, a comment, a word."""


def place(name: str, text: str, complaint: str) -> str:
    """File and line of the field that a validation error names."""
    where = complaint.partition(" - at ")[2]
    section = re.search(r"\$\.(\w+)(?:\[(\d+)\])?", where)
    start = start_of(text, section[1], int(section[2] or 0)) if section else 0
    unknown = re.search(r"unknown field `([^`]+)`", complaint)
    field = unknown[1] if unknown else next(reversed(re.findall(r"\.(\w+)", where)), "")
    line = line_of(text, rf"^[ \t]*\[*{re.escape(field)}\b", start) if field else ""
    return name + (line or (line_of(text, r"\S", start) if section else ""))


def start_of(text: str, section: str, number: int) -> int:
    """Where the ``number``-th section of a name begins, counted from 0; or 0 if none does."""
    heads = re.finditer(rf"^[ \t]*\[+[ \t]*{re.escape(section)}[ \t]*\]", text, re.MULTILINE)
    return next((head.start() for at, head in enumerate(heads) if at == number), 0)


def override_line(text: str, division: int, path: str) -> str:
    """The line of a field that a division overrides, as it is written: dotted or in a table."""
    start = start_of(text, "division", division)
    end = start_of(text, "division", division + 1) or len(text)
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
            return line_of(text, r"", line.start())
    return line_of(text, r"\S", start)


def line_of(text: str, pattern: str, start: int = 0) -> str:
    found = re.compile(pattern, re.MULTILINE).search(text, start)
    return f", line {text.count(chr(10), 0, found.start()) + 1}" if found else ""


def too_deep(text: str) -> str:
    """Return the line of the first key with too many parts, "" if none has."""
    found = next((token for token in _TOKEN.finditer(text) if token["deep"]), None)
    return f", line {text.count(chr(10), 0, found.start()) + 1}" if found else ""


def nested(text: str) -> str:
    """The line with the most brackets or the most digits: the one that cannot be read."""
    lines = text.split("\n")
    worst = max(range(len(lines)), key=lambda at: len(re.findall(r"[\[{.\d]", lines[at])))
    return f", line {worst + 1}"


def allowed(error: msgspec.ValidationError) -> str:
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
                ("schedule", ScheduleSection),
                ("prize", PrizeSection),
            )
            if f"$.{key}" in where
        ),
        EventFile,
    )
    return f" Allowed here: {', '.join(section.__struct_fields__)}."
