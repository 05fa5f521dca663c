"""Flags in place of birth dates: ages counted in whole years, and no date kept."""

import pytest

from shared.core.events import PlayerRegistered, entities
from shared.core.events.eligibility import FLAGS, age_on, is_day, with_age
from shared.core.fold import fold
from shared.core.rulebooks import RULEBOOKS
from tests.core.events_kit import HALL, ROOT, opened_hall

MASTERS, APCA = RULEBOOKS["acf-masters"], RULEBOOKS["apca"]


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        ("2000-08-15", "2022-08-14", 21),
        ("2000-08-15", "2022-08-15", 22),
        ("2004-02-29", "2025-02-28", 20),
        ("2004-02-29", "2025-03-01", 21),
    ],
)
def test_a_birthday_counts_from_its_day_on(born: str, day: str, age: int) -> None:
    assert age_on(born, day) == age


def test_impossible_date_is_no_birth_date() -> None:
    assert is_day("2024-02-29")
    assert not [text for text in ("", "2023-02-29", "20240229", "29.2.2024", "x") if is_day(text)]


@pytest.mark.clause("ACF-1.XIII.D")
def test_player_of_21_or_under_on_the_day_is_a_junior() -> None:
    assert with_age((), MASTERS, "2000-08-15", "2022-08-14") == ("junior",)
    assert with_age(("life", "junior"), MASTERS, "2000-08-15", "2022-08-15") == ("life",)
    assert with_age(("life",), MASTERS, "2010-01-01", "2022-08-15") == ("junior", "life")


def test_without_a_birth_date_or_a_junior_champion_the_flags_stay() -> None:
    assert with_age(("junior",), MASTERS, "", "2022-08-15") == ("junior",)
    assert with_age(("junior",), APCA, "1950-01-01", "2022-08-15") == ("junior",)
    assert with_age((), MASTERS, "2030-01-01", "2022-08-15") == ()


def test_flags_are_open_and_an_older_registration_has_none() -> None:
    past = opened_hall()
    past.write(HALL, entities.player("ann"), PlayerRegistered("Ann", "men", flags=("junior",)))
    state = fold(ROOT, past.events)
    assert state.players["ann"].flags == ("junior",)
    assert state.players["ben"].flags == ()
    assert set(FLAGS) == {"junior", "associate", "life"}
