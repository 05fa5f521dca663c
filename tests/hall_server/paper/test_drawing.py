"""The PDFs: each sheet on both papers, whole, legible in any alphabet, the same bytes again."""

import re
import sys
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hall_server.paper.catalogue import PAPERS as CATALOGUE
from hall_server.paper.catalogue import Order, document
from hall_server.paper.drawing import PAPERS, pen, render
from hall_server.paper.drawing.pen import Style, fitted, halves, prepared, width, wrapped
from hall_server.paper.drawing.tables import lay
from hall_server.paper.sheet import Column, Document, PaperName, PaperSheet, Table, Text
from hall_server.paper.wall import by_name
from shared.core.draughts.openings import parse_deck
from shared.core.rulebooks import RULEBOOKS
from shared.data import read_text
from tests.hall_server.paper.fields import NAMES, START, field, look, paper
from tests.hall_server.paper.pdfs import pages, words_off_the_page

DECK = parse_deck(read_text("three_move_deck.tsv"))
SIZES: tuple[PaperName, ...] = ("a4", "letter")
BOOK_OF = {"playing-cards": "apca"}


def ordered(what: str, count: int, rounds: int = 3) -> Document:
    book = BOOK_OF.get(what, "acf-masters")
    rounds = 0 if what == "draw-sheet" else rounds
    state = field(count, rounds, book=book, open_matches=count // 4)
    order = Order(
        state, START, prizes_cents=(70_000, 30_000), deck=DECK, seed="64153", pages_at="http://a.b"
    )
    return document(what, order)


def page_count(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("what", sorted(CATALOGUE))
def test_every_sheet_stays_on_its_page(what: str, size: PaperName) -> None:
    for count in (4, 31):
        assert words_off_the_page(render(ordered(what, count), size)) == []


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("size", SIZES)
def test_a_hundred_and_twenty_players_fit_on_few_pages(size: PaperName) -> None:
    few = {"pairings": 9, "standings": 6, "crosstable": 5, "wall-chart": 10, "slips": 15}
    for what, most in few.items():
        pdf = render(ordered(what, 120), size)
        assert page_count(pdf) <= most, what
        assert words_off_the_page(pdf) == []


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("name", NAMES[:-1])
def test_names_of_many_alphabets_can_be_read_on_the_wall(name: str) -> None:
    state = field(2, names=(name, "Bo King"))
    view = look(state)
    [page] = pages(render(paper(by_name(view, view.rounds[-1])), "a4"))
    assert "□" not in page
    assert set(name.split()) <= set(re.split(r"[\s,]+", unicodedata.normalize("NFC", page)))


@pytest.mark.needs("pdftotext")
def test_a_slip_and_a_form_show_a_very_long_name_whole() -> None:
    state = field(2, names=(NAMES[-1], "Bo King"))
    [page] = pages(render(document("slips", Order(state, START)), "letter"))
    assert NAMES[-1] in " ".join(page.split())


@pytest.mark.needs("pdftotext")
def test_a_letter_that_no_font_has_is_a_box_with_a_note() -> None:
    state = field(2, names=("Ana \N{EGYPTIAN HIEROGLYPH A001}", "Bo"))
    [page] = pages(render(document("standings", Order(state, START)), "a4"))
    assert "Ana □" in page
    assert "□ stands for a letter that these fonts lack (U+13000)." in page
    assert "pip install" not in page


@pytest.fixture
def without_cjk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where the package of the extra ``cjk`` is not installed."""

    def forget() -> None:
        pen._face.cache_clear()
        width.cache_clear()

    monkeypatch.setitem(sys.modules, "playing_hall_cjk", None)
    forget()
    yield
    forget()


@pytest.mark.needs("pdftotext")
@pytest.mark.usefixtures("without_cjk")
def test_without_its_font_a_chinese_name_is_boxes_and_the_foot_says_how_to_get_it() -> None:
    state = field(3, names=("赵丽颖", "김철수", "Bo King"))
    [page] = pages(render(document("standings", Order(state, START)), "a4"))
    assert {"□□□", "김철수", "King"} <= set(page.split())
    assert (
        "□ stands for a letter that these fonts lack (U+8D75, U+4E3D, U+9896)."
        " The font for Chinese and Japanese is not installed here:"
        " pip install 'playing-hall[cjk]' adds it." in page
    )


@pytest.mark.needs("pdftotext")
@pytest.mark.usefixtures("without_cjk")
def test_a_letter_that_the_font_for_chinese_has_not_either_does_not_ask_for_it() -> None:
    state = field(2, names=("Ana \N{EGYPTIAN HIEROGLYPH A001}", "Bo"))
    [page] = pages(render(document("standings", Order(state, START)), "a4"))
    assert "(U+13000)." in page
    assert "pip install" not in page


@pytest.mark.needs("pdftotext")
def test_the_foot_of_each_page_says_how_old_it_is() -> None:
    for page in pages(render(ordered("pairings", 60), "a4")):
        assert "as of Tue 14 Nov 2023, 16:13:20" in page
    assert "page 2 of 2" in pages(render(ordered("pairings", 80), "a4"))[1]


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_slips_and_score_sheets_of_every_rulebook_fit(book: str, size: PaperName) -> None:
    state = field(8, 1, book=book, open_matches=4)
    slips = render(document("slips", Order(state, START)), size)
    assert page_count(slips) == 1
    sheets = render(document("score-sheets", Order(state, START)), size)
    rules = look(state).book
    copies = 2 if rules.prizes and rules.prizes.sheet_copies == 2 else 1
    assert page_count(sheets) == 4 * copies * max((rules.games_per_match + 1) // 2, 1)
    assert words_off_the_page(slips) + words_off_the_page(sheets) == []


@pytest.mark.needs("pdftotext")
def test_each_slip_says_of_which_event_it_is_once_it_is_cut_off() -> None:
    state = field(8, 1, open_matches=4)
    for size in SIZES:
        [page] = pages(render(document("slips", Order(state, START)), size))
        assert page.count("Harbour Open") == 4 + 1


@given(
    st.text(st.characters(categories=["L", "Zs", "Pd"], exclude_characters="\u00a0"), max_size=90)
)
def test_a_name_on_two_lines_is_the_whole_name(name: str) -> None:
    lines = halves(prepared(name))
    assert "".join("".join(lines).split()) == "".join(prepared(name).split())
    assert len(lines) <= 2


@pytest.mark.needs("pdftotext")
def test_a_long_name_is_whole_and_leaves_the_others_their_size() -> None:
    long = "Maximiliano Fernández-Villanueva de la Cruz y Hohenstein-Schwarzenberg-Lothringen"
    table, *_ = document("pairings", Order(field(8, names=(long, "Bo King")), START)).sheets
    tables = [block for block in table.blocks if isinstance(block, Table)]
    usual = lay(tables[0], 520, 700, 700).size
    assert usual >= 15, "read from two metres"
    page, *_ = pages(render(paper(table), "letter"))
    assert set(long.split()) <= set(page.split())


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("count", [75, 150, 61])
def test_no_page_of_a_long_list_holds_a_few_rows_alone(count: int) -> None:
    pdf = render(paper(by_name(look(field(count)), look(field(count)).rounds[-1])), "letter")
    rows = [len(re.findall(r"^ *\S.*\d", page, re.MULTILINE)) for page in pages(pdf)]
    assert len(rows) > 1
    assert min(rows) > max(rows) / 2


@pytest.mark.needs("pdftotext")
def test_text_on_a_slip_never_runs_into_the_next_slip() -> None:
    state = field(8, 1, open_matches=4)
    for size in SIZES:
        [page] = pages(render(document("slips", Order(state, START)), size))
        lines = [line.strip() for line in page.splitlines() if line.strip()]
        tables = [at for at, line in enumerate(lines) if line.startswith("Table ")]
        signs = [at for at, line in enumerate(lines) if line.startswith("Both sign")]
        assert len(tables) == len(signs) == 4
        assert sorted(tables + signs) == [at for pair in zip(tables, signs) for at in pair]  # noqa: B905


@pytest.mark.parametrize("what", sorted(CATALOGUE))
def test_equal_documents_have_equal_bytes(what: str) -> None:
    assert render(ordered(what, 5), "a4") == render(ordered(what, 5), "a4")


def test_the_two_papers_have_their_sizes() -> None:
    sizes = {size: render(ordered("standings", 4), size) for size in SIZES}
    for size, pdf in sizes.items():
        wide, high = PAPERS[size]
        box = re.search(rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", pdf)
        assert box is not None
        assert [round(float(edge)) for edge in box.groups()] == [round(wide), round(high)]


def test_the_fonts_are_in_the_file() -> None:
    pdf = render(ordered("standings", 4), "a4")
    assert b"/FontFile2" in pdf
    assert b"DejaVuSansCondensed" in pdf


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_no_name_stops_the_printer(names: list[str]) -> None:
    state = field(4, 1, names=tuple(names))
    for what in ("pairings", "slips", "wall-chart"):
        assert render(document(what, Order(state, START)), "a4").startswith(b"%PDF")


@given(st.text(max_size=60), st.floats(1, 40), st.floats(1, 400), st.booleans())
def test_text_always_fits_its_room(words: str, size: float, room: float, bold: bool) -> None:
    words = prepared(words)
    shown, drawn, narrow = fitted(words, Style(size, bold), room)
    assert width(shown, bold=bold) * drawn * narrow <= max(
        room * 1.001, width("…", bold=bold) * drawn * narrow
    )
    assert shown == words or shown.endswith("…")


@given(st.text(max_size=80), st.floats(20, 400))
def test_wrapping_keeps_all_text(words: str, room: float) -> None:
    lines = wrapped(words, 10, room)
    assert "".join(lines).replace(" ", "") == prepared(words).replace(" ", "")


@pytest.mark.parametrize("words", ["x" * 200_000, "x " * 100_000, "x" * 90 + " " + "王" * 200_000])
def test_each_letter_of_a_long_text_is_measured_once(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = 0

    def counting(text: str, *, bold: bool = False) -> float:
        nonlocal measured
        measured += len(text)
        return width(text, bold=bold)

    monkeypatch.setattr(pen, "width", counting)
    lines = wrapped(words, 10, 300)
    assert all(width(line) * 10 <= 300.01 for line in lines)
    assert fitted(words, Style(10), 300)[0].endswith("…")
    assert measured < 10 * len(words)


def rows(count: int) -> tuple[tuple[str, ...], ...]:
    return tuple((str(n), f"Player {n}") for n in range(count))


COLUMNS = (Column("No", "right"), Column("Name"))


@pytest.mark.parametrize("count", [0, 1, 7, 40, 333])
def test_letters_are_as_large_as_the_number_of_pages_allows(count: int) -> None:
    small = lay(Table(COLUMNS, rows(count), "wall"), 500, 700, 700)
    assert 16 <= small.size <= 26
    more = lay(Table(COLUMNS, rows(count + 30), "wall"), 500, 700, 700)
    pages_of = lambda laid: -(-len(laid.table.rows) // laid.rows_in(700))  # noqa: E731
    assert more.size <= small.size or pages_of(more) > pages_of(small)


def test_many_columns_are_set_in_smaller_letters_before_they_are_cut() -> None:
    columns = tuple(Column(str(n), "centre") for n in range(30))
    table = Table(columns, (("120 +4",) * 30,), "fine")
    laid = lay(table, 750, 500, 500)
    assert laid.size < 9
    assert sum(laid.widths) <= 750.01


def test_columns_never_run_over_the_page() -> None:
    columns = tuple(Column("A long heading", "left") for _ in range(40))
    laid = lay(Table(columns, (("some long words here",) * 40,), "fine"), 500, 500, 500)
    assert sum(laid.widths) <= 500.01


def test_a_paragraph_that_does_not_fit_goes_to_the_next_page() -> None:
    sheet = PaperSheet("T", "", tuple(Text("Words. " * 60, "large") for _ in range(8)))
    assert page_count(render(paper(sheet), "a4")) > 1
