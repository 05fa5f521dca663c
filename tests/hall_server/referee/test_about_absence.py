"""Empty seats: what lateness costs by the sheet, and the absent player's own time.

Where a clock keeps the time, the player's own time runs and no game is lost (ACF-1.VI.B).
"""

from typing import Any

import pytest
from msgspec.structs import replace

from hall_server.referee.derived.floor import cells
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.questions.questions import questions
from shared.core.decisions.options import TAKEN_BACK
from shared.core.decisions.words import offered
from shared.core.events.measures import (
    AbsentTimeStarted,
    BothLose,
    DealtWith,
    Dismissed,
    Excused,
    GameLost,
    MatchDecided,
    Measure,
)
from shared.core.state import HallState, Match
from shared.port import Link
from tests.core.decided import (
    body_of,
    decision,
    first_of,
    measures_in,
    with_decisions,
    would_write,
)
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    confirmed,
    masters,
    match,
    moment,
    outcome,
    reading,
    report,
    under_way,
)

PAIR = ("p1", "p2")
WAITING = match("m1", "t1", PAIR, seated=(True, False))
EMPTY = match("m1", "t1", PAIR)


def late(state: HallState, ms: int, link: Link = LIVE, **live: Any) -> list[Question]:
    found = questions(Moment(state, link, START + ms, live.get("live", {})))
    return [question for question in found if question.kind == "late"]


def unclocked(*matches: Match, **more: Any) -> HallState:
    """Return a hall of Majors who play without clocks: lateness costs them games (ACF-1.VI.A)."""
    state = masters(*matches, **more)
    majors = replace(state.divisions["masters"], rulebook="acf-majors", control="unclocked")
    return replace(state, divisions={"masters": majors})


def free(state: HallState) -> HallState:
    """Return the state with a time control that the players choose."""
    division = replace(state.divisions["masters"], control="")
    return replace(state, divisions={"masters": division})


def told(state: HallState, *measures: Measure, why: str = "The bus broke down.") -> HallState:
    """Return the state once the referee has decided something about the match."""
    of = state.matches["m1"]
    reports = tuple(one.event for one in state.reports.values())
    made = decision(
        "e", *measures, of=of, at=START + MINUTE, clause="ACF-1.VI.B", reason=why, settles=reports
    )
    return with_decisions(state, of, made)


def decided(question: Question, kind: type[Measure]) -> list[Measure]:
    """Return the measures of one kind among the options."""
    return [one for option in question.options for one in option.measures if type(one) is kind]


GRACE_OVER = AbsentTimeStarted("90:00", START + 15 * MINUTE)
"""The time of who is late runs as from the end of the grace period."""


# -- with a clock --------------------------------------------------------------------------------


@pytest.mark.clause("ACF-1.VI.B")
@pytest.mark.parametrize(
    ("ms", "due"), [(15 * MINUTE - 1, False), (15 * MINUTE, True), (61 * MINUTE, True)]
)
def test_time_of_the_absent_player_is_proposed_at_the_grace_and_no_game_ever(
    ms: int, due: bool
) -> None:
    [question] = late(masters(WAITING), ms)
    assert question.clause == "ACF-1.VI.B"
    assert question.title.endswith("Bo King")
    assert not decided(question, GameLost)
    if not due:
        assert (question.opens, question.urgency) == ("note", Urgency.LATER)
        assert "can be started 15:00 after the start" in question.proposal
        return
    assert (question.opens, question.urgency) == ("write", Urgency.NOW)
    left = {15 * MINUTE: "1:30:00", 61 * MINUTE: "44:00"}[ms]
    assert f": {left} is left. No game is forfeited." in question.proposal
    assert first_of(question) == (GRACE_OVER,)
    assert question.options[0].clause == "ACF-1.VI.B"


@pytest.mark.clause("ACF-1.VI.B")
def test_where_both_are_absent_two_clocks_are_started_by_one_decision() -> None:
    assert late(masters(EMPTY), 14 * MINUTE) == []
    [question] = late(masters(EMPTY), 16 * MINUTE)
    assert question.title == "Late 16:00: Ann Lee and Bo King"
    assert first_of(question) == (GRACE_OVER,)


