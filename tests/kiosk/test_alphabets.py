"""Players find their names at a kiosk without a keyboard, in any script."""

from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.screens.letter_pad import LetterKey
from kiosk.visits.alphabets import MOST, alphabets
from shared.core.state import Player
from shared.core.state.persons import find
from tests.kiosk.test_kiosk_app import SIZES, Hall, lobby
from tests.tui.fake_port import hall
from tests.tui.screens import assert_screen, screen_text

A_TO_Z = tuple(ascii_uppercase)
MIXED = ("Ann Lee", "Zoë Ångström", "Иван Петров", "Ольга Чайка", "王小明", "김철수", "Σοφία Ξένου")


def test_a_hall_of_latin_names_has_a_to_z_and_nothing_else() -> None:
    assert alphabets(("Zoë Ångström", "Jiří Dvořák-Nový", "Ø. Sørensen 2nd")) == (A_TO_Z,)
    assert alphabets(()) == (A_TO_Z,)


def test_a_letter_stands_there_as_a_search_folds_it() -> None:
    assert alphabets(("Йозеф Ёлкин",)) == (tuple("ЕЗИКЛНОФ"),)


def test_a_long_alphabet_takes_another_page() -> None:
    names = [chr(sign) for sign in range(0x4E00, 0x4E00 + MOST + 1)]
    assert [len(page) for page in alphabets(names)] == [MOST, 1]


def test_each_script_has_a_page_of_its_own_and_a_syllable_stays_whole() -> None:
    pages = alphabets(MIXED)
    assert pages[0] == A_TO_Z
    assert ["".join(page) for page in pages[1:]] == [
        "ΑΕΙΝΞΟΣΥΦ",
        "АВГЕИКЛНОПРТЧЬ",
        "小明王",
        "김수철",
    ]


@given(st.lists(st.sampled_from(MIXED), min_size=1))
def test_every_name_can_be_tapped_to_its_end(names: list[str]) -> None:
    signs = {sign for page in alphabets(names) for sign in page}
    for name in names:
        player = Player("p", name, "d", 0, "")
        reached = [s for s in signs if find([player], s)]
        typed = reached[0]
        for _step in name:
            typed += next((s for s in signs if find([player], typed + s)), "")
        assert len(typed) >= min(map(len, name.split()))


def shown_keys(run: Hall) -> list[str]:
    keys = run.app.screen.query("LetterKey").results(LetterKey)
    return [key.sign for key in keys if key.display and key.visible]


@pytest.mark.parametrize("size", SIZES)
async def test_a_cyrillic_name_is_found_by_taps(size: tuple[int, int]) -> None:
    players = [Player(f"p{n}", name, "masters", 0, "") for n, name in enumerate(MIXED)]
    async with lobby(size, hall(players=players)) as (run, pilot):
        await pilot.click()
        await pilot.pause()
        assert shown_keys(run) == [*A_TO_Z, "⇄", "⌫"]
        for page in alphabets(MIXED)[1:3]:
            await pilot.click(run.app.screen.query("LetterKey")[-2])
            await pilot.pause()
            assert shown_keys(run) == [*page, "⇄", "⌫"]
        assert_screen(run.app, "cyrillic-pad")
        await pilot.click(run.app.screen.query("LetterKey")[page.index("Ч")])
        await pilot.pause()
        assert "Ольга Чайка" in screen_text(run.app)
