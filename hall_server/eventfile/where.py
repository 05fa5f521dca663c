"""The line of a value in an event file, and the fields that are allowed there."""

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

_SECTIONS = {
    "event": EventSection,
    "division": DivisionSection,
    "player": PlayerSection,
    "table": TableSection,
    "schedule": ScheduleSection,
    "prize": PrizeSection,
}
DEEPEST = 12
"""Parts of the longest key. A parser can need the square of them: 32,000 take half a minute."""
_QUOTED = r'"(?:\\.|[^"\\\n])*+"'
_PLAIN = r"'[^'\n]*+'"
_PART = rf"(?:[\w-]++|{_QUOTED}|{_PLAIN})"
_PASSED = (r'"""(?:\\.|[^\\])*?(?:"""|\Z)', rf"{_QUOTED}?", r"'{3}.*?(?:'{3}|\Z)", rf"{_PLAIN}?",
           r"#[^\n]*+", r"[\w-]++")  # fmt: skip
_TOKEN = re.compile(
    rf"(?P<deep>(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}})|" + "|".join(_PASSED), re.DOTALL
)
"""A key with too many parts, or a string, a comment or a word, which are skipped."""


def place(name: str, text: str, complaint: str) -> str:
    """Return file and line of the field that a validation error names."""
    where = complaint.partition(" - at ")[2]
    section = re.search(r"\$\.(\w+)(?:\[(\d+)\])?", where)
    start = start_of(text, section[1], int(section[2] or 0)) if section else 0
    unknown = re.search(r"unknown field `([^`]+)`", complaint)
    field = unknown[1] if unknown else next(reversed(re.findall(r"\.(\w+)", where)), "")
    line = line_of(text, rf"^[ \t]*\[*{re.escape(field)}\b", start) if field else ""
    return name + (line or (line_of(text, r"\S", start) if section else ""))


def start_of(text: str, section: str, number: int) -> int:
    """Return where the ``number``-th section of a name begins, counted from 0; 0 for none."""
    heads = re.finditer(rf"^[ \t]*\[+[ \t]*{re.escape(section)}[ \t]*\]", text, re.MULTILINE)
    return next((head.start() for at, head in enumerate(heads) if at == number), 0)


def override_line(text: str, division: int, path: str) -> str:
    """Return the line of a field that a division overrides, dotted or in a table."""
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
            return _line_at(text, line.start())
    return line_of(text, r"\S", start)


def line_of(text: str, pattern: str, start: int = 0) -> str:
    """Return ``, line N`` of the first match of ``pattern``, "" without one."""
    found = re.compile(pattern, re.MULTILINE).search(text, start)
    return _line_at(text, found.start()) if found else ""


def _line_at(text: str, at: int) -> str:
    return f", line {text.count(chr(10), 0, at) + 1}"


def too_deep(text: str) -> str:
    """Return the line of the first key with too many parts, "" if none has."""
    found = next((token for token in _TOKEN.finditer(text) if token["deep"]), None)
    return _line_at(text, found.start()) if found else ""


def nested(text: str) -> str:
    """Return the line with the most brackets and digits: it is the one that cannot be read."""
    lines = text.split("\n")
    worst = max(range(len(lines)), key=lambda at: len(re.findall(r"[\[{.\d]", lines[at])))
    return f", line {worst + 1}"


def allowed(error: msgspec.ValidationError) -> str:
    """Return a sentence with the allowed fields, "" if no field is unknown."""
    if "unknown field" not in str(error):
        return ""
    where = str(error).partition(" - at ")[2]
    section = next((kind for key, kind in _SECTIONS.items() if f"$.{key}" in where), EventFile)
    return f" Allowed here: {', '.join(section.__struct_fields__)}."