@pytest.mark.clause("ACF-1.VI.B")
def test_report_of_a_late_player_is_settled_with_the_time_that_is_started() -> None:
    state = masters(WAITING, reports=(report("late", WAITING, about=1),))
    [question] = late(state, 20 * MINUTE)
    [draft] = would_write(state, question)
    assert draft.ent == "masters/1/m1/decision"
    assert measures_in(draft) == (GRACE_OVER,)
    assert body_of(draft).settles == ("ea",)
    [running] = late(state, 20 * MINUTE, live=reading(WAITING, running=(1,)))
    assert running.title == "The time of Bo King runs"
    assert first_of(running) == (DealtWith(),)


@pytest.mark.clause("ACF-1.VI.B")
def test_report_before_the_grace_is_over_is_answered_with_coming() -> None:
    state = masters(WAITING, reports=(report("late", WAITING, about=1, at=START + MINUTE),))
    [question] = late(state, 10 * MINUTE)
    assert question.opens == "write"
    assert question.options[0].coming


@pytest.mark.clause("ACF-1.VI.B")
def test_time_that_was_started_is_not_proposed_again() -> None:
    [question] = late(told(masters(WAITING), AbsentTimeStarted("90:00")), 20 * MINUTE)
    assert (question.opens, question.urgency) == ("note", Urgency.LATER)
    assert question.proposal.startswith("Ordered 22:14:20: the time of Bo King runs")


@pytest.mark.clause("ACF-1.VI.B")
def test_where_the_players_choose_the_control_the_referee_says_under_which() -> None:
    [question] = late(free(masters(WAITING)), 20 * MINUTE)
    assert question.opens == "decide"
    assert decided(question, AbsentTimeStarted) == [
        GRACE_OVER,
        AbsentTimeStarted("90:00"),
        AbsentTimeStarted("80:00+10", START + 15 * MINUTE),
        AbsentTimeStarted("80:00+10"),
    ]


def test_where_a_clock_runs_for_the_absent_it_replaces_the_count() -> None:
    assert late(masters(WAITING), 31 * MINUTE, live=reading(WAITING, running=(1,))) == []


@pytest.mark.clause("ACF-1.VI.B")
def test_excused_absence_costs_nothing_and_stays_in_sight() -> None:
    state = told(masters(WAITING), Excused(1))
    [question] = late(state, 45 * MINUTE)
    assert question.title == "Excused: Bo King"
    assert question.evidence == ("Excused 22:14:20: The bus broke down.",)
    assert question.opens == "note"
    assert question.options[0] == TAKEN_BACK, "otherwise it is ended"
    [cell] = cells(moment(state, START + 45 * MINUTE), 0)
    assert cell.words == "excused"


@pytest.mark.clause("ACF-1.VI.A", "ACF-1.VI.B")
def test_excused_absence_costs_no_game_where_lateness_is_counted() -> None:
    found = late(told(unclocked(WAITING), Excused(1)), 61 * MINUTE)
    assert [question.title for question in found] == ["Excused: Bo King"]


# -- what was decided about an absence asks nothing of a result ------------------------------------


@pytest.mark.clause("ACF-1.VI.B")
@pytest.mark.parametrize(
    ("kind", "measure"),
    [
        ("late", Excused(1)),
        ("late", AbsentTimeStarted("90:00")),
        ("phone", DealtWith()),
        ("phone", Dismissed()),
    ],
    ids=["excused", "own clock", "phone dealt with", "phone dismissed"],
)
def test_no_question_when_what_was_decided_cost_no_game_and_both_signed_a_draw(
    kind: Any, measure: Measure
) -> None:
    played = under_way("m1", "t1", PAIR, result=confirmed("W L"))
    state = told(masters(played, reports=(report(kind, played, about=1),)), measure)
    found = questions(Moment(state, LIVE, START + 100 * MINUTE, {}))
    assert [question.kind for question in found] == ["pair"], "only the next round is asked about"


