"""What no sequence of events can do to the match clock."""

from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import clock as c
from shared.core.clock import IllegalClockEvent, apply, new_clock, reading
from shared.core.time_controls import TimeControl
from shared.core.words import Seat, other


@dataclass
class Walk:
    """The same clock, kept by walking through every single millisecond."""

    bonus: int
    left: list[int]
    running: set[Seat] = field(default_factory=set)
    held: set[Seat] = field(default_factory=set)
    fallen: set[Seat] = field(default_factory=set)

    def look(self) -> None:
        self.fallen = self.fallen or {seat for seat in self.running if self.left[seat] == 0}
        if self.fallen:
            self.running = set()

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            for seat in self.running:
                self.left[seat] -= 1
            self.look()

    def see(self, event: Any) -> None:
        match event:
            case c.Start(seat=seat) | c.StartLate(seat=seat):
                self.running = {seat}
            case c.StartBoth():
                self.running = {0, 1}
            case c.Arrive(seat=seat):
                self.running = self.running - {seat}
            case c.Press(seat=seat):
                self.left[seat] += self.bonus
                self.running = {other(seat)}
            case c.Pause():
                self.running, self.held = set(), self.running
            case c.Resume():
                self.running = self.held
            case c.EndGame():
                self.running = set()
            case c.NextGame():
                self.fallen = set()
        self.look()


SEAT = st.sampled_from((0, 1))
MOVE = st.sampled_from(("Start", "StartLate", "StartBoth", "Arrive", "Pause", "Resume", "EndGame"))
KIND = st.one_of(st.just("Press"), st.just("NextGame"), MOVE)
STEPS = st.lists(st.tuples(KIND, SEAT, st.integers(0, 25)), max_size=40)


def event_of(kind: str, seat: Seat, at: int) -> c.Event:
    match kind:
        case "NextGame":
            return c.NextGame()
        case "StartBoth" | "Pause" | "Resume" | "EndGame":
            made: c.Event = getattr(c, kind)(at=at)
        case _:
            made = getattr(c, kind)(seat=seat, at=at)
    return made


@given(STEPS, st.integers(1, 60), st.integers(0, 9))
def test_time_is_never_made_or_lost_and_what_is_refused_leaves_no_trace(
    steps: list[tuple[str, Seat, int]], main: int, bonus: int
) -> None:
    control = TimeControl("test", main, bonus)
    clock, at, log = new_clock(control), 0, []
    walk = Walk(bonus, [main, main])
    for kind, seat, gap in steps:
        at += gap
        walk.wait(gap)
        event = event_of(kind, seat, at)
        try:
            clock = apply(clock, event)
        except IllegalClockEvent:
            pass
        else:
            walk.see(event)
            log.append(event)
        shown = reading(clock, at)
        assert list(shown.remaining) == walk.left
        assert {seat for seat in (0, 1) if shown.runs[seat]} == walk.running
        assert {seat for seat in (0, 1) if shown.fallen[seat]} == walk.fallen
    assert reduce(apply, log, new_clock(control)) == clock


@given(STEPS, st.integers(0, 500))
def test_looking_at_a_clock_or_settling_it_on_the_way_changes_nothing_later(
    steps: list[tuple[str, Seat, int]], later: int
) -> None:
    looked = plain = new_clock(TimeControl("test", 80, 5))
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
