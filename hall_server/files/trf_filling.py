"""Writes a drawn round into a tournament report of another program.

Every other byte stays: line ends, blanks, letters, unknown lines.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hall_server.files.trf_reading import FIRST_ROUND, ROUND_WIDTH, counted_in_bytes

_ENDS = re.compile(rb"(\r\n|\r|\n)")
_BLOCK = 8
"""Columns of a round that are used; two blanks follow."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The report with the round, and notes on lines that may now be wrong."""

    data: bytes
    notes: tuple[str, ...]


def fill_round(data: bytes, round_no: int, drawn: Mapping[int, int | None]) -> Filled:
    """Return the report with who meets whom in ``round_no``, by starting rank; None has the bye.

    ``data`` is a report that ``parse_trf`` reads. Who moves first stays open (-): the table draws
    it. A player who is not drawn keeps their line, except for an opponent in this round.
    """
    parts = _ENDS.split(data)
    notes: list[str] = []
    for at in range(0, len(parts), 2):
        line, number = parts[at], at // 2 + 1
        code = line.removeprefix(b"\xef\xbb\xbf")[:3].upper()
        if code == b"001":
            parts[at], note = _filled(line, number, round_no, drawn)
            notes += [note] if note else []
        elif code == b"XXZ":
            notes.append(
                f"line {number}: XXZ names who is out of the next round. It stays as it is, and"
                f" after round {round_no} it may be untrue."
            )
    return Filled(b"".join(parts), tuple(notes))


def _filled(
    line: bytes, number: int, round_no: int, drawn: Mapping[int, int | None]
) -> tuple[bytes, str]:
    encoding = _encoding(line)
    text = line.decode(encoding)
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix(mark)
    player = int(text[4:8])
    start = FIRST_ROUND + (round_no - 1) * ROUND_WIDTH
    there, after = text[start : start + _BLOCK], text[start + _BLOCK :]
    if player in drawn:
        opponent = drawn[player]
        block = "0000 - U" if opponent is None else f"{opponent:>4} -  "
    elif there[:4].strip(" 0"):
        block = " " * _BLOCK
    else:
        return line, ""
    whole = f"{text[:start]:<{start}}{block}{after}"
    if not after:
        whole = whole.rstrip()
    note = (
        f"line {number}: what stands behind round {round_no} stays, and may be untrue."
        if after.strip()
        else ""
    )
    return (mark + whole).encode(encoding), note


def _encoding(line: bytes) -> str:
    """Return the encoding that puts a line's columns in place and loses no byte."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return "latin-1"
    return "latin-1" if counted_in_bytes(text.removeprefix("\ufeff")) else "utf-8"
