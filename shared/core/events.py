"""What can happen in a hall: every kind of event with its typed body.

Events are facts and never commands. Kinds that begin with ``t.`` are testimony, written by the
device at a table; kinds that begin with ``a.`` are authority, written by hall and referee keys.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shared.core.committee import Vote
from shared.core.office import Audience, RefusalState
from shared.core.words import Outcome, PointScore, Seat

Scope = Literal["hall", "pair", "rule", "term", "admit"]
Role = Literal["hall", "standby", "referee", "terminal", "kiosk"]
ReportType = Literal[
    "call", "phone", "late", "restart", "illegal_move", "touched_piece", "disturbance",
    "timekeeper", "draw_ruling", "move_count", "count_full", "move_time", "clock_defect",
    "away", "back",
]  # fmt: skip
OrderKind = Literal["five_minutes", "lowder", "untimed", "clock_match", "clock_game", "add_time"]
AnswerState = Literal["coming", "ruled", "dismissed"]
DrawAnswer = Literal["open", "accepted", "refused"]
Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A whole number as it may travel: a hostile one must not overflow a column or a calendar."""
Port = Annotated[int, msgspec.Meta(ge=1, le=65_535)]
"""A TCP port."""
Instant = Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799_999)]
"""UTC in milliseconds, up to the end of the year 9999."""
ALWAYS: Instant = 253_402_300_799_999
"""The last instant: what has no end of its own."""

SCOPES: tuple[Scope, ...] = ("hall", "pair", "rule", "term", "admit")
ROLE_SCOPES: dict[Role, tuple[Scope, ...]] = {
    "hall": ("hall", "pair", "term", "admit"),
    "standby": ("hall", "pair", "term", "admit"),
    "referee": ("hall", "pair", "rule", "term", "admit"),
    "terminal": (),
    "kiosk": (),
}


class Actor(msgspec.Struct, frozen=True, array_like=True):
    """Who stands behind an event and how that was confirmed.

    ``who`` is a seat ("0", "1"), "referee", "device" or "hall"; ``how`` is "unverified press",
    "pin", "key" or "software".
    """

    who: str = "device"
    how: str = "software"


class Body(msgspec.Struct, frozen=True, array_like=True):
    """Base of all event bodies."""


class TournamentOpened(Body, frozen=True):
    """The tournament exists. Written once, by the tournament key itself.

    ``chief`` (a node id, or "" for nobody) is the key whose ruling outranks one that another
    referee made without having seen it, where the event says so.
    """

    name: str
    zone: str
    tournament_key: bytes
    chief: str = ""


class DeviceEnrolled(Body, frozen=True):
    """A device belongs to the tournament. Only the tournament key grants scopes."""

    sign_key: bytes
    curve_key: bytes
    role: Role
    scopes: tuple[Scope, ...]
    label: str


Cut = tuple[tuple[str, Number], ...]
"""A cut through one node's events: for each incarnation (hex) the last seq that still counts."""


ALL_HELD: Cut = (("all held", 0),)
"""In a draft: a cut after everything that the node holds when it writes the event."""


class DeviceRevoked(Body, frozen=True):
    """A device's key is worth nothing beyond ``cut``."""

    cut: Cut
    reason: str


class DeviceAssigned(Body, frozen=True):
    """``node`` (hex) stands at the table from now on.

    ``cut`` bounds the testimony of the device that stood there before.
    """

    node: str
    cut: Cut = ()


VectorCut = tuple[tuple[str, str, Number], ...]
"""A cut through the events of many nodes: node and incarnation (hex), last seq that counts."""


class TermOpened(Body, frozen=True):
    """The author is the hall from now on, in the term that the entity names.

    ``cut`` is what the author had seen of all that hold rights: authority of an earlier term
    beyond it is not in force.
    """

    cut: VectorCut
    reason: str = ""


class EnrolmentSet(Body, frozen=True):
    """Devices may ask to be admitted by digits until ``until`` (UTC ms by the hall's clock)."""

    until: Instant


class NodePlaced(Body, frozen=True):
    """The author, who may be the hall, would be found here. A hint: its key is its identity."""

    host: str
    sync_port: Port
    feed_port: Port
    enrol_port: Port


class TableSet(Body, frozen=True):
    """A table has a stable id and a label that may change."""

    label: str


class BracketPlan(msgspec.Struct, frozen=True, array_like=True):
    """How the draw sheets of a division are drawn.

    ``consolation`` is the number of main rounds whose losers play a consolation. The others are
    match lengths in points, from the first round of each part; the last repeats.
    """

    elimination: Literal["single", "double"] = "single"
    consolation: Number = 0
    main: tuple[Number, ...] = ()
    losers: tuple[Number, ...] = ()
    consolation_lengths: tuple[Number, ...] = ()
    final: tuple[Number, ...] = ()


