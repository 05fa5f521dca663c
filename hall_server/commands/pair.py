"""``hall-server pair``: reads a field from a file and prints the pairs of a round.

It stores and publishes nothing.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.cells import cell_len

from hall_server.commands.field_options import FieldAsked, Unusable, field_options, note
from hall_server.files.round_file import FORMATS, RoundFile
from hall_server.files.trf_writing import fill_round
from shared.core.text.sentence import Sentence, as_number
from shared.pairing import (
    FirstRound,
    Float,
    PairingImpossible,
    Relaxation,
    Systems,
    explain_round,
)
from shared.pairing.knockout.by_sheet import draw_sheet_of
from shared.pairing.log.lines import LogLine
from shared.pairing.log.words import sentences
from shared.pairing.points import Points
from shared.pairing.types import Drawn
from shared.tui.names import columns


@dataclass(frozen=True, slots=True)
class Paired:
    """A round with everything that is printed about it."""

    field: RoundFile
    round_no: int
    seed: str
    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    floats: tuple[Float, ...] = ()
    trace: tuple[LogLine, ...] = ()
    explained: tuple[Sentence, ...] = ()
    sheet: tuple[tuple[str, str | None], ...] = ()


@click.command(
    "pair",
    help="Pair a round of the field in FILE, by a public seed, and print it. Publishes nothing.\n\n"
    + FORMATS,
)
@field_options("json", "trf")
@click.option(
    "--seed", required=True, help="What the witnesses drew. The same seed gives the same round."
)
@click.option(
    "--first-round",
    type=click.Choice(["draw", "top-half"]),
    help="How round 1 is paired: by draw, or top half against bottom half by rating. "
    "Without it: as the rulebook says.",
)
@click.option("--again", is_flag=True, help="Pair a round again that FILE holds already.")
def pair_command(asked: FieldAsked, seed: str, first_round: str | None, again: bool) -> None:
    file, round_no = asked.file, asked.round_no
    _check_options(seed, first_round, round_no)
    field = asked.load()
    if field.standing is not None and not again:
        raise Unusable(
            f"{file}: the file already holds the pairing of round {round_no}. "
            "Check it with check-pairings, or add --again to pair it again."
        )
    try:
        paired = _paired(field, round_no, seed, first_round, asked.relaxed)
    except PairingImpossible as error:
        raise click.ClickException(f"{file}: {error.sentence.said(field.called)}") from error
    note(field.notices)
    if asked.explain:
        paired = replace(paired, explained=_explained(paired))
    if asked.form == "trf":
        click.echo(_in_report(file, paired), nl=False)
        return
    write = _as_json if asked.form == "json" else _as_table
    click.echo(write(paired, asked.explain), nl=False)


def _in_report(file: Path, paired: Paired) -> bytes:
    """Return the report in ``file`` with the round in it, otherwise unchanged."""
    if not paired.field.from_report:
        raise Unusable(f"{file} is no tournament report, and --trf needs one.")
    no = {ident: row.no for ident, row in paired.field.rows.items()}
    drawn: dict[int, int | None] = dict.fromkeys((no[ident] for ident in paired.byes), None)
    for one, other in paired.pairs:
        drawn |= {no[one]: no[other], no[other]: no[one]}
    filled = fill_round(file.read_bytes(), paired.round_no, drawn)
    note(filled.notes)
    return filled.data


def _check_options(seed: str, first_round: str | None, round_no: int) -> None:
    if not seed.strip():
        raise Unusable("--seed is empty. Write what the witnesses have drawn.")
    if first_round and round_no > 1:
        raise Unusable(
            f"--first-round is for round 1, not for round {round_no}. Leave one of them out."
        )


def _paired(
    field: RoundFile,
    round_no: int,
    seed: str,
    first_round: str | None,
    relaxed: frozenset[Relaxation],
) -> Paired:
    book = field.rulebook
    if book.pairing_system != "swiss" and (first_round or relaxed):
        asked = "--first-round" if first_round else "--relax"
        system = book.pairing_system.replace("_", " ")
        raise Unusable(f"{asked} is for the Swiss system; {book.title} pairs by {system}.")
    begins: dict[str | None, FirstRound | None] = {"draw": "draw", "top-half": "top_half"}
    drawn = Systems().pair_file(field.field, round_no, seed, relaxed, begins.get(first_round))
    return Paired(
        field,
        round_no,
        seed,
        drawn.pairs,
        drawn.byes,
        drawn.floats,
        drawn.trace,
        sheet=_sheet_of(field, seed) if drawn.slots else (),
    )


def _sheet_of(field: RoundFile, seed: str) -> tuple[tuple[str, str | None], ...]:
    """Return the lines of a bracket from the top, a bye as None."""
    players = tuple(entrant.player for entrant in field.entrants)
    return draw_sheet_of(field.field.state, field.division, players, seed).bracket.lines


def _explained(paired: Paired) -> tuple[Sentence, ...]:
    if paired.field.rulebook.pairing_system != "swiss":
        return ()
    bye = paired.byes[0] if paired.byes else None
    drawn = Drawn(paired.pairs, bye, paired.floats, paired.trace)
    return explain_round(paired.field.entrants, drawn)


def _as_table(paired: Paired, explain: bool) -> str:
    field = paired.field
    points = {entrant.player: entrant.match_points for entrant in field.entrants}
    floated = {item.player for item in paired.floats}

    def player(ident: str) -> tuple[str, str, str]:
        row = field.rows[ident]
        mark = " ↓" if ident in floated else ""
        return str(row.no), row.name + mark, as_number(points[ident])

    head = ("Table", "No", "Name", "Points", "No", "Name", "Points")
    nobody = ("", "", "")
    lines = [
        (str(table), *player(a), *player(b)) for table, (a, b) in enumerate(paired.pairs, start=1)
    ]
    lines += [("bye", *player(ident), *nobody) for ident in paired.byes]
    widths = [max(map(cell_len, column)) for column in zip(head, *lines, strict=True)]
    title = (
        f"{field.rulebook.title}, round {paired.round_no}, seed {paired.seed}: "
        f"{len(paired.pairs)} {'table' if len(paired.pairs) == 1 else 'tables'}"
    )
    rows = [columns(line, widths, ">><>><>").rstrip() for line in (head, *lines)]
    sheet = [_sheet_line(field, line) for line in paired.sheet]
    told = ["", "The sheet from the top:", *sheet] if sheet else []
    if explain:
        log = _said(paired, sentences(paired.trace))
        told += ["", *log, "", *_said(paired, paired.explained)]
    return "\n".join([title, "", *rows, *told]).rstrip() + "\n"


def _sheet_line(field: RoundFile, line: tuple[str, str | None]) -> str:
    one, other = line
    return f"  {field.called(one)} – {'bye' if other is None else field.called(other)}"


def _as_json(paired: Paired, explain: bool) -> str:
    field = paired.field

    def player(ident: str) -> dict[str, Any]:
        return {"no": field.rows[ident].no, "name": field.rows[ident].name}

    out: dict[str, Any] = {
        "round": paired.round_no,
        "rulebook": field.rulebook.name,
        "system": field.rulebook.pairing_system,
        "pairs": [
            {"table": table, "players": [player(a), player(b)]}
            for table, (a, b) in enumerate(paired.pairs, start=1)
        ],
        "bye": player(paired.byes[0]) if len(paired.byes) == 1 else None,
        "floats": [
            {
                "player": player(item.player),
                "opponent": player(item.opponent),
                "from_points": _json_number(item.from_points),
                "to_points": _json_number(item.to_points),
                "groups": item.groups,
            }
            for item in paired.floats
        ],
        "seed": paired.seed,
    }
    if field.rulebook.pairing_system != "swiss":
        out["byes"] = [player(ident) for ident in paired.byes]
    if paired.sheet:
        out["sheet"] = [
            [player(one), None if other is None else player(other)] for one, other in paired.sheet
        ]
    if explain:
        out["trace"] = _said(paired, sentences(paired.trace))
        out["explain"] = _said(paired, paired.explained)
    return msgspec.json.format(msgspec.json.encode(out)).decode() + "\n"


def _said(paired: Paired, sentences: tuple[Sentence, ...]) -> list[str]:
    return [sentence.said(paired.field.called) for sentence in sentences]


def _json_number(points: Points) -> object:
    """Return halves as a decimal number, other fractions as text. None is rounded."""
    if isinstance(points, Fraction) and points.denominator == 2:
        return msgspec.Raw(f"{points.numerator // 2}.5".encode())
    return points if isinstance(points, int) else str(points)
