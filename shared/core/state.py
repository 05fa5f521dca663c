"""The state of the hall: frozen values that the fold derives from the set of events.

Nothing here depends on the order in which events arrived or on what a clock reads now.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from shared.core.desks import Desks
from shared.core.eligibility import Flag
from shared.core.entities import MatchKey
from shared.core.events import (
    PLAYOFF,
    AnswerState,
    BracketPlan,
    ClockLogged,
    ControlChosen,
    DrawOffered,
    FieldEntry,
    MovesEntered,
    MovesLogged,
    OpeningDrawn,
    Order,
    PairedMatch,
    ReportType,
    Role,
    Scope,
)
from shared.core.office import Office
from shared.core.openings import Opening
from shared.core.private import Sealed
from shared.core.rehearsal import DeviceCheck, Rehearsal
from shared.core.rulebooks import RULEBOOKS, BadOverride, Rulebook, UnknownRulebook, rulebook_for
from shared.core.schedule import PostedChange
from shared.core.words import Outcome, Seat

FALLBACK = "acf-masters"

ResultStatus = Literal["none", "entered", "confirmed", "disputed", "conflict", "ruled"]
MatchStanding = Literal["in_force", "contested", "withdrawn"]


class Tournament(msgspec.Struct, frozen=True):
    """Name and IANA zone of the event; ``chief`` is the chief referee's node, "" for nobody."""

    name: str
    zone: str
    chief: str = ""


class Device(msgspec.Struct, frozen=True):
    """An enrolled device; ``node`` is the hash of its signing key.

    ``venue`` is the hall of a championship that it belongs to, "" for none.
    """

    node: str
    sign_key: bytes
    curve_key: bytes
    role: Role
    scopes: tuple[Scope, ...]
    label: str
    revoked: bool
    venue: str = ""


class Place(msgspec.Struct, frozen=True):
    """Where a device that may be the hall says that it would be found: a hint."""

    host: str
    sync_port: int
    feed_port: int
    enrol_port: int


class Table(msgspec.Struct, frozen=True):
    """A table, its label and the device that stands there ("" for none)."""

    id: str
    label: str
    device: str
    contested: bool = False


class Division(msgspec.Struct, frozen=True):
    """One pairing pool under one rulebook.

    In a championship it belongs to ``venue`` and is paired by ``led_by`` since its lead number
    ``lead``: "" is headquarters, and a hall alone. ``stand_ins`` are venues that may take the lead.
    """

    id: str
    name: str
    rulebook: str
    rounds: int
    control: str
    overrides: str = ""
    tables: tuple[str, ...] = ()
    first_day: str = ""
    bracket: BracketPlan = BracketPlan()
    deck: str = ""
    venue: str = ""
    led_by: str = ""
    lead: int = 0
    stand_ins: tuple[str, ...] = ()

    @property
    def unreadable(self) -> str:
        """Why this software cannot carry out the division's rules; "" where it can."""
        try:
            rulebook_for(self.rulebook, self.overrides)
        except (UnknownRulebook, BadOverride) as error:
            return str(error).rstrip(".")
        return ""

    @property
    def book(self) -> Rulebook:
        """The rulebook with what the event sets otherwise.

        Tables go on under the ACF Masters' where the rules are ``unreadable``: a clock that runs
        is better than none, and nothing is scored by it.
        """
        return (
            RULEBOOKS[FALLBACK] if self.unreadable else rulebook_for(self.rulebook, self.overrides)
        )


class OptOut(msgspec.Struct, frozen=True):
    """The round that a player skips by leave, and whether he told in time (ACF-2.V.F)."""

    round_no: int
    in_time: bool


class Classified(msgspec.Struct, frozen=True):
    """Who put a player into his division, why and when (UTC ms), and which one he had named."""

    by: str
    why: str
    at: int
    named: str


class Player(msgspec.Struct, frozen=True):
    """A registered player. ``withdrawn_after`` is the last round he took part in, or None.

    ``table`` is the one he keeps, "" for none; ``people`` are the persons behind the entry. A
    title obliges him to the rulebook ``plays_up_to`` for ``plays_up_for`` tournaments, this one
    included (ACF-1.IV.A). ``division`` is the one he named while ``classified`` is None.
    ``suspended`` says by which clause and why he is out until the referee lifts it, "" if not.
    ``flags`` are what the rules have to know of his person.
    """

    id: str
    name: str
    division: str
    rating: int
    club: str
    withdrawn_after: int | None = None
    state: str = ""
    region: str = ""
    seed: int = 0
    table: str = ""
    people: tuple[str, ...] = ()
    opt_out: OptOut | None = None
    plays_up_to: str = ""
    plays_up_for: int = 0
    classified: Classified | None = None
    suspended: str = ""
    flags: tuple[Flag, ...] = ()

    @property
    def named_division(self) -> str:
        """The division that he named at registration (ACF-1.III.C)."""
        return self.division if self.classified is None else self.classified.named


class Version(msgspec.Struct, frozen=True):
    """One version of a result: what a side (or the referee, ``seat`` None) says it was."""

    seat: Seat | None
    outcome: Outcome
    event: str
    node: str
    at: int
    how: str
    clause: str = ""
    reason: str = ""


