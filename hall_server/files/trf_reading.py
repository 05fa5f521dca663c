"""Reads a tournament report file: FIDE's TRF16 and TRF26, and the extensions in use.

It reads what pairing needs and corrects nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from shared.core.text.fields import allowed

Points = int | Fraction
RoundKind = Literal["played", "forfeit", "bye", "full_bye", "absent", "open"]
"""``open``: paired, without a result. ``bye``: given by the pairing. ``full_bye``: asked for."""

_RESULTS: Mapping[str, tuple[RoundKind, str]] = MappingProxyType(
    {
        **dict.fromkeys("1W", ("played", "W")),
        **dict.fromkeys("=D", ("played", "D")),
        **dict.fromkeys("0L", ("played", "L")),
        "+": ("forfeit", "W"),
        "-": ("forfeit", "A"),
        "": ("open", "X"),
    }
)
"""Kind and worth of a result against an opponent; the letters of the worth are TRF26's."""
_ALONE: Mapping[str, tuple[RoundKind, str]] = MappingProxyType(
    {
        "U": ("bye", "P"),
        "+": ("bye", "P"),
        "F": ("full_bye", "W"),
        "H": ("absent", "D"),
        "Z": ("absent", "A"),
        "-": ("absent", "A"),
        "": ("absent", "A"),
    }
)
_WORTH: Mapping[str, Points] = MappingProxyType(
    {"W": 1, "D": Fraction(1, 2), "L": 0, "A": 0, "P": 1, "X": 0}
)
_EXTENSIONS = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBU": "P"}
_IGNORED = {
    "260": "prohibited pairings",
    "XXP": "prohibited pairings",
    "250": "fictitious points of accelerated rounds",
    "XXA": "fictitious points of accelerated rounds",
    "299": "points given outside the results",
}
FIRST_ROUND, ROUND_WIDTH = 91, 10
"""Columns before the first round, and of each."""
_GAPS, _GAPS_OF_ROUND = (8, 13, 47, 52, 56, 68, 79, 84, 89, 90), (4, 6, 8, 9)
"""Columns between two fields, before the rounds and in each round."""
_NUMBER = re.compile(r"\d{1,4}")
_POINTS = re.compile(r"\d{1,4}(?:[.,]\d)?")
_POINT_SYSTEM = re.compile(r"([WDLAPX])\s*(\d{1,3}(?:[.,]\d)?)")


class TrfError(ValueError):
    """The text is no tournament report; the sentence names the line and the remedy."""


@dataclass(frozen=True, slots=True)
class TrfRound:
    """One player's round: the opponent, the kind of round, and what it is worth."""

    opponent: int | None
    kind: RoundKind
    worth: str
    """W, D, L, A (absent), P (pairing-allocated bye) or X (unknown), as TRF26 has them."""


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """One 001 line. A round is None if the line says nothing about it."""

    line: int
    number: int
    name: str
    rating: int | None
    points: Points | None
    """As the line states them."""
    rounds: tuple[TrfRound | None, ...]

    def round(self, round_no: int) -> TrfRound | None:
        """Return a round, counted from 1; None after the last."""
        return self.rounds[round_no - 1] if round_no <= len(self.rounds) else None


@dataclass(frozen=True, slots=True)
class TrfFile:
    """The players in file order, and what else matters for a pairing."""

    players: tuple[TrfPlayer, ...]
    total_rounds: int | None
    """As the file states it."""
    absent: frozenset[tuple[int, int]]
    """Round and number of players who asked for a bye in it (240)."""
    absent_next: frozenset[int]
    """Players who do not play in the next round (XXZ)."""
    worth: Mapping[str, Points]
    ignored: tuple[str, ...]
    """What the file holds and is not read, in words."""
    doubts: tuple[str, ...] = ()
    """Where the file's counts differ from its lines, in sentences."""

    @property
    def rounds(self) -> int:
        """Return how many rounds the file has."""
        return max((len(player.rounds) for player in self.players), default=0)

    def points_before(self, player: TrfPlayer, round_no: int) -> Points:
        """Return the points from results before ``round_no``."""
        rounds = [player.round(n) for n in range(1, round_no)]
        return whole(sum((self.worth[r.worth] for r in rounds if r), Fraction(0)))


@dataclass
class _Reading:
    players: dict[int, TrfPlayer] = field(default_factory=dict)
    total_rounds: int | None = None
    absent: set[tuple[int, int]] = field(default_factory=set)
    absent_next: set[int] = field(default_factory=set)
    worth: dict[str, Points] = field(default_factory=lambda: dict(_WORTH))
    ignored: dict[str, None] = field(default_factory=dict)
    counted: tuple[int, int] | None = None
    """The stated number of players, and its line."""

    def doubts(self) -> tuple[str, ...]:
        """Return where the counts differ from the lines."""
        said = []
        if self.counted is not None and self.counted[0] != len(self.players):
            stated, line = self.counted
            said.append(
                f"Line {line} counts {stated} players, and {len(self.players)} stand in the file:"
                " it may be cut off."
            )
        told = max((len(player.rounds) for player in self.players.values()), default=0)
        if self.total_rounds is not None and told > self.total_rounds:
            said.append(f"Of rounds the file counts {self.total_rounds} and tells of {told}.")
        return tuple(said)


