"""CSV cells come back as they went out, and none of them is a formula."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hall_server.files.cells import UnreadableTable, grid, guarded, unguarded, written

TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30)


@given(TEXT)
@example("'=1+1")
@example("''-")
@example("'")
@example("'O’Hara")
def test_guarded_text_is_restored_unchanged(text: str) -> None:
    assert unguarded(guarded(text)) == text


@given(TEXT)
def test_no_cell_begins_like_a_formula(text: str) -> None:
    assert guarded(text)[:1] not in tuple("=+-@\t\r")


def test_a_plain_name_is_left_alone() -> None:
    for name in ("Ann Lee", "O’Hara", "'t Hooft", "Å", ""):
        assert guarded(name) == name


HEADING = ("name", "club")


@given(st.lists(st.tuples(TEXT, TEXT), max_size=6), st.sampled_from(",;\t|"))
def test_any_rows_survive_the_file(rows: list[tuple[str, str]], separator: str) -> None:
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    data = written([HEADING, *kept], separator).encode("utf-8-sig")
    found = grid(data, frozenset(HEADING))
    assert [row.cells for row in found.rows] == [HEADING, *kept]


@given(st.lists(st.tuples(TEXT, TEXT), max_size=4))
def test_other_programs_read_what_is_written(rows: list[tuple[str, str]]) -> None:
    text = written([HEADING, *rows])
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert [tuple(unguarded(cell) for cell in row) for row in read] == [HEADING, *rows]


def test_rows_know_the_line_on_which_they_begin() -> None:
    found = grid(b'name,club\n"Ann\nLee",x\n\nBo,y\n')
    assert [row.line for row in found.rows] == [1, 2, 5]


@pytest.mark.parametrize(
    ("data", "note"),
    [
        ("name;rating\nJosé;1\n".encode("cp1252"), "Windows-1252; look at the accents"),
        ("name,rating\nJosé,1\n".encode("utf-16"), "The file was read as UTF-16."),
        (b"name\trating\nAnn\t1\n", "separated by tabs"),
        (b"name;rating\nLee, Ann;1\n", "separated by semicolons"),
    ],
)
def test_guesses_about_a_file_are_reported(data: bytes, note: str) -> None:
    found = grid(data, frozenset({"name", "rating"}))
    assert any(note in said for said in found.notes)
    assert [len(row.cells) for row in found.rows] == [2, 2]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty"),
        (b" \n \n", "The file is empty"),
        (b"name\0rating", "This is no text file"),
        (b"\xff\xfea", "This is no text file"),
        (b'name,rating\n"Ann,1\nBo,2\n', "line 2: unexpected end of data"),
    ],
)
def test_malformed_table_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableTable, match=words):
        grid(data)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    try:
        found = grid(data)
    except UnreadableTable:
        return
    assert found.rows