class DivisionOpened(Body, frozen=True):
    """A division, one pairing pool, under a rulebook.

    ``control`` "" lets the players choose. ``overrides`` is what the event sets otherwise than
    the rulebook, one JSON object or "". ``tables`` are the division's own, none for any table;
    ``first_day`` is the first day of play (YYYY-MM-DD), "" where no timetable is kept. ``deck``
    names a deck that was loaded, "" is the approved one.
    """

    name: str
    rulebook: str
    rounds: Number
    control: str = ""
    overrides: str = ""
    tables: tuple[str, ...] = ()
    first_day: str = ""
    bracket: BracketPlan = BracketPlan()
    deck: str = ""


class DeckLine(msgspec.Struct, frozen=True, array_like=True):
    """One opening of a deck, as ``openings.Opening`` has it."""

    number: Number
    acf_number: Number
    moves: tuple[str, ...]
    fen: str
    cards: str = ""


class DeckLoaded(Body, frozen=True):
    """A deck of openings that divisions may name instead of the approved one (ACF-1.III.D)."""

    openings: tuple[DeckLine, ...]


class RoundScheduled(Body, frozen=True):
    """A round is moved: its new start (UTC ms), its length in ms (0: the rulebook's), and why."""

    starts_at: Instant
    why: str
    length_ms: Number = 0


class PlayerRegistered(Body, frozen=True):
    """A player in a division. ``rating`` 0 means unrated, ``seed`` 0 unseeded.

    ``table`` is the one he keeps in every round, "" for none. ``people`` are the persons behind
    the entry: both names in doubles, and the same name in each division that one person enters;
    none means the player himself. ``plays_up_to`` is the rulebook that a title obliges him to,
    for ``plays_up_for`` tournaments, this one included (ACF-1.IV.A).
    """

    name: str
    division: str
    rating: Number = 0
    club: str = ""
    state: str = ""
    region: str = ""
    seed: Number = 0
    table: str = ""
    people: tuple[str, ...] = ()
    plays_up_to: str = ""
    plays_up_for: Number = 0


class PlayerClassified(Body, frozen=True):
    """The committee puts a player into a division, whatever he named (ACF-1.IV.B).

    ``by`` says who approved it.
    """

    division: str
    by: str
    why: str


class PlayerWithdrawn(Body, frozen=True):
    """The player leaves after round ``after_round`` (0: before the first)."""

    after_round: Number
    reason: str


class PlayerSuspended(Body, frozen=True):
    """The referee has put a player out until he lifts it (ACF-3.II.B, ACF-3.II.C).

    ``lifted`` ends it. He is not paired meanwhile.
    """

    clause: str
    why: str
    lifted: bool = False


class PlayerOptedOut(Body, frozen=True):
    """The player skips round ``round_no``, the last (ACF-2.V.F); 0 takes it back.

    ``in_time``: told before the pairing, and he has left before play.
    """

    round_no: Number
    in_time: bool = True


class PairedMatch(msgspec.Struct, frozen=True, array_like=True):
    """One match of a pairing. ``players`` in seat order.

    ``slot`` is its place on a draw sheet, ``length`` the posted match length in points; "" and 0
    where the match has none.
    """

    uid: str
    table: str
    players: tuple[str, str]
    slot: str = ""
    length: Number = 0


class FieldEntry(msgspec.Struct, frozen=True, array_like=True):
    """A player as he stood when the round was drawn: match points, and byes had."""

    player: str
    match_points: Number
    byes: Number = 0


class RoundPreviewed(Body, frozen=True):
    """A round was drawn and looked at, published or not (ACF-3.VIII).

    ``why`` is the printed reason of a redraw, "" for the first draw of a round.
    """

    seed: str
    algorithm: str
    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...] = ()
    why: str = ""


class RoundPaired(Body, frozen=True):
    """The pairing of a round, published. ``starts_at`` is UTC in milliseconds.

    ``seed``, ``field`` and ``algorithm`` (name and version) are what the draw can be repeated
    from; ``trace`` is what the pairing log has to say.
    """

    starts_at: Instant
    seed: str
    matches: tuple[PairedMatch, ...]
    byes: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()
    algorithm: str = ""
    field: tuple[FieldEntry, ...] = ()


class MatchCalled(Body, frozen=True):
    """One match, called when its players and a table are free: open play, or a call board.

    ``starts_at`` is UTC ms. ``off`` says why the call is taken back, "" while it stands.
    """

    paired: PairedMatch
    starts_at: Instant
    off: str = ""


class ChallengeRefused(Body, frozen=True):
    """A challenge was refused, and what has come of it since (APCA-31).

    The refuser's card is withheld until he is "ready" for the challenger, or "excused".
    """

    state: RefusalState = "refused"
    note: str = ""


