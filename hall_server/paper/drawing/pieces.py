"""Paragraphs, forms, lines to sign on, and slips, drawn on a page."""

from hall_server.paper.drawing.pen import MM, Pen, Style, prepared, width, wrapped
from hall_server.paper.drawing.tables import draw_rows, lay
from hall_server.paper.sheet import Field, Form, Picture, Signatures, Small, Table, Text

TEXT_SIZES = {"huge": 40.0, "large": 17.0, "plain": 11.0, "small": 8.5}
_LINE = 1.3
_FIELD_MM, _LABEL = 9, 10.0
_WRITE_MM = 8
_SIGN_MM, _NAME = 12, 9.5
_GAP = 2 * MM


def height_of(block: Text | Form | Signatures | Picture, wide: float) -> float:
    """Return the height of a block that is ``wide`` points wide."""
    match block:
        case Text():
            size = TEXT_SIZES[block.size]
            return len(wrapped(block.words, size, wide, bold=block.strong)) * size * _LINE + _GAP
        case Form():
            return sum(_row_height(row, wide) for row in block.rows) + _GAP
        case Signatures():
            return _SIGN_MM * MM + _NAME * _LINE + _GAP
        case Picture():
            return block.wide_mm * MM * len(block.rows) / len(block.rows[0]) + _GAP


def draw(
    block: Text | Form | Signatures | Picture, x: float, y: float, wide: float, pen: Pen
) -> float:
    """Draw a block with its top at ``y``; return where the next one begins."""
    match block:
        case Text():
            size = TEXT_SIZES[block.size]
            for line in wrapped(block.words, size, wide, bold=block.strong):
                y += size * _LINE
                pen.text(x, y - size * 0.25, line, Style(size, bold=block.strong), room=wide)
            return y + _GAP
        case Form():
            for row in block.rows:
                _draw_fields(pen, row, x, y, wide)
                y += _row_height(row, wide)
            return y + _GAP
        case Signatures():
            return _sign(pen, block.names, x, y, wide)
        case Picture():
            dot = block.wide_mm * MM / len(block.rows[0])
            pen.dots(x + (wide - block.wide_mm * MM) / 2, y, dot, block.rows)
            return y + height_of(block, wide)


def draw_slip(
    blocks: tuple[Small, ...], x: float, y: float, wide: float, high: float, pen: Pen
) -> None:
    """Draw the blocks of a slip, one below the other, spread over its height."""
    laid = {block: lay(block, wide, high, high) for block in blocks if isinstance(block, Table)}
    needed = sum(
        laid[block].head + laid[block].row * len(block.rows)
        if isinstance(block, Table)
        else height_of(block, wide)
        for block in blocks
    )
    gap = max((high - needed) / max(len(blocks) - 1, 1), 0)
    gap = min(gap, 4 * MM)
    for block in blocks:
        if isinstance(block, Table):
            y = draw_rows(laid[block], x, y, range(len(block.rows)), pen)
        else:
            y = draw(block, x, y, wide, pen)
        y += gap


def _sign(pen: Pen, names: tuple[str, ...], x: float, y: float, wide: float) -> float:
    room = wide / max(len(names), 1)
    base = y + _SIGN_MM * MM
    for at, name in enumerate(names):
        left = x + at * room
        right = left + room - (5 * MM if at + 1 < len(names) else 0)
        pen.line(left, base, right, base)
        pen.name(left, base + _NAME * 1.1, name, Style(_NAME), room=right - left, hangs=0.7)
        pen.text(left, base - 1.5 * MM, "✗", Style(_NAME, grey=0.5))
    return base + _NAME * _LINE + _GAP


def _row_height(row: tuple[Field, ...], wide: float) -> float:
    room = wide / max(len(row), 1)
    return max((_field_height(field, room) for field in row), default=0)


def _field_height(field: Field, room: float) -> float:
    if field.lines == 1:
        return _FIELD_MM * MM
    written = len(_value_lines(field, room)) if field.value else 0
    return _FIELD_MM * MM + max(field.lines - 1, written) * _WRITE_MM * MM


def _value_lines(field: Field, room: float) -> list[str]:
    return wrapped(field.value, 11, room, bold=True)


def _draw_fields(pen: Pen, row: tuple[Field, ...], x: float, y: float, wide: float) -> None:
    room = wide / max(len(row), 1)
    for at, field in enumerate(row):
        left = x + at * room
        right = left + room - (4 * MM if at + 1 < len(row) else 0)
        base = y + _FIELD_MM * MM - 1.5 * MM
        pen.text(left, base, field.label, Style(_LABEL, grey=0.3), room=right - left)
        after = left + min(width(prepared(field.label)) * _LABEL, right - left) + 2 * MM
        if field.lines == 1:
            pen.line(after, base + 1.2, right, base + 1.2, grey=0.4)
            if field.value:
                own = right - after - MM
                pen.name(after + MM, base, field.value, Style(11, bold=True), room=own, hangs=0)
            continue
        words = _value_lines(field, right - left) if field.value else []
        for number in range(max(field.lines - 1, len(words))):
            base += _WRITE_MM * MM
            pen.line(left, base + 1.2, right, base + 1.2, grey=0.4)
            if number < len(words):
                pen.text(left, base - 1, words[number], Style(11, bold=True))
