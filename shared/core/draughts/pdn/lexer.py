"""A PDN text as tokens with their places, and the clock times in its comments: ``[%clk 0:44:10]``,
with a fraction where seconds are not whole.

Owns the alphabet of PDN. Knows no board. Milliseconds in, milliseconds out.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(
    r"""
      (?P<space>\s+|^%[^\n]*)
    | \[\s*(?P<tag>[A-Za-z0-9_]+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    | \{(?P<comment>[^}]*)\}
    | ;(?P<remark>[^\n]*)
    | /(?P<setup>[^/]*)/
    | (?P<result>1/2-1/2|(?:1-0|0-1|2-0|0-2|1-1|0-0)(?![0-9])|\*)
    | (?P<number>[0-9]+\.+)
    | (?P<move>[0-9]{1,2}(?:[-x:×][0-9]{1,2})+)
    | (?P<turn>--)
    | (?P<mark>\([!?]+\)|[!?]+|\$[0-9]+)
    | (?P<open>\()
    | (?P<close>\))
    """,
    re.VERBOSE | re.MULTILINE,
)

_UNCLOSED: Final = {
    "{": "a comment is opened and never closed: add }",
    "[": 'a tag is written [Name "value"]',
    "/": 'a set-up is written /FEN "W:W21:B1"/',
}
_IGNORED: Final = ("space", "number", "mark")


class PdnError(ValueError):
    """A text that is no PDN; says the line and the column, both from 1, and what to write."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line, self.column = line, column


class Token(NamedTuple):
    """A piece of the text: what it is, its text, where it stands; ``name`` is a tag's."""

    kind: str
    text: str
    line: int
    column: int
    name: str = ""

    def error(self, message: str) -> PdnError:
        """Return the error that this token is."""
        return PdnError(self.line, self.column, message)


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens that mean something; move numbers and marks as ``!`` or ``$1`` are passed
    over.

    Raises PdnError.
    """
    text = text.removeprefix("\ufeff")
    at, line, begin = 0, 1, 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        place = line, at - begin + 1
        if not found or not found.lastgroup:
            message = _UNCLOSED.get(text[at], f"{text[at]!r} is no part of a game")
            raise PdnError(*place, message)
        kind = found.lastgroup
        if kind == "value":
            value = re.sub(r"\\(.)", r"\1", found["value"])
            yield Token("tag", value, *place, name=found["tag"])
        elif kind not in _IGNORED:
            yield Token("comment" if kind == "remark" else kind, found[kind], *place)
        breaks = text.count("\n", at, found.end())
        if breaks:
            line += breaks
            begin = text.rindex("\n", at, found.end()) + 1
        at = found.end()


_CLOCK = re.compile(r"([0-9]{1,3}):([0-5]?[0-9]):([0-5]?[0-9])(?:\.([0-9]{1,3}))?")


def clock_text(ms: int) -> str:
    """Return milliseconds as ``h:mm:ss``, with ``.mmm`` where a second is not whole."""
    seconds, rest = divmod(ms, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" + (f".{rest:03}" if rest else "")


def clock_ms(text: str) -> int | None:
    """Return the milliseconds of ``h:mm:ss``; None for any other text."""
    found = _CLOCK.fullmatch(text.strip())
    if not found:
        return None
    hour, minute, second, part = found.groups(default="")
    return 1000 * (3600 * int(hour) + 60 * int(minute) + int(second)) + int(part.ljust(3, "0"))
