"""What the attacks share: a message that takes the hall long, and a table that plays on."""

from shared.wire.messages import Push, encode
from tests.node.hall_kit import Running, report

SLOW_TO_READ = encode(Push(1, ((b"", b""),) * 200_000))
"""The hall needs some ten milliseconds to read it."""


def plays_on(table: Running, note: str, number: int = 1) -> None:
    """An honest entry reaches the hall."""
    event = table.file(report(note, number))
    table.ears.until(lambda: event not in table.ears.unsent)
