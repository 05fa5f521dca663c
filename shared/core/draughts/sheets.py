"""Two players' score sheets of one game laid side by side (ACF-1.X.A.g, ACF-1.XII).

Owns the comparison. Which sheet is right is the referee's to say.
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

import msgspec

from shared.core.draughts.faults import Fault
from shared.core.draughts.moves import Move
from shared.core.draughts.notation import Path, full_text, meant, path_of, path_text
from shared.core.draughts.position import START, Position, Side
from shared.core.draughts.record import GameRecord, Made, replay, step
from shared.core.draughts.rules import Rules

ScoreSheet = Sequence[Path | None]
"""The moves as they are written; None for one that is only ticked (ACF-1.X.A.h)."""

_Written = tuple[Path | None, ...]
"""What a sheet has for a half-move: one thing, or nothing where it has ended."""

_Pair = tuple[_Written, _Written]
_PASSED_OVER: Final = re.compile(r"\{[^}]*\}|\b[0-9]{1,3}\.+|[,;]")
_TICKS: Final = ("v", "V", "✓", "√")
_TICK: Final[_Written] = (None,)


class Difference(msgspec.Struct, frozen=True):
    """The first half-move (from 1) on which two sheets differ, and what each has there.

    An empty text says that the sheet has ended, ``tick`` that it has only a tick there.
    """

    half_move: int
    side: Side
    texts: tuple[str, str]


class Impossible(msgspec.Struct, frozen=True):
    """A written move that cannot have been played legally after those before it."""

    half_move: int
    text: str
    fault: Fault


class Comparison(msgspec.Struct, frozen=True):
    """What two sheets of one game have in common.

    ``lengths`` are their half-moves. ``impossible`` lists, for each sheet, what cannot be; a
    sheet is read on from an impossible move as if it had been made. ``ticked_from`` is the first
    half-move that both sheets have ticked only: nothing from there on can be compared.
    """

    difference: Difference | None
    lengths: tuple[int, int]
    impossible: tuple[tuple[Impossible, ...], tuple[Impossible, ...]]
    ticked_from: int | None = None

    @property
    def agree(self) -> bool:
        """Whether both sheets hold the same possible game, as far as they are written."""
        return self.difference is None and self.impossible == ((), ())


def read_score_sheet(text: str) -> ScoreSheet:
    """Return a sheet as it is typed: moves with or without numbers, ``v`` or ``✓`` for a tick.

    Comments in braces are passed over. Raises ValueError for a word that is neither.
    """
    words = _PASSED_OVER.sub(" ", text).split()
    return tuple(None if word in _TICKS else path_of(word) for word in words)


def compare(
    rules: Rules, sheets: tuple[ScoreSheet, ScoreSheet], start: Position = START
) -> Comparison:
    """Lay two sheets side by side.

    A capture written by its ends and the same one written in full are equal; where the ends
    alone fit several captures, the other sheet says which. A tick agrees with any move
    (ACF-1.X.A.h), and is read on as the one that the other sheet has.
    """
    ours, theirs, position = list(sheets[0]), list(sheets[1]), start
    lengths, difference, ticked_from = (len(ours), len(theirs)), None, None
    for at in range(max(lengths)):
        pair = _filled((tuple(ours[at : at + 1]), tuple(theirs[at : at + 1])))
        if pair == (_TICK, _TICK):
            ticked_from = at + 1
            break
        common = _common(rules, position, pair)
        if pair[0] != pair[1] and not common:
            texts = _text(rules, position, pair[0]), _text(rules, position, pair[1])
            difference = Difference(at + 1, position.to_move, texts)
            break
        (path,) = pair[0]
        ours[at] = theirs[at] = made = common[0].path if len(common) == 1 else path or ()
        position, _ = step(rules, position, Made(made))
    impossible = _impossible(rules, ours, start), _impossible(rules, theirs, start)
    return Comparison(difference, lengths, impossible, ticked_from)


def _filled(pair: _Pair) -> _Pair:
    """Return a tick on one sheet as the move that the other one has."""
    ours, theirs = pair
    if ours == _TICK and theirs:
        return theirs, theirs
    return (ours, ours) if theirs == _TICK and ours else pair


def _common(rules: Rules, position: Position, pair: _Pair) -> tuple[Move, ...]:
    """Return the legal moves that both sheets can mean."""
    ours, theirs = (
        {move for path in paths if path for move in meant(rules, position, path)} for paths in pair
    )
    return tuple(ours & theirs)


def _text(rules: Rules, position: Position, written: _Written) -> str:
    if not written:
        return ""
    (path,) = written
    if path is None:
        return "tick"
    moves = meant(rules, position, path)
    return full_text(moves[0]) if len(moves) == 1 else path_text(path)


def _impossible(rules: Rules, sheet: ScoreSheet, start: Position) -> tuple[Impossible, ...]:
    paths = [path for path in takewhile(lambda path: path is not None, sheet) if path is not None]
    lines = replay(GameRecord(rules, start, tuple(map(Made, paths))))
    return tuple(
        Impossible(line.half_move, path_text(path), line.fault)
        for line, path in zip(lines, paths, strict=True)
        if line.fault
    )