class Result(msgspec.Struct, frozen=True):
    """Where the result of a match stands.

    ``outcome`` is set only when it counts: confirmed by both sides or ruled. ``versions`` are the
    latest statements; ``heads`` are the event ids that a ruling has to name.
    """

    status: ResultStatus = "none"
    outcome: Outcome | None = None
    versions: tuple[Version, ...] = ()
    heads: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether standings use it."""
        return self.outcome is not None

    @property
    def open_question(self) -> bool:
        """Whether a referee has to decide."""
        return self.status in ("disputed", "conflict")


NO_RESULT = Result()


class Match(msgspec.Struct, frozen=True):
    """All games of two players in a round, with everything the table has said about it.

    ``slot`` is its place on a draw sheet, or ``PLAYOFF``, "" for none; ``length`` the posted
    match length in points, 0 where it is not played to points.
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
    """When the referee gave the start of its round, 0 while he has not: see ``Round``."""

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

    def seat_of(self, player: str) -> Seat | None:
        """The seat of a player, or None if he does not play this match."""
        if player == self.players[0]:
            return 0
        return 1 if player == self.players[1] else None


class Round(msgspec.Struct, frozen=True):
    """A paired round; ``contested`` while two pairings of it stand side by side.

    ``begun_at`` is when the referee gave the start, 0 while he has not. ``starts_at`` is the hour
    that lateness and the round's end are counted from: a start that is given later than the hour
    moves it, one that is given earlier costs nobody a minute (ACF-1.VI.A).
    """

    division: str
    number: int
    starts_at: int
    seed: str
    matches: tuple[PairedMatch, ...]
    byes: tuple[str, ...]
    contested: bool
    trace: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()
    event: str = ""
    algorithm: str = ""
    field: tuple[FieldEntry, ...] = ()
    begun_at: int = 0

    @property
    def key(self) -> tuple[str, int]:
        """Division id and round number."""
        return (self.division, self.number)


class Preview(msgspec.Struct, frozen=True):
    """A draw of a round that somebody has looked at; ``at`` is UTC ms."""

    seed: str
    algorithm: str
    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    why: str
    at: int


class Answer(msgspec.Struct, frozen=True):
    """What the referee answered to a report."""

    state: AnswerState
    clause: str
    note: str
    at: int
    event: str
    order: Order | None = None


class Report(msgspec.Struct, frozen=True):
    """A report from a table and how far it has got."""

    ent: str
    event: str
    table: str
    match: MatchKey | None
    type: ReportType
    seat: Seat | None
    about: Seat | None
    note: str
    at: int
    answer: Answer | None = None
    which: str = ""
    game: int = 0

    @property
    def open(self) -> bool:
        """Whether the referee still has to decide."""
        return self.answer is None or self.answer.state == "coming"


class Alarm(msgspec.Struct, frozen=True, order=True):
    """Something that a person has to know: equivocation, a conflict, a broken chain."""

    kind: Literal["equivocation", "broken_chain", "conflict", "newer_software", "malformed"]
    ent: str
    sentence: str


class Unforced(msgspec.Struct, frozen=True, order=True):
    """An event that is kept and listed but not in force, with the reason."""

    event: str
    kind: str
    ent: str
    reason: str


class HallState(msgspec.Struct, frozen=True):
    """Everything that the set of events says.

    ``term`` is the highest term in force and ``hall`` the node that opened it ("" in term 0);
    ``places`` says where the nodes that may be the hall would be found. Devices may ask to be
    admitted by digits until ``enrolling_until`` (UTC ms).
    """

    tournament: Tournament | None
    devices: dict[str, Device]
    tables: dict[str, Table]
    divisions: dict[str, Division]
    players: dict[str, Player]
    rounds: dict[tuple[str, int], Round]
    matches: dict[str, Match]
    reports: dict[str, Report]
    alarms: tuple[Alarm, ...]
    unforced: tuple[Unforced, ...]
    term: int
    previews: dict[tuple[str, int], tuple[Preview, ...]] = {}
    """All draws of a round that were looked at, in the order of their times."""
    taken_back: dict[tuple[str, int], str] = {}
    """Rounds whose pairing was taken back before play, with the reason."""
    moved: dict[tuple[str, int], PostedChange] = {}
    """Rounds that are not at the rulebook's hour."""
    decks: dict[str, tuple[Opening, ...]] = {}
    """Decks that were loaded, by name."""
    hall: str = ""
    venue: str = ""
    """The one hall of a championship that the events are of, "" at headquarters: term and hall
    are this venue's."""
    places: dict[str, Place] = {}
    enrolling_until: int = 0
    office: Office = Office()
    """What the referee's office has said: announcements and what else no match needs."""
    private: Sealed = Sealed()
    """Players' private facts, sealed to the keys of hall and referees."""
    desks: Desks = Desks()
    """What the referee's desks have put on record: orders, score sheets, prizes, titles."""
    rehearsal: Rehearsal | None = None
    """The rehearsal that nobody has ended."""
    checks: dict[str, DeviceCheck] = {}
    """Device's node → what it measured of itself, in a rehearsal."""

    def may_be_hall(self, node: str) -> bool:
        """Whether a node's key is certified to open a term here and was not withdrawn.

        Who has only an invite does not know yet which venue this is.
        """
        device = self.devices.get(node)
        if device is None or device.revoked or "term" not in device.scopes:
            return False
        return self.tournament is None or device.venue == self.venue

    def pairs(self, division: str) -> bool:
        """Whether a division is paired here: in the hall, or at headquarters, of these events."""
        known = self.divisions.get(division)
        return known is not None and known.led_by == self.venue


EMPTY = HallState(
    tournament=None,
    devices={},
    tables={},
    divisions={},
    players={},
    rounds={},
    matches={},
    reports={},
    alarms=(),
    unforced=(),
    term=0,
)
