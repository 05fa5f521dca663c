"""One game's record put together from its tokens, in their order.

Owns what a comment's command means for the set-up before it. Reads no tag.
"""

import re
from typing import Final

import msgspec

from shared.core.draughts.faults import WORDS
from shared.core.draughts.fen import FenError, parse_fen
from shared.core.draughts.moves import Move
from shared.core.draughts.notation import Path, path_of, path_text
from shared.core.draughts.pdn.game import CALLED_BACK, CLOCK, ILLEGAL, PASS, UNKNOWN
from shared.core.draughts.pdn.lexer import Token, clock_ms
from shared.core.draughts.position import SQUARES, Position
from shared.core.draughts.record import (
    Corrected,
    GameRecord,
    Made,
    Passed,
    RecordEntry,
    Unknown,
    step,
)
from shared.core.draughts.rules import Rules

_COMMAND: Final = re.compile(r"\[%(\w+)(?:\s+([^\]]*))?\]")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_SETUP: Final = re.compile(r'\s*FEN\s+"([^"]*)"\s*')


class Note(msgspec.Struct, frozen=True):
    """Something a reader should know about a text, with its line and column, both from 1."""

    line: int
    column: int
    text: str


class Builder:
    """The growing record of one game; tokens go in one by one."""

    def __init__(self, rules: Rules, start: Position, notes: list[Note]) -> None:
        self.notes = notes
        self.result: Token | None = None
        self._rules, self._start, self._position = rules, start, start
        self._entries: list[RecordEntry] = []
        self._comments: list[tuple[int, str]] = []
        self._setup: tuple[Token, Position] | None = None
        self._variations: list[Token] = []

    def note(self, token: Token, text: str) -> None:
        """Remember something to say about a token."""
        self.notes.append(Note(token.line, token.column, text))

    def take(self, token: Token) -> None:
        """Take one token more. Raises PdnError."""
        if token.kind == "open":
            if not self._variations:
                self.note(token, "a variation is skipped")
            self._variations.append(token)
        elif token.kind == "close":
            if not self._variations:
                raise token.error("a variation is closed that was never opened")
            self._variations.pop()
        elif self._variations:
            self._inside(token)
        elif token.kind == "comment":
            self._comment(token)
        else:
            self._settle()
            self._turn(token)

    def done(self) -> tuple[GameRecord, tuple[tuple[int, str], ...]]:
        """Return the whole record, and the comments with the number of entries before each."""
        if self._variations:
            raise self._variations[-1].error("a variation is opened and never closed: add )")
        self._settle()
        record = GameRecord(self._rules, self._start, tuple(self._entries))
        return record, tuple(self._comments)

    def _inside(self, token: Token) -> None:
        if token.kind == "result":
            message = "a variation is opened and never closed: add )"
            raise self._variations[-1].error(message)

    def _turn(self, token: Token) -> None:
        if token.kind == "move":
            self._add(token, Made(_path(token)))
        elif token.kind == "turn":
            self._add(token, Passed())
        elif token.kind == "setup":
            self._setup = token, _position(token)
        else:
            self.result = token

    def _add(self, token: Token, entry: RecordEntry) -> None:
        self._position, judgement = step(self._rules, self._position, entry)
        if isinstance(judgement, Move):
            entry = Made(judgement.path)
        elif judgement and isinstance(entry, Made):
            self.note(token, f"{path_text(entry.path)}: {WORDS[judgement]}")
        self._entries.append(entry)

    def _settle(self) -> None:
        """Take a set-up that no command explains as a correction, or as where the game begins."""
        if self._setup:
            token, position = self._setup
            self._setup = None
            if self._entries:
                self._add(token, Corrected(position))
            else:
                self._start = self._position = position

    def _comment(self, token: Token) -> None:
        done: set[str] = set()
        text = _COMMAND.sub(lambda found: self._command(token, found, done), token.text)
        text = " ".join(text.split())
        self._settle()
        if done & {CALLED_BACK, UNKNOWN}:
            last = self._entries[-1]
            self._entries[-1] = msgspec.structs.replace(last, why=text)
        elif text and not done & {ILLEGAL, PASS}:
            self._comments.append((len(self._entries), text))

    def _command(self, token: Token, found: re.Match[str], done: set[str]) -> str:
        """Carry out a command; its text is left where there is nothing that it could mean."""
        name, value = found[1], found[2] or ""
        if name == UNKNOWN:
            self._settle()
            self._add(token, Unknown())
        elif self._setup is None:
            ms = clock_ms(value) if name == CLOCK else None
            last = self._entries[-1] if self._entries else None
            if ms is None or not isinstance(last, Made):
                return found[0]
            self._entries[-1] = Made(last.path, ms)
        elif name in (ILLEGAL, PASS, CALLED_BACK):
            setup, position = self._setup
            self._setup = None
            self._add(token, _entry(token, name, value, position))
            if self._position != position:
                self._add(setup, Corrected(position))
        else:
            return found[0]
        done.add(name)
        return ""


def _entry(token: Token, name: str, value: str, position: Position) -> RecordEntry:
    if name == PASS:
        return Passed()
    if name == ILLEGAL:
        return Made(_squares(token, value))
    if not _NUMBER.fullmatch(value):
        raise token.error(f"{value!r} is no number of half-moves taken back")
    return Corrected(position, int(value))


def _squares(token: Token, text: str) -> Path:
    """Return the squares of a move that need not be one: ``-`` for none, ``5`` for a piece not
    moved."""
    numbers = [number for number in text.split("-") if number]
    if all(_NUMBER.fullmatch(number) and int(number) in SQUARES for number in numbers):
        return tuple(map(int, numbers))
    raise token.error(f"{text!r} is no move: write its squares, 11-16")


def _path(token: Token) -> Path:
    try:
        return path_of(token.text)
    except ValueError as wrong:
        raise token.error(str(wrong)) from None


def _position(token: Token) -> Position:
    found = _SETUP.fullmatch(token.text)
    if not found:
        raise token.error('a set-up is written /FEN "W:W21:B1"/')
    try:
        return parse_fen(found[1])
    except FenError as wrong:
        raise token.error(f"the set-up, at its character {wrong.column}: {wrong}") from None
