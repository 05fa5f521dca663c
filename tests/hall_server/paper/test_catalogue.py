"""What can be ordered, for which divisions and rounds, and what is said where there is nothing."""

from typing import Any

import msgspec
import pytest

from hall_server.paper.catalogue import PAPERS, Order, document
from hall_server.paper.sheet import Bracket, CannotPrint, Table
from shared.core.events import FieldEntry, PairedMatch
from shared.core.state import HallState, Round
from shared.core.state.floor import table_name
from shared.core.text.language import Voice, speaking
from shared.pairing import lives_now
from shared.pairing.knockout.by_sheet import draw_by_sheet
from tests.hall_server.paper.fields import START, field
from tests.hall_server.referee.halls import MASTERS, confirmed
from tests.tui.fake_port import match
from tests.words.spoken import Masked


def two_divisions() -> HallState:
    state = field(4, 2)
    majors = msgspec.structs.replace(MASTERS, id="majors", name="Majors", rulebook="acf-majors")
    return msgspec.structs.replace(state, divisions={**state.divisions, "majors": majors})


def titles(what: str, state: HallState, **more: Any) -> list[str]:
    return [sheet.title for sheet in document(what, Order(state, START, **more)).sheets]


def test_without_a_division_every_division_is_printed() -> None:
    notes = [sheet.note for sheet in document("standings", Order(two_divisions(), START)).sheets]
    assert notes == ["Masters", "Majors"]


@pytest.mark.parametrize("what", sorted(name for name, paper in PAPERS.items() if paper.needs_one))
def test_what_belongs_to_one_division_asks_for_it(what: str) -> None:
    with pytest.raises(CannotPrint, match=rf"division for {what}: there are masters, majors\."):
        document(what, Order(two_divisions(), START))


def test_an_earlier_round_can_be_printed_again() -> None:
    assert titles("pairings", field(4, 3), round_no=2) == [
        "Round 2 pairings by table",
        "Round 2 pairings by name",
    ]


@pytest.mark.parametrize("what", ["pairings", "slips", "score-sheets"])
def test_a_round_that_is_not_published_is_named_with_those_that_are(what: str) -> None:
    with pytest.raises(CannotPrint, match=r"Masters has no round 9; published: 1, 2, 3\."):
        document(what, Order(field(4, 3), START, round_no=9))


def test_the_kit_of_two_divisions_has_one_cover_and_one_list_of_tables() -> None:
    made = titles("kit", two_divisions())
    assert (made.count("Paper kit"), made.count("Tables"), made.count("Who has met whom")) == (
        1,
        1,
        2,
    )


def test_a_hall_without_divisions_has_nothing_to_print() -> None:
    with pytest.raises(CannotPrint, match="no division yet"):
        document("kit", Order(msgspec.structs.replace(field(2), divisions={}), START))


def test_a_draw_of_one_player_cannot_be_made() -> None:
    with pytest.raises(CannotPrint, match="Masters has one player; a draw sheet needs two"):
        document("draw-sheet", Order(field(1, 0), START, seed="1"))


def test_a_negative_prize_is_refused_before_it_is_paid() -> None:
    with pytest.raises(CannotPrint, match="A prize is no less than nothing"):
        document("prizes", Order(field(4, 2), START, prizes_cents=(-1,)))


def on_a_sheet(state: HallState) -> HallState:
    """Return the first round of ``state`` as its draw sheet has it, with a result at the first
    table."""
    division = state.divisions["masters"]
    drawn = draw_by_sheet(state, division, 1, tuple(state.players), "64153", state.players)
    matches = [match(f"m{n}", str(n), pair) for n, pair in enumerate(drawn.pairs, start=1)]
    matches = [
        msgspec.structs.replace(m, slot=slot)
        for m, (slot, _) in zip(matches, drawn.slots, strict=True)
    ]
    matches[0] = msgspec.structs.replace(matches[0], result=confirmed("W W"))
    paired = Round(
        "masters",
        1,
        START,
        "64153",
        tuple(
            PairedMatch(m.uid, m.table, *m.players, slot)
            for m, (slot, _) in zip(matches, drawn.slots, strict=True)
        ),
        drawn.byes,
        False,
        field=tuple(FieldEntry(player, 0) for player in state.players),
    )
    return msgspec.structs.replace(
        state, rounds={("masters", 1): paired}, matches={m.uid: m for m in matches}
    )


