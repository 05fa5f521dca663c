"""What can be decided otherwise, what it writes, and what else a correction changes."""

from __future__ import annotations

import msgspec

from hall_server.referee.ledger import Ledger
from hall_server.referee.moment import sayings
from hall_server.referee.questions.questions import questions
from hall_server.referee.rulings.choices import Choice, choices, decided, reason_needed, told
from hall_server.referee.rulings.effects import moved, paired_since
from hall_server.referee.standings.results_words import moved_lines, result_lines
from shared.core.events import ReportAnswered, RulingMade
from shared.core.explain import two_places
from shared.core.state import HallState, Match
from tests.hall_server.referee.halls import (
    LIVE,
    START,
    confirmed,
    disputed,
    masters,
    moment,
    outcome,
    report,
    under_way,
)

PAIR = ("p1", "p2")


def offered(state: HallState, match: Match) -> tuple[Choice, ...]:
    hall = moment(state)
    question = next(iter(questions(state, LIVE, START, {})), None)
    return choices(hall, question, match)


def test_a_dispute_offers_what_was_signed_first_and_then_every_score() -> None:
    match = under_way("m1", "t1", PAIR, result=disputed("W D", "L L"))
    words = [choice.words for choice in offered(masters(match), match)]
    assert words[0] == "Ann Lee wins 1–0 with 1 draw (W D) – as Ann Lee signed"
    assert words[1] == "Bo King wins 2–0 – as Bo King signed"
    assert len(words) == 9 + 2
    assert words[-2:] == ["Game by game, with forfeits", "Agreed result: no points for either"]


def test_a_phone_offers_each_game_of_each_player_the_game_played_first() -> None:
    match = under_way("m1", "t1", PAIR)
    state = masters(match, reports=(report("phone", match, about=None),))
    words = [choice.words for choice in offered(state, match)]
    assert words[:2] == [
        "Game 1 is forfeited by Ann Lee; play on",
        "Game 2 is forfeited by Ann Lee; play on",
    ]
    assert words[-1] == "Nothing to rule: dismiss the report"


def test_the_loss_of_whom_the_report_is_about_is_offered_first() -> None:
    match = under_way("m1", "t1", PAIR)
    state = masters(match, reports=(report("phone", match, about=1),))
    words = [choice.words for choice in offered(state, match)]
    assert words[:3] == [
        "Game 1 is forfeited by Bo King; play on",
        "Game 2 is forfeited by Bo King; play on",
        "Game 1 is forfeited by Ann Lee; play on",
    ]


def test_a_power_cut_offers_other_times() -> None:
    match = under_way("m1", "t1", PAIR)
    state = masters(match, reports=(report("restart", match),))
    assert offered(state, match)[0].kind == "clocks"


def test_a_ruling_also_closes_the_reports_that_led_to_it() -> None:
    match = under_way("m1", "t1", PAIR)
    state = masters(match, reports=(report("phone", match),))
    [question] = questions(state, LIVE, START, {})
    choice = Choice("rule", "", outcome("W* W"), clause="ACF-3.II.J")
    bodies = [d.body for d in decided(match, question, choice, "ACF-3.II.J", "Heard it.")]
    assert bodies == [
        RulingMade(outcome("W* W"), "ACF-3.II.J", "Heard it."),
        ReportAnswered("ruled", "ACF-3.II.J", "Heard it."),
    ]


def test_only_what_both_signed_alike_needs_no_reason() -> None:
    match = under_way("m1", "t1", PAIR, result=confirmed("W D"))
    assert not reason_needed(match, Choice("rule", "", outcome("W D")))
    assert reason_needed(match, Choice("rule", "", outcome("D D")))
    open_ = under_way("m1", "t1", PAIR, result=disputed("W D", "L L"))
    assert reason_needed(open_, Choice("rule", "", outcome("W D")))


def test_what_was_written_is_said_in_words() -> None:
    match = under_way("m1", "t1", PAIR)
    state = masters(match, reports=(report("phone", match),))
    [question] = questions(state, LIVE, START, {})
    rule = Choice("rule", "", outcome("W* W*"))
    drafts = decided(match, question, rule, "ACF-3.II.J", "Rang twice.")
    assert told(moment(state), drafts) == (
        "table 1 ruled, Ann Lee wins 2–0 by forfeit; answer to table 1, Rang twice."
    )


def test_games_are_told_in_order_only_where_they_differ() -> None:
    assert sayings(outcome("L L"), ("A", "B")) == "B wins 2–0"
    assert sayings(outcome("L* W"), ("A", "B")) == "Drawn 1–1, 1 game by forfeit (L* W)"


def played() -> HallState:
    first = under_way("m1", "t1", PAIR, result=confirmed("W D"))
    second = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))
    third = under_way("m3", "t1", ("p1", "p3"), round_no=2)
    fourth = under_way("m4", "t2", ("p2", "p4"), round_no=2)
    return masters(first, second, third, fourth)


def test_a_correction_tells_places_and_points_that_move_and_rounds_already_paired() -> None:
    state = played()
    match = state.matches["m1"]
    changed = moved(state, match, outcome("L L"))
    assert [(m.after.player, m.after.match_points) for m in changed[:2]] == [("p2", 4), ("p1", 0)]
    assert paired_since(state, match) == (2,)
    lines = moved_lines(changed, (2,), 2)
    assert lines[0].startswith("Bo King: place 4 → 1, MP 0 → 4")
    assert lines[-1] == "Round 2 paired from the old result: not paired again."
    assert state.matches["m1"].result.outcome == outcome("W D")


def test_a_correction_that_changes_no_points_says_so() -> None:
    state = played()
    changed = moved(state, state.matches["m1"], outcome("W W"))
    assert moved_lines(changed, (), 5) == ("No place and no points change.",)


def test_results_are_listed_newest_round_first() -> None:
    state = played()
    done = msgspec.structs.replace(state.matches["m4"], result=confirmed("L L"))
    state = msgspec.structs.replace(state, matches={**state.matches, "m4": done})
    assert [line.key for line in result_lines(moment(state))] == ["m4", "m1", "m2"]


def test_honor_points_are_whole_or_have_two_decimals() -> None:
    from fractions import Fraction

    assert [two_places(Fraction(*f)) for f in ((246, 1), (120, 7), (35, 2))] == [
        "246",
        "17.14",
        "17.50",
    ]


def test_the_ledger_never_claims_more_than_the_node_said() -> None:
    ledger = Ledger()
    ledger.wrote(1, "table 4 ruled")
    assert ledger.notice() == "Not saved yet: table 4 ruled"
    ledger.told(frozenset())
    assert ledger.notice() == "Not saved yet: table 4 ruled"
    ledger.saved(1, ("e1",))
    assert ledger.notice() == "Held here, not yet at the hall: table 4 ruled"
    ledger.told(frozenset({"e1"}))
    assert [entry.place for entry in ledger.waiting()] == ["held"]
    ledger.told(frozenset())
    assert ledger.notice() == "At the hall: table 4 ruled"
    assert ledger.waiting() == ()


def test_what_was_not_saved_stays_in_sight_until_something_else_is_written() -> None:
    ledger = Ledger()
    ledger.wrote(1, "table 4 ruled")
    ledger.wrote(2, "table 5 ruled")
    ledger.not_saved(1, "The disk is full.")
    assert ledger.notice() == "NOT SAVED: table 4 ruled The disk is full.  (+1 not yet at the hall)"
    ledger.seen()
    assert ledger.notice() == "Not saved yet: table 5 ruled"
