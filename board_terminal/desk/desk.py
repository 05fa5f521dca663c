"""Everything that a table knows at one moment, as one value.

``update`` makes the next desk from this one and a message. The pages show it.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from board_terminal.desk.languages import Languages
from shared.core.backgammon.worth import Win
from shared.core.day import LOBBY, Outside, Phase, Session, phase_of
from shared.core.day.entries import Ordered
from shared.core.draughts.openings import Opening
from shared.core.events import Press, ReportFiled, ResultSigned
from shared.core.match.outcome import SEATS, Outcome, Seat
from shared.core.state import EMPTY, Decision, Device, HallState, Match
from shared.core.state.floor import finished
from shared.core.text.official import Official
from shared.port import Draft, LiveTable

Where = Literal["saving", "held", "not_saved"]
SignatureState = Literal["", "saving", "not_saved", "held", "at_hall"]

BEGUN = frozenset(Phase) - LOBBY
"""Phases in which a match is being played here."""


class Ask(Struct, frozen=True):
    """A question on the table. Each page that asks has its own kind, with the answers so far."""


class FlagAgreed(Ask, frozen=True):
    """What ``seat`` has signed: the match is lost by the flag, or won by a claim
    of ``win`` at once. The hall is told of a claim (USBGF-4.3)."""

    seat: Seat
    win: Win | None = None


class Receipt(Struct, frozen=True):
    """What became of a draft; it was written as number ``n``. ``sentence``: why not saved."""

    draft: Draft
    n: int
    where: Where = "saving"
    event: str = ""
    sentence: str = ""


class Unlogged(Struct, frozen=True):
    """What is not in the log yet: presses and the reading since the last batch.

    ``batches`` counts those of this process, ``batch_at`` is when the last one or the first press
    since came, ``reading_at`` when a reading was last saved (monotonic ms).
    """

    presses: tuple[Press, ...] = ()
    batches: int = 0
    batch_at: int = 0
    reading_at: int | None = None


class Signature(Struct, frozen=True):
    """Where one side's signature is. ``outcome`` is read for seat 0; ``sentence`` is trouble.

    ``disks`` counts the lasting disks that are known to hold it, of the ``known`` ones: those of
    the hall, its standbys, the referees and the kiosks. 0 while nothing is known of them.
    """

    state: SignatureState = ""
    event: str = ""
    outcome: Outcome | None = None
    sentence: str = ""
    disks: int = 0
    known: int = 0

    @property
    def safe(self) -> bool:
        """Whether the screen may call it signed."""
        return self.state in ("held", "at_hall")


class Filed(Struct, frozen=True):
    """A report of this table and how far it has got; ``coming``: the referee is on the way."""

    body: ReportFiled
    at: int
    state: SignatureState
    decision: Decision | None = None
    coming: bool = False
    sentence: str = ""


class Desk(Struct, frozen=True):
    """What the table knows. ``session`` is None while the notes of the match are being read."""

    table: str
    node: str
    """The device that this is."""
    deck: tuple[Opening, ...]
    state: HallState = EMPTY
    unsent: frozenset[str] = frozenset()
    few: Mapping[str, int] = {}
    """The results that not all lasting disks are known to hold, with the number that do."""
    keepers: int = 0
    """How many lasting disks are known, with the hall's."""
    known: bool = False
    """Whether the node has told the state of the hall at all."""
    match: Match | None = None
    session: Session | None = None
    sessions: tuple[Session, ...] = ()
    """The matches that were on the table last, the latest first: their notes are not read again."""
    ask: Ask | None = None
    languages: Languages = field(default_factory=Languages)
    receipts: Mapping[str, Receipt] = field(default_factory=dict)
    """What this process wrote, by purpose, oldest first."""
    unlogged: Unlogged = field(default_factory=Unlogged)
    damaged: int = 0
    hint: str = ""
    """A sentence about the last key."""
    told: tuple[Ordered, ...] = ()
    """What the referee decided and this table has just carried out."""
    typed: str = ""
    """The squares of a move that is being entered: "11-15"."""
    turned: bool = False
    """Whether the board is shown from the first mover's side."""
    notes_trouble: str = ""
    """Why the latest presses are not saved."""
    refused: str = ""
    """Why the hall turns this table away."""
    overruled: str = ""
    """The refusal that the people at the table have read and gone on from."""
    came: bool = False
    """Whether this device was put at the table and no key was pressed there since."""
    holder: Device | None = None
    """The device that has replaced this one at the table; None while this one serves it."""
    spare: Device | None = None
    """This device, while it has no table."""
    away: bool = False
    """Whether the referee has taken away the table that this device stands at."""
    stopped: str = ""
    """Why the node of this table has stopped."""
    slept: int = 0
    """How long the machine had slept in all (ms), read at ``seen_at``."""
    seen_at: int = 0
    battery: int | None = None
    """The charge of the battery in %, None on mains."""
    live: LiveTable | None = None
    """What the hall was told last of the clock, at ``told_at``."""
    told_at: int = 0
    long: frozenset[str] = frozenset()
    """The matches for which the table has rung because they last too long."""
    writes: int = 0
    """How many drafts this process has written, and PINs it has hashed."""

    @property
    def serves(self) -> bool:
        """Whether what is entered here counts: this device alone has a table that the hall uses."""
        return self.holder is None and self.spare is None and not self.away

    @property
    def playing_here(self) -> bool:
        """Whether the match on the screen has begun and is not finished."""
        if self.match is None or self.session is None or self.done:
            return False
        return self.session.phase in BEGUN or self.session.game > 1

    @property
    def signatures(self) -> tuple[Signature, Signature]:
        """Where each side's signature is."""
        return self._signature(0), self._signature(1)

    @property
    def done(self) -> bool:
        """Whether the match on the screen needs nothing more from its table."""
        if self.match is None:
            return False
        return finished(self.match) or all(sign.safe for sign in self.signatures)

    @property
    def phase(self) -> Phase:
        """Where the table stands in its day."""
        if self.match is None:
            return Phase.WAITING
        signed = self.signatures
        outside = Outside(
            (signed[0].outcome, signed[1].outcome),
            signed[0].safe and signed[1].safe,
            self.match.result.status,
        )
        return phase_of(self.session, outside)

    @property
    def filed(self) -> tuple[Filed, ...]:
        """This table's reports on the match on the screen, or between matches, oldest first."""
        key = self.match.key if self.match else None
        ents: dict[str, Filed] = {}
        for ent, receipt in self.receipts.items():
            body = receipt.draft.body
            if isinstance(body, ReportFiled) and ent.startswith(
                f"{key}/" if key else f"table/{self.table}/"
            ):
                ents[ent] = Filed(body, 0, receipt.where, sentence=receipt.sentence)
        for report in sorted(self.state.reports.values(), key=lambda r: (r.at, r.ent)):
            if report.table != self.table or report.match != key:
                continue
            ents.pop(report.ent, None)
            body = ReportFiled(
                report.type,
                report.seat,
                report.about,
                report.note,
                report.which,
                report.game,
                report.found,
                report.numbers,
            )
            where: SignatureState = "held" if report.event in self.unsent else "at_hall"
            ents[report.ent] = Filed(
                body, report.at, where, report.decision, bool(report.coming_at)
            )
        shown = list(ents.values())
        return tuple([f for f in shown if f.at] + [f for f in shown if not f.at])

    @property
    def official(self) -> Official:
        """What the official of the match is called; of the hall's where there is no match."""
        return self.state.official(self.match.key.division if self.match else "")

    def _signature(self, seat: Seat) -> Signature:
        if self.match is None:
            return Signature()
        versions = [v for v in self.match.result.versions if v.seat == seat]
        there = {version.event for version in versions}
        receipt = self.receipts.get(sign_purpose(self.match, seat))
        if receipt is not None and isinstance(receipt.draft.body, ResultSigned):
            state: SignatureState = receipt.where
            if state == "held" and receipt.event in there and receipt.event not in self.unsent:
                state = "at_hall"
            outcome = receipt.draft.body.outcome
            return self._counted(Signature(state, receipt.event, outcome, receipt.sentence))
        if not versions:
            return Signature()
        last = max(versions, key=lambda version: (version.at, version.event))
        where: SignatureState = "held" if last.event in self.unsent else "at_hall"
        return self._counted(Signature(where, last.event, last.outcome))

    def _counted(self, sign: Signature) -> Signature:
        """Return a signature with the number of disks that hold it, once it is at the hall."""
        if sign.state != "at_hall":
            return sign
        return replace(sign, disks=self.disks(sign.event), known=self.keepers)

    def disks(self, event: str) -> int:
        """Return on how many lasting disks a result or ruling at the hall is known to be."""
        return self.few.get(event, self.keepers)


def sign_purpose(match: Match, seat: Seat) -> str:
    """Return the purpose under which a side's signature is written."""
    return f"sign/{match.uid}/{seat}"


def unsigned(desk: Desk) -> tuple[Seat, ...]:
    """Return the sides without a signature, not even one on its way."""
    return tuple(seat for seat in SEATS if not desk.signatures[seat].state)


def squares_of(typed: str) -> tuple[int, ...]:
    """Return the squares that were typed, in order."""
    return tuple(int(part) for part in typed.split("-") if part)
