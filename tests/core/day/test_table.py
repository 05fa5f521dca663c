"""The day's table as a whole: what no walk through a day can do, and how it is stored.

What a phase holds, the walks take from the table itself. What must never happen stands here, each
with its reason; what has to be possible in ``day_needs``.
"""

from copy import deepcopy
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given

from shared.core import clock as c
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import Win
from shared.core.clock import ClockPhase as Stands
from shared.core.day import (
    DAY,
    LOBBY,
    IllegalEntry,
    Phase,
    drawn,
    new_session,
    outcome,
    reading_at,
    recovery,
    step,
)
from shared.core.day import entries as e
from shared.core.events import measures as m
from shared.core.match.outcome import SEATS, Code, Outcome
from shared.wire.codec import pack, unpack
from tests.core.day.day_facts import Facts
from tests.core.day.day_kit import LOST, SEATED, W, at_table, info, replay
from tests.core.day.day_walks import (
    ANYWHERE,
    JOURNALED,
    KINDS,
    MAKES,
    MINUTE,
    WALKS,
    Pick,
    Walked,
    accepted,
    last_of,
    possible,
    sessions,
    setting_out,
    settled_walks,
    walk,
)

HOUR = 60 * MINUTE


# -- the table --------------------------------------------------------------------------------


def test_every_phase_has_its_row_and_outside_phases_accept_no_entries() -> None:
    assert list(DAY) == list(Phase)
    outside = {Phase.WAITING, Phase.CALLED, Phase.CONFIRMED, Phase.DISPUTED, Phase.RULED}
    assert set(Phase) - set(JOURNALED) == outside | {Phase.DONE}


def test_every_row_of_the_table_takes_its_entry_in_some_walk_and_refuses_it_in_another() -> None:
    rows = {(phase, kind) for phase in JOURNALED for kind in DAY[phase].entries}
    assert {kind for _, kind in rows} == set(KINDS) == set(MAKES)
    refused = set(KINDS) - {*ANYWHERE}
    for walked in settled_walks(1_500, steps=40):
        for visit in walk(*walked):
            if visit.after is None:
                refused.discard(type(visit.what))
            else:
                rows.discard((visit.before.phase, type(visit.what)))
        if not rows and not refused:
            break
    assert not rows, "what a phase holds and no walk has taken there"
    assert not refused, "what no walk has tried in vain"


@given(WALKS)
def test_every_entry_steps_or_is_refused_in_a_sentence_and_changes_nothing(walked: Walked) -> None:
    session, at = last_of(walked)
    was = deepcopy(session)
    for kind in KINDS:
        entry = MAKES[kind](session, at, Pick(at))
        if possible(session, entry):
            assert kind in DAY[session.phase].entries
        else:
            with pytest.raises(IllegalEntry, match=r"^[A-Z“].+\.$"):
                step(session, entry)
        assert session == was


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase not in JOURNALED])
def test_outside_the_journal_no_entry_counts(phase: Phase) -> None:
    session = msgspec.structs.replace(at_table("acf-majors"), phase=phase)
    for kind in KINDS:
        assert not possible(session, MAKES[kind](session, 0, Pick(0)))
    with pytest.raises(IllegalEntry, match="No match is at this table"):
        step(session, recovery(session, last_at=None))


# -- the journal ------------------------------------------------------------------------------


@given(WALKS)
def test_the_accepted_lines_alone_read_back_from_the_journal_give_the_same_session(
    walked: Walked,
) -> None:
    live = read = setting_out(walked[0])
    for visit in walk(*walked):
        assert visit.before == live
        if visit.entry is not None and visit.after is not None:
            read = step(read, unpack(pack(visit.entry), e.Entry))
        elif visit.after is not None:
            draw = visit.after.info
            read = drawn(read, draw.first_seat or 0, draw.ballot)
        live = visit.after or live
        assert read == live


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__name__))
def test_an_entry_survives_the_journal(kind: type[Any]) -> None:
    session = at_table("apca")
    for number in range(20):
        entry = MAKES[kind](session, number, Pick(number))
        stored = msgpack.packb(msgspec.to_builtins(entry))
        assert msgspec.convert(msgpack.unpackb(stored), e.Entry) == entry


def test_a_stored_entry_begins_with_its_name() -> None:
    assert msgspec.to_builtins(e.Pressed(1, 5)) == ["Pressed", 1, 5, ()]


