"""What is possible at a table in all of its day: what people need, and a way to the score."""

from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given

from shared.core.backgammon import BoardPhase as Scoreboard
from shared.core.backgammon import actions as a
from shared.core.backgammon import delay_of
from shared.core.backgammon.worth import Win
from shared.core.day import LOBBY, IllegalEntry, Phase, Session, drawn, step
from shared.core.day import entries as e
from shared.core.day.ordered import as_entry, obstacle
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import SEATS, other
from tests.core.day import day_needs as need
from tests.core.day.day_facts import Facts
from tests.core.day.day_limits import ASKED, LIMITS
from tests.core.day.day_walks import (
    JOURNALED,
    WALKS,
    Pick,
    Walked,
    accepted,
    last_of,
    measures_of,
    possible,
    sessions,
    settled_walks,
)

ENOUGH = 10
"""So often each need is met in each phase."""


def test_every_need_arises_and_is_met_in_each_phase_where_it_does() -> None:
    met: Counter[tuple[str, Phase]] = Counter()
    for walked in settled_walks(150, steps=40):
        for session, at in sessions(walked):
            facts = Facts(session, at)
            for why, asked in need.NEEDS.items():
                entry = asked(facts) if met[why, session.phase] < ENOUGH else None
                if entry is not None:
                    met[why, session.phase] += 1
                    assert possible(session, entry), f"{why}: {entry} in {session.phase}"
    assert {why for why, _ in met} == set(need.NEEDS)
    assert {phase for _, phase in met} == set(JOURNALED)


@given(WALKS)
def test_what_players_and_referee_need_is_possible(walked: Walked) -> None:
    for session, at in sessions(walked):
        facts = Facts(session, at)
        for why, asked in need.NEEDS.items():
            entry = asked(facts)
            assert entry is None or possible(session, entry), f"{why}: {entry} in {session.phase}"


@given(WALKS)
def test_forbidden_situations_never_happen(walked: Walked) -> None:
    for visit, _ in accepted(walked):
        for why, limit in LIMITS.items():
            if isinstance(visit.what, limit.kinds):
                assert limit.holds(Facts(visit.before, visit.at)), f"{why}: {visit.entry}"


@pytest.mark.clause("ACF-1.VII")
@given(WALKS)
def test_a_measure_is_carried_out_wherever_what_it_stands_for_is_possible(
    walked: Walked,
) -> None:
    for session, at in sessions(walked):
        if session.phase in ASKED or Facts(session, at).flag:
            continue
        for measure in measures_of(session, Pick(at)):
            order = e.Ordered("new", measure, at, "ACF-1.VII", "so be it")
            try:
                meant = as_entry(session, order)
            except IllegalEntry:
                continue
            assert possible(session, order) or not possible(session, meant)


@given(WALKS)
def test_what_a_table_refuses_for_good_it_cannot_carry_out(walked: Walked) -> None:
    for session, at in sessions(walked):
        for measure in measures_of(session, Pick(at)):
            if obstacle(session, measure, at) is not None:
                assert not possible(session, e.Ordered("new", measure, at))


# -- the way to the score ---------------------------------------------------------------------

Ways = Mapping[Phase, tuple[need.Asked, ...]]
"""What is tried in each phase to bring the match to its score; the first that counts is done."""


def forfeit(f: Facts) -> e.Entry | None:
    """Return the director notes a delay that costs more than half the match, then its cost."""
    if not f.points:
        return None
    cost = delay_of(scoreboard_of(f.session), 0, f.at)
    return e.Acted(a.Forfeited(f.at, 0) if cost.forfeit else a.Delayed(f.at, 0, 3_600_000))


def accept_as_referee(f: Facts) -> e.Entry | None:
    return e.RefereeResumed()


REFEREE: Ways = {
    **dict.fromkeys(LOBBY, (need.forfeit_unstarted, forfeit)),
    Phase.ABSENT: (need.call_flag, need.forfeit_unstarted),
    Phase.PLAYING: (need.call_flag, need.end_game, forfeit),
    Phase.PAUSED: (need.call_flag, need.end_game, need.forfeit_unstarted, forfeit),
    Phase.RECOVERING: (need.call_flag, need.end_game, need.forfeit_unstarted, accept_as_referee),
    Phase.RECALLING: (need.recall,),
    Phase.BETWEEN: (forfeit, need.next_game),
    Phase.COUNTING: (need.count_captures,),
}
"""The referee alone: nobody has to be at the table."""


def choose_alike(f: Facts) -> e.Entry | None:
    first = f.session.info.controls[0]
    return e.ControlChosen(1 if f.session.chosen[0] == first else 0, first)


def accept_times_too(f: Facts) -> e.Entry | None:
    return e.AgreedToGoOn(1 if f.session.agreed[0] else 0)


def come_back(f: Facts) -> e.Entry | None:
    away = f.board.away_since if f.board is not None else (None, None)
    back = (seat for seat in SEATS if away[seat] is not None)
    return next((e.Acted(a.BreakEnds(f.at, seat)) for seat in back), None)


def begin(f: Facts) -> e.Entry | None:
    return e.Acted(a.Begin(f.at, 0)) if f.points else None


def settle_points(f: Facts) -> e.Entry | None:
    """Return what ends a game on the scoreboard, or what it waits for before."""
    board = f.board
    if board is None:
        return None
    match board.phase:
        case Scoreboard.FLAGGED:
            return e.Acted(a.FlagStands(f.at))
        case Scoreboard.DOUBLED if board.doubler is not None:
            return e.Acted(a.Take(f.at, other(board.doubler)))
        case Scoreboard.OFFERED if board.offer is not None:
            return e.Acted(a.Accept(f.at, other(board.offer.by)))
        case _:
            return e.Acted(a.Won(f.at, 0, Win.SINGLE))


PLAYERS: Ways = {
    Phase.SEATING: (need.sit,),
    Phase.CHOOSING: (choose_alike,),
    Phase.AGREEING: (need.accept_terms,),
    Phase.READY: (come_back, need.start, need.set_time),
    Phase.ABSENT: (need.call_flag, need.arrive),
    Phase.PLAYING: (need.call_flag, settle_points, need.end_game),
    Phase.PAUSED: (need.call_flag, need.clarify, settle_points, need.go_on),
    Phase.RECOVERING: (need.call_flag, accept_times_too),
    Phase.RECALLING: (need.recall,),
    Phase.BETWEEN: (come_back, begin, need.next_game),
    Phase.COUNTING: (need.count_captures,),
}
"""The players, with the referee's word where a sheet wants it: for a stop, or for time to play."""

STEPS = 40
"""More than a match needs from anywhere."""


def go_on(session: Session, at: int, ways: Ways) -> Session | None:
    """Return the session one step nearer to the score; None where there is no way."""
    if session.phase is Phase.DRAWING and Phase.DRAWING not in ways:
        return drawn(session, 0, 42)
    facts = Facts(session, at)
    for way in ways[session.phase]:
        entry = way(facts)
        if entry is not None and possible(session, entry):
            return step(session, entry)
    return None


@pytest.mark.parametrize("ways", [REFEREE, PLAYERS], ids=["referee", "players"])
@given(walked=WALKS)
def test_every_state_has_a_way_to_the_score(ways: Ways, walked: Walked) -> None:
    session, at = last_of(walked)
    for _ in range(STEPS):
        if session.phase is Phase.SCORING:
            break
        further = go_on(session, at, ways)
        assert further is not None, f"no way on in {session.phase}"
        session, at = further, at + 1_000
    assert session.phase is Phase.SCORING
