"""What a table's device saw: presence, draw of openings, presses, moves, signatures, reports."""

from typing import Annotated, Final, Literal

import msgspec

from shared.core.backgammon.worth import Win
from shared.core.events import entities
from shared.core.events.base import Body, Count, DrawAnswer, GameNo, Millis, kind
from shared.core.match.outcome import Outcome, PointScore, ReportType, Seat
from shared.core.text.fields import Ident, Note, Pdn, Word


@kind("t.player.seated", entities.presence, by="table")
class PlayerSeated(Body, frozen=True):
    """The player of the seat that the entity names has sat down."""


@kind("t.opening.drawn", entities.draw, by="table")
class OpeningDrawn(Body, frozen=True):
    """Colours and opening, drawn at the table from fresh randomness (ACF-1.VIII.A).

    ``first_seat`` moves first in game 1; ``opening`` is the deck number, 0 for none.
    """

    first_seat: Seat
    opening: Count
    moves: tuple[Word, ...]
    deck: Ident = "acf-156"


@kind("t.control.chosen", entities.control, by="table")
class ControlChosen(Body, frozen=True):
    """The time control of the match; ``by`` is "event", "agreed", "drawn", "sheet" where only one
    player wished a clock, or "assigned" by the referee before a game."""

    name: Word
    by: Word


class Press(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One press: the seat that ended its turn and the milliseconds it had thought."""

    seat: Seat
    thought_ms: Millis


class FlagLogged(msgspec.Struct, frozen=True, array_like=True):
    """The expired reserve of ``seat`` was noticed and not both have signed yet (USBGF-4.3).

    ``claim`` is the win that its player claims, ``disputed`` who does not agree.
    """

    seat: Seat
    claim: Win | None = None
    disputed: Seat | None = None


class ScoreLogged(msgspec.Struct, frozen=True, array_like=True):
    """The scoreboard of a match of points at a moment: score and cube, whose owner may be nobody.

    ``phase`` is of the game that is next or in progress (USBGF-4.4.6). ``flag`` is a noticed flag.
    """

    score: tuple[PointScore, PointScore]
    cube: Count = 1
    owner: Seat | None = None
    phase: Literal["normal", "crawford", "post_crawford"] = "normal"
    flag: FlagLogged | None = None


GAME_END: Final = "game end"
"""Why a batch of the press log is written once the game is over that it belongs to."""


@kind("t.clock.logged", entities.clock, by="table")
class ClockLogged(Body, frozen=True):
    """A batch of the press log: at game end, at a pause, and every 30 seconds.

    ``remaining_ms`` and ``moves`` are the reading after the batch; ``game`` counts from 1, and
    ``score`` is the scoreboard of a match of points. ``entering`` says that moves are entered at
    the table, not which. ``imposed`` is the time control of a clock that the director brought,
    ``one_game`` whether only this game is played with it (APCA-9).
    """

    game: GameNo
    presses: tuple[Press, ...]
    remaining_ms: tuple[Millis, Millis]
    moves: tuple[Count, Count]
    why: Word
    score: ScoreLogged | None = None
    entering: bool = False
    imposed: Word = ""
    one_game: bool = False


@kind("t.result.signed", entities.result, by="table")
class ResultSigned(Body, frozen=True):
    """One side signs a result for the match: the canonical outcome, read for seat 0."""

    seat: Seat
    outcome: Outcome


@kind("t.draw.offered", entities.draw_offer, by="table")
class DrawOffered(Body, frozen=True):
    """A draw that ``seat`` has offered in ``game`` (from 1), and what came of it (ACF-3.IV).

    ``moves`` are the presses of the game then. Written when it is offered and when it is answered.
    """

    game: GameNo
    seat: Seat
    moves: tuple[Count, Count]
    answer: DrawAnswer = "open"


@kind("t.moves.logged", entities.moves, by="table")
class MovesLogged(Body, frozen=True):
    """The moves of a game that is over, as they were made, in PDN; ``game`` counts from 1.

    Never written before: moves of a game in progress stay at their table.
    """

    game: GameNo
    pdn: Pdn


@kind("t.report.filed", entities.match_report, by="table", seen_by_referees=True)
class ReportFiled(Body, frozen=True):
    """A report from a table. ``seat`` is who reports, ``about`` the player it concerns (or None).

    ``which`` says what exactly (``events.reported``); ``game`` is the game that was played, from 1,
    or 0. ``note`` is what a person wrote; ``found`` with its ``numbers`` is what the table itself
    noted.
    """

    type: ReportType
    seat: Seat | None = None
    about: Seat | None = None
    note: Note = ""
    which: Word = ""
    game: GameNo = 0
    found: Word = ""
    numbers: Annotated[tuple[Millis, ...], msgspec.Meta(max_length=2)] = ()


Obstacle = Literal["over", "here", "no_clock", "clocked", "no_time", "sheet", "unknown"]
"""Why a table cannot carry a measure out: the match is over, both players are here, no clock keeps
the time or one does, less time is left than would be taken, the rule sheet knows no such thing, or
this table does not know how."""


@kind("t.measure.done", entities.carried, by="table")
class MeasureDone(Body, frozen=True):
    """The table has carried out the measure of a decision, whose token the entity names."""


@kind("t.measure.refused", entities.carried, by="table")
class MeasureRefused(Body, frozen=True):
    """The table cannot carry out the measure of a decision, whose token the entity names."""

    why: Obstacle
