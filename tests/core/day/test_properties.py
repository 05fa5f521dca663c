"""What no sequence of journal lines can do at a table: make time, lose it, replay otherwise."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import clock as c
from shared.core.day import IllegalEntry, MatchInfo, Phase, Session, new_session, outcome, step
from shared.core.day import entries as e
from shared.core.events import measures as m
from shared.core.match.outcome import SEATS, Code, Seat
from shared.core.rulebooks import rulebook
from shared.core.standings.scoring import match_winner
from shared.wire.codec import pack, unpack

MAIN_MS = 90 * 60_000
SEAT = st.sampled_from(SEATS)
SMALL = st.integers(0, 24)
Make = Callable[[int], e.Entry]


def measures() -> st.SearchStrategy[m.OfTable]:
    added, times = st.integers(-90_000, 90_000), st.integers(0, MAIN_MS)
    return st.one_of(
        st.builds(m.TimeAdded, added, added),
        st.builds(m.ClockSet, times, times),
        st.just(m.TimeCalled()),
    )


MAKES: st.SearchStrategy[Make] = st.one_of(
    st.builds(lambda seat: lambda at: e.Pressed(seat, at), SEAT),
    st.just(e.Started),
    st.just(lambda at: e.Clocked(c.Pause(at, c.Here("at_table")))),
    st.just(lambda at: e.Clocked(c.Resume(at))),
    st.builds(lambda code: lambda at: e.GameOver(at, code), st.sampled_from(list(Code))),
    st.just(lambda at: e.NextGame()),
    st.just(e.TimeCalled),
    st.builds(lambda pair: lambda at: e.Captured(pair, at), st.tuples(SMALL, SMALL)),
    st.builds(lambda measure, n: lambda at: e.Ordered(f"t{n}", measure, at), measures(), SMALL),
    st.builds(lambda seat, ms: lambda at: e.Clocked(c.Forgotten(seat, ms, at)), SEAT, SMALL),
    st.builds(lambda seat: lambda at: e.CoinTossed(seat), SEAT),
    st.builds(lambda seat: lambda at: e.Drew(seat, 0), SEAT),
    st.just(lambda at: e.TermsSet(("baffle_box",))),
    st.builds(lambda code: lambda at: e.CodeCorrected(1, code), st.sampled_from(list(Code))),
)
STEPS = st.lists(st.tuples(st.integers(0, 45_000), MAKES), max_size=60)


def begun(book: str) -> Session:
    info = MatchInfo("m", ("90:00",), rulebook(book), first_seat=0, moves_set_up=0)
    return step(step(new_session(info), e.Seated(0)), e.Seated(1))


def remaining(session: Session, at: int) -> list[int]:
    assert session.clock is not None
    return list(c.reading(session.clock, at).remaining)


def given_by(entry: e.Entry, before: list[int], session: Session) -> list[int]:
    """Return what the entry itself does to the two times."""
    if isinstance(entry, e.Clocked) and isinstance(entry.event, c.Forgotten):
        before[entry.event.seat] += entry.event.ms
    measure = entry.measure if isinstance(entry, e.Ordered) else None
    if isinstance(measure, m.TimeAdded):
        return [before[0] + measure.left_ms, before[1] + measure.right_ms]
    if isinstance(measure, m.ClockSet):
        return [measure.left_ms, measure.right_ms]
    return before


@pytest.mark.clause("ACF-1.X.A.b", "ACF-1.X.A.c", "SE-7", "HALL-power-cut")
@given(book=st.sampled_from(["contest", "standard", "acf-majors", "apca"]), steps=STEPS)
def test_time_is_never_created_or_lost_and_replay_equals_live(
    book: str, steps: list[tuple[int, Make]]
) -> None:
    live = replayed = begun(book)
    times, at = [MAIN_MS, MAIN_MS], 1_000
    for wait, make in steps:
        at += wait
        assert live.clock is not None
        if live.clock.phase is c.ClockPhase.RUNNING:
            seat: Seat = 1 if live.clock.runs[1] else 0
            times[seat] = max(0, times[seat] - wait)
        assert remaining(live, at) == times
        entry = make(at)
        try:
            after = step(live, entry)
        except IllegalEntry:
            assert remaining(live, at) == times
        else:
            times = given_by(entry, times, live)
            replayed = step(replayed, unpack(pack(entry), type(entry)))
            live = after
            assert remaining(live, at) == times
    assert replayed == live


@pytest.mark.clause("SE-7", "DARK-KO")
@given(book=st.sampled_from(["contest", "standard"]), steps=STEPS)
def test_knock_out_match_ends_without_winner_only_where_both_forfeit_all_games(
    book: str, steps: list[tuple[int, Make]]
) -> None:
    session, at = begun(book), 1_000
    for wait, make in steps:
        at += wait
        try:
            session = step(session, make(at))
        except IllegalEntry:
            continue
        found = outcome(session)
        if found is not None and session.phase is Phase.SCORING:
            winner = match_winner(session.info.book, found)
            assert (winner is None) == found.lost_by_both
