"""A match at a table, told as its journal entries."""

import msgspec
import pytest

from shared.core import clock as c
from shared.core.clock import ClockReading
from shared.core.day import (
    IllegalEntry,
    MatchInfo,
    Phase,
    Session,
    drawn,
    new_session,
    outcome,
    reading_at,
    step,
)
from shared.core.day import entries as e
from shared.core.match.outcome import Code, Outcome, Seat
from shared.core.rulebooks import rulebook
from tests.core.day.day_kit import replay

MINUTE = 60_000
W, D, L = Code.WIN, Code.DRAW, Code.LOSS
WON, LOST = Code.WIN_BY_FORFEIT, Code.LOSS_BY_FORFEIT

MASTERS = MatchInfo("m-1", ("90:00", "80:00+10"), first_seat=0, ballot=42)
READY: list[e.Entry] = [
    e.Seated(0),
    e.Seated(1),
    e.ControlChosen(0, "90:00"),
    e.ControlChosen(1, "90:00"),
]
PLAYING = [*READY, e.Started(0)]
BETWEEN = [*PLAYING, e.Pressed(1, 5_000), e.GameOver(9_000, W)]
SECOND = [*BETWEEN, e.NextGame(), e.Started(20_000)]
SCORING = [*SECOND, e.GameOver(30_000, D)]


def after(*more: e.Entry, to: list[e.Entry] | None = None, info: MatchInfo = MASTERS) -> Session:
    return replay(info, [*(READY if to is None else to), *more])


def shown(session: Session, at: int) -> ClockReading:
    reading = reading_at(session, at)
    assert reading is not None
    return reading


# ── before the game ──────────────────────────────────────────────────────────────────────────


def test_a_table_asks_for_players_then_the_draw_then_a_control_then_a_start() -> None:
    undrawn = MatchInfo("m-1", ("90:00", "80:00+10"))
    session = replay(undrawn, READY[:1])
    assert session.phase is Phase.SEATING
    session = step(session, e.Seated(1))
    assert session.phase is Phase.DRAWING
    session = drawn(session, 0, 42)
    assert session.phase is Phase.CHOOSING
    assert session == replay(MASTERS, READY[:2])
    session = step(step(session, READY[2]), READY[3])
    assert session.phase is Phase.READY


def test_a_draw_that_is_known_before_both_are_seated_leaves_the_table_waiting() -> None:
    assert drawn(new_session(MatchInfo("m-1", ("90:00",))), 1, 7).phase is Phase.SEATING


def test_a_single_control_needs_no_choice() -> None:
    session = replay(MatchInfo("m-2", ("unclocked",), first_seat=1), READY[:2])
    assert (session.phase, session.starts_on_clock) == (Phase.READY, 0)


@pytest.mark.clause("ACF-1.X.A.a")
def test_players_who_differ_may_change_their_minds_or_leave_it_to_chance() -> None:
    session = after(e.ControlChosen(0, "90:00"), e.ControlChosen(1, "80:00+10"), to=READY[:2])
    assert (session.phase, session.choice_differs) == (Phase.CHOOSING, True)
    assert step(session, e.ControlChosen(1, "90:00")).phase is Phase.READY
    by_chance = step(session, e.ControlSet("80:00+10"))
    assert (by_chance.phase, by_chance.choice_differs) == (Phase.READY, False)
    assert shown(by_chance, 0).remaining == (80 * MINUTE, 80 * MINUTE)


@pytest.mark.clause("ACF-1.X.A.a")
def test_one_choice_alone_settles_nothing() -> None:
    session = after(e.ControlChosen(0, "90:00"), to=READY[:2])
    assert (session.phase, session.choice_differs, session.clock) == (Phase.CHOOSING, False, None)
    assert reading_at(session, 0) is None


def test_a_control_that_is_not_offered_cannot_be_chosen() -> None:
    with pytest.raises(IllegalEntry, match="not offered"):
        after(e.ControlChosen(0, "5:00"), to=READY[:2])


