"""What no sequence of events can do to the match clock."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import clock as c
from shared.core.clock import Clock, IllegalClockEvent, apply, new_clock, reading
from shared.core.clock.passing import raw_left
from shared.core.match.controls import (
    BRONSTEIN,
    DELAY,
    FISCHER,
    MOVE,
    TIME_CONTROLS,
    UNCLOCKED,
    TimeControl,
)
from shared.core.match.move_time import LowderRule, MoveTimeRule, TurnRule
from shared.core.match.outcome import SEATS, Seat, other


@dataclass
class Walk:
    """The same clock, kept by walking through every single millisecond."""

    control: TimeControl
    left: list[int] = field(default_factory=list)
    delay: list[int] = field(default_factory=list)
    """What is left of each turn's delay."""
    running: set[Seat] = field(default_factory=set)
    held: set[Seat] = field(default_factory=set)
    fallen: set[Seat] = field(default_factory=set)

    def __post_init__(self) -> None:
        start = self.control.main_ms
        self.left = [start, start]
        self.begin_turns()

    @property
    def shown(self) -> list[int]:
        extra = self.delay if self.control.kind == BRONSTEIN else [0, 0]
        return [
            0 if seat in self.fallen else max(0, self.left[seat] + extra[seat]) for seat in SEATS
        ]

    def begin_turns(self, *, over: tuple[Seat, ...] = (), pressed: bool = False) -> None:
        """New turns begin; those of ``over`` have ended, with a press or without one."""
        waits = self.control.kind in (DELAY, BRONSTEIN)
        for seat in over:
            if pressed and self.control.kind == FISCHER:
                self.left[seat] += self.control.bonus_ms
            if self.control.kind == MOVE:
                self.left[seat] = self.control.main_ms
        self.delay = [self.control.bonus_ms if waits else 0] * 2

    def look(self) -> None:
        stops = self.control.flag == "stops"
        if self.control.kind == UNCLOCKED or (stops and self.fallen):
            return
        empty = {s for s in self.running if self.left[s] <= 0 and self.delay[s] <= 0}
        self.fallen |= empty
        if stops and empty:
            self.running = set()

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            for seat in self.running:
                if self.control.kind == UNCLOCKED:
                    continue
                if self.delay[seat]:
                    self.delay[seat] -= 1
                else:
                    self.left[seat] -= 1
            self.look()

    def see(self, event: Any) -> None:
        match event:
            case c.Start(seat=seat):
                self.begin_turns()
                self.running = {seat}
            case c.StartLate(seat=seat):
                self.running = {seat}
            case c.StartBoth():
                self.running = {0, 1}
            case c.Arrive(seat=seat):
                self.running = self.running - {seat}
                if not self.running:
                    self.begin_turns(over=SEATS)
            case c.Press(seat=seat):
                self.begin_turns(over=(seat,), pressed=True)
                self.running = {other(seat)}
            case c.Pause():
                self.running, self.held = set(), self.running
            case c.Resume():
                self.running = self.held
            case c.EndGame():
                self.running = set()
                self.begin_turns(over=SEATS)
            case c.NextGame() if self.control.flag == "stops":
                self.fallen = set()
            case c.Adjust(add=add):
                self.left = [self.left[seat] + add[seat] for seat in SEATS]
        self.look()


SEAT = st.sampled_from((0, 1))
MOVE_OF = ("Start", "StartLate", "StartBoth", "Arrive", "Pause", "Resume", "EndGame")
KIND = st.one_of(st.just("Press"), st.just("NextGame"), st.just("Adjust"), st.sampled_from(MOVE_OF))
STEPS = st.lists(st.tuples(KIND, SEAT, st.integers(0, 25)), max_size=40)
CONTROLS = st.builds(
    TimeControl,
    st.just("test"),
    main_ms=st.integers(1, 60),
    bonus_ms=st.integers(0, 9),
    kind=st.sampled_from((FISCHER, DELAY, BRONSTEIN, MOVE, UNCLOCKED)),
    flag=st.sampled_from(("stops", "noticed")),
)


def event_of(kind: str, seat: Seat, at: int) -> c.Event:
    match kind:
        case "NextGame":
            return c.NextGame()
        case "Adjust":
            return c.Adjust((at % 13 - 4, seat * 5), at)
        case "StartBoth" | "Pause" | "Resume" | "EndGame":
            made: c.Event = getattr(c, kind)(at=at)
        case _:
            made = getattr(c, kind)(seat=seat, at=at)
    return made


def lifted_by(clock: Clock, event: c.Event) -> bool:
    """Return whether an adjustment puts a flag up again, which has tests of its own."""
    return isinstance(event, c.Adjust) and any(c.settle(clock, event.at).fallen)


