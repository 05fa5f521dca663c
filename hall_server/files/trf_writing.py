"""Writes a division as a tournament report file, TRF16 or TRF26.

TRF knows a match as won, drawn or lost. ``notes`` say what that leaves out.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hall_server.files.trf_reading import FIRST_ROUND, ROUND_WIDTH, counted_in_bytes
from hall_server.paper.look import Look
from shared.core.standings.order import PlayerRecord, RoundScore
from shared.core.standings.records import division_records
from shared.core.standings.scoring import bye_points
from shared.core.state import Match
from shared.pairing.places import division_standings
from shared.tui.times import local

TrfVersion = Literal["trf16", "trf26"]

_NAME_LETTERS = 33
_NO_ROUND = " " * 10
_WORTH = {"1": "W", "+": "W", "=": "D", "H": "D", "U": "P", "0": "L", "-": "L", "Z": "L"}
"""What each result counts as: a win, a draw, a loss, a bye given by the pairing."""


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A file's text, and notes on what the format cannot hold."""

    text: str
    notes: tuple[str, ...]


def write_trf(look: Look, version: TrfVersion = "trf16") -> TrfReport:
    """Return the report of a division, its players numbered by rating, the highest first.

    A player's line has the standard's columns: rank 5–8, name 15–47, rating 49–52, points 81–84,
    place 86–89, and ten columns for each round from 92 on. Side w moved first in game 1.
    """
    state, division, book = look.state, look.division.id, look.book
    records = sorted(
        division_records(state, division), key=lambda r: (-(r.rating or 0), r.name, r.player)
    )
    numbers = {record.player: at for at, record in enumerate(records, start=1)}
    rows = division_standings(state, division)
    places = {row.player: at for at, row in enumerate(rows, start=1)}
    paired = {
        (player, found.number): match
        for found in look.rounds
        for match in look.matches(found)
        for player in match.players
    }
    values = {"W": book.match_stake, "D": book.match_stake // 2, "L": 0}
    values["P"] = bye_points(book)
    lines = _head(look, records, version)
    lines += _points_lines(values, version)
    odd = 0
    for record in records:
        blocks = []
        for number, score in enumerate(record.rounds, start=1):
            match = paired.get((record.player, number))
            blocks.append(_block(record, score, match, numbers, values["W"]))
            if score is not None:
                odd += score.points != values[_WORTH[_letter(score, values["W"])]]
        lines.append(_player(record, numbers, places, blocks))
    return TrfReport("\n".join(lines) + "\n", _notes(records, odd))


def _head(look: Look, records: list[PlayerRecord], version: TrfVersion) -> list[str]:
    opened = look.division
    days = [f"{local(found.starts_at, look.zone):%Y/%m/%d}" for found in look.rounds]
    rated = sum(bool(record.rating) for record in records)
    lines = [f"012 {_line(look.event)}, {_line(opened.name)}"]
    lines += [f"042 {days[0]}", f"052 {days[-1]}"] if days else []
    lines += [f"062 {len(records)}", f"072 {rated}", "092 Individual"]
    lines += [f"122 {opened.control}"] if opened.control else []
    if days:
        short = "".join(f"{day.removeprefix('20'):<10}" for day in days)
        lines.append("132" + " " * 88 + short.rstrip())
    lines.append(f"{'142' if version == 'trf26' else 'XXR'} {opened.rounds}")
    return lines


def _points_lines(values: Mapping[str, int], version: TrfVersion) -> list[str]:
    if version == "trf26":
        system = "".join(f" {letter} {points:>4.1f}   " for letter, points in values.items())
        return [f"162{system}".rstrip()]
    codes = {"W": "BBW", "D": "BBD", "L": "BBL", "P": "BBU"}
    return [f"{codes[letter]} {points:>4.1f}" for letter, points in values.items()]


def _player(
    record: PlayerRecord,
    numbers: Mapping[str, int],
    places: Mapping[str, int],
    blocks: list[str],
) -> str:
    name = _line(record.name)[:_NAME_LETTERS] or "?"
    rating = record.rating or 0
    shown = str(rating) if 0 < rating <= 9999 else ""
    points = record.match_points
    worth = f"{points:.1f}" if points < 100 else str(points)
    # 001, rank, sex and title, name, rating, federation, number and birth (not stored), points …
    line = (
        f"001 {numbers[record.player]:>4} {'':4} {name:<33} {shown:>4} {'':3} {'':11} {'':10} "
        f"{worth:>4} {places[record.player]:>4}"
    )
    return (line + "  " + "".join(blocks)).rstrip()


def _block(
    record: PlayerRecord,
    score: RoundScore | None,
    match: Match | None,
    numbers: Mapping[str, int],
    won: int,
) -> str:
    """Return ten columns: the opponent's number, the side, the result."""
    if score is None:
        if match is None:
            return _NO_ROUND
        other = match.players[match.players[0] == record.player]
        return f"{numbers.get(other, 0):>4} {_side(record, match)}    "
    letter = _letter(score, won)
    if match is None or score.opponent is None:
        return f"0000 - {letter}  "
    return f"{numbers[score.opponent]:>4} {_side(record, match)} {letter}  "


def _letter(score: RoundScore, won: int) -> str:
    """Return the result letter of a round; a win is worth ``won``."""
    if score.opponent is None:
        free = {"bye": "U", "opt_out": "H" if score.points else "Z"}
        return free.get(score.kind, "Z")
    if score.kind == "forfeit":
        return "+" if score.points else "-"
    if score.points * 2 == won:
        return "="
    return "1" if score.points * 2 > won else "0"


def _side(record: PlayerRecord, match: Match) -> str:
    if match.draw is None:
        return "-"
    return "w" if match.players[match.draw.first_seat] == record.player else "b"


def _line(text: str) -> str:
    return " ".join("".join(s if s.isprintable() else " " for s in text).split())


def _notes(records: list[PlayerRecord], odd: int) -> tuple[str, ...]:
    notes = []
    if odd:
        notes.append(
            f"TRF knows a round as won, drawn or lost. {odd} in this file brought other points;"
            " the totals are the division's own."
        )
    cut = [record.name for record in records if len(_line(record.name)) > _NAME_LETTERS]
    if cut:
        notes.append(
            f"TRF has room for {_NAME_LETTERS} letters, so names are cut: {', '.join(cut)}."
        )
    return tuple(notes)


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