def test_a_control_that_nobody_can_read_cannot_be_set() -> None:
    with pytest.raises(IllegalEntry, match="not a time control"):
        after(e.ControlSet("soon"))


def test_a_clock_that_has_been_used_is_not_exchanged_for_another() -> None:
    late: list[e.Entry] = [
        e.Seated(0),
        e.ControlSet("90:00"),
        e.Clocked(c.StartLate(1, 0)),
        e.Clocked(c.Arrive(1, 9)),
    ]
    with pytest.raises(IllegalEntry, match="used already"):
        after(e.ControlSet("80:00+10"), to=late)


def test_second_sitting_down_is_refused() -> None:
    with pytest.raises(IllegalEntry, match="seated already"):
        after(e.Seated(0), to=READY[:1])


# ── colours and whose clock starts ───────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.VIII.A")
@pytest.mark.parametrize("first", [0, 1])
def test_the_sides_swap_for_the_second_game_and_the_opening_stays(first: Seat) -> None:
    info = msgspec.structs.replace(MASTERS, first_seat=first)
    game_1 = after(info=info)
    assert (game_1.game, game_1.first_player, game_1.info.ballot) == (1, first, 42)
    game_2 = after(e.Started(0), e.GameOver(9_000, W), e.NextGame(), info=info)
    assert (game_2.game, game_2.first_player, game_2.info.ballot) == (2, 1 - first, 42)


@pytest.mark.clause("ACF-1.X.A.d")
def test_with_three_moves_set_up_the_clock_of_white_is_started() -> None:
    assert shown(after(to=PLAYING), 0).running == 1
    assert shown(after(to=SECOND), 20_000).running == 0


@pytest.mark.clause("ACF-1.X.A.d")
def test_with_every_ballot_move_clocked_the_clock_of_red_is_started() -> None:
    info = msgspec.structs.replace(MASTERS, moves_set_up=0)
    assert shown(after(to=PLAYING, info=info), 0).running == 0


# ── an absent player ─────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.VI.B")
def test_a_late_player_has_less_time_and_the_game_starts_as_usual() -> None:
    late: list[e.Entry] = [
        e.Seated(0),
        e.ControlSet("90:00"),
        e.Clocked(c.StartLate(1, 10 * MINUTE)),
        e.Clocked(c.Arrive(1, 40 * MINUTE)),
    ]
    session = after(to=late)
    assert (session.phase, session.seated) == (Phase.READY, (True, True))
    assert shown(session, 41 * MINUTE).remaining == (90 * MINUTE, 60 * MINUTE)
    assert shown(step(session, e.Started(41 * MINUTE)), 41 * MINUTE).running == 1


@pytest.mark.clause("ACF-1.VI.B")
def test_player_who_never_comes_forfeits_both_games_after_their_clock_runs_out() -> None:
    session = after(
        e.Seated(0),
        e.ControlSet("90:00"),
        e.Clocked(c.StartLate(1, 15 * MINUTE)),
        e.FlagFell(1, 105 * MINUTE),
        to=[],
    )
    assert session.proposed_outcome == Outcome((WON, WON))


@pytest.mark.clause("ACF-1.VI.B")
def test_both_clocks_run_when_both_players_are_absent_and_each_arrival_stops_one() -> None:
    both: list[e.Entry] = [e.ControlSet("90:00"), e.Clocked(c.StartBoth(0))]
    session = after(to=both)
    assert shown(session, 1_000).runs == (True, True)
    session = step(session, e.Clocked(c.Arrive(0, 60_000)))
    assert (session.phase, shown(session, 61_000).running) == (Phase.ABSENT, 1)
    session = step(session, e.Clocked(c.Arrive(1, 90_000)))
    assert (session.phase, shown(session, 99_000).runs) == (Phase.READY, (False, False))


