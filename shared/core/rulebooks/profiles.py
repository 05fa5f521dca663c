"""The counts that make a draw, by whose rules: WCDF, Pask, pool.

Owns their numbers, which stand in several rulebooks. Counts nothing.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from shared.core.rulebooks.base import Cited
from shared.core.rulebooks.making import under

COUNT_PROFILES: Final[Mapping[str, Mapping[str, Cited]]] = MappingProxyType(
    {
        "wcdf": under("ACF-3.I", quiet_moves=40, repetitions=3),
        "pask": under("DARK-50", quiet_moves=50, repetitions=4),
        "pool": {
            **under(
                "APCA-26",
                repetitions=3,
                strength_moves=30,
                strength_moves_after_change=20,
                king_strength=8,
            ),
            **under("APCA-27", lone_king_moves=13, lone_king_pieces=4),
            **under(
                "APCA-28",
                long_line_moves=5,
                long_line=(4, 8, 11, 15, 18, 22, 25, 29),
            ),
        },
        "none": {},
    }
)
"""Profile → the fields of ``counts`` that it sets, each with its clause."""
