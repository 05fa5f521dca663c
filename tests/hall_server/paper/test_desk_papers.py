"""The desk's papers as values: prizes, receipts, incidents, and the kit to go on by hand."""

import msgspec
import pytest

from hall_server.paper.catalogue import Order, document
from hall_server.paper.desk import incident_sheets, prize_list, receipts
from hall_server.paper.drawing.pages import render
from hall_server.paper.kit import met_sheet, next_round, paper_kit, table_list
from hall_server.paper.sheet import BLANK, Field, Form, PaperName, PaperSheet, Signatures, Text
from shared.core.events.measures import TimeAdded, Warned
from shared.core.standings.prizes import Dues, Payout, payouts
from shared.pairing.places import division_standings
from tests.core.decided import decision
from tests.hall_server.paper.fields import field, look, paper, slips_of, table_of
from tests.hall_server.paper.pdfs import pages, words_off_the_page
from tests.hall_server.referee.halls import MASTERS, disputed, report
from tests.tui.fake_port import START


def paid(**more: object) -> tuple[Payout, ...]:
    state = field(6, 3)
    rows = division_standings(state, "masters")
    return payouts(rows, [70_000, 30_000], look(state).book, **more)  # type: ignore[arg-type]


def forms(sheet: PaperSheet) -> dict[str, Field]:
    return {
        field.label: field
        for block in sheet.blocks
        if isinstance(block, Form)
        for row in block.rows
        for field in row
    }


@pytest.mark.clause("ACF-3.VI")
def test_a_large_prize_says_that_a_form_is_needed_and_leaves_no_room_for_a_number() -> None:
    view = look(field(6, 3))
    sheets = (prize_list(view, paid()), receipts(view, paid()))
    rows = table_of(sheets[0]).rows
    assert rows[0][5] == "form needed"
    assert rows[-1][5] == ""
    assert "form needed" in str(slips_of(sheets[1])[0])
    for sheet in sheets:
        assert "social" not in str(sheet).lower()
        assert "ssn" not in str(sheet).lower()


@pytest.mark.clause("ACF-1.III.B")
def test_dues_are_taken_off_and_shown() -> None:
    first = paid()[0].player
    sheet = prize_list(look(field(6, 3)), paid(dues=Dues(2_500, [first])))
    assert table_of(sheet).rows[0][2:5] == ("$700.00", "$25.00", "$675.00")


@pytest.mark.clause("ACF-1.XII")
def test_missing_score_sheets_are_named_before_a_prize_is_paid() -> None:
    first = paid()[0].player
    sheet = prize_list(look(field(6, 3)), paid(sheets_missing={first: [2, 3]}))
    assert table_of(sheet).rows[0][5] == "form needed; score sheets missing: round 2, 3"


def test_only_who_is_paid_gets_a_receipt_with_two_lines_to_sign() -> None:
    made = slips_of(receipts(look(field(6, 3)), paid()))
    assert len(made) == sum(payout.share_cents > 0 for payout in paid())
    [signatures] = [block for block in made[0] if isinstance(block, Signatures)]
    assert len(signatures.names) == 2


def test_an_incident_is_filled_in_with_what_the_table_reported() -> None:
    state = field(2, open_matches=1)
    [match] = state.matches.values()
    added = TimeAdded(-120_000, 0)
    ruled = decision("d", added, of=match, clause="ACF-1.X", reason="He was told.")
    filed = report("phone", match, note="rang twice", decision=ruled)
    state = msgspec.structs.replace(state, reports={filed.ent: filed})
    filled, blank = incident_sheets(look(state))
    known = forms(filled)
    assert known["What happened"].value == "A phone was reported. rang twice"
    assert known["Clause"].value == "ACF-1.X"
    assert known["Ruling"].value == "Ann Lee loses 2 minutes. He was told."
    assert (known["Reported by"].value, known["About"].value) == ("Ann Lee", "Bo King")
    assert all(field.value == "" for field in forms(blank).values())


