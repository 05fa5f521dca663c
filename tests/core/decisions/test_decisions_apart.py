"""Decisions by referees who hear of each other late: what counts, whatever came first.

Random histories of three referees, of whom one is the chief, with what each had seen; the fold
against the rules as ``judged`` carries them out, and against histories without what was taken back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import Event, entities
from shared.core.events.measures import (
    BothLose,
    Caution,
    GameLost,
    MatchDecided,
    Measure,
    Paused,
    read,
)
from shared.core.fold import Fold, fold
from shared.core.state import Match
from tests.core.events_kit import (
    DECISION,
    LAPTOP,
    MATCH,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    History,
    decides,
    enrolled,
    games,
    key_of,
    node_id,
    opened_hall,
    signs,
)
from tests.core.judged import Judged, judge
from tests.prove import times

THIRD = node_id("third referee")
REFEREES = (REFEREE, LAPTOP, THIRD)
CHOICES: tuple[tuple[Measure, ...], ...] = (
    (Caution(0),),
    (Caution(1), Paused()),
    (Paused(), Caution(1)),
    (GameLost(1, 1),),
    (BothLose(1),),
    (),
    (MatchDecided.by(games("W W")),),
    (MatchDecided.by(games("D D")), Caution(0)),
    (MatchDecided((), "void", awarded=(0, 4)),),
)
RULINGS = (6, 7, 8)


@dataclass(frozen=True)
class Step:
    """A referee decides: which of the measures, what of the reports and of the earlier decisions
    that they have seen; or hears before it what another one has (``hears``)."""

    who: int
    hears: int
    what: int
    reports: int
    gone: int


STEPS = st.lists(
    st.builds(
        Step,
        who=st.integers(0, 2),
        hears=st.sampled_from([0, 1, 2, 3, 3]),
        what=st.integers(0, len(CHOICES) - 1),
        reports=st.integers(0, 7),
        gone=st.integers(0, 15),
    ),
    max_size=8,
)


@dataclass
class Story:
    """A history, its decisions, and what each author had seen of them."""

    past: History
    made: list[Event]
    seen: dict[str, set[str]]
    settled: list[Event]
    chief: str

    @property
    def match(self) -> Match:
        return fold(ROOT, self.past.events).matches[MATCH.uid]

    def judged(self) -> Judged:
        return judge(self.made, self.seen, {self.chief} - {""})

    def decides(self, measures: Sequence[Measure], gone: Event) -> Event:
        """Let a referee who has seen everything decide in the place of one decision."""
        return self.past.write(THIRD, DECISION, decides(*measures, replaces=[gone.id], case="last"))


def told(steps: Sequence[Step], chief: str, other: dict[int, tuple[Measure, ...]]) -> Story:
    """Return the history of some steps. ``other`` are measures that are decided instead, step by
    step; where there are none nothing is decided, and nothing is replaced."""
    past = opened_hall()
    past.write(ROOT, entities.device(THIRD), enrolled(THIRD, "referee", "rule"))
    opened = ev.TournamentOpened("Open", "UTC", key_of(ROOT), chief)
    past.write(ROOT, entities.tournament(), opened)
    settled = [
        past.write(ONE, entities.match_report(MATCH, name), ev.ReportFiled("phone", 0, 1))
        for name in "ab"
    ]
    settled.append(past.write(ONE, RESULT, signs(0, "W L")))
    story = Story(past, [], {}, settled, chief)
    known: list[set[int]] = [set(), set(), set()]
    for number, step in enumerate(steps):
        mine = known[step.who]
        mine |= set(range(number)) if step.hears == 3 else known[step.hears]
        last = sorted(mine)[-4:]
        reports = [e.id for n, e in enumerate(settled) if step.reports >> n & 1]
        gone = [story.made[at].id for n, at in enumerate(last) if step.gone >> n & 1]
        measures = other.get(number, CHOICES[step.what])
        muted = number in other and not measures
        body = decides(
            *measures,
            settles=() if muted else reports,
            replaces=() if muted else gone,
            case=str(step.reports),
        )
        event = past.write(REFEREES[step.who], DECISION, body, seen=[story.made[n] for n in mine])
        story.seen[event.id] = {story.made[n].id for n in mine}
        story.made.append(event)
        mine.add(number)
    return story


def derived(story: Story) -> object:
    """Return what follows from the decisions, whichever they are."""
    state = fold(ROOT, story.past.events)
    match = state.matches[MATCH.uid]
    reports = [state.reports[event.ent] for event in story.settled[:2]]
    return (
        {one.measure for one in match.taken},
        [(r.open, r.decision is not None and r.decision.standing) for r in reports],
        (match.result.status, match.result.outcome),
        sorted(alarm.kind for alarm in state.alarms),
    )


def standing(story: Story) -> dict[str, str]:
    return {decision.event: decision.standing for decision in story.match.decisions}


CHIEF = st.sampled_from(["", REFEREE])

OUTRANKED_IN_TURN = [
    Step(who=who, hears=hears, what=what, reports=reports, gone=gone)
    for who, hears, what, reports, gone in (
        (0, 0, 0, 0, 0),
        (1, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
        (0, 1, 0, 0, 6),
        (0, 0, 0, 0, 0),
        (0, 0, 1, 1, 1),
        (1, 1, 0, 1, 0),
        (1, 1, 0, 0, 4),
    )
]
"""The chief's sixth word would go before the assistant's last, but is outranked itself."""


@settings(max_examples=times(60, 20_000))
@given(steps=STEPS, chief=CHIEF, order=st.randoms(use_true_random=False))
@example(steps=OUTRANKED_IN_TURN, chief=REFEREE, order=Random(0))
def test_decisions_stand_as_the_rules_say_in_any_order(
    steps: list[Step], chief: str, order: Random
) -> None:
    story = told(steps, chief, {})
    judged = story.judged()
    found = standing(story)

    assert {i for i, how in found.items() if how == "in_force"} == judged.in_force.keys()
    assert {i for i, how in found.items() if how == "contested"} == judged.contested.keys()
    assert {i for i, how in found.items() if how == "outranked"} == judged.outranked
    wanted = {held for entry in judged.in_force.values() for held in entry.measures}
    assert {(one.token, one.measure) for one in story.match.taken} == wanted
    state = fold(ROOT, story.past.events)
    for report in state.reports.values():
        settling = judged.settling(report.event)
        assert report.open == (not settling)
        counting = [entry for entry in settling if entry.event in judged.in_force]
        if report.decision is not None:
            assert report.decision.counts == bool(counting)
            assert report.decision.event in {e.event for e in counting or settling}

    hall, events = Fold(ROOT), list(story.past.events)
    order.shuffle(events)
    for event in events:
        hall.add([event])
        hall.tell()
    assert hall.state() == state


@settings(max_examples=times(60, 20_000))
@given(steps=STEPS, chief=CHIEF, data=st.data())
def test_undone_decision_leaves_the_state_as_if_it_had_never_been_decided(
    steps: list[Step], chief: str, data: st.DataObject
) -> None:
    story = told(steps, chief, {})
    stand = standing(story)
    here = [n for n, event in enumerate(story.made) if stand[event.id] != "replaced"]
    # What an outranked decision replaced stands, and that one answers what it did.
    assume(not any(stand[e.id] == "outranked" and replaced_by(e) for e in story.made))
    assume(here)
    which = data.draw(st.sampled_from(here))
    gone = as_one(story, which)
    # Where one of those has been replaced, what replaced it stands on.
    assume(set(gone) <= set(here))
    without = told(steps, chief, dict.fromkeys(gone, ()))

    story.decides((), story.made[which])

    assert derived(story) == derived(without)


@settings(max_examples=times(60, 20_000))
@given(steps=STEPS, chief=CHIEF, data=st.data())
def test_replacement_leaves_the_state_as_if_it_had_been_decided_first(
    steps: list[Step], chief: str, data: st.DataObject
) -> None:
    story = told(steps, chief, {})
    stand = standing(story)
    here = [n for n, event in enumerate(story.made) if stand[event.id] != "replaced"]
    named = {ident for n in here for ident in replaced_by(story.made[n])}
    stands = [
        n
        for n in here
        if stand[story.made[n].id] in ("in_force", "contested")
        and story.made[n].id not in named
        and CHOICES[steps[n].what]
    ]
    assume(stands)
    which = data.draw(st.sampled_from(stands))
    # Of two that are one, a third may have seen or undone only the other.
    assume(len(as_one(story, which)) == 1)
    # The last word on how a match ends settles it for all that its author had seen of others.
    rulings = {n for n, step in enumerate(steps) if step.what in RULINGS}
    assume(which not in rulings or rulings == {which})
    # A ruling is replaced by a ruling: no other decides how the match ends.
    new: tuple[Measure, ...] = (Caution(1), GameLost(0, 2))
    if steps[which].what in RULINGS:
        new = (MatchDecided.by(games("L L")),)
    other = told(steps, chief, {which: new})

    last = story.decides(new, story.made[which])
    # Where a chief referee's rival of the first one stands, that one goes before the other too.
    assume(standing(story)[last.id] != "outranked")

    assert derived(story) == derived(other)


def replaced_by(event: Event) -> tuple[str, ...]:
    assert isinstance(event.body, ev.DecisionMade)
    return event.body.replaces


def as_one(story: Story, which: int) -> list[int]:
    """Return a decision and those that two decided alike and apart: they are one."""
    mine = story.made[which]
    found = [which]
    for n, one in enumerate(story.made):
        apart = mine.id not in story.seen[one.id] and one.id not in story.seen[mine.id]
        if n != which and apart and alike(mine, one):
            found.append(n)
    return found


def alike(one: Event, other: Event) -> bool:
    mine, theirs = one.body, other.body
    assert isinstance(mine, ev.DecisionMade)
    assert isinstance(theirs, ev.DecisionMade)
    said = [{read(raw) for raw in body.measures} for body in (mine, theirs)]
    ruling = any(isinstance(measure, MatchDecided) for measure in said[0])
    named = (
        {
            *(body.settles if body.measures else ()),
            *body.replaces,
            *(t.token for t in body.measures),
        }
        for body in (mine, theirs)
    )
    return said[0] == said[1] and bool(ruling or set.intersection(*named))