def test_a_draw_sheet_shows_the_results_of_the_round_under_way() -> None:
    state = on_a_sheet(field(6, 0, book="standard"))
    sheet, listed = document("draw-sheet", Order(state, START)).sheets
    [bracket] = [block for block in sheet.blocks if isinstance(block, Bracket)]
    first = state.matches["m1"].players[0]
    sides = [side for semi in bracket.last.sides if semi.before for side in semi.before.sides]
    assert [side.name for side in sides if side.before] == [state.players[first].name, ""]
    assert "Drawn by the seed 64153." in str(sheet)
    labels = [semi.before.notes[0] for semi in bracket.last.sides if semi.before]
    played = [side.before.notes[0] for side in sides if side.before]
    assert (labels, played) == (["", ""], ["2–0", "Table 2, 16:13"])
    assert "'Table 2, 16:13'" in str(listed)
    kit = document("kit", Order(state, START)).sheets
    assert [each.note for each in kit if each.title == "Masters"] == [
        "Main draw",
        "Matches to come",
    ]
    assert "write each winner and loser where the small print says" in str(kit[0])
    assert "Who has met whom" not in {each.title for each in kit}


def test_the_kit_reports_a_contradictory_draw_and_prints_the_rest() -> None:
    state = on_a_sheet(field(6, 0, book="standard"))
    first, second = state.matches["m1"], state.matches["m2"]
    wrong = msgspec.structs.replace(second, players=first.players, result=confirmed("W W"))
    state = msgspec.structs.replace(state, matches={**state.matches, "m2": wrong})
    kit = document("kit", Order(state, START)).sheets
    [said] = [each for each in kit if each.note == "Draw sheet"]
    assert "cannot win it" in str(said)
    assert "Blank result slips" in {each.title for each in kit}


@pytest.mark.clause("DARK-KO")
def test_lives_are_printed_with_what_each_round_cost_and_room_to_go_on() -> None:
    state = field(5, 2, book="standard", total=8)
    division = msgspec.structs.replace(
        state.divisions["masters"], overrides='{"pairing_system": "double_knockout"}'
    )
    state = msgspec.structs.replace(state, divisions={"masters": division})
    [sheet] = document("draw-sheet", Order(state, START)).sheets
    [table] = [block for block in sheet.blocks if isinstance(block, Table)]
    byes = [row for row in table.rows if "bye" in row]
    assert len(byes) == 2
    assert all(row[3] == "1" for row in byes)
    assert [column.heading for column in table.columns][4:] == ["R1", "R2", "R3", "R4", "R5", "R6"]
    lives = {row[1]: row[2] for row in table.rows}
    found = lives_now(state, "masters", 3).halves
    shown = {4: "2", 3: "1½", 2: "1", 1: "½", 0: "0"}
    assert lives == {state.players[p].name: shown[halves] for p, halves in found.items()}
    assert sheet in document("kit", Order(state, START)).sheets


def test_a_division_that_is_paired_otherwise_has_no_draw_sheet() -> None:
    with pytest.raises(CannotPrint, match="Masters is not played by a draw sheet"):
        document("draw-sheet", Order(field(4, 1), START, seed="1"))


@pytest.mark.parametrize("what", sorted(PAPERS))
def test_paper_is_english_whatever_the_screen_that_asked_speaks(what: str) -> None:
    def made() -> object:
        try:
            return document(what, Order(field(4, 3), START, division=MASTERS.id))
        except CannotPrint as error:
            return str(error)

    english = made()
    with speaking(Voice(Masked())):
        assert table_name("4") == "××××× 4"
        assert made() == english