def test_decision_that_waits_for_another_is_not_printed_as_if_it_counted() -> None:
    state = field(2, open_matches=1)
    [match] = state.matches.values()
    waits = decision("d", Warned(0), of=match, standing="contested")
    filed = report("disturbance", match, decision=waits)
    filled, _blank = incident_sheets(
        look(msgspec.structs.replace(state, reports={filed.ent: filed}))
    )
    ruling = forms(filled)["Ruling"].value
    assert ruling.startswith("Warning to Ann Lee, for the whole event. Not in force:")


def test_the_kit_holds_everything_to_go_on_by_hand() -> None:
    titles = [sheet.title for sheet in paper_kit((look(field(6, 2, open_matches=3)),))]
    assert titles == [
        "Paper kit",
        "Round 2 pairings by table",
        "Round 2 pairings by name",
        "Result slips, round 2",
        "Standings, round 2: 0 of 3 results in",
        "Who has met whom",
        "Round 3 pairings, by hand",
        "Blank result slips",
        "Score sheet",
        "Tables",
    ]


def test_a_finished_round_needs_no_more_slips() -> None:
    titles = [sheet.title for sheet in paper_kit((look(field(6, 2)),))]
    assert "Result slips, round 2" not in titles
    assert "Blank result slips" in titles


def test_before_the_first_round_the_kit_can_still_begin_the_tournament() -> None:
    titles = [sheet.title for sheet in paper_kit((look(field(6, 0)),))]
    assert "Round 1 pairings, by hand" in titles
    assert "Who has met whom" in titles


def test_who_has_met_whom_is_mutual_and_counts_byes() -> None:
    rows = table_of(met_sheet(look(field(5, 3)))).rows
    met = {row[0]: set(row[5].split(", ")) - {""} for row in rows}
    for number, others in met.items():
        assert all(number in met[other] for other in others)
    assert sum(int(row[4] or 0) for row in rows) == 3
    assert sum(len(others) for others in met.values()) == 2 * 2 * 3


def test_the_list_for_the_next_round_has_the_tables_and_room_to_write() -> None:
    rows = table_of(next_round(look(field(5, 1)))).rows
    assert rows == (("1", *(BLANK,) * 3), ("2", *(BLANK,) * 3), (BLANK,) * 4)


def test_the_table_list_says_which_tables_are_free() -> None:
    rows = table_of(table_list((look(field(5)),))).rows
    assert [row[0] for row in rows] == ["1", "2"]
    one_free = table_of(table_list((look(field(6, 0)),))).rows
    assert all(row[2] == "free" for row in one_free)


def test_the_cover_says_which_results_are_with_the_referee() -> None:
    state = field(2, open_matches=1)
    [only] = state.matches.values()
    contested = msgspec.structs.replace(only, result=disputed("W W", "L L"))
    cover = paper_kit((look(msgspec.structs.replace(state, matches={only.uid: contested})),))[0]
    last = cover.blocks[-1]
    assert isinstance(last, Text)
    assert "Table 1: Ann Lee – Bo King" in last.words


def test_report_between_matches_is_printed_once() -> None:
    state = field(2, open_matches=1)
    [match] = state.matches.values()
    filed = report("call", match, note="Clock broken.", match=None, table="1")
    both = {**state.divisions, "majors": msgspec.structs.replace(MASTERS, id="majors")}
    state = msgspec.structs.replace(state, reports={filed.ent: filed}, divisions=both)
    sheets = document("incidents", Order(state, START)).sheets
    assert sum("Clock broken." in str(sheet) for sheet in sheets) == 1
    only = document("incidents", Order(state, START, "majors")).sheets
    assert sum("Clock broken." in str(sheet) for sheet in only) == 1


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_an_incident_report_is_one_page_with_room_to_sign(size: PaperName) -> None:
    state = field(6, 1)
    match = next(iter(state.matches.values()))
    long = "Touched a piece and said nothing for a long while, then moved another one. " * 4
    reports = {f"r{n}": report("call", match, token=str(n), note=long) for n in range(2)}
    sheets = incident_sheets(look(msgspec.structs.replace(state, reports=reports)))
    pdf = render(paper(*sheets), size)
    found = pages(pdf)
    assert len(found) == len(sheets) == 3
    assert all("Referee" in page for page in found)
    assert words_off_the_page(pdf, margin=28) == []
