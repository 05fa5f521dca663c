"""What can be decided: one small value for each measure, and who carries it out.

A measure says what is done, never why: clause and reason stand beside it in the decision. Seats
are positions in a match, games count from 1, times are ms.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from shared.core.events.base import GameNo, Instant, Length, Millis, RoundNo, Tagged
from shared.core.events.office import RequestKind, Taken
from shared.core.events.votes import Appeal
from shared.core.match.outcome import MOST_GAMES, Code, Outcome, PointScore, Seat, Void
from shared.core.text.fields import Ident, Note, Word

_TOKEN_BYTES = 6


class Caution(Tagged, frozen=True):
    """The player of ``seat`` is cautioned; what a second one costs, the sheet says."""

    seat: Seat


class Warned(Tagged, frozen=True):
    """The player of ``seat`` is warned, for the whole event (ACF-3.II.B)."""

    seat: Seat


class GameLost(Tagged, frozen=True):
    """Game ``game`` is lost by ``seat``."""

    seat: Seat
    game: GameNo


class BothLose(Tagged, frozen=True):
    """Game ``game`` is lost by both players (ACF-1.VI.A)."""

    game: GameNo


class GameDrawn(Tagged, frozen=True):
    """Game ``game`` is drawn."""

    game: GameNo


class MatchDecided(Tagged, frozen=True):
    """The match ends so: the fields are those of ``Outcome``."""

    games: Annotated[tuple[Code, ...], msgspec.Meta(max_length=MOST_GAMES)]
    void: Void = ""
    points: tuple[PointScore, PointScore] | None = None
    captures: tuple[PointScore, PointScore] | None = None
    awarded: tuple[PointScore, PointScore] = (0, 0)

    @classmethod
    def by(cls, outcome: Outcome) -> MatchDecided:
        """Return the measure that decides a match so."""
        return cls(outcome.games, outcome.void, outcome.points, outcome.captures, outcome.awarded)

    @property
    def outcome(self) -> Outcome:
        """The outcome of the match, read for seat 0."""
        return Outcome(self.games, self.void, self.points, self.captures, self.awarded)


class Adjudicated(Tagged, frozen=True):
    """A committee decided game ``game`` from ``position``, as both players confirmed it
    (ACF-1.X.B.d)."""

    game: GameNo
    position: Note


class Appealed(Tagged, frozen=True):
    """A committee heard an appeal: ``for_change`` of ``cast`` votes (USBGF-5)."""

    changed: bool
    for_change: GameNo
    cast: GameNo

    @classmethod
    def by(cls, appeal: Appeal) -> Appealed:
        """Return what came of an appeal."""
        return cls(appeal.changed, appeal.for_change, appeal.cast)


class ClockAssigned(Tagged, frozen=True):
    """A clock with the time control ``control`` is brought to this game, or to the match.

    "next": to the games that have not begun (ACF-1.X.B.b, ACF-1.X.B.c).
    """

    control: Word
    scope: Literal["game", "match", "next"]


class ClockSet(Tagged, frozen=True):
    """Each side goes on with the time that is given here (HALL-power-cut)."""

    left_ms: Millis
    right_ms: Millis


class TimeAdded(Tagged, frozen=True):
    """Each side gets time, or loses it where it is below 0."""

    left_ms: Millis
    right_ms: Millis


class AbsentTimeStarted(Tagged, frozen=True):
    """The time of the side that is not there runs, under ``control`` where none was settled.

    ``since`` is the instant that it runs from, 0 for the moment at which the table carries it out
    (ACF-1.VI.B).
    """

    control: Word
    since: Instant = 0


class Paused(Tagged, frozen=True):
    """Both clocks stop until ``Resumed``."""


class Resumed(Tagged, frozen=True):
    """The game goes on."""


class GoesOn(Tagged, frozen=True):
    """The game goes on from the times that the table shows (HALL-power-cut)."""


class MovesTimed(Tagged, frozen=True):
    """Each move is timed from now on, by the five-minute rule or Lowder's minute."""

    rule: Literal["five_minutes", "lowder"]


class TimingEnded(Tagged, frozen=True):
    """Moves are not timed any more."""


class TimeCalled(Tagged, frozen=True):
    """Time is called: the captured checkers are counted (SE-7)."""


class Excused(Tagged, frozen=True):
    """The absence of ``seat`` costs nothing (ACF-1.VI.B)."""

    seat: Seat


class MayLeave(Tagged, frozen=True):
    """The player of ``seat`` may leave the board for a while."""

    seat: Seat


class PutRight(Tagged, frozen=True):
    """What is wrong on the board is put right."""


class TouchedPiece(Tagged, frozen=True):
    """The player of ``seat`` moves the touched piece, or loses game ``game``."""

    seat: Seat
    game: GameNo


class GoesOnAsPushed(Tagged, frozen=True):
    """The piece of ``seat`` goes on the way it was pushed."""

    seat: Seat


class CarriesOut(Tagged, frozen=True):
    """The player of ``seat`` carries out what they stated or implied: double, take or pass."""

    seat: Seat


class SetUpStands(Tagged, frozen=True):
    """A wrong set-up stands, unless both players agree (USBGF-4.2.4)."""


class HelperLeaves(Tagged, frozen=True):
    """The helper leaves the playing area. ``points_out``: between games a wrong set-up or a
    running clock may be pointed out."""

    points_out: bool = False


