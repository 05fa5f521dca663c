"""Draw sheets on paper: everybody stands where the draw has put him, and winners go on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hall_server.paper.brackets import draw_sheets
from hall_server.paper.drawing.trees import parts
from hall_server.paper.sheet import Bracket, BracketMatch, Sheet
from shared.pairing.draw_sheet import SheetResult, progress
from tests.pairing_systems.sheets import double, single


def bracket_of(sheet: Sheet) -> Bracket:
    return next(block for block in sheet.blocks if isinstance(block, Bracket))


def matches(match: BracketMatch) -> Iterator[BracketMatch]:
    yield match
    for side in match.sides:
        if side.before is not None:
            yield from matches(side.before)


def names(bracket: Bracket) -> list[str]:
    """The names at the ends of the tree: who comes from no match on this sheet."""
    return [
        side.name for match in matches(bracket.last) for side in match.sides if side.before is None
    ]


@pytest.mark.parametrize("count", [2, 3, 5, 11, 32])
def test_every_entrant_stands_once_in_the_main_draw(count: int) -> None:
    main = bracket_of(draw_sheets(single(count), {}, lambda entry: entry)[0])
    assert sorted(names(main), key=int) == [str(n) for n in range(1, count + 1)]


def test_winners_are_written_where_they_go_on() -> None:
    draw = single(4)
    ready = progress(draw, {}).ready
    results = {s.match.id: SheetResult(s.sides[0] or "", (5, 2)) for s in ready}
    main = bracket_of(draw_sheets(draw, results, lambda entry: f"Player {entry}")[0])
    assert [side.name for side in main.last.sides] == [f"Player {s.sides[0]}" for s in ready]
    assert {match.score for match in matches(main.last)} == {"5–2", ""}
    assert main.winner == ""


def test_a_double_elimination_has_a_main_a_losers_and_a_final_sheet() -> None:
    sheets = draw_sheets(double(8), {}, lambda entry: entry)
    assert [sheet.note for sheet in sheets] == ["main draw", "losers' side", "final"]
    final = bracket_of(sheets[2])
    assert names(final) == ["loser of F1", "winner of M3-1", "winner of L4-1"]
    assert final.last.label == "F2 if needed"
    assert all(name.startswith("loser of M") for name in names(bracket_of(sheets[1])))


def test_the_champion_stands_at_the_end_of_the_final() -> None:
    draw = double(2)
    results = {}
    while ready := progress(draw, results).ready:
        results[ready[0].match.id] = SheetResult(
            "1", (9, 0) if ready[0].sides[0] == "1" else (0, 9)
        )
    sheets = draw_sheets(draw, results, lambda entry: entry)
    assert bracket_of(sheets[-1]).winner == "1"


def test_lengths_stand_above_the_rounds() -> None:
    main = bracket_of(draw_sheets(single(8), {}, lambda entry: entry)[0])
    assert main.headings == ("Round 1, 5 points", "Round 2, 7 points", "Round 3, 9 points")


def test_a_large_draw_is_cut_into_parts_without_losing_anybody() -> None:
    main = bracket_of(draw_sheets(single(100), {}, lambda entry: entry)[0])
    cut = parts(main, 650)
    assert len(cut) > 2
    ends = [name for part in cut for name in names(part)]
    entrants = [name for name in ends if name.isdigit()]
    assert sorted(entrants, key=int) == [str(n) for n in range(1, 101)]
    goes_on = {name.removeprefix("winner of ") for name in ends if not name.isdigit()}
    assert goes_on == {part.last.label for part in cut[:-1]}
