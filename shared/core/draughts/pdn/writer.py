"""A record written as PDN.

Owns the layout: tags, move numbers, clocks, set-ups after what was no legal move. The first mover
has the odd half-moves: ``1. 11-15 23-19 2. 8-11``.
"""

import textwrap
from collections.abc import Iterable, Iterator

from shared.core.draughts.faults import WORDS
from shared.core.draughts.fen import fen
from shared.core.draughts.notation import path_text, short_text
from shared.core.draughts.pdn.game import (
    CALLED_BACK,
    CLOCK,
    FIELDS,
    ILLEGAL,
    PASS,
    RESULT_TEXT,
    UNKNOWN,
    PdnGame,
)
from shared.core.draughts.pdn.lexer import clock_text
from shared.core.draughts.position import START
from shared.core.draughts.record import Corrected, Made, RecordedTurn, Unknown, replay
from shared.core.draughts.rules import Rules

_WIDTH = 79


def write_pdn(games: Iterable[PdnGame]) -> str:
    """Return the games as one text that any PDN reader takes.

    A move that was illegal, a forfeited turn and a correction are set-ups of the position, as
    PDN 3.0 has it, with a comment that says what happened.
    """
    return "\n".join(_game(game) for game in games)


def _game(game: PdnGame) -> str:
    tags = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in _tags(game))
    moves = " ".join((*_moves(game), RESULT_TEXT[game.result]))
    wrapped = textwrap.wrap(moves, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return tags + "\n" + "\n".join(wrapped) + "\n"


def _tags(game: PdnGame) -> Iterator[tuple[str, str]]:
    for field, name in FIELDS.items():
        value = getattr(game, field)
        if value:
            yield name, value
    yield "Result", RESULT_TEXT[game.result]
    yield "GameType", str(game.record.rules.game_type)
    lines = replay(game.record)
    # A set-up before any move would be read as where the game begins, if no tag said where.
    if game.record.start != START or (lines and _sets_up(lines[0])):
        yield "SetUp", "1"
        yield "FEN", fen(game.record.start)
    yield from game.tags


def _moves(game: PdnGame) -> Iterator[str]:
    lines, shift = replay(game.record), int(game.record.start.to_move == "second")
    numbered = False
    yield from _comments(game, 0)
    for at, line in enumerate(lines):
        if line.move:
            second = int(line.side == "second")
            shift += (line.half_move - 1 + shift + second) % 2
            turn = (line.half_move - 1 + shift) // 2
            if line.side == "first" or not numbered:
                yield f"{turn + 1}{'...' if second else '.'}"
            yield short_text(game.record.rules, line.before, line.move)
        elif _sets_up(line):
            yield f'/FEN "{fen(line.after)}"/'
        remarks = (*_remarks(game.record.rules, line), *_comments(game, at + 1))
        yield from remarks
        numbered = bool(line.move) and not remarks


def _sets_up(line: RecordedTurn) -> bool:
    return line.move is None and not isinstance(line.entry, Unknown)


def _remarks(rules: Rules, line: RecordedTurn) -> Iterator[str]:
    match line.entry:
        case Made(path, clock):
            if line.fault:
                yield f"{{[%{ILLEGAL} {path_text(path) or '-'}] {WORDS[line.fault]}}}"
            if clock is not None:
                yield f"{{[%{CLOCK} {clock_text(clock)}]}}"
        case Corrected(_, takes_back, why):
            yield f"{{{f'[%{CALLED_BACK} {takes_back}] {_plain(why)}'.strip()}}}"
        case Unknown(why):
            yield f"{{{f'[%{UNKNOWN}] {_plain(why)}'.strip()}}}"
        case _:
            yield f"{{[%{PASS}] the turn was forfeited}}"


def _comments(game: PdnGame, at: int) -> Iterator[str]:
    return (f"{{{_plain(text)}}}" for after, text in game.comments if after == at)


def _plain(text: str) -> str:
    return " ".join(text.replace("{", "(").replace("}", ")").replace("[%", "[ %").split())


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
