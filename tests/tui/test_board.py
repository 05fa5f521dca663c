"""The board: what must be told apart is told by 3:1 and by shape, in every theme."""

from collections import Counter
from itertools import pairwise, product

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.app import ComposeResult
from textual.color import Color

from shared.core.draughts.fen import parse_fen
from shared.core.draughts.picture import PictureCell
from shared.core.draughts.position import START, Piece
from shared.tui.app import HallApp
from shared.tui.board import (
    DARK,
    FOR_FINGERS,
    LIGHT,
    MARK,
    MEN,
    NUMBER,
    SMALL,
    SQUARES,
    Size,
    board_after,
    board_of,
    largest,
    square_at,
    square_rows,
)
from shared.tui.board_view import BoardView
from shared.tui.glyphs import likeness
from shared.tui.theme import PALETTES
from tests.tui.contrast import ratio, rgb
from tests.tui.fake_port import START as NOW
from tests.tui.fake_port import FakePort

SIDES = (("Red", "White"), ("Black", "White"), ("Black", "Red"))
"""The sides of the sheets."""
PIECES = (None, *(Piece(side, king) for side in ("first", "second") for king in (False, True)))
BY_SIZE = pytest.mark.parametrize("size", [*FOR_FINGERS, SMALL], ids=str)


def shape(piece: Piece | None, size: Size, *, marked: bool = False) -> list[str]:
    rows = square_rows(PictureCell(22, piece), ("Red", "White"), size, marked=marked)
    return ["".join(segment.text for segment in row) for row in rows]


