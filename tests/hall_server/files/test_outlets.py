"""Files out of the hall: tables, pages, TRF, ratings, log lines and the archive."""

import csv
import io
import json
import tracemalloc
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hall_server.files.archive import SUMS, BrokenArchive, check, pack
from hall_server.files.outlets import OUTLETS, CannotExport, export
from hall_server.files.tables import rating_rows
from hall_server.files.trf_reading import parse_trf
from hall_server.files.trf_writing import TrfVersion, write_trf
from shared.core.draughts.pdn.game import PdnGame
from shared.core.draughts.pdn.reader import read_pdn
from shared.core.draughts.pdn.writer import write_pdn
from shared.core.draughts.record import begun
from shared.core.draughts.rules import ENGLISH
from shared.core.events import MovesLogged, entities
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import rulebook
from shared.core.standings.crosstable import parse_crosstable
from shared.core.standings.records import division_records
from shared.core.state import HallState
from shared.machine.languages import catalogue
from shared.pairing.places import division_standings
from tests.hall_server.archives import files_of
from tests.hall_server.files.test_cells import TEXT
from tests.hall_server.paper.fields import field, look
from tests.hall_server.referee.halls import confirmed


def text(state: HallState, what: str, layout: str) -> str:
    return export(state, what, layout, None).data.decode("utf-8-sig")


def with_result(state: HallState, uid: str, games: str, **more: Any) -> HallState:
    match = state.matches[uid]
    outcome = Outcome(tuple(Code(code) for code in games.split()), **more)
    result = msgspec.structs.replace(confirmed("W W"), outcome=outcome)
    changed = msgspec.structs.replace(match, result=result)
    return msgspec.structs.replace(state, matches={**state.matches, uid: changed})


