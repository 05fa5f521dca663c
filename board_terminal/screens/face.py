"""How large a text of digits can be drawn in a given space. Pure."""

from shared.tui.block_digits import block_digits, block_width

# Three cells a digit: an hour's clock has room in half of a 50-column screen.
_NARROW = {
    "0": "███|█ █|█ █|█ █|███",
    "1": "██ | █ | █ | █ |███",
    "2": "███|  █|███|█  |███",
    "3": "███|  █|███|  █|███",
    "4": "█ █|█ █|███|  █|  █",
    "5": "███|█  |███|  █|███",
    "6": "███|█  |███|█ █|███",
    "7": "███|  █|  █|  █|  █",
    "8": "███|█ █|███|█ █|███",
    "9": "███|█ █|███|  █|███",
    ":": " |█| |█| ",
    ".": " | | | |█",
}


def face_lines(text: str, width: int, height: int) -> tuple[str, ...]:
    """Draw ``text`` as large as ``width`` cells and ``height`` rows allow; at worst as it is."""
    if not text:
        return ()
    for rows in (7, 5):
        if height >= rows and block_width(text, rows) <= width:
            return block_digits(text, rows)
    narrow = [_NARROW[sign].split("|") for sign in text if sign in _NARROW]
    if height >= 5 and len(narrow) == len(text):
        lines = tuple(" ".join(glyph[row] for glyph in narrow) for row in range(5))
        if len(lines[0]) <= width:
            return lines
    return (text,)