@given(STEPS, CONTROLS)
def test_no_step_makes_or_loses_time_and_refused_steps_change_nothing(
    steps: list[tuple[str, Seat, int]], control: TimeControl
) -> None:
    clock, at, log = new_clock(control), 0, []
    walk = Walk(control)
    for kind, seat, gap in steps:
        at += gap
        walk.wait(gap)
        event = event_of(kind, seat, at)
        if lifted_by(clock, event):
            continue
        try:
            clock = apply(clock, event)
        except IllegalClockEvent:
            pass
        else:
            walk.see(event)
            log.append(event)
        shown = reading(clock, at)
        assert list(shown.remaining) == (walk.shown if control.clocked else list(clock.main))
        assert {seat for seat in SEATS if shown.runs[seat]} == walk.running
        assert {seat for seat in SEATS if shown.fallen[seat]} == walk.fallen
    assert reduce(apply, log, new_clock(control)) == clock


@given(STEPS, st.integers(1, 60), st.integers(0, 9))
def test_what_is_left_and_what_was_thought_are_what_was_given(
    steps: list[tuple[str, Seat, int]], main: int, bonus: int
) -> None:
    """Left + thought = start + bonuses + adjustments, for each player, whatever happens."""
    clock, at = new_clock(TimeControl("test", main, bonus)), 0
    thought, given_ms = [0, 0], [main, main]
    for kind, seat, gap in steps:
        passed = c.settle(clock, at + gap)
        for one in SEATS:
            thought[one] += passed.thought[one] - clock.thought[one]
        at += gap
        clock = passed
        event = event_of(kind, seat, at)
        try:
            after = apply(clock, event)
        except IllegalClockEvent:
            continue
        if isinstance(event, c.Press):
            given_ms[event.seat] += bonus
        if isinstance(event, c.Adjust):
            given_ms = [given_ms[one] + event.add[one] for one in SEATS]
        clock = after
        for one in SEATS:
            assert raw_left(clock, one) + thought[one] == given_ms[one]


FIVE = MoveTimeRule(move_ms=30, single_jump_ms=10, after_told_ms=5)
LOWDER = LowderRule(notice_before_end_ms=50, move_ms=20, warning_ms=5)
RULES = st.sampled_from((FIVE, LOWDER, TurnRule(turn_ms=15)))
MADE: tuple[Callable[[Seat, int], c.Event], ...] = (
    lambda _, at: c.Tap(at),
    c.Plus,
    lambda _, at: c.TimeTold(at),
    lambda _, at: c.SingleJump(at),
    c.PassTurn,
    lambda _, at: c.Release(at),
    c.Notice,
    lambda seat, at: c.Forgotten(seat, at % 7, at),
    lambda seat, at: c.Gap(at, at + seat * 40),
    lambda seat, at: c.Impose(TIME_CONTROLS["90:00"], ("match", "game")[seat], at),
    lambda seat, at: c.Recover((at % 31, 9), seat),
)


@pytest.mark.clause("ACF-1.X.A.e")
@given(STEPS, CONTROLS, RULES, st.lists(st.sampled_from(MADE), max_size=20), st.randoms())
def test_replaying_the_log_gives_the_same_clock_whatever_else_happens(
    steps: list[tuple[str, Seat, int]],
    control: TimeControl,
    rule: Any,
    more: list[Callable[[Seat, int], c.Event]],
    chance: Any,
) -> None:
    at, events = 0, []
    for kind, seat, gap in steps:
        at += gap
        events.append(event_of(kind, seat, at))
        if more and gap % 2:
            events += [c.Keep(rule, at), more[chance.randrange(len(more))](seat, at)]
    clock, log, refusals = new_clock(control), [], []
    for event in events:
        try:
            clock = apply(clock, event)
        except IllegalClockEvent as refusal:
            refusals.append(str(refusal))
        else:
            log.append(event)
        shown = reading(clock, at)
        assert min(shown.remaining) >= 0
        assert shown.flag is None or shown.fallen[shown.flag]
    assert all(sentence.endswith(".") for sentence in refusals)
    assert reduce(apply, log, new_clock(control)) == clock


@given(STEPS, CONTROLS, st.integers(0, 500))
def test_looking_at_a_clock_or_settling_it_on_the_way_changes_nothing_later(
    steps: list[tuple[str, Seat, int]], control: TimeControl, later: int
) -> None:
    looked = plain = new_clock(control)
    at = 0
    for kind, seat, gap in steps:
        at += gap
        looked = c.settle(looked, at - gap // 2)
        event = event_of(kind, seat, at)
        try:
            plain = apply(plain, event)
        except IllegalClockEvent:
            with pytest.raises(IllegalClockEvent):
                apply(looked, event)
        else:
            looked = apply(looked, event)
    assert reading(looked, at + later) == reading(plain, at + later)
    assert c.match_age(looked, at + later) == c.match_age(plain, at + later)