def test_all_that_must_be_told_apart_on_a_board_stands_at_three_to_one() -> None:
    pairs = [(LIGHT, DARK), (MARK, DARK)]
    for first, second in SIDES:
        ring, disc = MEN[first], MEN[second]
        pairs += [(ring.body, DARK), (ring.body, ring.inside), (disc.body, DARK)]
        pairs += [(disc.body, disc.inside), (disc.body, ring.inside)]
    for one, two in ((Color.parse(one), Color.parse(two)) for one, two in pairs):
        assert ratio(one, two) >= 3, (one.hex, two.hex)
        assert ratio(one.monochrome, two.monochrome) >= 3, (one.hex, two.hex)


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("no_color", [False, True], ids=["colours", "NO_COLOR"])
async def test_in_every_theme_a_board_has_its_own_colours_and_numbers_at_seven_to_one(
    theme: str, no_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    app = Shown()
    async with app.run_test(size=(80, 40)) as pilot:
        app.theme = theme
        for size in (*FOR_FINGERS, SMALL):
            app.query_one(BoardView).show(
                board_after("W:W21,K30:B1,K3,11", ("Red", "White"), (8, 11)), size
            )
            await pilot.pause()
            grounds = set()
            for strip in app.screen._compositor.render_strips():
                for text, style, _control in strip:
                    if style is None or not text.strip():
                        continue
                    front, ground = rgb(style.color), rgb(style.bgcolor)
                    least = 7 if any(sign.isdigit() for sign in text) else 3
                    assert set(text) == {"░"} or ratio(front, ground) >= least, (text, size)
                    grounds.add(ground.hex)
            wanted = {Color.parse(c) for c in (LIGHT, DARK)}
            assert {(c.monochrome if no_color else c).hex for c in wanted} <= grounds


def test_with_sixteen_colours_squares_men_and_numbers_stay_distinct() -> None:
    def of_console(colour: str) -> int | None:
        return RichColor.parse(colour).downgrade(ColorSystem.STANDARD).number

    assert of_console(LIGHT) != of_console(DARK) != of_console(NUMBER)
    for man in MEN.values():
        assert of_console(man.body) not in {of_console(DARK), of_console(man.inside)}
    bodies = {of_console(man.body) for man in MEN.values()}
    assert len(bodies) == len(MEN)


@BY_SIZE
def test_without_colour_sides_kings_and_the_last_move_are_told_by_shape(size: Size) -> None:
    shapes = ["\n".join(shape(piece, size)) for piece in PIECES]
    assert len(set(shapes)) == len(PIECES)
    assert all(likeness(one) != likeness(two) for one, two in pairwise(shapes))
    if size != SMALL:
        for piece in PIECES:
            assert shape(piece, size, marked=True) != shape(piece, size)


@BY_SIZE
def test_every_sign_of_a_board_is_one_of_the_bare_console(size: Size) -> None:
    for piece, marked in product(PIECES, (False, True)):
        said = likeness("".join(shape(piece, size, marked=marked)))
        said.translate(str.maketrans("", "", "►◄•○▲▼")).encode("cp437")


@pytest.mark.parametrize("size", FOR_FINGERS, ids=str)
def test_a_man_stands_in_the_middle_of_its_square_below_the_number(size: Size) -> None:
    rows = shape(Piece("second", king=False), size)
    assert len(rows) == size.rows
    assert rows[0].startswith("22")
    for row in rows:
        drawn = row.replace("22", "  ", 1)
        assert drawn == drawn[::-1], "left and right alike"
    upper, lower = ("".join(rows).count(sign) for sign in "▄▀")
    assert upper == lower, "above and below alike"


def test_men_are_drawn_as_disc_and_ring_with_a_crown_for_a_king() -> None:
    drawn = [shape(piece, Size(3, 6)) for piece in PIECES]
    assert drawn == [
        ["22    ", "      ", "      "],
        ["22▄▄  ", " █  █ ", "  ▀▀  "],
        ["22▄▄  ", " █▲▲█ ", "  ▀▀  "],
        ["22▄▄  ", " ████ ", "  ▀▀  "],
        ["22▄▄  ", " █▼▼█ ", "  ▀▀  "],
    ]


@pytest.mark.parametrize(("top", "shown"), [(0, 8), (0, 5), (3, 5)])
@BY_SIZE
def test_every_dark_square_can_be_touched_where_it_is_drawn(
    size: Size, top: int, shown: int
) -> None:
    rows = board_of(START, ("Red", "White")).cells[top : top + shown]
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            middle = size.columns * x + size.columns // 2, size.rows * y + size.rows // 2
            assert not cell.square or square_at(*middle, size, rows) == cell.square
    assert square_at(-1, 0, size, rows) == square_at(0, shown * size.rows, size, rows) == 0
    assert square_at(size.wide, 0, size, rows) == 0


@pytest.mark.parametrize("size", FOR_FINGERS, ids=str)
def test_every_target_is_at_least_three_rows_by_eight_columns(size: Size) -> None:
    cells = board_of(START, ("Red", "White")).cells
    touched = Counter(
        square_at(x, y, size, cells) for x in range(size.wide) for y in range(size.high)
    )
    assert set(touched) == set(range(1, 33))
    edge = {row[x].square for row in cells for x in (0, SQUARES - 1)}
    assert min(n for square, n in touched.items() if square not in edge) >= 3 * 8
    assert min(touched.values()) >= 3 * 7


def test_squares_grow_with_the_room_from_three_rows_to_five() -> None:
    rooms = {(39, 24): None, (40, 24): (3, 5), (48, 24): (3, 6), (63, 40): (3, 6)}
    rooms |= {(64, 32): (4, 8), (200, 39): (4, 8), (80, 40): (5, 10), (200, 55): (5, 10)}
    assert {room: largest(*room) for room in rooms} == rooms


def test_a_board_of_the_opposite_order_is_the_same() -> None:
    sides = ("Black", "White")
    assert board_after("B:W30:B1", sides) == board_after("B:B1:W30", sides)
    assert board_of(parse_fen("B:W30:B1"), sides, (5, 1)).last == (5, 1)


@pytest.mark.parametrize("fen", ["", "X:W1:B2", "W:W1", "W:W33:B1", "W:Wa:B1", "W:Q1:B2"])
def test_a_text_that_is_no_position_is_refused(fen: str) -> None:
    with pytest.raises(ValueError, match=r"is no|names no"):
        board_after(fen, ("Red", "White"))


class Shown(HallApp):
    TICK_S = None

    def __init__(self) -> None:
        super().__init__(FakePort(), wall=lambda: NOW, monotonic=lambda: 0)

    def compose(self) -> ComposeResult:
        yield BoardView("board")
