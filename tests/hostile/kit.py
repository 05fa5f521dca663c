"""What the attacks share: a table that plays on, and how much memory the hall has."""

from tests.node.hall_kit import Running, report


def plays_on(table: Running, note: str, number: int = 1) -> None:
    """An honest entry reaches the hall."""
    event = table.file(report(note, number))
    table.ears.until(lambda: event not in table.ears.unsent)
