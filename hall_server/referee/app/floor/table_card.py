"""One table of the floor as rows of text: a cell of one row, with names below it, or a card."""

from rich.cells import cell_len

from hall_server.referee.derived.floor import WORDS_WIDTH, Side, TableCell
from shared.tui.names import clip, fit, fit_row

BESIDE_LABEL = 1 + 1 + 1 + WORDS_WIDTH
"""Cells of text that the glyph and the words take, each after a blank."""
NAME_AND_CLOCK = 24
"""Cells that both players with score and clock want beside the label."""
_CLOCK = 5
_BETWEEN = " – "


def card_row(cell: TableCell, row: int, rows: int, label: int, width: int) -> str:
    """Return a row of a table that has ``rows`` of them, in ``width`` cells.

    ``label`` is the width of the labels of all tables.
    """
    if row == 0:
        said = cell.word if rows > 2 else cell.words
        return fit_row(f"{fit(cell.label, label, 'right')} {cell.glyph} {said}", width)
    indent = label + 1
    if rows == 2:
        return fit_row(" " * indent + both(cell.sides, width - indent), width)
    if len(cell.sides) < row:
        return " " * width
    return fit_row(" " * indent + _side(cell.sides[row - 1], width - indent), width)


def _side(side: Side, width: int) -> str:
    """Return ``► Ann Lee [2]  3 12:04``: the cube lies at its owner, the clock that runs is marked.

    A name that has no room is the surname alone.
    """
    behind = f" {side.clock:>{_CLOCK}}"
    if side.score:
        behind = f" {side.score:>2}{behind}"
    if side.cube:
        behind = f" [{side.cube}]{behind}"
    mark = "► " if side.runs else "  "
    room = max(0, width - cell_len(mark) - cell_len(behind))
    name = side.name if cell_len(side.name) <= room else _surname(side.name)
    return mark + fit(name, room) + behind


def _surname(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1] if name.split() else name


def both(sides: tuple[Side, ...], width: int) -> str:
    """Return both surnames in one row, whole names where those are equal."""
    if len(sides) < 2:
        return ""
    names = [_surname(side.name) for side in sides]
    if names[0] == names[1]:
        names = [side.name for side in sides]
    room = width - cell_len(_BETWEEN)
    one = max(room // 2, room - cell_len(names[1]))
    left = clip(names[0], one)
    return left + _BETWEEN + clip(names[1], max(0, room - cell_len(left)))
