"""Pairing by hand: swaps, and every warning that applies."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.rulebooks import rulebook
from shared.pairing import Entrant
from shared.pairing.by_hand.draft import (
    HandPair,
    HandRound,
    NotInDraft,
    give_bye,
    pair_up,
    put_at,
    stand_in,
    swap,
    take_apart,
)
from shared.pairing.by_hand.warnings import STOPS, Situation, warnings
from shared.pairing.open_play import Home


def draft(*pairs: str, byes: str = "") -> HandRound:
    """Return pairs such as AB, at tables 1, 2, …"""
    return HandRound(
        tuple(HandPair((pair[0], pair[1]), str(n)) for n, pair in enumerate(pairs, 1)), tuple(byes)
    )


def field(letters: str = "ABCD", points: dict[str, int] | None = None) -> dict[str, Entrant]:
    scored = points or {}
    return {name: Entrant(name, scored.get(name, 0), None, False, frozenset()) for name in letters}


FRESH = Situation(round_no=3, entrants=field())


def said(found: HandRound, situation: Situation) -> list[tuple[str, tuple[str, ...]]]:
    return [(w.kind, w.about) for w in warnings(found, situation)]


def test_a_swap_exchanges_two_players_and_leaves_tables_and_opponents() -> None:
    assert swap(draft("AB", "CD"), "B", "C") == draft("AC", "BD")
    assert swap(draft("AB", byes="C"), "C", "A") == draft("CB", byes="A")
    assert swap(draft("AB", "CD"), "A", "B") == draft("BA", "CD")


def test_a_draft_is_built_pair_by_pair_and_taken_apart_again() -> None:
    built = pair_up(give_bye(give_bye(HandRound(), "A"), "C"), "A", "B", "4")
    assert built == HandRound((HandPair(("A", "B"), "4"),), ("C",))
    assert take_apart(built, "B") == HandRound((), ("C",))
    assert take_apart(built, "C") == HandRound((HandPair(("A", "B"), "4"),), ())


def test_a_pair_put_at_an_occupied_table_changes_places_with_the_other() -> None:
    moved = put_at(draft("AB", "CD", "EF"), "D", "1")
    assert [pair.table for pair in moved.pairs] == ["2", "1", "3"]
    assert [pair.table for pair in put_at(draft("AB", "CD"), "A", "9").pairs] == ["9", "2"]
    with pytest.raises(NotInDraft, match="has the bye"):
        put_at(draft("AB", byes="C"), "C", "1")


@pytest.mark.parametrize(
    "change",
    [
        partial(swap, draft("AB"), "A", "Z"),
        partial(swap, draft("AB", "AC"), "B", "A"),
        partial(take_apart, draft("AB"), "Z"),
        partial(put_at, draft("AB"), "Z", "1"),
    ],
)
def test_a_change_of_a_player_not_exactly_once_in_the_draft_is_refused(
    change: Callable[[], HandRound],
) -> None:
    with pytest.raises(NotInDraft, match="times, not once"):
        change()


@given(st.lists(st.sampled_from("ABCDEFG"), min_size=2, max_size=12))
def test_swaps_keep_everybody_in_the_round_once(letters: list[str]) -> None:
    changed = draft("AB", "CD", "EF", byes="G")
    for one, other in pairwise(letters):
        changed = swap(changed, one, other)
    assert sorted(changed.named) == list("ABCDEFG")
    assert [pair.table for pair in changed.pairs] == ["1", "2", "3"]


def test_a_round_in_order_has_no_warning() -> None:
    assert warnings(draft("AB", "CD"), FRESH) == ()


@pytest.mark.clause("ACF-2.V.D")
def test_an_earlier_opponent_is_a_warning_from_either_side() -> None:
    entrants = field()
    entrants["B"] = replace(entrants["B"], met=frozenset("A"))
    found = said(draft("AB", "CD"), replace(FRESH, entrants=entrants))
    assert found == [("already_met", ("A", "B"))]


@pytest.mark.clause("ACF-2.V.C")
def test_unequal_match_points_are_a_warning_that_says_how_far() -> None:
    situation = replace(FRESH, entrants=field(points={"A": 9, "B": 6, "C": 4, "D": 4}))
    found = warnings(draft("AB", "CD"), situation)
    assert [w.sentence for w in found] == ["A and B are 3 match points apart."]


@pytest.mark.clause("ACF-2.V.B")
def test_a_second_bye_and_a_needless_one_are_warnings() -> None:
    entrants = field("ABC")
    entrants["C"] = replace(entrants["C"], had_bye=True)
    situation = replace(FRESH, entrants=entrants)
    assert said(draft("AB", byes="C"), situation) == [("second_bye", ("C",))]
    allowed = replace(situation, byes={"C": 1}, max_byes=2)
    assert said(draft("AB", byes="C"), allowed) == []
    assert said(draft("AB", byes="CD"), FRESH) == [
        ("needless_bye", ("C", "D")),
    ]


@pytest.mark.clause("APCA-34")
def test_passing_over_the_own_club_is_a_warning_for_each_player() -> None:
    homes = {"A": Home("Durham", "NC"), "B": Home("Maxton", "NC"), "C": Home("Durham", "NC")}
    situation = replace(FRESH, homes=homes, closer_first=rulebook("apca").open_play)
    found = warnings(draft("AB", "CD"), situation)
    assert [(w.kind, w.about) for w in found] == [
        ("closer_first", ("A", "C")),
        ("closer_first", ("C", "A", "B")),
    ]
    assert found[0].sentence == "A has still to meet C of the same club."
    assert found[1].sentence == "C has still to meet A, B of the same club / state / region."
    met = field()
    met["A"] = replace(met["A"], met=frozenset("C"))
    situation = replace(situation, entrants=met)
    assert said(draft("AB", "CD"), situation) == [("closer_first", ("C", "B"))]


def test_fixed_tables_moved_and_tables_out_of_range_are_warnings() -> None:
    situation = replace(FRESH, fixed={"D": "7"}, tables=["2", "3"])
    found = warnings(draft("AB", "CD"), situation)
    assert [w.sentence for w in found] == [
        "Table 1 is not in the division's range.",
        "D keeps table 7, but is put at 2.",
    ]
    at_home = put_at(draft("AB", "CD"), "D", "7")
    assert said(put_at(at_home, "A", "2"), situation) == []


@pytest.mark.parametrize(
    ("found", "change", "kind"),
    [
        (draft("AB", "AC", byes="D"), {}, "player_twice"),
        (draft("AA", "CD", byes="B"), {}, "player_twice"),
        (draft("AB", "CZ", byes="D"), {}, "not_in_field"),
        (draft("AB", "CD"), {"withdrawn": "D"}, "withdrawn"),
        (draft("AB"), {}, "left_out"),
        (draft("AB", "CD"), {"already_paired": True}, "already_paired"),
        (draft("AB", "CD"), {"missing_results": ["4"]}, "missing_result"),
        (HandRound((HandPair(("A", "B")), HandPair(("C", "D"), "1"))), {}, "no_table"),
        (HandRound((HandPair(("A", "B"), "1"), HandPair(("C", "D"), "1"))), {}, "table_twice"),
        (draft("AB", "CD"), {"taken": {"2": "Masters play there"}}, "table_taken"),
    ],
)
def test_invalid_draft_is_refused_whole(
    found: HandRound, change: dict[str, object], kind: str
) -> None:
    situation = replace(FRESH, **change)  # type: ignore[arg-type]
    first = warnings(found, situation)[0]
    assert (first.kind, first.stops) == (kind, True)


@pytest.mark.clause("ACF-2.IV.D")
def test_withdrawn_player_cannot_be_paired_and_need_not_be() -> None:
    first = warnings(draft("AB", "CD"), replace(FRESH, withdrawn="D"))[0]
    assert first.stops
    assert "D has withdrawn" in first.sentence
    assert said(draft("AB", byes="C"), replace(FRESH, withdrawn="D")) == []


def test_every_fault_is_told_at_once_and_what_stops_comes_first() -> None:
    entrants = field("ABCDE", {"A": 4})
    situation = replace(FRESH, entrants=entrants, withdrawn="B", taken={"1": "closed"})
    kinds = [w.kind for w in warnings(draft("AB", "CC"), situation)]
    assert kinds == [
        "withdrawn",
        "player_twice",
        "left_out",
        "left_out",
        "table_taken",
        "score_difference",
    ]
    assert {"player_twice", "left_out"} <= STOPS


def test_another_player_takes_a_place_and_the_one_who_sat_there_is_in_the_draft_no_longer() -> None:
    assert stand_in(draft("AB", "CD"), "B", "E") == draft("AE", "CD")
    assert stand_in(draft("AB", byes="C"), "C", "E") == draft("AB", byes="E")
    with pytest.raises(NotInDraft, match="0 times, not once"):
        stand_in(draft("AB"), "Z", "E")


def test_nothing_is_said_of_what_is_published_and_stays_as_it_is() -> None:
    entrants = field("ABCDE", {"A": 9})
    entrants["B"] = replace(entrants["B"], met=frozenset("A"), had_bye=True)
    entrants["E"] = replace(entrants["E"], had_bye=True)
    stands = draft("AB", "CD", byes="E")
    situation = replace(FRESH, entrants=entrants, withdrawn="A", taken={"1": "x"}, stands=stands)
    assert said(stands, situation) == []
    assert said(put_at(stands, "A", "9"), situation) == []
    kinds = [kind for kind, _about in said(swap(stands, "B", "C"), situation)]
    assert kinds == ["withdrawn", "table_taken", "score_difference"]


def test_player_who_entered_after_the_publication_need_not_be_in_the_round() -> None:
    situation = replace(FRESH, entrants=field("ABCDE"), stands=draft("AB", "CD"), optional="E")
    assert said(draft("AC", "BD"), situation) == []
    seated = pair_up(take_apart(draft("AB", "CD"), "A"), "A", "E", "1")
    assert said(seated, situation) == [("left_out", ("B",))]


def test_a_pair_that_has_begun_is_named_once_it_is_taken_apart() -> None:
    stands = draft("AB", "CD")
    situation = replace(FRESH, stands=stands, begun=[("A", "B")])
    assert said(stands, situation) == []
    assert said(swap(stands, "B", "C"), situation) == [("begun", ("A", "B"))]
