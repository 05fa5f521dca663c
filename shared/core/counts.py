"""The counts that end a game in a draw: which there are, what they count, when they are full.

Owns pure counters. Knows no board: the caller says what a move did.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Moves = Annotated[int, Meta(ge=1)]
Squares = tuple[Annotated[int, Meta(ge=1, le=32)], ...]


class CountRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of each count, in moves of one player; none where the sheet has no such count.

    WCDF 1.32 and Pask (DARK-50) use the first two, the older authors (DARK-40) the third, pool
    (APCA-26 to APCA-28) the second and all from the fourth on.
    """

    quiet_moves: Annotated[
        Moves | None,
        Meta(description="Own moves of each side with no man advanced and nothing captured."),
    ] = None
    repetitions: Annotated[
        Moves | None, Meta(description="Times that a position must stand on the board.")
    ] = None
    advantage_moves: Annotated[
        Moves | None,
        Meta(description="The stronger side's own moves to show an increased advantage."),
    ] = None
    strength_moves: Annotated[
        Moves | None,
        Meta(description="The weaker side's moves in which the stronger side must win."),
    ] = None
    strength_moves_after_change: Annotated[
        Moves | None, Meta(description="The same after a capture or a crowning.")
    ] = None
    king_strength: Annotated[
        Moves | None, Meta(description="What a king weighs; a man weighs his rank.")
    ] = None
    lone_king_moves: Annotated[
        Moves | None, Meta(description="The lone king's moves before which he must be caught.")
    ] = None
    lone_king_pieces: Annotated[
        Moves | None, Meta(description="Kings on the board where the lone king counts.")
    ] = None
    long_line_moves: Annotated[
        Moves | None,
        Meta(description="The stronger side's moves against a lone king on the long line."),
    ] = None
    long_line: Annotated[Squares, Meta(description="The squares of the long line.")] = ()

    def __post_init__(self) -> None:
        """Refuse half a count."""
        together = (
            ("strength_moves", "strength_moves_after_change", "king_strength"),
            ("lone_king_moves", "lone_king_pieces"),
        )
        for fields in together:
            given = [getattr(self, field) is not None for field in fields]
            if any(given) != all(given):
                message = f"set {', '.join(fields)} all together or not at all"
                raise ValueError(message)
        if (self.long_line_moves is None) != (not self.long_line):
            message = "set long_line_moves and long_line both or neither"
            raise ValueError(message)
