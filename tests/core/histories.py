"""Random histories of a hall: honest, mistaken and hostile, each step chosen among few values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import KINDS, Body, Event, Scope, Spot, entities
from shared.core.events.entities import MatchKey
from shared.core.events.measures import (
    BothLose,
    Caution,
    MatchDecided,
    Measure,
    Paused,
    PointsGranted,
    RequestGranted,
    RequestRefused,
    Suspended,
    Taken,
    TieBroken,
    taken,
)
from shared.core.events.private import BoxKey, ReaderKey
from shared.core.match.outcome import Code, Seat
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    ONE,
    REFEREE,
    ROOT,
    START,
    STRANGER,
    TWO,
    History,
    enrolled,
    key_of,
    opened_hall,
    pairing,
    signs,
)

Trick = Literal["", "twin", "broken", "newer", "astray"]


@dataclass(frozen=True)
class Step:
    """One random event; ``where`` and ``what`` choose among few values."""

    who: str
    kind: str
    where: int
    what: int
    seen: Literal["all", "none", "one"]
    trick: Trick
    inc: str
    term: int


_NODES = (HALL, REFEREE, LAPTOP, ONE, TWO, STRANGER, ROOT)
_OUTCOMES = ("W W", "W D", "D D", "L* L*")
_UIDS = ("m1", "m2", "m3")
_PAIRINGS = (("men", 1), ("men", 2), ("women", 1))
Said = dict[str, tuple[str, Body]]
_SCOPES: tuple[tuple[Scope, ...], ...] = ((), ("admit",), ("rule", "pair", "admit"), ("hall",))

STEPS = st.builds(
    Step,
    who=st.sampled_from(_NODES),
    kind=st.sampled_from(sorted([*KINDS, *["t.result.signed"] * 6, *["a.decision.made"] * 9])),
    where=st.integers(0, 5),
    what=st.integers(0, 7),
    seen=st.sampled_from(["all", "all", "none", "one"]),
    trick=st.sampled_from(["", "", "", "", "", "", "twin", "broken", "newer", "astray"]),
    inc=st.sampled_from(["a1", "a1", "b2"]),
    term=st.integers(0, 3),
)


def _at_the_desks(division: str, match: MatchKey, where: int, what: int) -> Said:
    """Return what the desks for sheets, prizes and titles may write."""
    player = f"p{where % 2}"
    return {
        "a.sheets.handed_in": (entities.sheets(match), ev.SheetsHandedIn((what > 3, where > 2))),
        "a.prizes.posted": (entities.prizes(division), ev.PrizesPosted((what, where), what % 2)),
        "a.dues.owed": (entities.dues(player), ev.DuesOwed(what % 2 == 0)),
        "a.prize.paid": (entities.payment(player), ev.PrizePaid(what, 0, "x", taken_back=what > 5)),
        "a.title.decided": (
            entities.title(division),
            ev.TitleDecided("co_champions", ("ann", "ben")[: what % 3], "ACF-1.XIII.B"),
        ),
    }


_DECIDED: tuple[tuple[Measure, ...], ...] = (
    (MatchDecided((Code.WIN, Code.WIN)),),
    (MatchDecided((Code.DRAW, Code.DRAW)),),
    (Caution(0),),
    (Paused(), Caution(1)),
    (Suspended(), PointsGranted(2)),
    (BothLose(1), TieBroken((("p0",), ("p1",)), "playoff")),
    (MatchDecided((), "void", awarded=(0, 3)),),
    (MatchDecided((Code.WIN, Code.WIN)), Caution(0)),
    (),
    (RequestGranted("withdraw"),),
    (RequestRefused("check_in", 1),),
)
_NEWER = Taken("new", ("from the next version", 1, ("2",)))


def _decision(
    past: History, match: MatchKey, table: str, player: str, step: Step
) -> tuple[str, Body]:
    """Return a decision about a match, a division, a table or a player, which may settle and
    replace what there is."""
    where, what = step.where, step.what
    ent = (
        entities.match_decision(match),
        entities.match_decision(match),
        entities.match_decision(match),
        entities.division_decision(match.division),
        entities.table_decision(table),
        entities.player_decision(player),
    )[where]
    measures = taken(f"c{what % 2}", *_DECIDED[(what + step.term) % len(_DECIDED)])
    if what + step.term == 10:
        measures = (*measures, _NEWER)
    kinds = ("t.report.filed", "t.result.signed", "t.request.filed")
    settles = [event.id for event in past.events if event.kind in kinds][-1 - step.term :]
    made = [e.id for e in past.events if e.kind == "a.decision.made" and e.ent == ent]
    replaces = made[-1 - what % 3 :][: step.term]
    return ent, ev.DecisionMade(measures, "", "", tuple(settles), tuple(replaces))


def _heads(past: History, where: int, what: int) -> ev.VectorCut:
    """Heads of all logs, or of one event of a device's: one of its twins perhaps."""
    if what > 5:
        return past.seen()
    own = [event for event in past.events if event.node == _NODES[where]]
    return tuple((e.node, e.inc, e.seq, e.id) for e in own[-1 - what :][:1])


