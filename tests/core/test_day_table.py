"""Which entry belongs to which phase of a table, and how the entries are stored."""

from typing import Any

import msgpack
import msgspec
import pytest

from shared.core import events as ev
from shared.core.backgammon.actions import Double
from shared.core.day import (
    DAY,
    IllegalEntry,
    MatchInfo,
    Phase,
    Session,
    new_session,
    recovery,
    replay,
    step,
)
from shared.core.day import entries as e
from shared.core.rulebooks import rulebook
from shared.core.words import Code
from tests.core.day_kit import info

W, D = Code.WIN, Code.DRAW

MASTERS = MatchInfo("m-1", ("90:00", "80:00+10"), first_seat=0, ballot=42)
CONTEST = MatchInfo("m-1", ("unclocked",), rulebook("contest"), first_seat=0, moves_set_up=0)
READY: list[e.Entry] = [
    e.Seated(0),
    e.Seated(1),
    e.ControlChosen(0, "90:00"),
    e.ControlChosen(1, "90:00"),
]
PLAYING = [*READY, e.Started(0)]
BETWEEN = [*PLAYING, e.Pressed(1, 5_000), e.GameOver(9_000, W)]
SCORING = [*BETWEEN, e.NextGame(), e.Started(20_000), e.GameOver(30_000, D)]

LOGGED = e.TakenOver("90:00", 2, (5, 6), (3, 2), 1, over=False, logged=40)

