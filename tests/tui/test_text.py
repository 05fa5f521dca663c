"""The pure parts of shared screens: names in columns, digits, boards, times, status words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from shared.port import Link, LinkState
from shared.tui.action import key_words
from shared.tui.block_digits import Rows, block_digits, block_width
from shared.tui.link_words import link_words
from shared.tui.names import clip, columns, fit, wrap
from shared.tui.times import age, clock_time, duration
from tests.tui.fake_port import START
from tests.words.spoken import said_in

MINUTE = 60_000


@given(st.text(), st.integers(0, 40), st.sampled_from(["left", "right", "centre"]))
def test_a_fitted_text_has_exactly_its_width(text: str, width: int, align: str) -> None:
    assert cell_len(fit(text, width, align)) == width  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("A. King", 10, "A. King   "),
        ("Alexander Kingsbury", 10, "Alexander…"),
        ("王小明 Wang", 7, "王小明…"),
        ("王小明 Wang", 6, "王小… "),
        ("Þórður Ægisson", 14, "Þórður Ægisson"),
        ("two\nlines", 9, "two lines"),
        ("Kim\u200d", 5, "Kim  "),
        ("Kim\u200d Lee", 4, "Kim…"),
        ("long", 1, "…"),
    ],
)
def test_names_are_cut_by_cells_and_not_by_letters(text: str, width: int, shown: str) -> None:
    assert fit(text, width) == shown


def test_columns_stay_columns_and_an_empty_column_takes_no_room() -> None:
    assert columns(["7", "王小明", "12"], [3, 8, 4], "><>") == "  7  王小明      12"
    assert columns(["7", "x", "12"], [3, 0, 4], "><>") == "  7    12"


def test_lines_break_between_words_and_inside_only_long_ones() -> None:
    assert wrap("call the referee now", 8) == ["call the", "referee", "now"]
    assert wrap("Donaudampfschiff", 6) == ["Donaud", "ampfsc", "hiff"]
    assert wrap("", 5) == [""]
    assert wrap("Qui commence\u00a0?", 12) == ["Qui", "commence\u00a0?"]


def test_clipping_never_adds_blanks() -> None:
    assert clip("A. King", 20) == "A. King"


@pytest.mark.parametrize("rows", [5, 7, "narrow"])
@pytest.mark.parametrize("sign", "0123456789½:.+- ")
def test_each_large_sign_is_a_rectangle(sign: str, rows: Rows) -> None:
    lines = block_digits(sign, rows)
    assert len(lines) == (5 if rows == "narrow" else rows)
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("rows", [5, 7, "narrow"])
def test_no_two_large_signs_look_alike(rows: Rows) -> None:
    drawn = {tuple(block_digits(sign, rows)) for sign in "0123456789½:.+-"}
    assert len(drawn) == 15


def test_large_digits_have_one_blank_between_and_an_ascii_form() -> None:
    assert block_digits("4:1", 5)[0] == "██ ██    ████ "


def test_a_long_clock_fits_half_of_a_small_and_of_a_large_screen() -> None:
    assert block_width("1:20:00", 5) <= 40
    assert block_width("1:20:00", 7) <= 46


def test_an_unknown_large_sign_is_refused() -> None:
    with pytest.raises(ValueError, match="no large sign for 'x'"):
        block_digits("1x", 5)


def test_times_are_shown_in_the_zone_of_the_event() -> None:
    assert clock_time(START, "UTC") == "22:13"
    assert clock_time(START, "Asia/Tokyo") == "07:13"
    assert clock_time(START, "Nowhere/Atall") == "22:13"
    assert clock_time(START, "UTC", START + 3 * 3_600_000) == "Tue 22:13"


@pytest.mark.parametrize(
    ("ms", "shown", "old"),
    [
        (-5, "0:00", "0 s"),
        (40_999, "0:40", "40 s"),
        (3 * MINUTE, "3:00", "3 min"),
        (62 * MINUTE + 3000, "1:02:03", "1 h 02 min"),
    ],
)
def test_durations_and_ages_in_words(ms: int, shown: str, old: str) -> None:
    assert (duration(ms), age(ms)) == (shown, old)


@pytest.mark.parametrize(
    ("state", "more", "unsent", "words"),
    [
        ("live", {}, 0, "LIVE"),
        ("live", {}, 3, "LIVE · 3 not yet at the hall"),
        ("live", {"offset_ms": 1000}, 0, "LIVE"),
        ("live", {"offset_ms": 1400}, 0, "LIVE · clock 1.4 s fast"),
        ("live", {"offset_ms": -125_000}, 0, "LIVE · clock 2 min slow"),
        ("catching_up", {"behind": 12}, 0, "CATCHING UP 12"),
        ("catching_up", {}, 0, "CATCHING UP"),
        ("offline", {}, 1, "OFFLINE since 22:13 – saved here · 1 not yet at the hall"),
        ("refused", {"sentence": "enrol it again"}, 0, "REFUSED – enrol it again"),
        ("refused", {}, 0, "REFUSED – call the referee"),
        ("starting", {}, 0, "STARTING"),
        ("catching_up", {"behind": 9, "full": "here"}, 0, "CATCHING UP 9 · this disk is full"),
        ("live", {"full": "hall"}, 2, "LIVE · the hall's disk is full · 2 not yet at the hall"),
    ],
)
def test_the_status_line_says_where_things_stand(
    state: LinkState, more: dict[str, int], unsent: int, words: str
) -> None:
    link = Link(state, START, **more)  # type: ignore[arg-type]
    assert link_words(link, unsent, START + 5 * MINUTE, "UTC") == words


def test_keys_are_named_as_people_read_them() -> None:
    shown = [key_words(key) for key in ("f1", "ctrl+q", "escape,q", "a", "slash", "home")]
    assert shown == ["F1", "^Q", "Esc", "a", "/", "Home"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "Esc Intro Espacio RePág ^Q"),
        ("fr", "Échap Entrée Espace PgPréc ^Q"),
        ("ru", "Esc Enter Пробел PgUp ^Q"),
    ],
)
def test_keys_are_named_as_they_are_printed_on_a_keyboard_of_the_language(
    language: str, words: str
) -> None:
    keys = ("escape", "enter", "space", "pageup", "ctrl+q")
    with said_in(language):
        assert " ".join(map(key_words, keys)) == words
