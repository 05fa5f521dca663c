"""What the desks put on record: score sheets, moves, prizes, titles."""

from typing import Annotated, Literal

import msgspec

from shared.core.events import entities
from shared.core.events.base import Body, GameNo
from shared.core.events.kinds import kind
from shared.core.text.fields import Ident, Name, Note, Pdn

Cents = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
"""Money in US cents, never negative."""
Source = Annotated[str, msgspec.Meta(max_length=255)]
"""A file's name, as long as disks have them."""
TitleKind = Literal["champion", "co_champions", "co_winners", "playoff"]


@kind("a.sheets.handed_in", entities.sheets, by="hall")
class SheetsHandedIn(Body, frozen=True):
    """Whose copy of a match's games is at the desk, by seat (ACF-1.XII)."""

    copies: tuple[bool, bool]


@kind("a.moves.entered", entities.moves, by="hall")
class MovesEntered(Body, frozen=True):
    """The moves of a game that is over, in PDN, as entered at the desk (ACF-1.XII).

    ``game`` counts from 1, ``source`` says where they come from: a file's name. What the game's
    table logged stays beside it.
    """

    game: GameNo
    pdn: Pdn
    source: Source = ""


class SidePool(msgspec.Struct, frozen=True, array_like=True):
    """A pool that players have entered beside the event: it pays them by their places in it."""

    name: Name
    prizes: tuple[Cents, ...]
    players: tuple[Ident, ...]


@kind("a.prizes.posted", entities.prizes, by="hall")
class PrizesPosted(Body, frozen=True):
    """What the places of a division pay in cents, from the first (ACF-1.XIII.A).

    ``dues`` are the regular dues in cents that an Associate owes of the prize (ACF-1.III.B).
    ``consolation`` and ``last_chance`` are the prizes of their own places, ``pools`` those of side
    pools. ``why`` is said where others were posted before.
    """

    prizes: tuple[Cents, ...]
    dues: Cents = 0
    consolation: tuple[Cents, ...] = ()
    pools: tuple[SidePool, ...] = ()
    last_chance: tuple[Cents, ...] = ()
    why: Note = ""


@kind("a.dues.owed", entities.dues, by="hall")
class DuesOwed(Body, frozen=True):
    """Whether a player is an Associate, who owes regular dues of the prize (ACF-1.III.B)."""

    owed: bool


@kind("a.prize.paid", entities.payment, by="hall")
class PrizePaid(Body, frozen=True):
    """A prize was handed over against a signature: ``cents`` after ``dues`` were taken off.

    ``by`` says who paid; ``form`` that the tax form was seen, nothing of what stands on it is kept
    (ACF-3.VI). ``taken_back``: it was noted by mistake.
    """

    cents: Cents
    dues: Cents
    by: Name
    form: bool = False
    taken_back: bool = False


@kind("a.title.decided", entities.title, by="rule")
class TitleDecided(Body, frozen=True):
    """Who has a division's title, and by which clause (ACF-1.XIII.B).

    "playoff" is offered to ``players`` and has no winner yet; none takes it back.
    """

    title: TitleKind
    players: tuple[Ident, ...]
    clause: Note
    note: Note = ""
