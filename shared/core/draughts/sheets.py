"""Two players' score sheets of one game laid side by side (ACF-1.X.A.g, ACF-1.XII).

Owns the comparison. Which sheet is right is the referee's to say.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from shared.core.draughts.faults import Fault
from shared.core.draughts.moves import Move
from shared.core.draughts.notation import Path, full_text, meant, path_text
from shared.core.draughts.position import START, Position, Side
from shared.core.draughts.record import Made, Record, replay, step
from shared.core.draughts.rules import Rules


class Difference(msgspec.Struct, frozen=True):
    """The first half-move (from 1) on which two sheets differ, and what each has there.

    An empty text says that the sheet has ended.
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
    sheet is read on from an impossible move as if it had been made.
    """

    difference: Difference | None
    lengths: tuple[int, int]
    impossible: tuple[tuple[Impossible, ...], tuple[Impossible, ...]]

    @property
    def agree(self) -> bool:
        """Whether both sheets hold the same possible game."""
        return self.difference is None and self.impossible == ((), ())


def compare(
    rules: Rules, sheets: tuple[Sequence[Path], Sequence[Path]], start: Position = START
) -> Comparison:
    """Lay two sheets, each a list of written moves, side by side.

    A capture written by its ends and the same one written in full are equal; where the ends
    alone fit several captures, the other sheet says which.
    """
    ours, theirs, position = list(sheets[0]), list(sheets[1]), start
    lengths, difference = (len(ours), len(theirs)), None
    for at in range(max(lengths)):
        pair = tuple(ours[at : at + 1]), tuple(theirs[at : at + 1])
        common = _common(rules, position, pair)
        if pair[0] != pair[1] and not common:
            texts = _text(rules, position, pair[0]), _text(rules, position, pair[1])
            difference = Difference(at + 1, position.to_move, texts)
            break
        if len(common) == 1:
            ours[at] = theirs[at] = common[0].path
        position, _ = step(rules, position, Made(ours[at]))
    impossible = _impossible(rules, ours, start), _impossible(rules, theirs, start)
    return Comparison(difference, lengths, impossible)


def _common(
    rules: Rules, position: Position, pair: tuple[tuple[Path, ...], tuple[Path, ...]]
) -> tuple[Move, ...]:
    """The legal moves that both sheets can mean."""
    ours, theirs = (
        {move for path in paths for move in meant(rules, position, path)} for paths in pair
    )
    return tuple(ours & theirs)


def _text(rules: Rules, position: Position, paths: tuple[Path, ...]) -> str:
    if not paths:
        return ""
    moves = meant(rules, position, paths[0])
    return full_text(moves[0]) if len(moves) == 1 else path_text(paths[0])


def _impossible(rules: Rules, sheet: Sequence[Path], start: Position) -> tuple[Impossible, ...]:
    lines = replay(Record(rules, start, tuple(map(Made, sheet))))
    return tuple(
        Impossible(line.half_move, path_text(path), line.fault)
        for line, path in zip(lines, sheet, strict=True)
        if line.fault
    )