class SpectatorBarred(Tagged, frozen=True):
    """The spectator is barred from watching this match."""


class OtherEquipment(Tagged, frozen=True):
    """The match goes on with other equipment."""


class WrongLength(Tagged, frozen=True):
    """A wrong match length was played to; how it goes on, USBGF-4.8 says."""


class PressForgotten(Tagged, frozen=True):
    """The player of ``seat`` ended a turn and did not press; the ``ms`` since are given back
    (USBGF-4.1.8)."""

    seat: Seat
    ms: Millis


class PenaltyPoints(Tagged, frozen=True):
    """The delays of ``seat`` cost ``points`` penalty points (USBGF-2.2b)."""

    seat: Seat
    points: Length


class LengthSet(Tagged, frozen=True):
    """The match is played to ``length`` points (USBGF-4.8)."""

    length: Length


class SameAs(Tagged, frozen=True):
    """The report is about what an earlier one (the id of its event) was about: it counts once."""

    report: Ident


class PointsGranted(Tagged, frozen=True):
    """The player gets ``points`` match points that no round brings (APCA-30)."""

    points: Annotated[int, msgspec.Meta(ge=1, le=999)]


class TieBroken(Tagged, frozen=True):
    """Players who were tied have these places, the best first; who stands together shares one.

    It counts while exactly these players are tied: by a playoff (ACF-1.XIII.B), or by what the
    sheet or the referee parts them with.
    """

    places: Annotated[tuple[tuple[Ident, ...], ...], msgspec.Meta(min_length=2, max_length=99)]
    method: Literal["playoff", "tie_breaker"]

    @property
    def players(self) -> tuple[str, ...]:
        """All of them, in the order of their places."""
        return tuple(player for place in self.places for player in place)


class Suspended(Tagged, frozen=True):
    """The player is out until the referee lifts it."""


class RequestGranted(Tagged, frozen=True):
    """What was asked at a kiosk is granted; ``round_no`` is the round that it is about, or 0."""

    what: RequestKind
    round_no: RoundNo = 0


class RequestRefused(Tagged, frozen=True):
    """What was asked at a kiosk is refused; ``round_no`` is the round that it is about, or 0."""

    what: RequestKind
    round_no: RoundNo = 0


class Dismissed(Tagged, frozen=True):
    """There is nothing to rule."""


class DealtWith(Tagged, frozen=True):
    """What was asked is dealt with, and nothing else follows."""


class Imported(Tagged, frozen=True):
    """The result is that of a file, which tells the points ``said`` and not the games."""

    source: Note
    said: Word


class OwnWords(Tagged, frozen=True):
    """The ruling is the referee's reason, in their own words."""


Measure: TypeAlias = (
    Caution | Warned | GameLost | BothLose | GameDrawn | MatchDecided | Adjudicated | Appealed
    | ClockAssigned | ClockSet | TimeAdded | PressForgotten | AbsentTimeStarted | Paused | Resumed
    | GoesOn | MovesTimed | TimingEnded | TimeCalled | Excused | MayLeave | PutRight | TouchedPiece
    | GoesOnAsPushed | CarriesOut | SetUpStands | HelperLeaves | SpectatorBarred | OtherEquipment
    | WrongLength | PenaltyPoints | LengthSet | PointsGranted | TieBroken | Suspended
    | RequestGranted | RequestRefused | SameAs | Dismissed | DealtWith | Imported | OwnWords
)  # fmt: skip
"""Everything that can be decided."""

OfTable: TypeAlias = (
    GameLost | BothLose | ClockAssigned | ClockSet | TimeAdded | PressForgotten
    | AbsentTimeStarted | Paused | Resumed | MovesTimed | TimingEnded | TimeCalled | Excused
    | PenaltyPoints | LengthSet
)  # fmt: skip
"""What a table carries out; players and desk carry out the others. Of games that are lost it
carries out those that have not begun."""
OF_TABLE: Final[tuple[type[Tagged], ...]] = get_args(OfTable)

OfGame: TypeAlias = GameLost | BothLose | GameDrawn
"""What says how one game ends."""
OF_GAME: Final = (GameLost, BothLose, GameDrawn)

ENDS_SOMETHING: Final = (*OF_GAME, MatchDecided, PointsGranted, TieBroken, Suspended)
"""Measures that end a game or a match, change points or places, or put a player out: the referee
confirms them first."""

OF_TIMING: Final = (MovesTimed, TimingEnded)
"""Measures that say whether moves are timed one by one: the last one counts."""

OF_WISHES: Final = (RequestGranted, RequestRefused)
"""Measures that answer a wish at a kiosk."""


def token(case: str, measure: Measure) -> str:
    """Return the name of a measure in its case: the same for every author, and kept by a decision
    that replaces the one before."""
    said = msgspec.json.encode((case, measure))
    return blake2b(said, digest_size=_TOKEN_BYTES).hexdigest()


def taken(case: str, *measures: Measure) -> tuple[Taken, ...]:
    """Return measures as a decision about ``case`` carries them."""
    return tuple(Taken(token(case, measure), measure.as_plain()) for measure in measures)


def read(raw: Taken) -> Measure | None:
    """Return the measure that a decision carries; None for one that this software cannot read."""
    try:
        measure: Measure = msgspec.convert(raw.what, Measure)
    except (msgspec.ValidationError, ValueError):
        return None
    return measure if measure.tells_all(raw.what) else None
