"""What the attacks share: a message that takes the hall long, and a table that plays on."""

from shared.core.state.venue_line import VenueLine
from shared.wire.messages import Venues, encode
from tests.node.hall_kit import Running, report

SLOW_TO_READ = encode(Venues((VenueLine("", "linked", 0),) * 80_000))
"""The hall needs some ten milliseconds to read it."""


def plays_on(table: Running, note: str, number: int = 1) -> None:
    """An honest entry reaches the hall."""
    event = table.file(report(note, number))
    table.ears.until(lambda: event not in table.ears.unsent)
