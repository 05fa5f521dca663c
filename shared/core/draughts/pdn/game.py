"""A game as PDN knows it: the record, who played, how it ended, the ballot, comments.

Owns the tags and what they are called. Reads and writes no text.
"""

from typing import Final, Literal

import msgspec

from shared.core.draughts.record import GameRecord

Result = Literal["first", "second", "draw", "open"]
"""Who won; ``open`` while the game goes on or nothing is known."""

RESULT_TEXT: Final[dict[Result, str]] = {
    "first": "1-0",
    "second": "0-1",
    "draw": "1/2-1/2",
    "open": "*",
}
"""The first mover's score stands first."""

RESULTS: Final[dict[str, Result]] = {
    **{text: result for result, text in RESULT_TEXT.items()},
    "2-0": "first",
    "0-2": "second",
    "1-1": "draw",
    "0-0": "open",
}
"""What is read as a result: both scores that PDN knows, and the double loss as open."""

FIELDS: Final = {
    "event": "Event",
    "site": "Site",
    "date": "Date",
    "round": "Round",
    "first": "Black",
    "second": "White",
    "ballot": "Opening",
    "ballot_number": "OpeningNumber",
}
"""Field → tag. Black is PDN's name of the first mover, whatever the rulebook calls it."""

CALLED_BACK: Final = "ruled"
ILLEGAL: Final = "illegal"
PASS: Final = "pass"
UNKNOWN: Final = "unknown"
CLOCK: Final = "clk"


class PdnGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game. Texts are empty where nothing is known.

    ``ballot`` holds the moves of the drawn opening and ``ballot_number`` its number in the deck.
    ``date`` is ``2026.11.21``. ``tags`` are further ones by name. A comment stands after as many
    entries of the record as its number says.
    """

    record: GameRecord
    result: Result = "open"
    event: str = ""
    site: str = ""
    date: str = ""
    round: str = ""
    first: str = ""
    second: str = ""
    ballot: str = ""
    ballot_number: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