def parse_trf(text: str) -> TrfFile:
    """Return a tournament report of single players.

    Lines that a pairing does not need are skipped. Two lines can contradict each other. Raises
    TrfError for text without a player line, and for a line that cannot be read.
    """
    reading = _Reading()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        _read_line(reading, number, line)
    if not reading.players:
        raise TrfError("line 1: there is no player; each has a line that begins with 001")
    return TrfFile(
        tuple(reading.players.values()),
        reading.total_rounds,
        frozenset(reading.absent),
        frozenset(reading.absent_next),
        MappingProxyType(reading.worth),
        tuple(reading.ignored),
        reading.doubts(),
    )


def whole(points: Fraction | int) -> Points:
    """Return whole points as an int, others as they are."""
    return int(points) if points == int(points) else Fraction(points)


def _read_line(reading: _Reading, number: int, line: str) -> None:
    code, rest = line[:3].upper(), line[3:]
    if code == "001":
        player = _player(number, line)
        if player.number in reading.players:
            first = reading.players[player.number].line
            raise TrfError(
                f"line {number}: starting rank {player.number} is in line {first} already; "
                "give each player their own"
            )
        reading.players[player.number] = player
    elif code == "062" and (stated := _NUMBER.match(rest.strip())):
        reading.counted = int(stated[0]), number
    elif code in ("142", "XXR"):
        if not rest.strip().isdecimal():
            raise TrfError(f"line {number}: write the number of rounds where {rest.strip()!r} is")
        reading.total_rounds = int(rest)
    elif code == "162":
        for letter, points in _POINT_SYSTEM.findall(rest):
            reading.worth[letter] = _points(points)
        if "P" not in rest and "W" in rest:
            reading.worth["P"] = reading.worth["W"]
    elif code in _EXTENSIONS:
        if not _POINTS.fullmatch(rest.strip()):
            raise TrfError(f"line {number}: write points, such as 2.0, where {rest.strip()!r} is")
        reading.worth[_EXTENSIONS[code]] = _points(rest.strip())
    elif code == "240":
        numbers = [int(word) for word in _NUMBER.findall(rest)]
        reading.absent |= {(numbers[0], player) for player in numbers[1:]}
    elif code == "XXZ":
        reading.absent_next |= {int(word) for word in _NUMBER.findall(rest)}
    elif code in _IGNORED:
        reading.ignored[f"{_IGNORED[code]} ({code})"] = None


def counted_in_bytes(line: str) -> bool:
    """Return whether the columns of a 001 line count bytes of UTF-8, as in some programs.

    A letter such as é then moves what follows into columns that are blank in every report.
    """
    in_bytes = line.encode().decode("latin-1")
    return in_bytes != line and _crossed(in_bytes) < _crossed(line)


def _crossed(line: str) -> int:
    """Return how many columns between two fields are not blank."""
    rounds = range(FIRST_ROUND, len(line), ROUND_WIDTH)
    gaps = [*_GAPS, *(start + gap for start in rounds for gap in _GAPS_OF_ROUND)]
    return sum(line[gap : gap + 1].strip() != "" for gap in gaps)


def _player(number: int, line: str) -> TrfPlayer:
    view = line.encode().decode("latin-1") if counted_in_bytes(line) else line
    return _columns(number, view, line)


def _columns(number: int, line: str, original: str) -> TrfPlayer:
    rank, rating, points = line[4:8].strip(), line[48:52].strip(), line[80:84].strip()
    if not _NUMBER.fullmatch(rank) or int(rank) == 0:
        raise TrfError(
            f"line {number}, columns 5–8: write the starting rank, a number from 1, where "
            f"{rank!r} stands"
        )
    name = line[14:47].strip()
    if line is not original:
        name = name.encode("latin-1").decode(errors="replace")
    # A name is printed on terminals, where a control character is a command.
    if not name or not allowed(name):
        raise TrfError(
            f"line {number}, columns 15–47: write a name in plain letters where {name!r} stands"
        )
    if rating and not rating.isdecimal():
        raise TrfError(
            f"line {number}, columns 49–52: write the rating, or nothing, where {rating!r} stands"
        )
    if points and not _POINTS.fullmatch(points):
        raise TrfError(
            f"line {number}, columns 81–84: write the points, such as 4.5, where {points!r} stands"
        )
    rounds = line[FIRST_ROUND:].rstrip()
    return TrfPlayer(
        number,
        int(rank),
        " ".join(name.split()),
        int(rating or 0) or None,
        _points(points) if points else None,
        tuple(
            _round(number, at // ROUND_WIDTH + 1, rounds[at : at + ROUND_WIDTH])
            for at in range(0, len(rounds), ROUND_WIDTH)
        ),
    )


def _round(line: int, round_no: int, block: str) -> TrfRound | None:
    if not block.strip():
        return None
    opponent, result = block[:4].strip(), block[7:8].strip().upper()
    column = FIRST_ROUND + 1 + (round_no - 1) * ROUND_WIDTH
    where = f"line {line}, round {round_no}, columns {column}–{column + 7}"
    if opponent and not opponent.isdecimal():
        raise TrfError(f"{where}: write the opponent's starting rank where {opponent!r} stands")
    known = _RESULTS if int(opponent or 0) else _ALONE
    if result not in known:
        choices = " ".join(letter for letter in known if letter)
        raise TrfError(f"{where}: {result!r} is no result here; write one of {choices}")
    kind, worth = known[result]
    return TrfRound(int(opponent or 0) or None, kind, worth)


def _points(word: str) -> Points:
    return whole(Fraction(word.replace(",", ".")))
