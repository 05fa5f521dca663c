"""Whatever referees decide, in any order of arrival: a table carries each measure out once.

Decisions go through the fold, measures through the table's session, on a port that keeps its disk.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared.core.day import Session
from shared.core.day.entries import Entry, Ordered
from shared.core.events import Actor, DecisionMade, Event, MeasureDone, MeasureRefused, entities
from shared.core.events import measures as m
from shared.core.fold.decisions import resolve_decisions
from shared.wire.codec import unpack
from tests.board_terminal.table_kit import Kit, playing, round_one, state_of
from tests.tui.fake_port import START

MINUTE = 60_000
MEASURES: tuple[m.Measure, ...] = (
    m.Paused(),
    m.Resumed(),
    m.TimeAdded(2 * MINUTE, -1_000),
    m.TimeAdded(0, -100 * MINUTE),
    m.ClockSet(40 * MINUTE, 50 * MINUTE),
    m.MovesTimed("five_minutes"),
    m.TimingEnded(),
    m.ClockAssigned("30:00", "game"),
    m.ClockAssigned("90:00", "next"),
    m.AbsentTimeStarted(""),
    m.GameLost(1, 1),
    m.GameLost(0, 2),
    m.Excused(1),
    m.TimeCalled(),
    m.Caution(0),
    m.OwnWords(),
)
TIMES = m.TimeAdded | m.ClockSet | m.ClockAssigned


@dataclass
class Office:
    """Referees who decide about one match. A part of what they decided has reached the table."""

    made: list[Event] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)
    here: set[str] = field(default_factory=set)

    def decide(self, measures: Sequence[m.Measure], instead: int | None = None) -> None:
        """Decide a new case, or replace the decision of another one."""
        number = len(self.made)
        old = None if instead is None or not self.made else instead % number
        case = f"case-{number}" if old is None else self.cases[old]
        replaces = () if old is None else (self.made[old].id,)
        body = DecisionMade(m.taken(case, *measures), "ACF-1.VII", "so be it", (), replaces)
        ent = entities.match_decision(round_one().key)
        seen = tuple(event.id for event in self.made)
        event = Event(
            f"{number:04}", "referee", "a", number + 1, START + number, 1, "a.decision.made", 1,
            ent, seen, Actor("referee", "key"), body, "",
        )  # fmt: skip
        self.made.append(event)
        self.cases.append(case)

    def arrive(self, kit: Kit, *numbers: int) -> None:
        """Some decisions reach the table."""
        self.here.update(self.made[number % len(self.made)].id for number in numbers if self.made)
        known = {event.id: event for event in self.made if event.id in self.here}
        kit.port.change_match("m1", decisions=resolve_decisions(known, known).decisions)
        kit.deliver()


def session_of(kit: Kit) -> Session:
    assert kit.driver.desk.session is not None
    return kit.driver.desk.session


def in_notes(kit: Kit) -> list[Ordered]:
    """Return what the notes of this device have carried out."""
    lines: list[Entry] = [unpack(line, Entry) for line in kit.port.journals.get("m1", [])]
    return [entry for entry in lines if isinstance(entry, Ordered)]


def said(kit: Kit) -> Counter[str]:
    """Return how often tables said what came of each token."""
    bodies = MeasureDone | MeasureRefused
    ents = (draft.ent for draft in kit.port.drafts if isinstance(draft.body, bodies))
    return Counter(ent.rpartition("/")[2] for ent in ents)


Step = int | str | tuple[str, int] | tuple[str, tuple[m.Measure, ...], int | None]
SOME = st.lists(st.sampled_from(MEASURES), max_size=3).map(tuple)
NUMBER = st.integers(0, 30)
STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["decide", "rule", "rule"]), SOME, st.none() | NUMBER),
        st.tuples(st.just("arrive"), NUMBER),
        st.sampled_from(["tick", "minutes", "restart", "disk full", "disk well", "all arrive"]),
        st.sampled_from(["side:0", "side:1", "pause", "go_on", "over", "code:W", "next"]),
        NUMBER,
    ),
    max_size=50,
)
CONTROLS = st.sampled_from(["90:00", "unclocked"])


def happen(kit: Kit, office: Office, step: Step) -> Kit:
    match step:
        case ("decide", measures, instead):
            office.decide(measures, instead)
        case ("rule", measures, instead):
            office.decide(measures, instead)
            office.arrive(kit, *range(len(office.made)))
            kit.tick(0)
        case ("arrive", number):
            office.arrive(kit, number)
        case "all arrive":
            office.arrive(kit, *range(len(office.made)))
        case "tick":
            kit.tick()
        case "minutes":
            kit.tick(7 * MINUTE)
        case "restart":
            kit.port.refuse = ""
            return kit.restart(at=kit.at % 977)
        case "disk full" | "disk well":
            kit.port.refuse = "The disk is full." if step == "disk full" else ""
        case int(number):
            offers = kit.model.offers
            kit.do(offers[number % len(offers)][0], after=700) if offers else kit.tick()
        case str(command):
            kit.do(command, after=300)
    return kit


def in_force(kit: Kit) -> set[str]:
    assert kit.port.state is not None
    return {one.token for one in kit.port.state.matches["m1"].taken}


@given(STEPS, CONTROLS)
@example(
    ["side:0", "side:1", "side:1", ("decide", (m.Paused(),), None), "disk full", "all arrive",
     ("decide", (m.Resumed(),), 0), "restart", "all arrive", "tick"],
    "90:00",
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_each_measure_is_carried_out_once_while_it_counts_and_testified_once(
    steps: list[Step], control: str
) -> None:
    kit, office = Kit(state_of(round_one(), control=control, rulebook="acf-majors")), Office()
    for step in steps:
        before, counted = in_notes(kit), in_force(kit)
        kit = happen(kit, office, step)
        notes = in_notes(kit)
        assert {entry.token for entry in notes[len(before) :]} <= counted | in_force(kit)
        assert max(Counter(entry.token for entry in notes).values(), default=0) <= 1
        assert max(said(kit).values(), default=0) <= 1
    kit.port.refuse = ""
    kit.tick().tick()
    assert kit.port.state is not None
    carried = kit.port.state.matches["m1"].carried
    done = {token for token, one in carried.items() if one.refused is None}
    assert done == {entry.token for entry in in_notes(kit)}
    assert max(said(kit).values(), default=0) <= 1
    if kit.driver.desk.session is not None and kit.model.uid == "m1":
        assert set(session_of(kit).carried) == done


RULED = st.lists(st.lists(st.sampled_from(MEASURES), min_size=1, max_size=2), max_size=4)


@given(RULED, STEPS, STEPS)
@settings(max_examples=100, deadline=None)
def test_a_device_that_takes_a_table_over_sets_no_times_again(
    ruled: list[list[m.Measure]], steps: list[Step], later: list[Step]
) -> None:
    kit, office = playing(state=state_of(round_one(), rulebook="acf-majors")), Office()
    kit.do("side:1", after=1_000)
    kit.do("pause", "go_on", after=1_000)
    for measures in ruled:
        happen(kit, office, ("rule", tuple(measures), None))
        kit.do("go_on", "side:1", "side:0", after=1_000)
    for step in steps:
        kit = happen(kit, office, step)
    kit.port.refuse = ""
    kit.tick()
    before = {e.token for e in in_notes(kit) if isinstance(e.measure, TIMES)}
    told = said(kit)
    kit.port.journals.clear()
    kit.port.readings.clear()
    kit = kit.restart(at=5)
    for step in later:
        kit = happen(kit, office, step)
        again = [e.token for e in in_notes(kit) if isinstance(e.measure, TIMES)]
        assert before.isdisjoint(again)
        assert len(again) == len(set(again))
    kit.port.refuse = ""
    kit.tick().tick()
    assert max(said(kit).values(), default=0) <= 1
    assert set(told) <= set(said(kit))


@given(STEPS, SOME, SOME)
@settings(max_examples=60, deadline=None)
def test_what_was_replaced_before_the_table_heard_of_it_leaves_no_trace_there(
    steps: list[Step], first: tuple[m.Measure, ...], instead: tuple[m.Measure, ...]
) -> None:
    ends = []
    for decisions in ((first, instead), (instead,)):
        kit, office = Kit(state_of(round_one(), rulebook="acf-majors")), Office()
        for number, measures in enumerate(decisions):
            office.decide(measures, 0 if number else None)
        kit = happen(kit, office, "all arrive")
        for step in steps:
            kit = happen(kit, office, step) if not isinstance(step, tuple) else kit
        ends.append((kit.driver.desk.session, said(kit)))
    assert ends[0] == ends[1]
