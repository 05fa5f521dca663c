"""What is played and how it ended: rounds and their previews, matches, versions of a result."""

from typing import Literal

import msgspec

from shared.core.events import (
    PLAYOFF,
    ByHand,
    ClockLogged,
    ControlChosen,
    DrawOffered,
    FieldEntry,
    Logged,
    MovesEntered,
    MovesLogged,
    OpeningDrawn,
    PairedMatch,
    Ruled,
)
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Outcome, Seat
from shared.core.state.decided import Carried, Decision, InForce, in_force

ResultStatus = Literal["none", "entered", "confirmed", "disputed", "conflict", "ruled"]
MatchStanding = Literal["in_force", "contested", "withdrawn"]


class Version(msgspec.Struct, frozen=True, gc=False):
    """One version of a result: what a side (or the referee, ``seat`` None) says it was."""

    seat: Seat | None
    outcome: Outcome
    event: str
    node: str
    at: int
    how: str
    clause: str = ""
    reason: str = ""


class Result(msgspec.Struct, frozen=True, gc=False):
    """Where the result of a match stands.

    ``outcome`` is set only when it counts: confirmed by both sides or ruled. ``versions`` are the
    latest statements; ``heads`` are the event ids that a ruling has to name. ``before`` is what
    both had signed alike where a ruling has been made since.
    """

    status: ResultStatus = "none"
    outcome: Outcome | None = None
    versions: tuple[Version, ...] = ()
    heads: tuple[str, ...] = ()
    before: Outcome | None = None

    @property
    def corrected(self) -> bool:
        """Whether it counted otherwise before a ruling."""
        return self.counts and self.before is not None and self.before != self.outcome

    @property
    def counts(self) -> bool:
        """Whether standings use it."""
        return self.outcome is not None

    @property
    def open_question(self) -> bool:
        """Whether a referee has to decide."""
        return self.status in ("disputed", "conflict")


NO_RESULT = Result()


class Match(msgspec.Struct, frozen=True, gc=False):
    """All games of two players in a round, with everything the table has said about it.

    ``slot`` is its place on a draw sheet, or ``PLAYOFF``, "" for none; ``length`` the posted
    match length in points, 0 where it is not played to points. A ``decisive`` match is played on
    until one side is ahead (DARK-KO).
    """

    key: MatchKey
    table: str
    players: tuple[str, str]
    starts_at: int
    standing: MatchStanding
    seated: tuple[bool, bool] = (False, False)
    draw: OpeningDrawn | None = None
    control: ControlChosen | None = None
    clock: ClockLogged | None = None
    presses: int = 0
    draw_offers: dict[str, DrawOffered] = {}
    """Entity → the offer of a draw and its answer (ACF-3.IV)."""
    moves: dict[str, MovesLogged] = {}
    """Entity → the moves of a game that is over, where they were entered at the table."""
    result: Result = NO_RESULT
    slot: str = ""
    length: int = 0
    entered: dict[str, MovesEntered] = {}
    """Entity → the moves of a game as the desk entered them, beside what its table logged."""
    begun_at: int = 0
    """When the referee gave the start of its round, 0 while they have not: see ``Round``."""
    decisions: tuple[Decision, ...] = ()
    """What referees decided about it, oldest first, whether it counts or not."""
    carried: dict[str, Carried] = {}
    """Token of a measure → what the table made of it."""
    rules: str = ""
    """The version of its division that it was paired under, "" for the one of its round."""
    decisive: bool = False
    seated_at: tuple[int, int] = (0, 0)
    """When each player sat down (UTC ms), 0 for who has not."""

    @property
    def taken(self) -> tuple[InForce, ...]:
        """The measures about it that count, oldest first."""
        return tuple(in_force(self.decisions))

    @property
    def uid(self) -> str:
        """The match uid."""
        return self.key.uid

    @property
    def playoff(self) -> bool:
        """Whether it is played for a title alone, and is of no round (ACF-1.XIII.B).

        Its key has the number after the last round's, so that no round counts it.
        """
        return self.slot == PLAYOFF

    @property
    def paired(self) -> PairedMatch:
        """The match as a call or a pairing names it, at the hour of its round."""
        at = (self.uid, self.table, *self.players, self.slot, self.length)
        return PairedMatch(*at, decisive=self.decisive)

    @property
    def again(self) -> bool:
        """Whether it was made void and is to be paired again; a draw sheet does so by itself."""
        outcome = self.result.outcome
        return outcome is not None and outcome.void == "again" and not self.slot

    @property
    def settled(self) -> bool:
        """Whether it has a result that counts, and is not to be played again."""
        return self.result.counts and not self.again

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of a player, or None if they do not play this match."""
        if player == self.players[0]:
            return 0
        return 1 if player == self.players[1] else None


class Round(msgspec.Struct, frozen=True):
    """A paired round; ``contested`` while two pairings of it stand side by side.

    ``begun_at`` is when the referee gave the start, 0 before that. ``starts_at`` is the hour
    that lateness and the round's end are counted from: a start that is given later than the hour
    moves it, one that is given earlier costs nobody a minute (ACF-1.VI.A). ``edition`` counts the
    pairings of the round that were ever published, with this one; ``published_at`` is when this one
    was, ``first_at`` when the one was that it changes by hand; 0 for a round of called matches.
    Times are UTC ms.
    """

    division: str
    number: int
    starts_at: int
    seed: str
    matches: tuple[PairedMatch, ...]
    byes: tuple[str, ...]
    contested: bool
    trace: tuple[Logged, ...] = ()
    witnesses: tuple[str, ...] = ()
    event: str = ""
    algorithm: str = ""
    field: tuple[FieldEntry, ...] = ()
    begun_at: int = 0
    by_hand: ByHand | None = None
    """Why it was changed by hand, None for a round as it was drawn."""
    rules: str = ""
    """The version of its division that it was paired under, "" for the one of its number."""
    edition: int = 0
    published_at: int = 0
    first_at: int = 0

    @property
    def key(self) -> tuple[str, int]:
        """Division id and round number."""
        return (self.division, self.number)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody in its pairing: match by match in seat order, then those with a bye."""
        return (*(player for match in self.matches for player in match.players), *self.byes)


class Preview(msgspec.Struct, frozen=True):
    """A draw of a round that was previewed; ``at`` is UTC ms."""

    seed: str
    algorithm: str
    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    why: str
    at: int
    changed: bool = False
    ruled: tuple[Ruled, ...] = ()
    first_round: str = ""
