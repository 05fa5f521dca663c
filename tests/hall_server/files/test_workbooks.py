"""Lists of players in workbooks: cells as people see them, and what a bad file is told."""

import pytest

from hall_server.files.cells import UnreadableTable
from hall_server.files.players_csv import PlayerLine, read_players
from hall_server.files.workbooks import table
from tests.hall_server.files.workbook_kit import DAY, SUM, ods, xlsx

LIST = (("Name", "Rating", "Club"), ("Ann Lee", 1800.0, "Leeds"), ("Bo King", "", ""))


def test_numbers_days_and_formulas_are_read_as_people_see_them() -> None:
    rows = (
        ("Name", "Rating", "Born", "Fee due", "Phone"),
        ("Ann Lee", (SUM, 1800.0), (DAY, 39872), 35.5, 5551234567.0),
    )
    [player] = read_players(xlsx({"Players": rows})).players
    assert (player.name, player.rating) == ("Ann Lee", 1800)
    assert player.private == {"born": "2009-02-28", "fee_due": 3550, "phone": "5551234567"}


def test_the_first_sheet_is_read_and_the_others_are_named() -> None:
    book = xlsx({"Players": LIST, "Notes": (("Bring chairs",),)})
    found = read_players(book)
    assert found.players == (
        PlayerLine(2, "Ann Lee", rating=1800, club="Leeds"),
        PlayerLine(3, "Bo King", rating=0, club=""),
    )
    assert found.notes == ("The sheet 'Players' was read; there are also 'Notes'.",)


def test_a_sheet_is_chosen_by_its_name() -> None:
    book = xlsx({"Notes": (("Bring chairs",),), "Players": LIST})
    assert [player.name for player in read_players(book, sheet="players").players] == [
        "Ann Lee",
        "Bo King",
    ]
    with pytest.raises(UnreadableTable, match="no sheet 'Seniors'; there are 'Notes', 'Players'"):
        read_players(book, sheet="Seniors")


def test_a_merged_title_and_empty_rows_and_columns_are_left_out() -> None:
    rows = (("Autumn Open", "", "", ""), ("",) * 4, *LIST, ("",) * 4, ("",) * 4)
    found = read_players(xlsx({"Players": rows}, merged="A1:D1"))
    assert [(player.line, player.name) for player in found.players] == [
        (4, "Ann Lee"),
        (5, "Bo King"),
    ]
    assert "Rows above row 3 are taken as a title." in found.notes


def test_a_fault_names_sheet_and_row() -> None:
    rows = (*LIST, ("Cy Ortega", "strong", ""))
    assert read_players(xlsx({"Players": rows})).problems == (
        "sheet 'Players', row 4: write a whole number as rating, or nothing, where 'strong' stands",
    )


def test_an_open_document_is_read_too() -> None:
    found = read_players(ods((("Name", "Rating"), ("Ann Lee", "1800"))))
    assert [(player.name, player.rating) for player in found.players] == [("Ann Lee", 1800)]


def test_a_text_that_is_called_a_workbook_is_read_as_the_text_that_it_is() -> None:
    assert table(b"name,rating\nAnn,1800\n").called == "line"
    with pytest.raises(UnreadableTable, match="no workbook, so it has no sheets"):
        table(b"name,rating\n", sheet="Players")


def test_a_damaged_a_protected_and_a_strange_file_are_refused_in_a_sentence() -> None:
    book = xlsx({"Players": LIST})
    with pytest.raises(UnreadableTable, match="its end is missing"):
        table(book[:400])
    with pytest.raises(UnreadableTable, match="no workbook"):
        table(xlsx({}).replace(b"xl/", b"xx/"))
    with pytest.raises(UnreadableTable, match=r"cannot be read"):
        table(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4_000))
    with pytest.raises(UnreadableTable, match="is empty"):
        table(xlsx({"Players": ()}))


def test_a_sheet_of_more_rows_than_any_list_is_refused() -> None:
    rows = (LIST[0], *(("A player", 1800.0, "") for _ in range(20_001)))
    with pytest.raises(UnreadableTable, match="20000 and 200 are read at most"):
        table(xlsx({"Players": rows}))
