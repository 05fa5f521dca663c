"""A position as rows of cells."""

import pytest
from hypothesis import given

from shared.core.draughts.picture import Glyphs, PictureCell, glyphs_of, picture
from shared.core.draughts.position import START, Piece, Position
from tests.core.draughts.kit import at, positions


def text(position: Position, **options: object) -> list[str]:
    return ["".join(cell.text for cell in row) for row in picture(position, **options)]


@pytest.mark.clause("APCA-1", "DARK-set")
def test_the_start_shows_both_sides_and_a_dark_square_at_the_lower_left() -> None:
    assert text(START) == [
        "  ●r  ●r  ●r  ●r",
        "●r  ●r  ●r  ●r  ",
        "  ●r  ●r  ●r  ●r",
        "13  14  15  16  ",
        "  17  18  19  20",
        "○w  ○w  ○w  ○w  ",
        "  ○w  ○w  ○w  ○w",
        "○w  ○w  ○w  ○w  ",
    ]
    for rows in (picture(START), picture(START, bottom="first")):
        assert rows[-1][0].square != 0
        assert rows[-1][7] == PictureCell("  ")


def test_the_board_turns_and_shows_kings_in_capitals() -> None:
    rows = text(at("B:WK1:BK32"), numbers=False, bottom="first")
    assert rows[0].startswith("  ●R")
    assert rows[7] == "··  ··  ··  ○W  "


def test_the_letters_are_those_of_the_sides_names() -> None:
    black_red = glyphs_of(("Black", "Red"))
    assert black_red == Glyphs(("b", "r"))
    assert text(START, glyphs=black_red)[7] == "○r  ○r  ○r  ○r  "
    plain = Glyphs(discs=("x", "o"), empty=".")
    assert text(START, glyphs=plain, numbers=False)[3] == "..  ..  ..  ..  "


@given(positions())
def test_every_square_has_its_cell_and_every_cell_two_characters(position: Position) -> None:
    for rows in (picture(position), picture(position, bottom="first", numbers=False)):
        cells = [cell for row in rows for cell in row]
        assert {len(row) for row in rows} == {8}
        assert {len(cell.text) for cell in cells} == {2}
        shown = {cell.square: cell.piece for cell in cells if cell.square}
        assert shown == {square: position.piece_at(square) for square in range(1, 33)}
    assert all(isinstance(piece, Piece | None) for piece in shown.values())
