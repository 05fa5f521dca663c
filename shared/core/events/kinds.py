"""Every kind of event in one table: its body, its entity, and the scope that its author needs."""

from __future__ import annotations

from dataclasses import dataclass

from shared.core.events.admission import (
    DeviceAssigned,
    DeviceEnrolled,
    DeviceNamed,
    DeviceRevoked,
    DivisionLed,
    EnrolmentSet,
    NodePlaced,
    RightsSet,
    TermOpened,
    TournamentOpened,
)
from shared.core.events.base import Body, Scope
from shared.core.events.desks import (
    DuesOwed,
    MovesEntered,
    OrderGiven,
    PrizePaid,
    PrizesPosted,
    SheetsHandedIn,
    TitleDecided,
)
from shared.core.events.field import (
    DeckLoaded,
    DivisionOpened,
    PlayerClassified,
    PlayerOptedOut,
    PlayerRegistered,
    PlayerSuspended,
    PlayerWithdrawn,
    RoundScheduled,
    TableSet,
)
from shared.core.events.office import (
    AnnouncementMade,
    HallLaidOut,
    KioskSet,
    ReportAnswered,
    RequestAnswered,
    RequestFiled,
    RulingMade,
)
from shared.core.events.private import PlayerPrivate, PrivateShared
from shared.core.events.rehearsal import DeviceChecked, RehearsalEnded, RehearsalOpened
from shared.core.events.rounds import (
    ChallengeRefused,
    MatchCalled,
    RoundPaired,
    RoundPreviewed,
    RoundStarted,
)
from shared.core.events.testimony import (
    ClockLogged,
    ControlChosen,
    DrawOffered,
    MovesLogged,
    OpeningDrawn,
    PlayerSeated,
    ReportFiled,
    ResultSigned,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of event.

    ``version`` is the newest body version that this software reads; ``family`` the family of
    entities (see ``entities.parse``) that it may speak about. ``scope`` is what its author needs;
    opening and enrolment have rules of their own in ``shared.core.fold.authority``. ``termless`` is
    authority that no term bounds: a key that was admitted or withdrawn stays so, whoever is the
    hall, and a node may always say where it is.
    """

    name: str
    body: type[Body]
    version: int
    family: str
    scope: Scope | None = None
    termless: bool = False


ALL_KINDS: tuple[Kind, ...] = (
    Kind("a.tournament.opened", TournamentOpened, 1, "tournament", termless=True),
    Kind("a.device.enrolled", DeviceEnrolled, 1, "device", termless=True),
    Kind("a.device.revoked", DeviceRevoked, 1, "device", "admit", termless=True),
    Kind("a.device.named", DeviceNamed, 1, "name", "admit"),
    Kind("a.device.assigned", DeviceAssigned, 1, "table_device", "admit"),
    Kind("a.term.opened", TermOpened, 1, "term", "term"),
    Kind("a.node.placed", NodePlaced, 1, "address", "term", termless=True),
    Kind("a.enrolment.set", EnrolmentSet, 1, "enrolment", "admit"),
    Kind("a.table.set", TableSet, 1, "table", "hall"),
    Kind("a.division.opened", DivisionOpened, 1, "division", "hall"),
    Kind("a.division.led", DivisionLed, 1, "lead", "term"),
    Kind("a.deck.loaded", DeckLoaded, 1, "deck", "hall"),
    Kind("a.player.registered", PlayerRegistered, 1, "player", "hall"),
    Kind("a.player.classified", PlayerClassified, 1, "classification", "hall"),
    Kind("a.player.withdrawn", PlayerWithdrawn, 1, "withdrawal", "hall"),
    Kind("a.player.suspended", PlayerSuspended, 1, "suspension", "rule"),
    Kind("a.player.opted_out", PlayerOptedOut, 1, "opt_out", "hall"),
    Kind("a.player.private", PlayerPrivate, 1, "private", "hall"),
    Kind("a.private.shared", PrivateShared, 1, "private_share", "hall", termless=True),
    Kind("a.round.scheduled", RoundScheduled, 1, "schedule", "hall"),
    Kind("a.round.previewed", RoundPreviewed, 1, "preview", "pair"),
    Kind("a.round.paired", RoundPaired, 1, "pairing", "pair"),
    Kind("a.round.started", RoundStarted, 1, "start", "pair"),
    Kind("a.match.called", MatchCalled, 1, "call", "pair"),
    Kind("a.challenge.refused", ChallengeRefused, 1, "refusal", "rule"),
    Kind("a.ruling.made", RulingMade, 1, "result", "rule"),
    Kind("a.report.answered", ReportAnswered, 1, "report", "rule"),
    Kind("a.announcement.made", AnnouncementMade, 1, "announcement", "hall"),
    Kind("a.rights.set", RightsSet, 1, "rights", "rule", termless=True),
    Kind("a.order.given", OrderGiven, 1, "order", "rule"),
    Kind("a.sheets.handed_in", SheetsHandedIn, 1, "sheets", "hall"),
    Kind("a.moves.entered", MovesEntered, 1, "moves", "hall"),
    Kind("a.prizes.posted", PrizesPosted, 1, "prizes", "hall"),
    Kind("a.dues.owed", DuesOwed, 1, "dues", "hall"),
    Kind("a.prize.paid", PrizePaid, 1, "payment", "hall"),
    Kind("a.title.decided", TitleDecided, 1, "title", "rule"),
    Kind("t.player.seated", PlayerSeated, 1, "presence"),
    Kind("t.opening.drawn", OpeningDrawn, 1, "draw"),
    Kind("t.control.chosen", ControlChosen, 1, "control"),
    Kind("t.clock.logged", ClockLogged, 1, "clock"),
    Kind("t.result.signed", ResultSigned, 1, "result"),
    Kind("t.draw.offered", DrawOffered, 1, "draw_offer"),
    Kind("t.moves.logged", MovesLogged, 1, "moves"),
    Kind("t.report.filed", ReportFiled, 1, "report"),
    Kind("a.hall.laid_out", HallLaidOut, 1, "layout", "hall"),
    Kind("a.kiosk.set", KioskSet, 1, "shows", "hall"),
    Kind("a.request.answered", RequestAnswered, 1, "request", "hall"),
    Kind("t.request.filed", RequestFiled, 1, "request"),
    Kind("a.rehearsal.opened", RehearsalOpened, 1, "rehearsal", "hall"),
    Kind("a.rehearsal.ended", RehearsalEnded, 1, "rehearsal", "hall"),
    Kind("t.device.checked", DeviceChecked, 1, "check"),
)

KINDS: dict[str, tuple[type[Body], int]] = {k.name: (k.body, k.version) for k in ALL_KINDS}
"""Kind → (body type, newest body version that this software reads)."""

KIND_OF: dict[type[Body], str] = {k.body: k.name for k in ALL_KINDS}
"""Body type → kind."""

FAMILY_OF: dict[str, str] = {k.name: k.family for k in ALL_KINDS}
"""Kind → the family of entities that it may speak about."""

SCOPE_OF: dict[str, Scope] = {k.name: k.scope for k in ALL_KINDS if k.scope is not None}
"""Authority kind → the scope that its author needs."""

TERMLESS = frozenset(k.name for k in ALL_KINDS if k.termless)
"""The kinds that no term bounds."""
