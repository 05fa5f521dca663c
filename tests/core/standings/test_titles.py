"""Champions, juniors, playing up, classification, fees."""

from fractions import Fraction

import pytest

from shared.core.events.eligibility import Flag, with_age
from shared.core.rulebooks import apply_overrides, rulebook
from shared.core.standings.order import StandingsRow
from shared.core.standings.prizes import may_be_associate
from shared.core.standings.titles import (
    FirstPlace,
    Junior,
    PlayUp,
    division_for,
    entry_fee_cents,
    first_place,
    junior_champion,
    may_be_junior_champion,
    too_few,
)

MASTERS, MAJORS, MINORS = (rulebook(f"acf-{name}") for name in ("masters", "majors", "minors"))
BOOKS = (MASTERS, MAJORS, MINORS)
APCA = rulebook("apca")
JUNIOR: tuple[Flag, ...] = ("junior",)


def rows(*ranks: tuple[int | None, str]) -> list[StandingsRow]:
    return [
        StandingsRow(rank, player, player.title(), 20, Fraction(90), ()) for rank, player in ranks
    ]


def test_the_player_alone_in_first_place_is_champion() -> None:
    assert first_place(rows((1, "a"), (2, "b"), (2, "c")), MASTERS) == FirstPlace(
        ("a",), "champion", "ACF-1.XIII.A"
    )
    assert first_place(rows((None, "a")), MASTERS).title == "undecided"


@pytest.mark.clause("ACF-1.XIII.B")
def test_masters_tied_for_first_in_both_points_play_off_or_are_co_champions() -> None:
    tied = rows((1, "a"), (1, "b"), (3, "c"))
    assert first_place(tied, MASTERS) == FirstPlace(("a", "b"), "playoff_offered", "ACF-1.XIII.B")
    declined = first_place(tied, MASTERS, playoff="declined")
    assert declined == FirstPlace(("a", "b"), "co_champions", "ACF-1.XIII.B")


@pytest.mark.clause("ACF-1.XIII.B")
def test_majors_and_minors_tied_for_first_are_co_winners_without_a_playoff() -> None:
    tied = rows((1, "a"), (1, "b"))
    for book in (MAJORS, MINORS):
        assert first_place(tied, book) == FirstPlace(("a", "b"), "co_winners", "ACF-1.XIII.B")
    assert first_place(tied, APCA).title == "co_winners"


@pytest.mark.clause("ACF-1.XIII.D")
def test_the_junior_champion_comes_from_the_highest_division_that_has_a_junior() -> None:
    flags = {"low": JUNIOR, "high": JUNIOR, "top": JUNIOR, "old": ()}
    masters = rows((1, "old"), (9, "top"))
    majors = rows((1, "high"))
    minors = rows((1, "low"))
    fields = [(MINORS, minors), (MAJORS, majors), (MASTERS, masters)]
    assert junior_champion(fields, flags) == (Junior("top", "acf-masters", 9),)
    assert junior_champion(fields[:2], flags) == (Junior("high", "acf-majors", 1),)
    assert junior_champion(fields[:1], flags) == (Junior("low", "acf-minors", 1),)
    assert junior_champion([(APCA, minors)], flags) == ()


@pytest.mark.clause("ACF-1.XIII.D", "ACF-1.III.B")
def test_a_junior_champion_is_21_or_under_an_associate_under_21_and_no_champion() -> None:
    aged = [with_age((), MAJORS, f"{2026 - age}-01-01", "2026-05-01") for age in (20, 21, 22)]
    assert [may_be_junior_champion(MAJORS, flags) for flags in aged] == [True, True, False]
    assert not may_be_associate(MAJORS, 21)
    associate = with_age(("associate",), MAJORS, "2006-01-01", "2026-05-01")
    assert associate == ("junior", "associate")
    assert not may_be_junior_champion(MAJORS, associate)
    field = rows((1, "assoc"), (2, "next"))
    flags = {"assoc": associate, "next": JUNIOR}
    assert junior_champion([(MAJORS, field)], flags) == (Junior("next", "acf-majors", 2),)


@pytest.mark.clause("ACF-1.XIII.D")
def test_juniors_who_share_the_place_are_all_named_and_dropouts_and_strangers_are_not() -> None:
    field = rows((1, "stranger"), (2, "a"), (2, "b"), (4, "c"), (None, "gone"))
    flags = dict.fromkeys(("a", "b", "c", "gone"), JUNIOR)
    assert junior_champion([(MAJORS, field)], flags) == (
        Junior("a", "acf-majors", 2),
        Junior("b", "acf-majors", 2),
    )


@pytest.mark.clause("ACF-1.IV.A")
def test_playing_up_goes_before_the_rating_and_ends() -> None:
    up = PlayUp("a", "acf-masters", 10)
    assert division_for(1800, BOOKS, obligation=up, tournament=8) == "acf-masters"
    assert division_for(1800, BOOKS, obligation=up, tournament=10) == "acf-masters"
    assert division_for(1800, BOOKS, obligation=up, tournament=11) == "acf-majors"
    assert division_for(0, BOOKS, obligation=up, tournament=9) == "acf-masters"
    minor = PlayUp("m", "acf-majors", 10)
    assert division_for(2100, BOOKS, obligation=minor, tournament=9) == "acf-masters"


@pytest.mark.clause("ACF-1.IV.C")
@pytest.mark.parametrize(
    ("rating", "division"),
    [
        (2600, "acf-masters"),
        (2000, "acf-masters"),
        (1999, "acf-majors"),
        (1700, "acf-majors"),
        (1699, "acf-minors"),
        (1, "acf-minors"),
        (0, None),
    ],
)
def test_the_rating_names_the_division_and_no_rating_leaves_it_to_the_committee(
    rating: int, division: str | None
) -> None:
    assert division_for(rating, BOOKS) == division


@pytest.mark.clause("ACF-1.IV.C")
def test_too_few_minors_are_merged_by_the_referee_unless_the_event_names_a_number() -> None:
    assert not too_few(MINORS, 0)
    book = apply_overrides(MINORS, {"entry.merge_below_players": 4})
    assert [too_few(book, players) for players in (3, 4)] == [True, False]
    assert not too_few(APCA, 0)


@pytest.mark.clause("ACF-1.III.E")
def test_the_entry_fee_is_20_dollars_and_10_for_life_members() -> None:
    for book in BOOKS:
        assert entry_fee_cents(book) == 20_00
        assert entry_fee_cents(book, life_member=True) == 10_00
    dearer = apply_overrides(MASTERS, {"entry.fee_cents": 30_00})
    assert entry_fee_cents(dearer, life_member=True) == 20_00
    assert entry_fee_cents(APCA) == 0
