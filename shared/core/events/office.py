"""What the referee's office and desks say: decisions, announcements, score sheets, moves, prizes,
titles; and what is asked at a kiosk.
"""

from typing import Annotated, Final, Literal

import msgspec

from shared.core.events import entities
from shared.core.events.base import (
    Body,
    GameNo,
    Instant,
    Number,
    RoundNo,
    kind,
)
from shared.core.events.votes import Vote
from shared.core.match.outcome import MOST_GAMES
from shared.core.text.fields import Ident, Name, Note, Pdn, Word

Plain = Number | Note | bool | None
"""A value of a measure as it travels."""
MOST_NAMED: Final = 200
Whose = Annotated[tuple[Ident, ...], msgspec.Meta(max_length=MOST_NAMED)]
"""Ids of events. A decision that names more is written as several (``decisions.writing.pages``)."""
Audience = Literal["all", "kiosk", "tables"]
About = Literal["", "call", "lowder", "claims"]
"""What an announcement is about: what the referee wrote; a player is called to the desk; a minute
for each move may be required from now on (ACF-1.X.B.c); until when results may be disputed."""
RefusalState = Literal["refused", "ready", "excused"]
"""Where a challenge that was refused stands (APCA-31)."""
RequestKind = Literal["check_in", "sign_out", "back", "withdraw", "opt_out", "bye"]
"""What a player asks at the kiosk; that they are back from a sign-out asks nothing."""
MapCell = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
"""A column or line of the hall's map."""


class Spot(msgspec.Struct, frozen=True, array_like=True):
    """A place on the map of the hall: a table by its id, or words such as "Door".

    ``x`` and ``y`` count cells of text from the upper left corner.
    """

    x: MapCell
    y: MapCell
    table: Ident = ""
    words: Note = ""


class Taken(msgspec.Struct, frozen=True, array_like=True):
    """A measure as it travels: its token, then its tag and its fields, each a plain value.

    A newer version may send one that this software cannot read (see ``measures.read``).
    """

    token: Ident
    what: Annotated[
        tuple[Plain | Annotated[tuple[Plain, ...], msgspec.Meta(max_length=MOST_GAMES)], ...],
        msgspec.Meta(max_length=16),
    ]


@kind("a.decision.made", entities.match_decision, by="rule")
class DecisionMade(Body, frozen=True):
    """What a referee decided: the measures, by which clause, and why.

    ``settles`` are the ids of the reports and wishes that it answers and of the versions of a
    result that its author had seen, ``replaces`` those of the decisions that it stands in the
    place of. One without measures undoes them. ``reason`` is the referee's own words, and nothing
    reads it; ``votes`` are a committee's, where one decided (ACF-1.X.B.d, USBGF-5). To answer a
    wish at a kiosk takes no more than the right "hall" (``cuts.right_for``).
    """

    measures: Annotated[tuple[Taken, ...], msgspec.Meta(max_length=20)]
    clause: Note = ""
    reason: Note = ""
    settles: Whose = ()
    replaces: Whose = ()
    votes: tuple[Vote, ...] = ()


@kind("a.referee.coming", entities.match_report, by="rule")
class RefereeComing(Body, frozen=True):
    """The referee has read a report and is on the way; that decides nothing."""


@kind("a.announcement.made", entities.announcement, by="hall")
class AnnouncementMade(Body, frozen=True):
    """What the referee tells the hall until ``until`` (UTC ms); 0 takes it back.

    ``audience`` is where it is shown; ``division`` "" tells every division; ``player`` is called
    to the desk, "" is nobody. ``about`` is what the program has words for, in each language; there
    is no ``text`` then.
    """

    text: Note
    until: Instant
    audience: Audience = "all"
    division: Ident = ""
    player: Ident = ""
    about: About = ""


@kind("a.hall.laid_out", entities.layout, by="hall")
class HallLaidOut(Body, frozen=True):
    """Where the tables stand, and what else people find their way by."""

    spots: tuple[Spot, ...]


@kind("a.kiosk.set", entities.shows, by="hall")
class KioskSet(Body, frozen=True):
    """What a kiosk is to show: kinds of pages and divisions, none for all of them; and whether in
    letters that are read from afar."""

    pages: tuple[Word, ...] = ()
    divisions: tuple[Ident, ...] = ()
    large: bool = False


@kind("t.request.filed", entities.request, by="kiosk")
class RequestFiled(Body, frozen=True):
    """A request made at a kiosk in a player's name. It changes nothing until it is granted.

    ``round_no`` is the round that it is about, or 0.
    """

    what: RequestKind
    round_no: RoundNo = 0


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