def _ids(past: History, where: int, what: int) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(ident) for *_, ident in _heads(past, where, what))


def _said(past: History, step: Step) -> tuple[str, Body]:
    """Return the entity and body of a step."""
    where, what, node = step.where, step.what, _NODES[step.where]
    table = f"t{where % 3 + 1}"
    division, number = _PAIRINGS[where % 3]
    match = MatchKey(*_PAIRINGS[where // 2 % 3], _UIDS[what % 3])
    seat: Seat = 0 if where % 2 == 0 else 1
    outcome = _OUTCOMES[what % 4]
    cut = past.cut(node, back=what // 4)
    uids = (_UIDS[what % 3], _UIDS[where % 3])
    report = entities.match_report(match, "r1") if what % 2 else entities.table_report(table, "r1")
    said: Said = {
        "a.tournament.opened": (
            entities.tournament(),
            ev.TournamentOpened(f"Open {what}", "UTC", key_of(ROOT), REFEREE if where % 2 else ""),
        ),
        "a.device.enrolled": (
            entities.device(node),
            enrolled(
                node,
                "referee",
                *_SCOPES[what % 4],
                label=f"device {what}",
                key_from=_NODES[(where + what // 6) % len(_NODES)],
            ),
        ),
        "a.device.revoked": (entities.device(node), ev.DeviceRevoked(cut, "lost")),
        "a.device.assigned": (
            entities.table_device(table),
            ev.DeviceAssigned(_NODES[3 + what % 3], cut if what % 2 else past.cut(ONE)),
        ),
        "a.device.named": (entities.device_name(node), ev.DeviceNamed(f"name {what}")),
        "a.term.opened": (
            entities.term(1 + what % 3),
            ev.TermOpened(past.seen() if what < 4 else ()),
        ),
        "a.division.led": (
            entities.lead("men", 1 + what % 3),
            ev.DivisionLed(("", "x")[what % 2], past.seen() if what < 4 else ()),
        ),
        "a.node.placed": (
            entities.address(_NODES[what % 3]),
            ev.NodePlaced(f"10.0.0.{what}", 47301, 47302, 47303),
        ),
        "a.rights.set": (entities.rights(node), ev.RightsSet(_SCOPES[what % 4], cut)),
        **_at_the_desks(division, match, where, what),
        "a.logs.pinned": (entities.pins(), ev.LogsPinned(_ids(past, where, what))),
        "a.log.settled": (entities.settled(), ev.LogSettled(_heads(past, where, what), "seen")),
        "a.table.set": (entities.table(table), ev.TableSet(f"Table {what}")),
        "a.division.opened": (
            entities.division(division),
            ev.DivisionOpened(division, "acf-majors", 4 + what % 2),
        ),
        "a.division.changed": (
            entities.division(division),
            ev.DivisionChanged(
                division,
                "acf-majors",
                3 + what % 3,
                ("", "unclocked")[where % 2],
                from_round=what % 4,
                why=f"why {what}",
            ),
        ),
        "a.enrolment.set": (entities.enrolment(), ev.EnrolmentSet(what)),
        "a.deck.loaded": (
            entities.deck(f"k{where % 2}"),
            ev.DeckLoaded((ev.DeckLine(1, what, ("9-13", "22-17", "13x22"), "W:W1:B2"),)),
        ),
        "a.player.registered": (
            entities.player(f"p{where % 2}"),
            ev.PlayerRegistered(f"P{what % 2}", division),
        ),
        "a.player.classified": (
            entities.classification(f"p{where % 2}"),
            ev.PlayerClassified(division, "committee", str(what % 2)),
        ),
        "a.player.withdrawn": (
            entities.withdrawal(f"p{where % 2}"),
            ev.PlayerWithdrawn(what % 2, "ill"),
        ),
        "a.player.placed": (
            entities.placing(f"p{where % 2}"),
            ev.PlayerPlaced(("", "ann", "ben")[what % 3], "late"),
        ),
        "a.player.opted_out": (
            entities.opt_out(f"p{where % 2}"),
            ev.PlayerOptedOut(what % 4, in_time=what % 2 == 0),
        ),
        "a.player.attended": (
            entities.attendance(f"p{where % 2}"),
            ev.PlayerAttended(what % 2 == 0, what % 4),
        ),
        "a.player.private": (
            entities.private(f"p{where % 2}", ("person", "fees")[what % 2]),
            ev.PlayerPrivate(bytes([what]), (ReaderKey(bytes.fromhex(node), bytes(80)),)),
        ),
        "a.private.shared": (
            entities.private_share(node),
            ev.PrivateShared((BoxKey(bytes([what]) * 16, bytes([where]) * 80),)),
        ),
        "a.round.started": (
            entities.start(division, number),
            ev.RoundStarted(START + what * 60_000, "", "a mistake" if what > 5 else ""),
        ),
        "a.round.scheduled": (
            entities.schedule(division, number),
            ev.RoundScheduled(START + what, "the hotel", what % 2 * 60_000),
        ),
        "a.round.previewed": (
            entities.preview(division, number, f"d{where}"),
            ev.RoundPreviewed(f"s{what}", "swiss 1", (("ann", "ben"),), (), "again" * (what % 2)),
        ),
        "a.round.paired": (
            entities.pairing(division, number),
            pairing(
                *((uid, f"t{i + 1}", "ann", "ben") for i, uid in enumerate(dict.fromkeys(uids))),
                seed=str(what // 4),
            ),
        ),
        "a.match.called": (
            entities.call(match),
            ev.MatchCalled(
                ev.PairedMatch(_UIDS[where % 3] if what > 5 else match.uid, table, "ann", "dot"),
                START + what % 2,
                "" if what % 3 else "gone",
            ),
        ),
        "a.challenge.refused": (
            entities.refusal(f"p{where % 2}", "p2"),
            ev.ChallengeRefused("ready" if what % 2 else "refused"),
        ),
        "a.decision.made": _decision(past, match, table, f"p{where % 2}", step),
        "a.referee.coming": (report, ev.RefereeComing()),
        "t.measure.done": (entities.carried(match, f"k{what % 2}"), ev.MeasureDone()),
        "t.measure.refused": (
            entities.carried(match, f"k{what % 2}"),
            ev.MeasureRefused("over" if where % 2 else "here"),
        ),
        "a.announcement.made": (
            entities.announcement(f"n{where % 2}"),
            ev.AnnouncementMade(f"Lunch {what}", START + what % 2, "kiosk"),
        ),
        "a.hall.laid_out": (entities.layout(), ev.HallLaidOut((Spot(what, where, table),))),
        "a.kiosk.set": (
            entities.shows(_NODES[where]),
            ev.KioskSet(("by_table",) * (what % 2), (division,)),
        ),
        "t.request.filed": (
            entities.request(f"p{where % 2}", "q"),
            ev.RequestFiled("withdraw" if what % 2 else "check_in", what % 3),
        ),
        "a.rehearsal.opened": (
            entities.rehearsal(),
            ev.RehearsalOpened(b"r", b"c", 1, 2, START + what),
        ),
        "a.rehearsal.ended": (entities.rehearsal(), ev.RehearsalEnded(f"over {what % 2}")),
        "t.device.checked": (
            entities.check(_NODES[where]),
            ev.DeviceChecked("1.0", 80, 24, what, -what, 0, (what,)),
        ),
        "t.player.seated": (entities.presence(match, seat), ev.PlayerSeated()),
        "t.opening.drawn": (entities.draw(match), ev.OpeningDrawn(seat, what, ("9-13",))),
        "t.control.chosen": (entities.control(match), ev.ControlChosen(f"c{what % 2}", "agreed")),
        "t.clock.logged": (
            entities.clock(match),
            ev.ClockLogged(1, (ev.Press(seat, what),), (1, 2), (1, 0), "pause"),
        ),
        "t.draw.offered": (
            entities.draw_offer(match, entities.offer_token(1, where, seat)),
            ev.DrawOffered(1, seat, (where, where), ("open", "accepted", "refused")[what % 3]),
        ),
        "t.moves.logged": (
            entities.moves(match, where + 1),
            ev.MovesLogged(where + 1, ("11-15 1-0", "11-16 0-1")[what % 2]),
        ),
        "a.moves.entered": (
            entities.moves(match, where + 1),
            ev.MovesEntered(where + 1, ("11-15 1-0", "11-16 0-1")[what % 2], "club.pdn"),
        ),
        "t.result.signed": (entities.result(match), signs(seat, outcome)),
        "t.report.filed": (report, ev.ReportFiled("call", seat, note=str(what % 2))),
    }
    return said[step.kind]


def play(past: History, steps: Sequence[Step]) -> list[Event]:
    """Write the steps after ``past`` and return all events."""
    for step in steps:
        ent, body = _said(past, step)
        known = [event for event in past.events if event.ent == ent]
        seen = {"all": None, "none": [], "one": known[:1]}[step.seen]
        more: dict[str, int | str] = {}
        if step.trick == "astray":
            ent = ("nowhere/in/particular", entities.table("t1"))[step.where % 2]
        if step.trick == "twin":
            twins = [event for event in past.events if event.node == step.who]
            more["seq"] = twins[step.where % len(twins)].seq if twins else 1
        if step.trick == "broken":
            more["prev"] = "00" * 16
        future = step.trick == "newer"
        past.write(
            step.who,
            ent,
            None if future else body,
            seen=seen,
            inc=step.inc,
            seq=more.get("seq"),  # type: ignore[arg-type]
            prev=more.get("prev"),  # type: ignore[arg-type]
            kind=step.kind,
            kv=99 if future else None,
            term=step.term,
        )
    return past.events


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    """Return the events of a hall and of what came after: honest, mistaken and hostile."""
    return play(opened_hall(), draw(st.lists(STEPS, max_size=24)))
