"""Reports in the styles of programs that write TRF: one field, after one round of the four.

Each style has the line ends, blanks, letters, header lines and codes of its own that such programs
write by TRF16 and TRF26, with what several of them do outside the standard.
"""

from collections.abc import Mapping
from types import MappingProxyType

_FIELD = (
    (1, "f", "Müller, Änne", "2245", "GER", "4611349", "1979/03/02", "1.0", "2 w 1"),
    (2, " ", "Bóka, Pál", "2100", "HUN", "", "1981", "0.0", "1 b 0"),
    (3, "g", "O'Brien, Pat", "1990", "IRL", "2501234", "1990/00/00", "1.0", "4 b 1"),
    (4, " ", "de la Cruz Hernández-Villanueva, J", "0", "ESP", "", "", "0.0", "3 w 0"),
    (5, " ", "Zhao, Xue", "", "CHN", "8603006", "1985/04/06", "1.0", "0000 - U"),
)


def _player(row: tuple[object, ...], end: str = "") -> str:
    number, title, name, rating, federation, ident, born, points, first = row
    opponent, side, result = str(first).split()
    return (
        f"001 {number:>4} m {title:>2} {str(name)[:33]:<33} {rating:>4} {federation:<3} {ident:>11}"
        f" {born:<10} {points:>4} {number:>4}  {opponent:>4} {side} {result}{end}"
    )


def _in_bytes(line: str) -> str:
    """Return the columns counted in bytes of UTF-8: as many blanks fewer behind the name."""
    extra = len(line[14:47].encode()) - len(line[14:47])
    cut = line[14:47].rstrip()
    return line[:14] + cut + " " * (33 - len(cut) - extra) + line[47:]


def _head(*more: str) -> list[str]:
    return ["012 Open, Köln", "022 Köln", "032 GER", "042 2026/05/01", "052 2026/05/03", *more]


def _text(lines: list[str], end: str) -> str:
    return end.join([*lines, ""])


_SWISS_MANAGER = _head(
    "062 5", "072 4", "082 0", "092 Individual: Swiss-System", "102 IA Muster, Hans (4600001)",
    "112 ", "122 90 min/40 moves + 30 min", "132" + " " * 88 + "26/05/01  26/05/02  26/05/03",
)  # fmt: skip
_JAVAFO = [*_head("062 5", "092 Individual: Swiss-System", "XXR 4"), "XXC white1", "XXZ 5"]
_BBP = ["### by a pairing engine", "012 Open", "XXR 4", "XXC rank", "BBW  1.0", "BBU  1.0", ""]
_VEGA = ["# a comment", *_head("062 5 (4)", "102 Muster Hans", "XXR 4", "122 90'+30\"")]
_TRF26 = _head(
    "062 5", "092 FIDE_DUTCH_2026", "142 4", "152 W", "162  W  1.0     D  0.5     P  1.0",
    "172 FRATDPS", "202 BH-C1 SB", "222 180+2", "240 H 003  005", "250 1.0 0.0 001 002  001  002",
    "260 001 003  001 004", "XYZ nobody knows this line  ",
)  # fmt: skip

STYLES: Mapping[str, bytes] = MappingProxyType(
    {
        "Swiss-Manager": _text(
            [*_SWISS_MANAGER, *(_player(row, "  ") for row in _FIELD)], "\r\n"
        ).encode("latin-1"),
        "JaVaFo": _text([*_JAVAFO, *(_player(row, " " * 12) for row in _FIELD)], "\n").encode(),
        "bbpPairings": _text([*_BBP, *(_player(row) for row in _FIELD)], "\n").encode("latin-1"),
        "Vega": "\n".join([*_VEGA, *(_in_bytes(_player(row)) for row in _FIELD)]).encode(),
        "TRF26": b"\xef\xbb\xbf"
        + _text([*(_player(row) for row in _FIELD), *_TRF26], "\r").encode(),
        "players first": _text([*(_player(row) for row in _FIELD), "012 Open"], "\r\n").encode(),
    }
)