ENTRIES: tuple[e.Entry, ...] = (
    e.Seated(0),
    e.DrawByHand(on=True),
    e.CoinTossed(1),
    e.Drew(0, 37),
    e.ControlChosen(0, "90:00"),
    e.ControlSet("5:00+3"),
    e.AbsentStarted((True, False), 1),
    e.Arrived(0, 1),
    e.Started(1),
    e.Pressed(1, 30_001),
    e.Paused(30_001, "dispute", 0),
    e.Paused(30_001, "fire alarm"),
    e.Resumed(30_001),
    e.FlagFell(0, 30_001),
    e.FlagNoticed(0, 30_001),
    e.TurnPassed(1, 30_001),
    e.MovesTimed("lowder", 30_001),
    e.TimingEnded(30_001),
    e.PlayerTold(30_001),
    e.SingleJump(30_001),
    e.MoveTapped(30_001),
    e.MoveCounted(1, 30_001),
    e.DrawOffered(0, 30_001),
    e.DrawAnswered(1, accepted=True, at=30_001),
    e.CountBegun("quiet", 0, 30_001),
    e.CountAnew(30_001),
    e.CountEnded(30_001),
    e.Ordered("a", ev.Order("add_time", "", (60_000, 0)), 30_001, "ACF-1.X.A.e"),
    e.PinSet(0, "hash"),
    e.GameOver(30_001, W),
    e.CodeCorrected(1, Code.LOSS_BY_FORFEIT),
    e.TimeCalled(30_001),
    e.Captured((3, 4), 30_001),
    e.ClockImposed("30:00", "game", 30_001),
    e.Slept(30_001, 90_000),
    e.Adjusted((60_000, 0), 30_001, "ACF-1.X.A.e"),
    e.PressForgotten(1, 5, 30_001),
    e.NextGame(),
    e.Recovered((5, 6), 1),
    e.Recovered((0, 6), None, 0),
    e.AgreedToGoOn(1),
    e.RefereeResumed(),
    e.RefereeResumed((5, 6), 0),
    LOGGED,
    e.Recalled(W),
    e.Acted(Double(30_001, 1)),
    e.TakenBack(30_001),
    e.MovesEntered(on=True),
    e.MoveClarified((22, 15, 6), 9_000),
    e.TermsSet(("baffle_box",)),
    e.TermsAccepted(0),
    e.Rolled((3, 5)),
)
STANDING: dict[Phase, list[e.Entry]] = {
    Phase.SEATING: [],
    Phase.CHOOSING: READY[:2],
    Phase.AGREEING: READY[:2],
    Phase.READY: READY,
    Phase.ABSENT: [e.ControlSet("90:00"), e.AbsentStarted((True, True), 0)],
    Phase.PLAYING: PLAYING,
    Phase.PAUSED: [*PLAYING, e.Paused(9, "x")],
    Phase.RECALLING: [LOGGED],
    Phase.RECOVERING: [*PLAYING, e.Recovered((5, 6), 1)],
    Phase.BETWEEN: BETWEEN,
    Phase.COUNTING: [*READY[:2], e.Started(0), e.TimeCalled(30 * 60_000)],
    Phase.SCORING: SCORING,
}
SCOREBOARD = {e.Acted, e.TakenBack}
LEGAL: dict[Phase, set[type[Any]]] = {
    Phase.SEATING: {
        e.Seated,
        e.ControlSet,
        e.AbsentStarted,
        e.GameOver,
        e.PinSet,
        e.Ordered,
        e.DrawByHand,
        e.Ordered,
    },
    Phase.DRAWING: {
        e.ControlSet,
        e.GameOver,
        e.PinSet,
        e.Ordered,
        e.DrawByHand,
        e.CoinTossed,
        e.Drew,
    },
    Phase.CHOOSING: {e.ControlChosen, e.ControlSet, e.GameOver, e.PinSet, e.Ordered},
    Phase.AGREEING: {
        e.ControlSet,
        e.GameOver,
        e.TermsSet,
        e.TermsAccepted,
        e.Rolled,
        e.PinSet,
        e.Ordered,
    },
    Phase.READY: {
        *SCOREBOARD,
        e.PinSet,
        e.Ordered,
        e.MovesEntered,
        e.ControlSet,
        e.Started,
        e.GameOver,
        e.CodeCorrected,
        e.RefereeResumed,
        e.ClockImposed,
        e.Adjusted,
    },
    Phase.ABSENT: {
        e.Ordered,
        e.Seated,
        e.Arrived,
        e.Paused,
        e.Slept,
        e.FlagFell,
        e.GameOver,
        e.Adjusted,
    },
    Phase.PLAYING: {
        e.Ordered,
        e.CountBegun,
        e.CountAnew,
        e.CountEnded,
        *SCOREBOARD,
        e.Pressed,
        e.TurnPassed,
        e.MovesTimed,
        e.TimingEnded,
        e.PlayerTold,
        e.SingleJump,
        e.MoveTapped,
        e.MoveCounted,
        e.Paused,
        e.Slept,
        e.FlagFell,
        e.FlagNoticed,
        e.DrawOffered,
        e.DrawAnswered,
        e.GameOver,
        e.RefereeResumed,
        e.TimeCalled,
        e.ClockImposed,
        e.Adjusted,
        e.PressForgotten,
    },
    Phase.PAUSED: {
        e.Ordered,
        e.MovesTimed,
        e.TimingEnded,
        e.CountEnded,
        *SCOREBOARD,
        e.MoveClarified,
        e.Resumed,
        e.FlagFell,
        e.FlagNoticed,
        e.DrawAnswered,
        e.GameOver,
        e.TimeCalled,
        e.RefereeResumed,
        e.ClockImposed,
        e.Adjusted,
        e.PressForgotten,
    },
    Phase.RECALLING: {e.Recalled},
    Phase.RECOVERING: {
        e.Ordered,
        e.AgreedToGoOn,
        e.FlagFell,
        e.GameOver,
        e.RefereeResumed,
        e.Adjusted,
        e.PressForgotten,
    },
    Phase.BETWEEN: {
        *SCOREBOARD,
        e.MovesEntered,
        e.CodeCorrected,
        e.NextGame,
        e.TermsSet,
        e.TimeCalled,
        e.Adjusted,
        e.Ordered,
    },
    Phase.COUNTING: {e.Captured},
    Phase.SCORING: {*SCOREBOARD, e.CodeCorrected, e.Captured, e.RefereeResumed},
}


