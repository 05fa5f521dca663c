"""People find themselves by the first letters of any part of their name."""

import pytest

from shared.core.state import Player
from shared.core.state.persons import find, folded, sort_key, surname_first
from tests.kiosk.lobby_states import people


def found(typed: str, names: list[str] | None = None) -> list[str]:
    players = people() if names is None else [Player(n, n, "d", 0, "") for n in names]
    return [player.name for player in find(players, typed)]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("tin", ["Marion Tinsley"]),
        ("TINSLEY", ["Marion Tinsley"]),
        ("angs", ["Zoë Ångström"]),
        ("Ångs", ["Zoë Ångström"]),
        ("zoe", ["Zoë Ångström"]),
        ("zolc", ["Łukasz Żółć"]),
        ("luk", ["Łukasz Żółć"]),
        ("obr", ["Pat O'Brien"]),
        ("o'b", ["Pat O'Brien"]),
        ("thro", ["Alexander Kingsbury-Throckmorton"]),
        ("kingsbury thr", ["Alexander Kingsbury-Throckmorton"]),
        ("anna k", ["Anna King"]),
        ("king a", ["Anna King"]),
        ("王", ["王小明"]),
        ("x", []),
        ("", []),
        ("  ", []),
        ("'", []),
    ],
)
def test_letters_find_names_without_accents_and_case(typed: str, names: list[str]) -> None:
    assert found(typed) == names


def test_surnames_come_before_other_parts() -> None:
    names = ["Stone King", "Kai Moe", "Bo Kingsley", "Al King", "Kim King"]
    assert found("k", names) == ["Al King", "Kim King", "Stone King", "Bo Kingsley", "Kai Moe"]


def test_a_letter_inside_a_name_is_no_beginning() -> None:
    assert found("ing") == []


def test_a_suffix_is_no_surname() -> None:
    assert surname_first("Henry Ford Jr.") == "Ford Jr., Henry"
    assert found("ford", ["Henry Ford Jr."]) == ["Henry Ford Jr."]


def test_names_of_one_word_and_of_none_stay() -> None:
    assert surname_first("王小明") == "王小明"
    assert surname_first("") == ""


@pytest.mark.parametrize(
    "name", ["王 小明", "김 민준", "たなか 花子", "King, Anna", "de la Cruz, Ana"]
)
def test_names_written_surname_first_are_not_turned_round(name: str) -> None:
    assert surname_first(name) == name
    assert surname_first(f"  {name} ") == name
    assert [found(part[:2], ["Al Moe", name]) for part in (name, name.rsplit(maxsplit=1)[-1])] == [
        [name]
    ] * 2


def test_a_surname_stands_before_the_comma_or_the_blank() -> None:
    assert found("an", ["King, Anna", "Andres, Bo"]) == ["Andres, Bo", "King, Anna"]
    assert found("小", ["王 小明", "小 明"]) == ["小 明", "王 小明"]
    assert surname_first("Henry Ford, Jr.") == "Ford, Jr., Henry"
    assert surname_first("Wang 小明") == "小明, Wang"


def test_the_order_of_a_list_passes_over_accents() -> None:
    names = ["Zoë Ångström", "Bob Stone", "Al Ander", "Ann Anzug"]
    assert sorted(names, key=sort_key) == ["Al Ander", "Zoë Ångström", "Ann Anzug", "Bob Stone"]


def test_letters_that_unicode_does_not_take_apart_are_folded_too() -> None:
    assert folded("Ægir Þór Sørensen-Straße") == "aegir thor sorensen strasse"
