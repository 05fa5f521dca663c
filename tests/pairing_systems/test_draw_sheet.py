"""Single elimination, consolation, lengths and entries: a sheet and how far it has got."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.match.contest import contest_state
from shared.core.match.outcome import Seat
from shared.core.rulebooks import rulebook
from shared.pairing import PairingImpossible
from shared.pairing.draw_sheet.build import Placing, single_elimination
from shared.pairing.draw_sheet.progress import progress
from shared.pairing.draw_sheet.sheet import (
    NOBODY,
    Lengths,
    LoserOf,
    Placed,
    SheetEntry,
    SheetResult,
    WinnerOf,
)
from tests.pairing_systems.sheets import (
    POSTED,
    by_hash,
    favourite,
    play_out,
    sides,
    single,
)


@pytest.mark.clause("SE-1")
def test_each_match_feeds_the_next_and_a_bye_stands_in_round_two() -> None:
    sheet = single(5)
    assert [(match.id, match.sources) for match in sheet.matches] == [
        ("M1-2", (Placed("4"), Placed("5"))),
        ("M2-1", (Placed("1"), WinnerOf("M1-2"))),
        ("M2-2", (Placed("2"), Placed("3"))),
        ("M3-1", (WinnerOf("M2-1"), WinnerOf("M2-2"))),
    ]


@pytest.mark.clause("SE-1")
@given(st.integers(2, 40), st.text(max_size=4))
def test_every_player_but_the_champion_loses_once(count: int, key: str) -> None:
    sheet = single(count)
    results = play_out(sheet, by_hash(key))
    ended = progress(sheet, results)
    losers = [state.loser for state in ended.states]
    assert sorted([*losers, ended.champion], key=lambda name: int(name or "")) == [
        str(number) for number in range(1, count + 1)
    ]


@pytest.mark.clause("SE-1", "SE-2")
def test_two_won_games_decide_a_contest_and_a_drawn_one_counts_as_played() -> None:
    rule = rulebook("contest").contest
    assert rule is not None
    sheet = single(4)
    results: dict[str, SheetResult] = {}
    matches: dict[str, tuple[Seat | None, ...]] = {
        "M1-1": (1, 1),
        "M1-2": (0, None, 0),
        "M2-1": (None, 1, 1),
    }
    for ident, games in matches.items():
        for played in range(len(games)):
            assert contest_state(rule, games[:played], (0, 0), 0).next == "play"
        state = contest_state(rule, games, (0, 0), 0)
        assert state.next == "won"
        assert state.winner is not None
        results[ident] = SheetResult(sides(progress(sheet, results), ident)[state.winner] or "")
    assert progress(sheet, results).champion == "2"


def test_progress_does_not_depend_on_the_order_of_results() -> None:
    sheet = single(11, consolation_from=2)
    results = play_out(sheet, by_hash("a"))
    backwards = dict(reversed(results.items()))
    assert progress(sheet, backwards) == progress(sheet, results)


def test_what_is_ready_what_waits_and_what_comes_next_for_an_entry() -> None:
    sheet = single(5)
    start = progress(sheet, {})
    assert [state.match.id for state in start.ready] == ["M1-2", "M2-2"]
    assert start.state("M2-1").status == "waiting"
    upcoming = start.next_match("1")
    assert upcoming is not None
    assert upcoming.match.id == "M2-1"
    over = progress(sheet, play_out(sheet, favourite))
    assert (over.champion, over.ready, over.next_match("1")) == ("1", (), None)


def test_the_match_length_is_posted_for_each_round_and_the_last_one_repeats() -> None:
    lengths = {match.id: match.length for match in single(16, consolation_from=1).matches}
    assert [lengths[ident] for ident in ("M1-1", "M2-1", "M3-1", "M4-1")] == [5, 7, 9, 9]
    assert {lengths[ident] for ident in lengths if ident.startswith("C")} == {3}


def test_lengths_that_cannot_be_posted_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one match length"):
        Lengths(())
    with pytest.raises(ValueError, match="at least one point"):
        Lengths((5, 0))


def test_the_losers_of_the_first_round_play_the_consolation() -> None:
    sheet = single(8, consolation_from=1)
    consolation = [match for match in sheet.matches if match.side == "consolation"]
    assert [(match.id, match.sources) for match in consolation] == [
        ("C1-1", (LoserOf("M1-1"), LoserOf("M1-2"))),
        ("C1-2", (LoserOf("M1-3"), LoserOf("M1-4"))),
        ("C2-1", (WinnerOf("C1-1"), WinnerOf("C1-2"))),
    ]
    ended = progress(sheet, play_out(sheet, favourite))
    assert (ended.champion, ended.consolation_winner) == ("1", "5")


@given(st.integers(2, 33), st.integers(0, 5), st.text(max_size=4))
def test_losers_of_later_rounds_join_the_consolation_and_one_of_them_wins_it(
    count: int, depth: int, key: str
) -> None:
    depth = min(depth, single(count).bracket.rounds)
    sheet = single(count, consolation_from=depth)
    ended = progress(sheet, play_out(sheet, by_hash(key)))
    lost_early = {
        state.loser
        for state in ended.states
        if state.match.side == "main" and state.match.round_no <= depth
    }
    in_consolation = {
        side for state in ended.states if state.match.side == "consolation" for side in state.sides
    }
    if len(lost_early) > 1:
        assert in_consolation == lost_early
        assert ended.consolation_winner in lost_early
    else:
        assert in_consolation == set()
        assert ended.consolation_winner is None


def test_a_consolation_of_more_rounds_than_there_are_is_refused() -> None:
    with pytest.raises(PairingImpossible, match="has 3 main rounds"):
        single(8, consolation_from=4)


def test_when_neither_comes_both_are_out_and_the_next_opponent_walks_through() -> None:
    sheet = single(4)
    state = progress(sheet, {"M1-1": SheetResult(NOBODY)})
    assert sides(state, "M2-1") == (NOBODY, None)
    state = progress(sheet, {"M1-1": SheetResult(NOBODY), "M1-2": SheetResult("2")})
    final = state.state("M2-1")
    assert (final.status, final.winner, state.champion) == ("walked_through", "2", "2")
    nobody = progress(sheet, {"M1-1": SheetResult(NOBODY), "M1-2": SheetResult(NOBODY)})
    assert nobody.champion is None


@pytest.mark.parametrize(
    ("results", "why"),
    [
        ({"M9-1": SheetResult("1")}, "has no match M9-1"),
        ({"M2-1": SheetResult("1")}, "sides are not known yet"),
        ({"M1-1": SheetResult("2")}, "is 1 against 4; 2 cannot win it"),
        ({"M1-1": SheetResult("1", (3, 5))}, "cannot have won by"),
        ({"M1-1": SheetResult("4", (5, 5))}, "cannot have won by"),
        ({"M1-1": SheetResult("1", (5, -1))}, "cannot have won by"),
        ({"M1-1": SheetResult(NOBODY, (0, 0))}, "there is no score"),
        (
            {
                "M1-1": SheetResult(NOBODY),
                "M1-2": SheetResult("2"),
                "M2-1": SheetResult("2"),
            },
            "one of its sides is empty",
        ),
    ],
)
def test_a_result_that_cannot_be_is_refused(results: dict[str, SheetResult], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        progress(single(4), results)


def test_a_doubles_pair_is_one_entrant() -> None:
    pairs = [SheetEntry("ann/bob", ("ann", "bob")), SheetEntry("cat/dan", ("cat", "dan"))]
    sheet = single_elimination("Doubles", pairs, Placing("s"), POSTED)
    assert sheet.players("cat/dan") == ("cat", "dan")
    assert progress(sheet, {"M1-1": SheetResult("ann/bob")}).champion == "ann/bob"


@pytest.mark.parametrize(
    ("entered", "why"),
    [
        (
            [SheetEntry("x", ("ann", "bob")), SheetEntry("y", ("bob",))],
            "bob stands in this draw twice",
        ),
        (
            [SheetEntry("x", ("ann", "ann")), SheetEntry("y", ("bob",))],
            "ann stands in this draw twice",
        ),
        ([SheetEntry("x", ("a", "b", "c")), SheetEntry("y", ("d",))], "x has 3 players"),
        ([SheetEntry("x", ()), SheetEntry("y", ("d",))], "x has 0 players"),
        ([SheetEntry("", ("a",)), SheetEntry("y", ("d",))], "entry without a name"),
        ([SheetEntry("x", ("a",)), SheetEntry("x", ("d",))], "x has entered twice"),
    ],
)
def test_entries_that_cannot_be_drawn_are_refused(entered: list[SheetEntry], why: str) -> None:
    with pytest.raises(PairingImpossible, match=why):
        single_elimination("Open", entered, Placing("s"), POSTED)


def test_a_match_or_an_entry_that_is_not_there_is_an_error() -> None:
    sheet = single(4)
    assert sheet.match("M2-1").round_no == 2
    with pytest.raises(ValueError, match="no match X"):
        sheet.match("X")
    with pytest.raises(ValueError, match="no entry X"):
        sheet.players("X")
    with pytest.raises(ValueError, match="no match X"):
        progress(sheet, {}).state("X")
