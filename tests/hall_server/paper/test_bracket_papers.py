"""Draw sheets on paper: all players stand where the draw has put them, and winners go on."""

from collections.abc import Iterator

import pytest

from hall_server.paper.drawing.trees import parts
from hall_server.paper.draws import draw_sheets
from hall_server.paper.sheet import BLANK, Bracket, BracketMatch, PaperSheet, Table
from shared.pairing.draw_sheet.progress import progress
from shared.pairing.draw_sheet.sheet import SheetResult
from tests.pairing_systems.sheets import double, single


def bracket_of(sheet: PaperSheet) -> Bracket:
    return next(block for block in sheet.blocks if isinstance(block, Bracket))


def matches(match: BracketMatch) -> Iterator[BracketMatch]:
    yield match
    for side in match.sides:
        if side.before is not None:
            yield from matches(side.before)


def names(bracket: Bracket) -> list[str]:
    """Return the names at the ends of the tree: who comes from no match on this sheet."""
    return [
        side.name for match in matches(bracket.last) for side in match.sides if side.before is None
    ]


def ends(bracket: Bracket) -> list[str]:
    """Return what the small print says where nobody stands yet."""
    return [
        side.source for match in matches(bracket.last) for side in match.sides if not side.before
    ]


@pytest.mark.parametrize("count", [2, 3, 5, 11, 32])
def test_every_entrant_is_once_in_the_main_draw(count: int) -> None:
    main = bracket_of(draw_sheets(single(count), {}, lambda entry: entry)[0])
    assert sorted(names(main), key=int) == [str(n) for n in range(1, count + 1)]


def test_winners_are_written_where_they_go_on() -> None:
    draw = single(4)
    ready = progress(draw, {}).ready
    results = {s.match.id: SheetResult(s.sides[0] or "", (5, 2)) for s in ready}
    written = {s.match.id: "5–2" for s in ready}
    main = bracket_of(
        draw_sheets(draw, results, lambda entry: f"Player {entry}", written=written)[0]
    )
    assert [side.name for side in main.last.sides] == [f"Player {s.sides[0]}" for s in ready]
    assert {match.notes[0] for match in matches(main.last)} == {"5–2", ""}
    assert main.winner == ""


def test_a_double_elimination_says_where_each_player_goes_on() -> None:
    main, losers, listed = draw_sheets(double(8), {}, lambda entry: entry)
    assert [sheet.note for sheet in (main, losers, listed)] == [
        "Main draw",
        "Losers' side and final",
        "Matches to come",
    ]
    side, final = (block for block in losers.blocks if isinstance(block, Bracket))
    assert ends(final) == ["loser of F1", "winner of M3-1", "winner of L4-1"]
    assert final.headings == ("Final, 11 points", "If needed, 7 points")
    assert all(source.startswith("loser of M") for source in ends(side))
    assert side.last.notes == ("", "", "winner to F1")
    first = next(match for match in matches(bracket_of(main).last) if match.label == "M1-1")
    assert first.notes[1] == "loser to L1-1"
    [table] = [block for block in listed.blocks if isinstance(block, Table)]
    assert table.rows[-2][:6] == ("F1", "winner of M3-1", "winner of L4-1", "11", BLANK, BLANK)
    assert table.rows[-2][6:] == ("wins, or F2", "F2")


def test_the_champion_stands_at_the_end_of_the_final() -> None:
    draw = double(2)
    results = {}
    while ready := progress(draw, results).ready:
        results[ready[0].match.id] = SheetResult(
            "1", (9, 0) if ready[0].sides[0] == "1" else (0, 9)
        )
    *_, final = draw_sheets(draw, results, lambda entry: entry)[-1].blocks
    assert isinstance(final, Bracket)
    assert final.winner == "1"


def test_lengths_stand_above_the_rounds() -> None:
    main = bracket_of(draw_sheets(single(8), {}, lambda entry: entry)[0])
    assert main.headings == ("Round 1, 5 points", "Round 2, 7 points", "Round 3, 9 points")


def test_a_large_draw_is_cut_into_trees_without_losing_a_player() -> None:
    main = bracket_of(draw_sheets(single(100), {}, lambda entry: entry)[0])
    cut = parts(main)
    assert len(cut) > 2
    entrants = [name for tree in cut for name in names(tree) if name]
    assert sorted(entrants, key=int) == [str(n) for n in range(1, 101)]
    sources = [source for tree in cut for source in ends(tree) if source]
    goes_on = {source.removeprefix("winner of ") for source in sources}
    assert goes_on == {tree.last.label for tree in cut[:-1]}
    assert all("winner to M" in str(tree.last.notes) for tree in cut[:-1])
