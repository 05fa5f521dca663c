"""PDN read back into records, tolerant of what other programs write.

Owns the way from tokens to games. Says with line and column what it skipped and what was illegal;
what is no PDN at all is an error.
"""

from collections.abc import Iterator

import msgspec

from shared.core.draughts.fen import FenError, parse_fen
from shared.core.draughts.pdn.build import Builder, Note
from shared.core.draughts.pdn.game import FIELDS, RESULTS, PdnGame
from shared.core.draughts.pdn.lexer import PdnError, Token, tokens
from shared.core.draughts.position import START, Position
from shared.core.draughts.rules import ENGLISH, RULES, Rules

__all__ = ["Note", "PdnError", "ReadGame", "read_pdn"]

_BY_TYPE = {rules.game_type: rules for rules in RULES.values()}
_FIELD_OF = {tag: field for field, tag in FIELDS.items()}
_KNOWN = {*_FIELD_OF, "Result", "GameType", "SetUp", "FEN"}


class ReadGame(msgspec.Struct, frozen=True):
    """A game that was read, and what there is to say about it, in the order of the text."""

    game: PdnGame
    notes: tuple[Note, ...] = ()


def read_pdn(text: str) -> tuple[ReadGame, ...]:
    """Return the games of a text; variations are skipped and said so, marks and numbers passed
    over.

    An illegal move stays in the record, flagged there and in the notes. A game without GameType
    is read as English checkers. Raises PdnError.
    """
    return tuple(_game(tags, body) for tags, body in _games(tokens(text)))


def _games(stream: Iterator[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
    tags: list[Token] = []
    body: list[Token] = []
    for token in stream:
        if token.kind == "tag":
            if any(one.kind != "comment" for one in body):
                yield tags, body
                tags, body = [], []
            tags.append(token)
            continue
        body.append(token)
        if token.kind == "result":
            yield tags, body
            tags, body = [], []
    if tags or any(one.kind != "comment" for one in body):
        yield tags, body


def _game(tags: list[Token], body: list[Token]) -> ReadGame:
    named = {tag.name: tag for tag in tags}
    notes = []
    if "GameType" not in named:
        place = (tags or body)[0]
        notes.append(Note(place.line, place.column, "no GameType: read as English checkers"))
    builder = Builder(_rules(named.get("GameType")), _start(named.get("FEN")), notes)
    for token in body:
        builder.take(token)
    record, comments = builder.done()
    result = named.get("Result")
    ended = builder.result or result
    if result and ended and RESULTS.get(result.text, "open") != RESULTS.get(ended.text, "open"):
        message = f"the game ends {ended.text} and its tag says {result.text}"
        builder.note(ended, message)
    game = PdnGame(
        record=record,
        result=RESULTS.get(ended.text, "open") if ended else "open",
        comments=comments,
        tags=tuple((tag.name, tag.text) for tag in tags if tag.name not in _KNOWN),
        **{field: named[tag].text for tag, field in _FIELD_OF.items() if tag in named},
    )
    return ReadGame(game, tuple(builder.notes))


def _rules(tag: Token | None) -> Rules:
    if tag is None:
        return ENGLISH
    number = tag.text.partition(",")[0].strip()
    rules = _BY_TYPE.get(int(number)) if number.isascii() and number.isdecimal() else None
    if rules is None:
        message = f"GameType {tag.text!r} is not known here: 21 is English, 23 American pool"
        raise tag.error(message)
    return rules


def _start(tag: Token | None) -> Position:
    if tag is None:
        return START
    try:
        return parse_fen(tag.text)
    except FenError as wrong:
        message = f"the tag FEN, at its character {wrong.column}: {wrong}"
        raise tag.error(message) from None
