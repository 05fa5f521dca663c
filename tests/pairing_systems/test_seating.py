"""Table ranges, natural order and fixed tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.state.floor import hall_order
from shared.pairing import PairingImpossible
from shared.pairing.seating import (
    SeatingImpossible,
    overlaps,
    seat,
    table_range,
)

HALL = [str(number) for number in range(1, 13)]


def pairs(*letters: str) -> list[tuple[str, str]]:
    return [(pair[0], pair[1]) for pair in letters]


def test_tables_stand_as_people_count_them() -> None:
    given = ["10", "B2", "2", "A", "B10", "1", "02"]
    assert sorted(given, key=hall_order) == ["1", "02", "2", "10", "A", "B2", "B10"]


def test_a_division_has_its_range_in_natural_order() -> None:
    assert table_range(HALL, "9", "11") == ("9", "10", "11")
    with pytest.raises(ValueError, match="no table 13"):
        table_range(HALL, "9", "13")
    with pytest.raises(ValueError, match="table 10 comes after table 9"):
        table_range(HALL, "10", "9")


def test_a_table_in_two_ranges_is_named() -> None:
    ranges = {"masters": ["1", "2"], "majors": ["2", "3", "10"], "minors": ["10", "4"]}
    assert overlaps(ranges) == (
        "Table 2 is given to masters and majors.",
        "Table 10 is given to majors and minors.",
    )
    assert overlaps({"masters": ["1"], "majors": ["2"]}) == ()


def test_pairs_sit_in_natural_order_and_pass_over_what_is_taken() -> None:
    seated = seat(
        pairs("AB", "CD", "EF"),
        tables=["10", "2", "1", "3"],
        fixed={},
        taken={"2": "Masters play there"},
    )
    assert seated == ("1", "3", "10")


def test_a_player_with_a_fixed_table_keeps_it_and_the_opponent_comes_there() -> None:
    for order in (["AB", "CD", "EF"], ["BA", "CD", "EF"]):
        assert seat(pairs(*order), tables=HALL[:3], fixed={"A": "3"}, taken={}) == ("3", "1", "2")
    assert seat(pairs("AB", "CD"), tables=HALL[:2], fixed={"D": "12"}, taken={}) == ("1", "12")


def test_two_who_share_one_fixed_table_may_meet_there() -> None:
    assert seat(pairs("AB"), tables=HALL, fixed={"A": "5", "B": "5"}, taken={}) == ("5",)


@pytest.mark.parametrize(
    ("draft", "fixed", "taken", "tables", "why", "relax"),
    [
        (
            ["AB"],
            {"A": "1", "B": "2"},
            {},
            HALL,
            "A keeps table 1 and B keeps table 2, and they are to meet",
            "release A or B",
        ),
        (
            ["AB"],
            {"B": "2"},
            {"2": "Masters play there"},
            HALL,
            "B keeps table 2: Masters play there",
            "free table 2, or release B",
        ),
        (
            ["AB", "CD"],
            {"A": "2", "D": "2"},
            {},
            HALL,
            "A, D keep the same table 2, in different matches",
            "release all but one of A, D",
        ),
        (["AB", "CD"], {}, {}, ["1"], "1 more table is needed", "put up more tables"),
        (
            ["AB", "CD", "EF"],
            {},
            {"1": "x"},
            ["1"],
            "3 more tables are needed",
            "put up more tables",
        ),
    ],
)
def test_collision_is_named_with_the_rules_that_may_give(
    draft: list[str],
    fixed: dict[str, str],
    taken: dict[str, str],
    tables: list[str],
    why: str,
    relax: str,
) -> None:
    with pytest.raises(SeatingImpossible) as refused:
        seat(pairs(*draft), tables=tables, fixed=fixed, taken=taken)
    assert isinstance(refused.value, PairingImpossible)
    assert why in str(refused.value)
    assert relax in str(refused.value)
    assert "Nothing was seated" in str(refused.value)


def test_the_referee_may_release_a_player_for_a_round() -> None:
    seated = seat(
        pairs("AB", "CD"), tables=HALL, fixed={"A": "1", "B": "2"}, taken={}, released=["A"]
    )
    assert seated == ("2", "1")


@given(st.integers(0, 10), st.dictionaries(st.integers(0, 19), st.sampled_from(HALL), max_size=4))
def test_player_who_keeps_a_table_is_not_moved_and_no_table_is_used_twice(
    count: int, keeps: dict[int, str]
) -> None:
    drawn = [(f"p{2 * number}", f"p{2 * number + 1}") for number in range(count)]
    fixed = {f"p{number}": table for number, table in keeps.items()}
    try:
        seated = seat(drawn, tables=HALL, fixed=fixed, taken={})
    except SeatingImpossible:
        wanted = [{fixed[p] for p in pair if p in fixed} for pair in drawn]
        claimed = [table for tables in wanted for table in tables]
        assert len(claimed) > len(set(claimed)) or any(len(tables) > 1 for tables in wanted)
        return
    assert len(set(seated)) == count
    for pair, table in zip(drawn, seated, strict=True):
        assert all(fixed.get(player, table) == table for player in pair)