def standing(phase: Phase) -> Session:
    if phase is Phase.DRAWING:
        return replay(MatchInfo("m-1", MASTERS.controls), READY[:2])
    if phase is Phase.AGREEING:
        return replay(info("usbgf-open", "2/12"), READY[:2])
    return replay(CONTEST if phase is Phase.COUNTING else MASTERS, STANDING[phase])


JOURNALED = [phase for phase in Phase if DAY[phase].entries]
"""The phases that the journal leads to: the others come from outside."""


def test_the_table_holds_for_each_phase_the_entries_that_count_in_it_and_no_others() -> None:
    assert list(DAY) == list(Phase)
    assert set(JOURNALED) == set(LEGAL)
    for phase in JOURNALED:
        assert set(DAY[phase].entries) == LEGAL[phase] | {e.Recovered, e.TakenOver}


def test_outside_the_journal_no_entry_counts() -> None:
    session = msgspec.structs.replace(standing(Phase.SCORING), phase=Phase.RULED)
    with pytest.raises(IllegalEntry, match="No match is at this table"):
        step(session, recovery(session, last_at=None))


REFUSED = [
    pytest.param(phase, entry, id=f"{phase}-{number}-{type(entry).__name__}")
    for phase in JOURNALED
    for number, entry in enumerate(ENTRIES)
    if type(entry) not in LEGAL[phase] | {e.Recovered, e.TakenOver}
]


@pytest.mark.parametrize(("phase", "entry"), REFUSED)
def test_an_entry_outside_its_phases_is_refused_in_a_sentence_and_changes_nothing(
    phase: Phase, entry: e.Entry
) -> None:
    session = standing(phase)
    assert session.phase is phase
    with pytest.raises(IllegalEntry, match=r"^[A-Z].+\.$"):
        step(session, entry)
    assert session == standing(phase)


@pytest.mark.parametrize("phase", JOURNALED)
def test_a_restart_may_happen_in_every_phase(phase: Phase) -> None:
    session = step(standing(phase), recovery(standing(phase), last_at=None))
    runs = phase in (Phase.PLAYING, Phase.ABSENT)
    assert session.phase is (Phase.RECOVERING if runs else phase)


@pytest.mark.parametrize("entry", ENTRIES, ids=repr)
def test_an_entry_survives_the_journal(entry: e.Entry) -> None:
    stored = msgpack.packb(msgspec.to_builtins(entry))
    assert msgspec.convert(msgpack.unpackb(stored), e.Entry) == entry


def test_a_stored_entry_begins_with_its_name() -> None:
    assert msgspec.to_builtins(e.Pressed(1, 5)) == ["Pressed", 1, 5, ()]


@pytest.mark.parametrize(
    "stored", [["Pressed", 2, 5], ["Pressed", 1], ["Undone", 1], ["GameOver", 1, "X"], []]
)
def test_what_is_no_entry_is_not_read_as_one(stored: list[object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(stored, e.Entry)


def test_a_match_may_be_taken_over_in_every_phase_and_then_stands_as_the_log_has_it() -> None:
    for phase in set(JOURNALED) - {Phase.AGREEING}:
        fresh = step(new_session(standing(phase).info), LOGGED)
        assert step(standing(phase), LOGGED) == fresh


@pytest.mark.parametrize(
    "log",
    [
        e.TakenOver("90:00", 3, (5, 6), (3, 2), 1, over=False, logged=40),
        e.TakenOver("90:00", 0, (5, 6), (3, 2), 1, over=False, logged=40),
        e.TakenOver("90:00", 2, (-1, 6), (3, 2), 1, over=False, logged=40),
        e.TakenOver("nonsense", 2, (5, 6), (3, 2), 1, over=False, logged=40),
        e.TakenOver("90:00", 2, (5, 6), (3, 2), None, over=False, logged=40),
    ],
)
def test_a_log_that_cannot_be_of_this_match_is_not_taken_over(log: e.TakenOver) -> None:
    with pytest.raises(IllegalEntry):
        step(new_session(MASTERS), log)


def test_replaying_a_journal_is_stepping_through_it() -> None:
    session = new_session(MASTERS)
    for entry in SCORING:
        session = step(session, entry)
    assert session == replay(MASTERS, SCORING)