class RulingMade(Body, frozen=True):
    """The referee's decision on a result: it names every version that he saw by its deps.

    ``votes`` are a committee's, where one decided (ACF-1.X.B.d, USBGF-5).
    """

    outcome: Outcome
    clause: str
    reason: str
    votes: tuple[Vote, ...] = ()


class Order(msgspec.Struct, frozen=True, array_like=True):
    """What the table has to carry out by the referee's word.

    "five_minutes" and "lowder" time each move, "untimed" ends that; "clock_match" and
    "clock_game" bring the clock that ``control`` names; "add_time" adds ``add_ms`` to what each
    seat has left, or takes it.
    """

    kind: OrderKind
    control: str = ""
    add_ms: tuple[Number, Number] = (0, 0)


class ReportAnswered(Body, frozen=True):
    """The referee's answer to a report, and what the table has to carry out with it."""

    state: AnswerState
    clause: str = ""
    note: str = ""
    order: Order | None = None


class AnnouncementMade(Body, frozen=True):
    """What the referee tells the hall until ``until`` (UTC ms); 0 takes it back.

    ``audience`` is where it is shown; ``division`` "" tells every division.
    """

    text: str
    until: Instant
    audience: Audience = "all"
    division: str = ""


class PlayerSeated(Body, frozen=True):
    """The player of the seat that the entity names has sat down."""


class OpeningDrawn(Body, frozen=True):
    """Colours and opening, drawn at the table from fresh randomness (ACF-1.VIII.A).

    ``first_seat`` moves first in game 1; ``opening`` is the deck number, 0 for none.
    """

    first_seat: Seat
    opening: Number
    moves: tuple[str, ...]
    deck: str = "acf-156"


class ControlChosen(Body, frozen=True):
    """The time control of the match; ``by`` is "agreed", "drawn" or "event"."""

    name: str
    by: str


class Press(msgspec.Struct, frozen=True, array_like=True):
    """One press: the seat that ended its turn and the milliseconds it had thought."""

    seat: Seat
    thought_ms: Number


class ScoreLogged(msgspec.Struct, frozen=True, array_like=True):
    """The scoreboard of a match of points at a moment: score and cube, whose owner may be nobody.

    ``phase`` is of the game that is next or in progress (USBGF-4.4.6).
    """

    score: tuple[PointScore, PointScore]
    cube: Number = 1
    owner: Seat | None = None
    phase: Literal["normal", "crawford", "post_crawford"] = "normal"


class ClockLogged(Body, frozen=True):
    """A batch of the press log: at game end, at a pause, and every 30 seconds.

    ``remaining_ms`` and ``moves`` are the reading after the batch; ``game`` counts from 1, and
    ``score`` is the scoreboard of a match of points.
    """

    game: Number
    presses: tuple[Press, ...]
    remaining_ms: tuple[Number, Number]
    moves: tuple[Number, Number]
    why: str
    score: ScoreLogged | None = None


class ResultSigned(Body, frozen=True):
    """One side signs a result for the match: the canonical outcome, read for seat 0."""

    seat: Seat
    outcome: Outcome


class DrawOffered(Body, frozen=True):
    """A draw that ``seat`` has offered in ``game`` (from 1), and what came of it (ACF-3.IV).

    ``moves`` are the presses of the game then. Written when it is offered and when it is answered.
    """

    game: Number
    seat: Seat
    moves: tuple[Number, Number]
    answer: DrawAnswer = "open"


class MovesLogged(Body, frozen=True):
    """The moves of a game that is over, as they were made, in PDN; ``game`` counts from 1.

    Never written before: moves of a game in progress stay at their table.
    """

    game: Number
    pdn: Annotated[str, msgspec.Meta(max_length=60_000)]


class ReportFiled(Body, frozen=True):
    """A report from a table. ``seat`` is who reports, ``about`` whom it concerns (or None).

    ``which`` says what exactly (``shared.core.incidents``); ``game`` is the game that was played,
    from 1, or 0.
    """

    type: ReportType
    seat: Seat | None = None
    about: Seat | None = None
    note: str = ""
    which: str = ""
    game: Number = 0


