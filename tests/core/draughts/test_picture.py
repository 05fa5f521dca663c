"""A position as rows of squares."""

import pytest
from hypothesis import given

from shared.core.draughts.picture import PictureCell, picture
from shared.core.draughts.position import START, Position
from tests.core.draughts.kit import positions


@pytest.mark.clause("APCA-1", "DARK-set")
def test_the_start_has_both_sides_and_a_dark_square_at_the_lower_left() -> None:
    rows = picture(START)
    assert [cell.square for cell in rows[0]] == [0, 1, 0, 2, 0, 3, 0, 4]
    assert [cell.square for cell in rows[7]] == [29, 0, 30, 0, 31, 0, 32, 0]
    sides = ["".join((c.piece.side if c.piece else "-")[0] for c in row) for row in rows]
    assert sides == [
        "-f-f-f-f", "f-f-f-f-", "-f-f-f-f", "--------",
        "--------", "s-s-s-s-", "-s-s-s-s", "s-s-s-s-",
    ]  # fmt: skip


@given(positions())
def test_every_square_has_its_cell_and_light_squares_are_empty(position: Position) -> None:
    cells = [cell for row in picture(position) for cell in row]
    assert len(cells) == 64
    shown = {cell.square: cell.piece for cell in cells if cell.square}
    assert shown == {square: position.piece_at(square) for square in range(1, 33)}
    assert {cell for cell in cells if not cell.square} == {PictureCell()}
