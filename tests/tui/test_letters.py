"""Letters that are read across a hall: which screen has them, what they draw, what fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from shared.tui.letters import Letters, in_letters, letters_for

SMALL, LARGE = Letters(7), Letters(10)


@pytest.mark.parametrize(
    ("size", "letters"),
    [
        ((50, 15), None),
        ((80, 24), None),
        ((100, 30), SMALL),
        ((132, 38), SMALL),
        ((200, 55), LARGE),
        ((240, 67), Letters(7, 2)),
        ((400, 110), Letters(10, 2)),
    ],
)
def test_capitals_are_25_mm_high_on_a_television_of_24_inches(
    size: tuple[int, int], letters: Letters | None
) -> None:
    assert letters_for(*size) == letters
    if letters is not None:
        assert letters.capital * letters.times / 2 * 299 / size[1] >= 25


def test_letters_are_drawn_in_half_blocks() -> None:
    assert [row.rstrip() for row in SMALL.drawn("Hé")] == [
        "▄   ▄   ▄▀",
        "█   █  ▄▄▄",
        "█▀▀▀█ █▄▄▄█",
        "█   █ ▀▄▄▄",
        "",
    ]
    twice = Letters(7, 2).drawn("Hé")
    assert len(twice) == 10
    assert cell_len(twice[0]) == 2 * SMALL.width("Hé")


@pytest.mark.parametrize("letters", [SMALL, LARGE])
@pytest.mark.parametrize(
    "words", ["Żółć, Łukasz", "Ångström", "Đura", "Щукин Яков", "Ευχαριστώ", "0–9 1½–½"]
)
def test_latin_cyrillic_greek_and_figures_are_drawn_large(letters: Letters, words: str) -> None:
    assert not any(sign.isalnum() for row in letters.drawn(words) for sign in row)


@pytest.mark.parametrize("words", ["王小明", "مريم الأحمد", "דוד לוי"])
def test_words_in_other_scripts_stand_whole_in_ordinary_letters(words: str) -> None:
    drawn = LARGE.drawn(f"12 {words} – Ann")
    assert [words in row for row in drawn] == [n == 3 for n in range(7)]
    assert len({cell_len(row) for row in drawn}) == 1


@given(st.text(max_size=80), st.integers(4, 200), st.sampled_from([SMALL, LARGE]))
def test_any_text_is_cut_to_its_width(text: str, width: int, letters: Letters) -> None:
    rows = letters.fitted(text, width, "right")
    assert len(rows) == letters.rows
    assert {cell_len(row) for row in rows} == {width}


def test_a_sentence_is_wrapped_between_words() -> None:
    lines = LARGE.wrapped("Lunch is served upstairs", 100)
    assert lines == ["Lunch is served", "upstairs"]
    french = LARGE.wrapped("Qui commence\u00a0?", LARGE.width("Qui commence"))
    assert french == ["Qui", "commence\u00a0?"]
    parts = LARGE.wrapped("Kingsbury-Throckmorton", 60)
    assert "".join(parts) == "Kingsbury-Throckmorton"
    assert all(LARGE.width(part) <= 60 for part in parts)
    assert in_letters(None, "Lunch", 9) == "Lunch"
    assert in_letters(SMALL, "Lunch is", 30).count("\n") == 9