KINDS: dict[str, tuple[type[Body], int]] = {
    "a.tournament.opened": (TournamentOpened, 1),
    "a.device.enrolled": (DeviceEnrolled, 1),
    "a.device.revoked": (DeviceRevoked, 1),
    "a.device.assigned": (DeviceAssigned, 1),
    "a.term.opened": (TermOpened, 1),
    "a.node.placed": (NodePlaced, 1),
    "a.enrolment.set": (EnrolmentSet, 1),
    "a.table.set": (TableSet, 1),
    "a.division.opened": (DivisionOpened, 1),
    "a.deck.loaded": (DeckLoaded, 1),
    "a.player.registered": (PlayerRegistered, 1),
    "a.player.classified": (PlayerClassified, 1),
    "a.player.withdrawn": (PlayerWithdrawn, 1),
    "a.player.suspended": (PlayerSuspended, 1),
    "a.player.opted_out": (PlayerOptedOut, 1),
    "a.round.scheduled": (RoundScheduled, 1),
    "a.round.previewed": (RoundPreviewed, 1),
    "a.round.paired": (RoundPaired, 1),
    "a.match.called": (MatchCalled, 1),
    "a.challenge.refused": (ChallengeRefused, 1),
    "a.ruling.made": (RulingMade, 1),
    "a.report.answered": (ReportAnswered, 1),
    "a.announcement.made": (AnnouncementMade, 1),
    "t.player.seated": (PlayerSeated, 1),
    "t.opening.drawn": (OpeningDrawn, 1),
    "t.control.chosen": (ControlChosen, 1),
    "t.clock.logged": (ClockLogged, 1),
    "t.result.signed": (ResultSigned, 1),
    "t.draw.offered": (DrawOffered, 1),
    "t.moves.logged": (MovesLogged, 1),
    "t.report.filed": (ReportFiled, 1),
}
"""Kind → (body type, newest body version that this software reads)."""

KIND_OF: dict[type[Body], str] = {body: kind for kind, (body, _) in KINDS.items()}

FAMILY_OF: dict[str, str] = {
    "a.tournament.opened": "tournament",
    "a.device.enrolled": "device",
    "a.device.revoked": "device",
    "a.device.assigned": "table_device",
    "a.term.opened": "term",
    "a.node.placed": "address",
    "a.enrolment.set": "enrolment",
    "a.table.set": "table",
    "a.division.opened": "division",
    "a.deck.loaded": "deck",
    "a.player.registered": "player",
    "a.player.classified": "classification",
    "a.player.withdrawn": "withdrawal",
    "a.player.suspended": "suspension",
    "a.player.opted_out": "opt_out",
    "a.round.scheduled": "schedule",
    "a.round.previewed": "preview",
    "a.round.paired": "pairing",
    "a.match.called": "call",
    "a.challenge.refused": "refusal",
    "a.ruling.made": "result",
    "a.report.answered": "report",
    "a.announcement.made": "announcement",
    "t.player.seated": "presence",
    "t.opening.drawn": "draw",
    "t.control.chosen": "control",
    "t.clock.logged": "clock",
    "t.result.signed": "result",
    "t.draw.offered": "draw_offer",
    "t.moves.logged": "moves",
    "t.report.filed": "report",
}
"""Kind → the family of entities (see ``entities.parse``) that it may speak about."""

SCOPE_OF: dict[str, Scope] = {
    "a.device.revoked": "admit",
    "a.device.assigned": "admit",
    "a.term.opened": "term",
    "a.node.placed": "term",
    "a.enrolment.set": "admit",
    "a.table.set": "hall",
    "a.division.opened": "hall",
    "a.deck.loaded": "hall",
    "a.player.registered": "hall",
    "a.player.classified": "hall",
    "a.player.withdrawn": "hall",
    "a.player.suspended": "rule",
    "a.player.opted_out": "hall",
    "a.round.scheduled": "hall",
    "a.round.previewed": "pair",
    "a.round.paired": "pair",
    "a.match.called": "pair",
    "a.challenge.refused": "rule",
    "a.ruling.made": "rule",
    "a.report.answered": "rule",
    "a.announcement.made": "hall",
}
"""Authority kind → the scope that its author needs. Opening and enrolment have rules of their own
in ``shared.core.fold.authority``."""

TERMLESS = frozenset(
    {"a.tournament.opened", "a.device.enrolled", "a.device.revoked", "a.node.placed"}
)
"""Authority that no term bounds: a key that was admitted or withdrawn stays so, whoever is the
hall, and a node may always say where it is."""


class Draft(msgspec.Struct, frozen=True):
    """An event to be written: the node adds identity, number, heads, time and signature."""

    ent: str
    body: Body
    actor: Actor = Actor()


class Event(msgspec.Struct, frozen=True):
    """An event as the core sees it: the envelope's fields and the decoded body.

    Ids are lower-case hex. ``at`` is UTC in milliseconds, for display and audit only. ``body`` is
    None for a kind or body version that this software does not know.
    """

    id: str
    node: str
    inc: str
    seq: int
    at: int
    term: int
    kind: str
    kv: int
    ent: str
    deps: tuple[str, ...]
    actor: Actor
    body: Body | None
    prev: str

    @property
    def place(self) -> tuple[str, str, int]:
        """The key under which an honest author writes one event only."""
        return (self.node, self.inc, self.seq)