# -- without a clock -----------------------------------------------------------------------------


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize(
    ("ms", "games"),
    [(30 * MINUTE, 0), (30 * MINUTE + 1_000, 1), (60 * MINUTE - 1_000, 1), (60 * MINUTE, 2)],
)
def test_lateness_costs_games_from_the_scheduled_start(ms: int, games: int) -> None:
    state = unclocked(WAITING)
    [question] = late(state, ms)
    assert question.clause == "ACF-1.VI.A"
    if games == 0:
        assert question.proposal.startswith("Nothing yet. One game is forfeited 30:00")
        assert (question.opens, question.urgency) == ("note", Urgency.LATER)
    elif games == 1:
        assert question.proposal == (
            "Game 1 is forfeited by Bo King. The table enters it. 1:00:00 late: the second game is"
            " forfeited too."
        )
        assert question.opens == "write"
        [draft] = would_write(state, question)
        assert draft.ent == "masters/1/m1/decision"
        assert measures_in(draft) == (GameLost(1, 1),)
        assert body_of(draft).clause == "ACF-1.VI.A"
    else:
        assert first_of(question) == (MatchDecided.by(outcome("W* W*")),)


@pytest.mark.clause("ACF-1.VI.A")
def test_lateness_is_counted_by_the_halls_clock() -> None:
    ahead = Link("live", START, offset_ms=2 * MINUTE)
    [question] = late(unclocked(WAITING), 31 * MINUTE, ahead)
    assert question.title == "Late 29:00: Bo King"


@pytest.mark.clause("ACF-1.VI.A")
def test_referee_decides_near_a_limit() -> None:
    unsure = Link("live", START, uncertainty_ms=3_000)
    [question] = late(unclocked(WAITING), 60 * MINUTE + 1_000, unsure)
    assert question.opens == "decide"


def test_player_is_not_late_before_the_start_or_once_the_match_runs() -> None:
    assert late(unclocked(WAITING), 0) == []
    running = under_way("m1", "t1", PAIR, seated=(True, False))
    assert late(unclocked(running), 40 * MINUTE) == []
    assert late(unclocked(match("m1", "t1", PAIR, seated=(True, True))), 40 * MINUTE) == []


def test_table_without_players_asks_only_when_it_costs_a_game() -> None:
    assert late(unclocked(EMPTY), 20 * MINUTE) == []
    [both] = late(unclocked(EMPTY), 31 * MINUTE)
    assert both.title == "Late 31:00: Ann Lee and Bo King"
    assert both.evidence[0].endswith("nobody has sat down.")


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize(
    ("minutes", "measure", "words"),
    [
        (31, BothLose(1), "Game 1 is forfeited by both players. The table enters it."),
        (61, MatchDecided.by(outcome("X* X*")), "Every game is forfeited: Forfeited by both"),
    ],
)
def test_absence_of_both_loses_the_games_that_are_lost_by_now(
    minutes: int, measure: Measure, words: str
) -> None:
    [question] = late(unclocked(EMPTY), minutes * MINUTE)
    assert (question.opens, question.urgency) == ("write", Urgency.NOW)
    assert question.proposal.startswith(words)
    [draft] = would_write(unclocked(EMPTY), question)
    assert measures_in(draft) == (measure,)
    assert body_of(draft).clause == "ACF-1.VI.A"


@pytest.mark.clause("ACF-1.VI.A")
def test_each_players_own_forfeits_count_once_the_other_has_come() -> None:
    for ruled in (BothLose(1), GameLost(0, 1)):
        came = told(unclocked(WAITING), ruled)
        [match_lost] = late(came, 60 * MINUTE)
        assert first_of(match_lost) == (MatchDecided.by(outcome("X* W*")),)
    [first] = late(told(unclocked(WAITING), GameLost(0, 1)), 40 * MINUTE)
    assert first_of(first) == (BothLose(1),)
    [waits] = late(told(unclocked(WAITING), BothLose(1)), 40 * MINUTE)
    assert (waits.opens, waits.urgency) == ("note", Urgency.LATER)
    assert waits.proposal.startswith("Ruled: Game 1 is forfeited by both players. 1:00:00 late")


