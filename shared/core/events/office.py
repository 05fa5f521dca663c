"""What the referee's office says: rulings, answers to reports, announcements."""

from __future__ import annotations

import msgspec

from shared.core import entities
from shared.core.committee import Vote
from shared.core.events.base import (
    AnswerState,
    Body,
    GameNo,
    Instant,
    Millis,
    OrderKind,
    RoundNo,
)
from shared.core.events.kinds import kind
from shared.core.office import Audience, RequestKind, Spot
from shared.core.text import Ident, Note, Word
from shared.core.words import Outcome, Seat


@kind("a.ruling.made", entities.result, by="rule")
class RulingMade(Body, frozen=True):
    """The referee's decision on a result: it names every version that he saw by its deps.

    ``votes`` are a committee's, where one decided (ACF-1.X.B.d, USBGF-5).
    """

    outcome: Outcome
    clause: Note
    reason: Note
    votes: tuple[Vote, ...] = ()


class Order(msgspec.Struct, frozen=True, array_like=True):
    """What the table has to carry out by the referee's word.

    "five_minutes" and "lowder" time each move, "untimed" ends that; "clock_match" and
    "clock_game" bring the clock that ``control`` names; "add_time" adds ``add_ms`` to what each
    seat has left, or takes it; "set_time" has each seat go on with ``set_ms`` (HALL-power-cut);
    "call_time" calls time (SE-7). "pause" stops both clocks until "resume"; "start_absent" has the
    time of whoever is not there run (ACF-1.VI.B), under ``control`` where none was settled.
    "forfeit": game number ``game`` is lost by ``seat`` without play (ACF-1.VI.A). "excuse": the
    absence of ``seat`` is excused, and the table only says so (ACF-1.VI.B). Times are ms by seat.
    """

    kind: OrderKind
    control: Word = ""
    add_ms: tuple[Millis, Millis] = (0, 0)
    set_ms: tuple[Millis, Millis] = (0, 0)
    game: GameNo = 0
    seat: Seat | None = None


@kind("a.report.answered", entities.match_report, by="rule")
class ReportAnswered(Body, frozen=True):
    """The referee's answer to a report, and what the table has to carry out with it."""

    state: AnswerState
    clause: Note = ""
    note: Note = ""
    order: Order | None = None


@kind("a.announcement.made", entities.announcement, by="hall")
class AnnouncementMade(Body, frozen=True):
    """What the referee tells the hall until ``until`` (UTC ms); 0 takes it back.

    ``audience`` is where it is shown; ``division`` "" tells every division; ``player`` is called
    to the desk, "" is nobody.
    """

    text: Note
    until: Instant
    audience: Audience = "all"
    division: Ident = ""
    player: Ident = ""


@kind("a.hall.laid_out", entities.layout, by="hall")
class HallLaidOut(Body, frozen=True):
    """Where the tables stand, and what else people find their way by."""

    spots: tuple[Spot, ...]


@kind("a.kiosk.set", entities.shows, by="hall")
class KioskSet(Body, frozen=True):
    """What a kiosk is to show: kinds of pages and divisions, none for all of them."""

    pages: tuple[Word, ...] = ()
    divisions: tuple[Ident, ...] = ()


@kind("t.request.filed", entities.request, by="kiosk")
class RequestFiled(Body, frozen=True):
    """What somebody asked at a kiosk in a player's name; nothing of it is so until it is granted.

    ``round_no`` is the round that it is about, or 0.
    """

    what: RequestKind
    round_no: RoundNo = 0


@kind("a.request.answered", entities.request, by="hall")
class RequestAnswered(Body, frozen=True):
    """The referee's answer: "ruled" grants it, "dismissed" does not."""

    state: AnswerState
    clause: Note = ""
    note: Note = ""
