"""What every line of a table's journal shares."""

from typing import Annotated

from msgspec import Meta, Struct

Square = Annotated[int, Meta(ge=1, le=32)]
"""A square of the board by its number."""


class JournalLine(Struct, frozen=True, array_like=True, tag=True):
    """One line of the journal. Every ``at`` is ms of the table's monotonic clock."""
