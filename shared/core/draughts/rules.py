"""How the two games of checkers on 32 squares differ: three parameters.

Owns the parameters. Moves nothing.
"""

from typing import Final, Literal

import msgspec

Game = Literal["english", "pool"]


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """What a piece may do, and the number of the game in PDN.

    ``promotion`` says what a man does that reaches the king row by a capture: ``stop`` there and
    be crowned, or go on as a man and be crowned ``at_end_only``.
    """

    game: Game
    flying_king: bool
    men_capture_backward: bool
    promotion: Literal["stop", "at_end_only"]
    game_type: int


ENGLISH: Final = Rules(
    game="english",
    flying_king=False,
    men_capture_backward=False,
    promotion="stop",
    game_type=21,
)
"""American standard checkers: WCDF 1.15 to 1.21 (ACF-3.I), DARK-jump, DARK-king, SE-3, SE-4."""

POOL: Final = Rules(
    game="pool",
    flying_king=True,
    men_capture_backward=True,
    promotion="at_end_only",
    game_type=23,
)
"""American pool checkers (APCA-14, APCA-20)."""

RULES: Final[dict[str, Rules]] = {rules.game: rules for rules in (ENGLISH, POOL)}
"""The ``game`` of a rulebook → its rules; backgammon is not among them."""
