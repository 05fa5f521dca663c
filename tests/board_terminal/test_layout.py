import pytest
from rich.cells import cell_len

from board_terminal.screens.choice_bar import ROWS, button_lines
from board_terminal.screens.half import face_lines, half_lines
from board_terminal.view.keys import BACK, OVER, named
from board_terminal.view.view import Half

RUNNING = Half("B. Chen", "White", "1:28:54", "▶ THINKING", ("1 move",), "run", "3 · / · →")
WAITING = Half("A. King", "Red", "1:28:55", "", ("1 move",))


def text(half: Half, other: Half, width: int, height: int) -> list[str]:
    return [line for line, _ in half_lines(half, other, width, height, width)]


@pytest.mark.parametrize(
    ("width", "height", "rows"),
    [(50, 12, 10), (40, 12, 7), (39, 12, 5), (50, 6, 5), (24, 6, 5), (97, 38, 20)],
)
def test_a_clock_is_drawn_as_large_as_there_is_room(width: int, height: int, rows: int) -> None:
    lines = face_lines("1:28:54", width, height)
    assert len(lines) == rows
    assert all(cell_len(line) <= width for line in lines)


def test_an_hours_clock_has_room_in_half_of_fifty_columns() -> None:
    assert len(face_lines("1:28:54", 24, 5)) == 5


def test_without_room_a_clock_is_written_as_it_is() -> None:
    assert face_lines("1:28:54", 10, 5) == ("1:28:54",)
    assert face_lines("1:28:54", 50, 3) == ("1:28:54",)


@pytest.mark.parametrize("size", [(24, 8), (24, 9), (24, 4), (39, 15), (49, 17), (16, 8), (8, 3)])
def test_a_half_fills_exactly_its_space(size: tuple[int, int]) -> None:
    width, height = size
    for half, other in ((RUNNING, WAITING), (WAITING, RUNNING)):
        lines = text(half, other, width, height)
        assert len(lines) == height
        assert {cell_len(line) for line in lines} == {width}


@pytest.mark.parametrize("size", [(24, 8), (24, 9), (39, 15), (49, 17)])
def test_no_text_moves_when_the_turn_changes(size: tuple[int, int]) -> None:
    def drawn(half: Half, other: Half) -> list[int]:
        return [n for n, line in enumerate(text(half, other, *size)) if "█" in line]

    assert drawn(RUNNING, WAITING) == drawn(WAITING, RUNNING) != []


def test_where_one_row_is_left_it_stands_above_the_name() -> None:
    full = next(h for h in range(9, 20) if not text(RUNNING, WAITING, 39, h)[0].strip())
    lines = text(RUNNING, WAITING, 39, full)
    assert "B. Chen" in lines[1]
    assert lines[-1].strip() == RUNNING.key


def test_where_room_is_short_name_and_word_stay() -> None:
    shown = "\n".join(text(RUNNING, WAITING, 24, 4))
    assert "B. Chen" in shown
    assert "1:28:54" in shown
    assert "▶ THINKING" in shown


def test_where_one_line_is_left_it_says_that_ticks_are_allowed() -> None:
    low = Half("B. Chen", "White", "4:59", "▶ THINKING", ("31 moves", "ticks allowed (≤ 5:00)"))
    assert "ticks allowed (≤ 5:00)" in "\n".join(text(low, WAITING, 24, 8))


def test_a_wide_name_is_cut_and_the_columns_stay() -> None:
    wide = Half("欧阳慕容上官司马诸葛东方", "Red", word="✓ seated")
    assert {cell_len(line) for line in text(wide, wide, 17, 6)} == {17}


def test_layout_without_any_room_raises_no_error() -> None:
    assert half_lines(RUNNING, WAITING, 0, 0, 0) == []


def test_a_button_has_three_lines_with_key_and_label() -> None:
    assert button_lines(OVER, 16) == [" " * 16, "  5 Game over   ", " " * 16]
    back = button_lines(named(BACK, "Back", "the game goes on"), 20)
    assert len(back) == ROWS
    assert "the game goes on" in "\n".join(back)


def test_a_long_label_is_wrapped_and_never_too_wide() -> None:
    choice = named(OVER, "Wolfeschlegelsteinhausenbergerdorff won", "Red")
    assert {cell_len(line) for line in button_lines(choice, 15)} == {15}


@pytest.mark.parametrize("name", ["李小龍", "محمد عبد الله", "W" * 80])
def test_beside_a_name_that_large_letters_cannot_show_the_other_is_not_enlarged(name: str) -> None:
    large = text(WAITING, Half("B. Chen"), 97, 38)
    assert not any("A. King" in line for line in large)
    for one, other in ((WAITING, Half(name)), (Half(name), WAITING)):
        assert any(one.name in line for line in text(one, other, 97, 38))
