"""What else a correction changes, and how far what was written has got."""

import msgspec

from hall_server.referee.derived.ledger import Ledger
from hall_server.referee.derived.rulings.effects import corrected, moved, moved_lines, paired_since
from hall_server.referee.said.results_words import result_lines
from shared.core.decisions.words import sayings
from shared.core.standings.explain import two_places
from shared.core.state import HallState
from tests.hall_server.referee.halls import confirmed, masters, moment, outcome, under_way

PAIR = ("p1", "p2")


def test_games_are_told_in_order_only_where_they_differ() -> None:
    assert sayings(outcome("L L"), ("A", "B")) == "B wins 2–0"
    assert (
        sayings(outcome("L* W"), ("A", "B"))
        == "Drawn 1–1, 1 game by forfeit (first game: B by forfeit)"
    )


def played() -> HallState:
    first = under_way("m1", "t1", PAIR, result=confirmed("W D"))
    second = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))
    third = under_way("m3", "t1", ("p1", "p3"), round_no=2)
    fourth = under_way("m4", "t2", ("p2", "p4"), round_no=2)
    return masters(first, second, third, fourth)


def test_a_correction_tells_places_and_points_that_move_and_rounds_already_paired() -> None:
    state = played()
    match = state.matches["m1"]
    changed = moved(state, corrected(state, match, outcome("L L")), "masters")
    assert [(m.after.player, m.after.match_points) for m in changed[:2]] == [("p2", 4), ("p1", 0)]
    assert paired_since(state, match) == (2,)
    lines = moved_lines(changed, (2,), 2)
    assert lines[0].startswith("Bo King: place 4 → 1, MP 0 → 4")
    assert lines[-1] == "Round 2 paired from the old result: not paired again."
    assert state.matches["m1"].result.outcome == outcome("W D")


def test_a_correction_that_changes_no_points_says_so() -> None:
    state = played()
    changed = moved(state, corrected(state, state.matches["m1"], outcome("W W")), "masters")
    assert moved_lines(changed, (), 5) == ("No place and no points change.",)


def test_results_are_listed_newest_round_first() -> None:
    state = played()
    done = msgspec.structs.replace(state.matches["m4"], result=confirmed("L L"))
    state = msgspec.structs.replace(state, matches={**state.matches, "m4": done})
    assert [line.key for line in result_lines(moment(state), 90)] == ["m4", "m1", "m2"]


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


def test_unsaved_entry_stays_in_sight_until_another_is_written() -> None:
    ledger = Ledger()
    ledger.wrote(1, "table 4 ruled")
    ledger.wrote(2, "table 5 ruled")
    ledger.not_saved(1, "The disk is full.")
    assert ledger.notice() == "NOT SAVED: table 4 ruled The disk is full.  (+1 not yet at the hall)"
    ledger.seen()
    assert ledger.notice() == "Not saved yet: table 5 ruled"