@pytest.mark.clause("ACF-1.VI.B")
def test_with_clocks_lateness_forfeits_no_game_and_both_clocks_run() -> None:
    [question] = late(masters(EMPTY), 61 * MINUTE)
    assert not decided(question, BothLose)
    assert first_of(question) == (GRACE_OVER,)


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize(
    ("minutes", "measure"),
    [(31, GameLost(1, 1)), (61, MatchDecided.by(outcome("W* W*")))],
)
def test_report_of_a_late_player_is_settled_by_the_same_decision_as_the_forfeit(
    minutes: int, measure: Measure
) -> None:
    state = unclocked(WAITING, reports=(report("late", WAITING, about=1),))
    [question] = late(state, minutes * MINUTE)
    [draft] = would_write(state, question)
    assert measures_in(draft) == (measure,)
    assert body_of(draft).settles == ("ea",)


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize("reported", [False, True])
def test_game_that_was_ruled_lost_is_asked_about_once_and_the_match_at_an_hour(
    reported: bool,
) -> None:
    filed = (report("late", WAITING, about=1),) if reported else ()
    state = told(unclocked(WAITING, reports=filed), GameLost(1, 1))
    [waits] = late(state, 40 * MINUTE)
    assert (waits.opens, waits.urgency) == ("note", Urgency.LATER)
    assert waits.proposal.startswith("Ruled: Game 1 is forfeited by Bo King. 1:00:00 late")
    assert GameLost(1, 1) not in decided(waits, GameLost)
    [match_lost] = late(state, 60 * MINUTE)
    assert match_lost.urgency == Urgency.NOW
    assert first_of(match_lost) == (MatchDecided.by(outcome("W* W*")),)


@pytest.mark.clause("ACF-1.VI.A")
def test_where_both_are_absent_each_can_be_ruled_against_and_both_clocks_can_be_started() -> None:
    state = free(unclocked(EMPTY))
    [question] = late(state, 31 * MINUTE)
    names = moment(state).names(EMPTY)
    found = [option for option in question.options if option.outcome is None and not option.asks]
    assert [offered(option, names) for option in found] == [
        "Game 1 is forfeited by both players.",
        "The absent player's time runs (90:00), from now.",
        "The absent player's time runs (80:00+10), from now.",
        "Game 1 is forfeited by Ann Lee.",
        "Game 2 is forfeited by Ann Lee.",
        "Game 1 is forfeited by Bo King.",
        "Game 2 is forfeited by Bo King.",
        "Game 2 is forfeited by both players.",
    ]
    assert decided(question, MatchDecided)[0] == MatchDecided.by(outcome("X* X*"))
    assert decided(question, Excused) == [Excused(0), Excused(1)]
    [draft] = would_write(state, question, found[3], "Seen at 9:01.")
    assert measures_in(draft) == (GameLost(0, 1),)
    assert (body_of(draft).clause, body_of(draft).reason) == (
        "ACF-1.VI.A",
        "Seen at 9:01.",
    )


def test_report_about_a_player_who_came_is_dismissed() -> None:
    came = replace(WAITING, seated=(True, True))
    [question] = late(unclocked(came, reports=(report("late", came, about=1),)), 31 * MINUTE)
    assert first_of(question) == (Dismissed(),)
    assert question.options[0].clause == "ACF-1.VI.A"
    assert question.urgency == Urgency.LATER


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [("apca", "APCA-35"), ("standard", "DARK-arbiter"), ("contest", "SE-7")],
)
def test_where_no_sheet_counts_lateness_the_referee_decides(rulebook: str, clause: str) -> None:
    state = masters(WAITING)
    other = replace(state.divisions["masters"], rulebook=rulebook)
    [question] = late(replace(state, divisions={"masters": other}), 61 * MINUTE)
    assert question.clause == clause
    assert question.opens == "decide"
    assert question.proposal.startswith("This rule sheet takes no game for lateness")


def test_each_stage_of_lateness_is_a_question_of_its_own() -> None:
    state = unclocked(WAITING)
    ages = {late(state, minutes * MINUTE)[0].since - START for minutes in (10, 31, 60)}
    assert ages == {0, 30 * MINUTE, 60 * MINUTE}
    keys = {late(state, minutes * MINUTE)[0].key for minutes in (10, 20, 31, 45, 60, 70)}
    assert len(keys) == 3