@pytest.mark.clause("ACF-1.VI.B")
def test_referee_enters_the_codes_when_neither_player_comes() -> None:
    session = after(
        e.ControlSet("90:00"), e.Clocked(c.StartBoth(0)), e.FlagFell(0, 90 * MINUTE), to=[]
    )
    assert (session.phase, session.codes, outcome(session)) == (Phase.SCORING, (), None)
    session = step(step(session, e.CodeCorrected(1, LOST)), e.CodeCorrected(2, LOST))
    assert outcome(session) == Outcome((LOST, LOST))


def test_the_player_who_is_there_may_sit_down_while_the_other_is_waited_for() -> None:
    waiting: list[e.Entry] = [e.ControlSet("90:00"), e.Clocked(c.StartLate(1, 0))]
    session = after(e.Seated(0), to=waiting)
    assert (session.phase, session.seated) == (Phase.ABSENT, (True, False))
    with pytest.raises(IllegalEntry, match="report the arrival"):
        step(session, e.Seated(1))


@pytest.mark.parametrize("starts", [c.StartLate(0, 0), c.StartBoth(0)])
def test_only_the_clock_of_a_player_who_is_not_there_is_started(starts: e.ClockEvent) -> None:
    with pytest.raises(IllegalEntry, match="not seated"):
        after(e.Seated(0), e.ControlSet("90:00"), e.Clocked(starts), to=[])


def test_no_clock_runs_for_an_absent_player_before_a_control_is_settled() -> None:
    with pytest.raises(IllegalEntry, match="not settled"):
        after(e.Clocked(c.StartBoth(0)), to=[])


# ── two games ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.X.A.b")
def test_the_second_game_is_played_on_what_the_first_one_left() -> None:
    used, left = ((52 * 60 + 30), (61 * 60 + 10)), ((37 * 60 + 30), (28 * 60 + 50))
    over = sum(used) * 1000
    session = after(e.Pressed(1, used[1] * 1000), e.GameOver(over, L), to=PLAYING)
    assert session.phase is Phase.BETWEEN
    session = step(step(session, e.NextGame()), e.Started(over + 15 * MINUTE))
    reading = shown(session, over + 15 * MINUTE)
    assert reading.remaining == (left[0] * 1000, left[1] * 1000)
    assert (reading.game, reading.moves) == (2, (0, 0))


def test_a_match_with_all_its_games_played_waits_for_the_signatures() -> None:
    session = after(to=SCORING)
    assert (session.phase, outcome(session)) == (Phase.SCORING, Outcome((W, D)))
    assert session.proposed_outcome is None


def test_a_match_with_a_game_to_play_has_no_outcome() -> None:
    assert outcome(after(to=SECOND)) is None


def test_a_code_entered_wrongly_is_corrected_before_signing() -> None:
    assert outcome(after(e.CodeCorrected(1, L), to=SCORING)) == Outcome((L, D))
    assert after(e.CodeCorrected(1, D), to=BETWEEN).codes == (D,)


@pytest.mark.parametrize(("journal", "game"), [(BETWEEN, 2), (SCORING, 3), (SCORING, 0)])
def test_a_game_without_a_code_has_none_to_correct(journal: list[e.Entry], game: int) -> None:
    with pytest.raises(IllegalEntry, match="no result yet"):
        after(e.CodeCorrected(game, W), to=journal)


@pytest.mark.parametrize("code", [D, WON, LOST])
def test_a_game_that_nobody_started_may_be_forfeited_or_drawn(code: Code) -> None:
    session = after(e.GameOver(0, code), e.NextGame(), to=READY[:1])
    assert (session.phase, session.codes, session.game) == (Phase.SEATING, (code,), 2)
    session = replay(MASTERS, [e.GameOver(0, code), e.NextGame(), *READY])
    assert (shown(session, 0).game, session.first_player) == (2, 1)


@pytest.mark.parametrize(
    "journal",
    [
        [],
        READY,
        [
            e.ControlSet("90:00"),
            e.Clocked(c.StartBoth(0)),
            e.Clocked(c.Pause(1, c.Here("at_table"))),
        ],
    ],
)
def test_a_game_that_nobody_started_is_not_won_or_lost_by_play(journal: list[e.Entry]) -> None:
    with pytest.raises(IllegalEntry, match="has not started"):
        after(e.GameOver(5, W), to=journal)


