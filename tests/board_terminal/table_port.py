"""A port with a little replica behind it: what a table writes comes back in the state."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from shared.core.events import (
    ClockLogged,
    ControlChosen,
    DrawOffered,
    MeasureDone,
    MeasureRefused,
    MovesLogged,
    OpeningDrawn,
    PlayerSeated,
    ReportFiled,
    ResultSigned,
    entities,
)
from shared.core.events.measures import Measure, token
from shared.core.match.outcome import Outcome
from shared.core.state import (
    Carried,
    Decision,
    Device,
    HallState,
    Match,
    Report,
    Result,
    Standing,
    Table,
    Version,
)
from shared.port import Draft, HallChanged, NotSaved, Saved, Told
from tests.tui.fake_port import START, FakePort


@dataclass
class TablePort(FakePort):
    """Folds drafts into ``state``; ``online`` decides whether events reach the hall at once."""

    state: HallState | None = None
    online: bool = True
    unsent: set[str] = field(default_factory=set)
    few: dict[str, int] = field(default_factory=dict)
    keepers: int = 0
    """What the hall has said of the lasting disks."""
    events: int = 0
    refuse: str = ""
    """While set, no event is saved; the journal still is."""

    def append(self, *drafts: Draft) -> int:
        ticket = self._ticket()
        if self.refuse:
            self.tell(NotSaved(ticket, self.refuse))
            return ticket
        ids = []
        for draft in drafts:
            self.events += 1
            event = f"event-{self.events}"
            ids.append(event)
            self.drafts.append(draft)
            if not self.online:
                self.unsent.add(event)
            assert self.state is not None
            self.state = apply_draft(self.state, draft, event, START + self.events)
        if self.auto_save:
            self.tell(Saved(ticket, tuple(ids)))
            self.tell_state()
        return ticket

    def tell_state(self) -> None:
        assert self.state is not None
        self.tell(HallChanged(self.state, frozenset(self.unsent), dict(self.few), self.keepers))

    def reach_hall(self) -> None:
        """Everything arrives at the hall."""
        self.unsent.clear()
        self.tell_state()

    def change_match(self, uid: str, **fields: object) -> None:
        assert self.state is not None
        changed = replace(self.state.matches[uid], **fields)
        self.state = replace(self.state, matches={**self.state.matches, uid: changed})
        self.tell_state()

    def rule(self, uid: str, outcome: Outcome, clause: str, reason: str) -> None:
        version = Version(None, outcome, "ruling", "referee", START, "key", clause, reason)
        self.change_match(uid, result=Result("ruled", outcome, (version,), ("ruling",)))

    def come(self, ent: str) -> None:
        """The referee has read a report and is on the way."""
        assert self.state is not None
        coming = replace(self.state.reports[ent], coming_at=START)
        self.state = replace(self.state, reports={**self.state.reports, ent: coming})
        self.tell_state()

    def decide(self, case: str, *measures: Measure, **more: Any) -> Decision:
        """Let a referee decide ``case``, a report or anything else, and tell the tables."""
        decision = self.decided(case, *measures, **more)
        self.tell_state()
        return decision

    def decided(
        self,
        case: str,
        *measures: Measure,
        clause: str = "",
        reason: str = "",
        uid: str = "m1",
        replaces: tuple[str, ...] = (),
        standing: Standing = "in_force",
    ) -> Decision:
        """Let a referee decide ``case`` without telling the tables yet."""
        assert self.state is not None
        self.events += 1
        event, at = f"decision-{self.events}", START + self.events
        report = self.state.reports.get(case)
        decision = Decision(
            event,
            f"masters/1/{uid}/decision",
            "referee",
            "key",
            at,
            tuple((token(case, measure), measure) for measure in measures),
            clause,
            reason,
            () if report is None else (report.event,),
            replaces,
            (),
            standing,
        )
        if report is not None:
            settled = replace(report, decision=decision)
            self.state = replace(self.state, reports={**self.state.reports, case: settled})
        match = self.state.matches.get(uid)
        if match is not None:
            before = (
                replace(one, standing="replaced") if one.event in replaces else one
                for one in match.decisions
            )
            changed = replace(match, decisions=(*before, decision))
            self.state = replace(self.state, matches={**self.state.matches, uid: changed})
        return decision

    def bodies(self, kind: type) -> list[object]:
        """Return the bodies of one kind that were written, in order."""
        return [draft.body for draft in self.drafts if isinstance(draft.body, kind)]


def put_at_table(port: TablePort, node: str, *, contested: bool = False) -> None:
    """Another device, or this one again, is assigned to table 3."""
    assert port.state is not None
    device = Device(node, b"", b"", "terminal", (), "Spare tablet", revoked=False)
    table = Table("3", "3", node, contested)
    port.state = replace(
        port.state,
        tables={**port.state.tables, "3": table},
        devices={**port.state.devices, node: device},
    )
    port.tell_state()


def take_from_table(port: TablePort) -> None:
    """This device, which stood at table 3, stands at none."""
    put_at_table(port, port.node_id)
    assert port.state is not None
    port.state = replace(port.state, tables={**port.state.tables, "3": Table("3", "3", "")})
    port.tell_state()


def take_table_away(port: TablePort, *, away: bool = True) -> None:
    """The referee takes table 3 away, at which this device stands, or puts it up again."""
    put_at_table(port, port.node_id)
    assert port.state is not None
    table = Table("3", "3", port.node_id, away=away)
    port.state = replace(port.state, tables={**port.state.tables, "3": table})
    port.tell_state()


@dataclass
class Mailbox:
    """What the port told, until a test delivers it."""

    told: deque[Told] = field(default_factory=deque)

    def __call__(self, told: Told) -> None:
        self.told.append(told)


def apply_draft(state: HallState, draft: Draft, event: str, at: int) -> HallState:
    parsed = entities.parse(draft.ent)
    assert parsed is not None, draft.ent
    body = draft.body
    if isinstance(body, ReportFiled):
        table = parsed.ident if parsed.match is None else state.matches[parsed.match.uid].table
        report = Report(
            draft.ent, event, table, parsed.match, body.type, body.seat, body.about, body.note, at,
            body.which, body.game, found=body.found, numbers=body.numbers,
        )  # fmt: skip
        return replace(state, reports={**state.reports, draft.ent: report})
    assert parsed.match is not None
    match = _changed(state.matches[parsed.match.uid], draft, event, at)
    return replace(state, matches={**state.matches, match.uid: match})


def _changed(match: Match, draft: Draft, event: str, at: int) -> Match:
    match draft.body:
        case PlayerSeated():
            left, right = match.seated
            here = draft.ent.endswith("/0")
            return replace(match, seated=(left or here, right or not here))
        case OpeningDrawn() as draw:
            return replace(match, draw=draw)
        case ControlChosen() as control:
            return replace(match, control=control)
        case ClockLogged() as batch:
            return replace(match, clock=batch, presses=match.presses + len(batch.presses))
        case DrawOffered() as offer:
            return replace(match, draw_offers={**match.draw_offers, draft.ent: offer})
        case MovesLogged() as moves:
            return replace(match, moves={**match.moves, draft.ent: moves})
        case MeasureDone() | MeasureRefused() as said:
            what = draft.ent.rpartition("/")[2]
            why = said.why if isinstance(said, MeasureRefused) else None
            return replace(match, carried={**match.carried, what: Carried(why, at)})
        case ResultSigned(seat=seat, outcome=outcome):
            version = Version(seat, outcome, event, "fake", at, draft.actor.how)
            kept = tuple(v for v in match.result.versions if v.seat != seat)
            return replace(match, result=_resolved((*kept, version)))
        case other:
            raise AssertionError(other)


def _resolved(versions: tuple[Version, ...]) -> Result:
    heads = tuple(v.event for v in versions)
    outcomes = {v.outcome for v in versions}
    if len(outcomes) > 1:
        return Result("disputed", None, versions, heads)
    if len(versions) == 2:
        return Result("confirmed", versions[0].outcome, versions, heads)
    return Result("entered", None, versions, heads)
