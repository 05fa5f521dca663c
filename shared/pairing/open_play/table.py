"""Where a player of a division in open play stands (APCA-31)."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Where a player stands."""

    FREE = "free"
    ASKING = "waiting for an answer to a challenge"
    CHALLENGED = "challenged"
    PLAYING = "playing"
    WITHHELD = "without his card until he is ready for the challenger"
    BOUND = "to meet a challenger before anybody else"
    LEFT = "gone"
