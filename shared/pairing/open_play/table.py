"""Where a player of a division in open play stands (APCA-31)."""

from enum import Enum, auto


class Status(Enum):
    """Where a player stands."""

    FREE = auto()
    ASKING = auto()
    """Waits for an answer to a challenge."""
    CHALLENGED = auto()
    PLAYING = auto()
    WITHHELD = auto()
    """Without a card until ready for the challenger."""
    BOUND = auto()
    """Plays the challenger first."""
    LEFT = auto()
