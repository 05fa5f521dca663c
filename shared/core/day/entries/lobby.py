"""Journal lines before a game: who sits, which clock, what is played with, the start."""

from shared.core.day.entries.base import JournalLine
from shared.core.match.outcome import Seat


class Seated(JournalLine, frozen=True):
    """A player has sat down and said so."""

    seat: Seat


class PinSet(JournalLine, frozen=True):
    """``seat`` signs with a PIN in this match; ``stored`` is its slow salted hash."""

    seat: Seat
    stored: str


class ControlChosen(JournalLine, frozen=True):
    """A player names a time control, and may name another until both agree."""

    seat: Seat
    name: str


class ControlSet(JournalLine, frozen=True):
    """The control is settled: by chance when the players differ, or by the referee."""

    name: str


class TermsSet(JournalLine, frozen=True):
    """What the players use, by their wishes; who had accepted before accepts anew (USBGF-3.6)."""

    used: tuple[str, ...]


class TermsAccepted(JournalLine, frozen=True):
    """A player accepts what stands there to be used."""

    seat: Seat


class Rolled(JournalLine, frozen=True):
    """Each player has rolled for what the players do not agree on (USBGF-3.6)."""

    rolls: tuple[int, int]


class MovesEntered(JournalLine, frozen=True):
    """The players enter their moves from the next game on, or only press."""

    on: bool


class DrawByHand(JournalLine, frozen=True):
    """The players draw with cards and a coin of their own, or the table does (ACF-1.VIII.A)."""

    on: bool


class CoinTossed(JournalLine, frozen=True):
    """``winner`` has the choice of sides, once for the match (APCA-6)."""

    winner: Seat


class Drew(JournalLine, frozen=True):
    """``first`` moves first in game 1, by choice or by lot, and ``opening`` was on the card.

    0 for no opening from a card.
    """

    first: Seat
    opening: int = 0


class Started(JournalLine, frozen=True):
    """The game begins. Whose clock runs follows from the draw, so the line does not say it."""

    at: int


class NextGame(JournalLine, frozen=True):
    """The next game is set up."""