@pytest.mark.parametrize(
    "stored",
    [
        ["Pressed", 2, 5],
        ["Pressed", 1],
        ["Undone", 1],
        ["GameOver", 1, "X"],
        ["Clocked", ["Press", 0, 5]],
        [],
    ],
)
def test_malformed_entry_is_not_read(stored: list[object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(stored, e.Entry)


@given(WALKS)
def test_after_a_restart_nothing_runs_and_the_rest_is_as_it_was(walked: Walked) -> None:
    for session, at in sessions(walked):
        back = step(session, recovery(session, last_at=at))
        ran = session.phase in (Phase.PLAYING, Phase.ABSENT)
        assert back.phase is (Phase.RECOVERING if ran else session.phase)
        assert (back.codes, back.game, back.seated) == (session.codes, session.game, session.seated)
        assert back.clock is None or back.clock.phase not in (Stands.RUNNING, Stands.ABSENT)


@given(WALKS)
def test_a_match_that_is_taken_over_stands_as_the_log_has_it_whatever_was_here(
    walked: Walked,
) -> None:
    for session, at in sessions(walked):
        taken = MAKES[e.TakenOver](session, at, Pick(at))
        assert step(session, taken) == step(new_session(session.info), taken)


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
        step(new_session(info("acf-masters", "90:00")), log)


# -- what never happens -----------------------------------------------------------------------

STANDS: dict[Phase, set[Stands]] = {
    **{phase: {Stands.READY} for phase in LOBBY},
    Phase.ABSENT: {Stands.ABSENT},
    Phase.PLAYING: {Stands.RUNNING},
    Phase.PAUSED: {Stands.PAUSED, Stands.FLAGGED},
    Phase.RECOVERING: {Stands.PAUSED, Stands.FLAGGED},
    Phase.RECALLING: {Stands.PAUSED, Stands.ENDED},
    Phase.BETWEEN: {Stands.ENDED},
    Phase.COUNTING: {Stands.PAUSED, Stands.ENDED, Stands.FLAGGED},
    Phase.SCORING: {Stands.PAUSED, Stands.ENDED, Stands.FLAGGED},
}
"""Where the clock stands in each phase, as the phases themselves say: a table asks for a press
only while a turn runs, and lets nobody's time run while it asks for anything else."""

NO_CLOCK = {Phase.SEATING, Phase.DRAWING, Phase.CHOOSING, Phase.BETWEEN, Phase.SCORING}
"""Where no control may be settled yet: games before that can only be forfeited."""


@given(WALKS)
def test_the_clock_stands_where_the_phase_says(walked: Walked) -> None:
    for session, at in sessions(walked):
        if session.clock is None:
            assert session.phase in NO_CLOCK
            continue
        assert session.clock.phase in STANDS[session.phase]
        if session.phase not in (Phase.PLAYING, Phase.ABSENT):
            now, later = reading_at(session, at), reading_at(session, at + HOUR)
            assert now is not None
            assert later is not None
            assert now.remaining == later.remaining


WORDS = (
    *(c.Adjust, e.RefereeResumed, e.ControlSet, e.ControlChosen, e.ClockImposed, e.Ordered),
    *(c.Forgotten, e.Recovered, e.TakenOver, e.TakenBack, e.Acted),
)
"""What sets a clock: the referee's word, both players' word, a restart. Nothing else does."""


@pytest.mark.clause("ACF-1.X.A.c")
@given(WALKS)
def test_only_the_referee_or_both_players_change_a_time_except_by_its_bonus(
    walked: Walked,
) -> None:
    for visit, session in accepted(walked):
        before, after = reading_at(visit.before, visit.at), reading_at(session, visit.at)
        if before is None or after is None or isinstance(visit.what, WORDS):
            continue
        control, moved = session.control, isinstance(visit.what, e.Pressed | c.Tap)
        assert control is not None
        if visit.before.clock is not None and visit.before.clock.afterwards is not None:
            continue  # A clock that was brought for one game goes with it (APCA-9).
        for seat in SEATS:
            mover = moved and before.runs[seat]
            grown = after.remaining[seat] - before.remaining[seat]
            assert grown == (control.bonus_ms if mover and grown else 0)


@given(WALKS)
def test_a_press_counts_only_while_a_turn_runs_and_only_for_the_player_to_move(
    walked: Walked,
) -> None:
    for session, at in sessions(walked):
        facts = Facts(session, at)
        for seat in SEATS:
            if seat != facts.runs:
                assert not possible(session, e.Pressed(seat, at))


@given(WALKS)
def test_a_game_has_one_code_and_a_match_that_is_settled_goes_no_further(walked: Walked) -> None:
    for session, _ in sessions(walked):
        if outcome(session) is not None:
            assert session.phase is Phase.SCORING
        if session.info.book.scoring == "points":
            continue
        known = len(session.codes) - session.game
        if session.phase in (*LOBBY, Phase.ABSENT, Phase.PLAYING, Phase.PAUSED, Phase.RECOVERING):
            assert known == -1
        elif session.phase is Phase.BETWEEN:
            assert known == 0
        elif session.phase is Phase.SCORING:
            # A flag may cost the next game too; two flags, or a call of time, leave a game open.
            assert -1 <= known <= 1


@given(WALKS)
def test_what_an_earlier_game_ended_with_changes_only_when_it_is_corrected(walked: Walked) -> None:
    for visit, session in accepted(walked):
        earlier = visit.before.codes[: visit.before.game - 1]
        if not isinstance(visit.entry, e.CodeCorrected | e.Recalled | e.TakenOver):
            assert session.codes[: len(earlier)] == earlier
        if not isinstance(visit.entry, e.TakenOver):
            assert session.game >= visit.before.game - isinstance(
                visit.entry, e.CodeCorrected | e.TakenBack
            )


@pytest.mark.clause("ACF-1.VI.B", "USBGF-3.6")
@given(WALKS)
def test_no_game_is_played_before_both_sit_and_accept_and_nobody_who_sits_is_absent(
    walked: Walked,
) -> None:
    points = walked[0].info.book.scoring == "points"
    taken = False
    for visit, session in accepted(walked):
        taken = taken or isinstance(visit.entry, e.TakenOver)
        if session.phase in (Phase.READY, Phase.PLAYING, Phase.PAUSED) and session.board is None:
            absence = session.clock is not None and session.clock.resumes is Stands.ABSENT
            assert all(session.seated) or (session.phase is Phase.PAUSED and absence)
        if points and session.board is not None and not taken:
            assert all(session.terms.accepted)
        if session.phase is Phase.ABSENT and session.clock is not None:
            assert not any(session.clock.runs[seat] and session.seated[seat] for seat in SEATS)
        if not isinstance(visit.entry, e.TakenOver):
            assert all(session.seated[s] or not visit.before.seated[s] for s in SEATS)


# -- what the walks have found ----------------------------------------------------------------


def test_a_draw_offered_in_a_game_that_is_over_cannot_be_accepted_in_the_next_one() -> None:
    session = step(at_table("acf-majors"), e.Started(0))
    for entry in (e.DrawOffered(0, 5), e.GameOver(9, W), e.NextGame(), e.Started(10)):
        session = step(session, entry)
    assert not possible(session, e.DrawAnswered(1, accepted=True, at=11))
    assert possible(session, e.DrawOffered(1, 11))


@pytest.mark.parametrize(
    "given_back",
    [
        e.Clocked(c.Adjust((MINUTE, MINUTE), 5 * MINUTE + 1)),
        e.Clocked(c.Forgotten(0, MINUTE, 5 * MINUTE + 1)),
        e.Ordered("a", m.TimeAdded(MINUTE, 0), 5 * MINUTE + 1),
    ],
    ids=["added", "given back", "decided"],
)
def test_time_given_after_a_flag_that_nobody_has_called_leaves_a_game_that_can_go_on(
    given_back: e.Entry,
) -> None:
    session = step(step(at_table("acf-majors", "5:00"), e.Started(0)), given_back)
    assert session.phase is Phase.PAUSED
    assert step(session, e.Clocked(c.Resume(5 * MINUTE + 2))).phase is Phase.PLAYING


ACCEPTED = (*SEATED, e.TermsAccepted(0), e.TermsAccepted(1))


def test_a_match_of_points_that_was_forfeited_has_no_game_to_begin() -> None:
    session = replay(info("usbgf-open", "2/12", 3), [*ACCEPTED, e.GameOver(0, LOST)])
    assert not possible(session, e.Acted(a.Begin(5, 0)))


def test_the_next_game_of_a_match_of_points_begins_on_the_scoreboard_alone() -> None:
    session = replay(info("usbgf-open", "2/12", 3), [*ACCEPTED, e.Acted(a.Begin(0, 0))])
    session = step(session, e.Acted(a.Won(5, 0, Win.SINGLE)))
    assert not possible(session, e.NextGame())
    assert possible(session, e.Acted(a.Begin(6, 1)))


@pytest.mark.clause("USBGF-4.3")
def test_a_flag_that_stops_the_clock_of_a_match_of_points_waits_for_the_director() -> None:
    session = replay(info("usbgf-open", "5:00d12", 3), [*ACCEPTED, e.Acted(a.Begin(0, 0))])
    session = step(session, e.FlagFell(0, 6 * MINUTE))
    assert (session.phase, outcome(session)) == (Phase.PAUSED, None)
    lost = step(session, e.Acted(a.FlagStands(6 * MINUTE)))
    assert outcome(lost) == Outcome((Code.LOSS,), points=(0, 3))