class Page(HTMLParser):
    """The cells of a page and the tags that it uses."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.rows: list[list[str]] = []
        self._cell = False
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self._cell = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._cell = False

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.rows[-1][-1] += data


@pytest.mark.parametrize(("what", "layout"), [(w, f) for w, all_ in OUTLETS.items() for f in all_])
def test_every_table_can_be_written_at_any_time(what: str, layout: str) -> None:
    for state in (field(0, 0), field(5, 0), field(5, 2, open_matches=1), field(6, 3)):
        assert export(state, what, layout, None).data or not state.players


def test_standings_say_the_same_in_every_format() -> None:
    state = field(9, 4, total=5)
    rows = division_standings(state, "masters")
    names = [row.name for row in rows]
    assert [row["name"] for row in json.loads(text(state, "standings", "json"))] == names
    read = list(csv.DictReader(io.StringIO(text(state, "standings", "csv"))))
    assert [row["name"] for row in read] == names
    assert [row[1] for row in Page(text(state, "standings", "html")).rows[1:]] == names


@given(st.lists(TEXT, min_size=4, max_size=4))
def test_a_page_shows_any_name_and_runs_nothing(names: list[str]) -> None:
    state = field(4, 2, names=tuple(names))
    for what in ("standings", "crosstable", "ratings"):
        page = Page(text(state, what, "html"))
        assert not page.tags & {"script", "img", "iframe", "object", "link", "a"}
        assert len({len(row) for row in page.rows}) == 1


@pytest.mark.parametrize(
    ("language", "title", "heading"),
    [
        ("es", "Clasificación", ["Lugar", "Nombre"]),
        ("fr", "Classement", ["Rang", "Nom"]),
        ("ru", "Положение", ["Место", "Имя"]),
    ],
)
def test_a_page_is_in_the_language_of_who_asks_and_a_table_as_programs_read_it(
    language: str, title: str, heading: list[str]
) -> None:
    state, words = field(4, 2), catalogue(language)
    source = export(state, "standings", "html", None, words).data.decode()
    assert f'<html lang="{language}">' in source
    assert f": {title}</h1>" in source
    assert Page(source).rows[0][:2] == heading
    for what, layout in (("standings", "csv"), ("crosstable", "csv"), ("crosstable", "tsv")):
        assert export(state, what, layout, None, words) == export(state, what, layout, None)


def test_a_name_that_is_markup_is_shown_as_text() -> None:
    state = field(2, names=("<script>alert(1)</script>", "A & B"))
    source = text(state, "standings", "html")
    assert "<script>" not in source
    assert "&lt;script&gt;" in source
    assert "default-src 'none'" in source


def test_a_page_fetches_nothing() -> None:
    assert "://" not in text(field(4, 2), "crosstable", "html")


@given(st.integers(2, 9), st.integers(0, 4), st.integers(0, 3))
def test_a_crosstable_that_is_written_is_read_without_a_contradiction(
    count: int, rounds: int, unplayed: int
) -> None:
    state = field(count, rounds, total=5, open_matches=min(unplayed, count // 2) if rounds else 0)
    table = parse_crosstable(text(state, "crosstable", "tsv"))
    assert [entry.name for entry in table.entries] == [p.name for p in state.players.values()]
    points = {row.name: row.match_points for row in division_standings(state, "masters")}
    assert {entry.name: entry.points for entry in table.entries} == points
    assert not [p for p in table.problems(rulebook("acf-masters")) if "bye" not in p.sentence]


def test_a_division_has_to_be_named_where_there_are_several() -> None:
    state = field(4)
    both = {**state.divisions, "majors": state.divisions["masters"]}
    with pytest.raises(CannotExport, match="--division: masters, majors"):
        export(msgspec.structs.replace(state, divisions=both), "standings", "csv", None)
    with pytest.raises(CannotExport, match="no division 'elders'; there are masters"):
        export(state, "standings", "csv", "elders")
    with pytest.raises(CannotExport, match="no division yet"):
        export(msgspec.structs.replace(state, divisions={}), "trf", "trf16", None)


def trf_players(state: HallState, layout: str = "trf16") -> list[str]:
    lines = text(state, "trf", layout).splitlines()
    return [line for line in lines if line.startswith("001")]


def test_a_trf_line_has_its_columns() -> None:
    line = trf_players(field(5, 2, names=("Ann Lee", "Bo", "Cy", "Dee", "Eve")))[0]
    assert line[4:8] == "   1"
    assert line[14:47].rstrip() == "Ann Lee"
    assert line[48:52] == "2200"
    assert line[80:84] == " 4.0"
    assert line[85:89] == "   4"
    assert (line[91:101], line[101:]) == ("0000 - U  ", "   2 w 0")


def test_a_trf_names_opponents_mutually() -> None:
    lines = trf_players(field(8, 5, total=7))
    for number, line in enumerate(lines, start=1):
        for at in range(91, len(line), 10):
            other = int(line[at : at + 4])
            assert int(lines[other - 1][at : at + 4]) == number
            letters = {line[at + 7], lines[other - 1][at + 7]}
            assert letters in ({"1", "0"}, {"="})


def test_the_points_of_win_draw_and_loss_stand_in_the_file() -> None:
    state = field(4, 2)
    assert "BBW  4.0\nBBD  2.0\nBBL  0.0\nBBU  4.0\n" in text(state, "trf", "trf16")
    assert "162 W  4.0    D  2.0    L  0.0    P  4.0" in text(state, "trf", "trf26")
    assert "\nXXR 12\n" in text(state, "trf", "trf16")
    assert "\n142 12\n" in text(state, "trf", "trf26")


def test_forfeits_and_open_matches_in_a_trf() -> None:
    state = with_result(field(4, 1, open_matches=1), "m1x1", "W* W*")
    letters = {line[14:47].strip(): line[91:99] for line in trf_players(state)}
    assert sorted(cell[7:8] for cell in letters.values()) == ["", "", "+", "-"]


def test_what_trf_cannot_express_is_noted() -> None:
    state = with_result(field(2, 1, book="acf-majors"), "m1x1", "W D")
    long = msgspec.structs.replace(state.players["p0"], name="A" * 40)
    state = msgspec.structs.replace(state, players={**state.players, "p0": long})
    notes = write_trf(look(state)).notes
    assert notes[0].startswith("TRF knows a round as won, drawn or lost. 2 in this file")
    assert notes[1] == f"TRF has room for 33 letters, so names are cut: {'A' * 40}."
    assert write_trf(look(field(4, 2, names=("A", "B", "C", "D")))).notes == ()


@given(st.lists(TEXT, min_size=3, max_size=3))
def test_no_name_moves_the_columns_of_a_trf(names: list[str]) -> None:
    for line in trf_players(field(3, 2, names=tuple(names))):
        assert line[13] == line[47] == line[53] == " "
        assert line[48:52].isdigit()
        assert line.isprintable()


def test_the_rating_report_counts_games_played_over_the_board() -> None:
    state = with_result(field(6, 1), "m1x1", "W* W*")
    state = with_result(state, "m1x2", "W* D")
    state = with_result(state, "m1x3", "D D", void="agreed")
    rows = rating_rows(look(state))
    assert [row[8:11] for row in rows] == [("0", "0", "0"), ("0", "1", "0"), ("0", "0", "0")]
    assert [row[-2:] for row in rows] == [("no", "forfeited"), ("yes", ""), ("no", "agreed")]


@pytest.mark.clause("ACF-1.VI.A")
def test_doubly_forfeited_game_is_not_rated_and_a_double_loss_is_rated_in_every_file() -> None:
    state = with_result(field(4, 1, open_matches=1), "m1x1", "X* X*")
    [row] = rating_rows(look(state))
    assert (row[8:13], row[-2:]) == (("0", "0", "0", "0", "0"), ("no", "forfeited"))
    letters = [line[91:99] for line in trf_players(state)]
    assert sorted(cell[7:8] for cell in letters) == ["", "", "-", "-"]
    assert text(state, "crosstable", "tsv").count("FT0") == 2


@pytest.mark.clause("ACF-2.VI.B")
def test_a_match_that_a_withdrawal_made_void_is_rated_and_says_so() -> None:
    state = with_result(field(4, 1), "m1x1", "W D")
    state = with_result(state, "m1x1", "W D", void="void", awarded=(0, 4))
    state = with_result(state, "m1x2", "", void="void", awarded=(4, 0))
    rows = [row[8:13] + row[-2:] for row in rating_rows(look(state))]
    assert rows == [
        ("1", "1", "0", "0", "4", "yes", "void"),
        ("0", "0", "0", "4", "0", "no", "void"),
    ]


def test_matches_without_a_result_are_not_reported_for_rating() -> None:
    assert len(rating_rows(look(field(6, 2, open_matches=2)))) == 4


FILES = st.dictionaries(
    st.from_regex(r"[a-z]{1,8}\.[a-z]{3}", fullmatch=True), st.binary(max_size=60), max_size=5
)


@given(FILES)
def test_archived_event_log_is_restored_unchanged(files: dict[str, bytes]) -> None:
    found = files_of(pack("Open", 3, files))
    assert found.pop("README.txt").startswith(b"Open, archived at position 3")
    assert found == files
    assert pack("Open", 3, files) == pack("Open", 3, files)


@given(FILES, st.data())
def test_a_damaged_archive_is_never_taken_for_a_sound_one(
    files: dict[str, bytes], data: st.DataObject
) -> None:
    packed = bytearray(pack("Open", 3, files))
    at = data.draw(st.integers(0, len(packed) - 1))
    packed[at] ^= data.draw(st.integers(1, 255))
    try:
        found = files_of(bytes(packed))
    except BrokenArchive:
        return
    assert {name: found[name] for name in files} == files


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a.txt": b"1"}, "it has no SHA256SUMS"),
        ({SUMS: b"nonsense"}, "SHA256SUMS cannot be read"),
        ({SUMS: b"0" * 64 + b"  a.txt\n"}, "a.txt is missing"),
        ({SUMS: b"0" * 64 + b"  a.txt\n", "a.txt": b"1"}, "a.txt is not what was archived"),
        ({SUMS: b"", "a.txt": b"1"}, "a.txt is not what was archived"),
    ],
)
def test_fault_of_an_archive_is_named(files: dict[str, bytes], words: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    with pytest.raises(BrokenArchive, match=words):
        files_of(out.getvalue())


def test_truncated_archive_is_refused() -> None:
    packed = pack("Open", 1, {"a.txt": b"1" * 500})
    with pytest.raises(BrokenArchive, match="cannot be read as an archive"):
        files_of(packed[: len(packed) // 2])


def test_a_result_that_does_not_fit_the_rulebook_is_not_reported_for_rating() -> None:
    assert len(rating_rows(look(with_result(field(4, 1), "m1x1", "W W W")))) == 1


def test_an_archive_that_claims_to_be_enormous_is_not_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hall_server.files.archive._LARGEST", 100)
    with pytest.raises(BrokenArchive, match="more than a gigabyte"):
        files_of(pack("Open", 1, {"a.txt": b"1" * 500}))


def test_an_archive_is_refused_before_its_table_of_contents_fills_the_memory(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(20_000):
            archive.writestr(f"{number:050}", b"")
    with pytest.raises(BrokenArchive, match="table of contents is too long"):
        check(path)


def test_a_file_that_unpacks_to_much_is_checked_piece_by_piece(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(pack("Open", 1, {"a.txt": bytes(64 << 20)}))
    tracemalloc.start()
    try:
        assert check(path) == 2
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


@settings(deadline=None)
@given(
    st.integers(1, 9),
    st.integers(0, 6),
    st.integers(0, 3),
    st.sampled_from(["trf16", "trf26"]),
    st.lists(TEXT, min_size=9, max_size=9),
    st.sampled_from(["acf-masters", "acf-majors", "apca"]),
)
def test_a_report_that_is_written_is_read_back(
    count: int, rounds: int, unplayed: int, version: TrfVersion, names: list[str], book: str
) -> None:
    open_matches = min(unplayed, count // 2) if rounds else 0
    state = field(
        count, rounds if count > 1 else 0, open_matches=open_matches, names=tuple(names), book=book
    )
    report = parse_trf(write_trf(look(state), version).text)
    records = sorted(
        division_records(state, "masters"), key=lambda r: (-(r.rating or 0), r.name, r.player)
    )
    numbers = {record.player: at for at, record in enumerate(records, start=1)}
    assert report.total_rounds == 12
    for record, player in zip(records, report.players, strict=True):
        assert (player.points, player.rating) == (record.match_points, record.rating)
        for number, score in enumerate(record.rounds, start=1):
            read = player.round(number)
            assert read is not None
            assert read.kind == ("open" if score is None else score.kind)
            if score is not None:
                assert read.opponent == (numbers[score.opponent] if score.opponent else None)


def test_the_games_whose_moves_were_entered_are_exported_as_pdn_in_their_order() -> None:
    state = field(5, 2)
    assert read_pdn(text(state, "moves", "pdn")) == ()
    assert export(state, "moves", "pdn", None).notes == ("No moves were entered in this division.",)
    match = next(iter(state.matches.values()))
    texts = [
        write_pdn([PdnGame(record=begun(ENGLISH, (move,)), round=f"1.{game}")])
        for game, move in ((1, "11-15"), (2, "9-14"))
    ]
    moves = {entities.moves(match.key, game): MovesLogged(game, texts[game - 1]) for game in (2, 1)}
    changed = msgspec.structs.replace(match, moves=moves)
    state = msgspec.structs.replace(state, matches={**state.matches, match.uid: changed})
    games = read_pdn(text(state, "moves", "pdn"))
    assert [read.game.round for read in games] == ["1.1", "1.2"]
    assert [read.notes for read in games] == [(), ()]