# ── flags ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.X.A.b")
def test_a_flag_in_game_1_loses_it_and_the_game_not_started() -> None:
    session = after(e.FlagFell(1, 90 * MINUTE), to=PLAYING)
    assert session.phase is Phase.SCORING
    assert session.proposed_outcome == outcome(session) == Outcome((W, WON))
    assert session.proposed_outcome is not None
    assert session.proposed_outcome.for_seat(1).games == (L, LOST)


@pytest.mark.clause("ACF-1.X.A.b")
@pytest.mark.parametrize("first_game", [W, D])
def test_a_flag_in_game_2_loses_that_game_only(first_game: Code) -> None:
    session = after(e.GameOver(9, first_game), e.NextGame(), e.Started(10), to=PLAYING)
    session = step(session, e.FlagFell(0, 91 * MINUTE))
    assert session.proposed_outcome == Outcome((first_game, L))


@pytest.mark.clause("HALL-apca-flag")
def test_where_a_flag_takes_one_game_only_the_next_one_waits_for_the_referee() -> None:
    info = MatchInfo("m-3", ("45:00",), rulebook("apca"), first_seat=0, moves_set_up=0)
    start: list[e.Entry] = [e.Seated(0), e.Seated(1), e.Started(0), e.FlagFell(0, 45 * MINUTE)]
    session = replay(info, start)
    assert (session.phase, session.codes, session.proposed_outcome) == (
        Phase.BETWEEN,
        (L,),
        None,
    )
    session = step(session, e.NextGame())
    forfeited = step(session, e.GameOver(46 * MINUTE, LOST))
    assert outcome(forfeited) == Outcome((L, LOST))
    session = step(session, e.RefereeResumed((10 * MINUTE, 45 * MINUTE)))
    assert session.phase is Phase.READY
    session = step(session, e.Started(46 * MINUTE))
    assert shown(session, 47 * MINUTE).remaining == (10 * MINUTE, 44 * MINUTE)


def test_a_press_after_the_flag_fall_is_refused_before_the_flag_is_noticed() -> None:
    session = after(to=PLAYING)
    with pytest.raises(IllegalEntry, match="a flag has fallen"):
        step(session, e.Pressed(1, 90 * MINUTE))
    assert step(session, e.FlagFell(1, 90 * MINUTE + 700)).codes == (W, WON)


def test_a_game_cannot_end_otherwise_once_its_flag_is_down() -> None:
    with pytest.raises(IllegalEntry, match="flag fell before"):
        after(e.GameOver(90 * MINUTE, W), to=PLAYING)


@pytest.mark.parametrize(("seat", "at"), [(1, 90 * MINUTE - 1), (0, 90 * MINUTE)])
def test_flag_that_has_not_fallen_cannot_be_lifted(seat: Seat, at: int) -> None:
    with pytest.raises(IllegalEntry, match="has not fallen"):
        after(e.FlagFell(seat, at), to=PLAYING)


def test_the_referee_may_take_back_the_flag_of_a_defective_clock() -> None:
    session = after(e.FlagFell(1, 90 * MINUTE), to=PLAYING)
    with pytest.raises(IllegalEntry, match="how much time"):
        step(session, e.RefereeResumed())
    session = step(session, e.RefereeResumed((90 * MINUTE, 30 * MINUTE)))
    assert (session.phase, session.codes) == (Phase.PAUSED, ())
    session = step(session, e.Clocked(c.Resume(100 * MINUTE)))
    assert shown(session, 101 * MINUTE).remaining == (90 * MINUTE, 29 * MINUTE)


def test_the_referee_does_not_reopen_a_match_that_was_played_out() -> None:
    with pytest.raises(IllegalEntry, match="All games"):
        after(e.RefereeResumed((1, 1)), to=SCORING)
