"""Reports of other programs: read, and written back the same but for the round that was drawn."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hall_server.cli import main
from hall_server.files.round_file import load_round
from hall_server.files.trf_reading import TrfRound, parse_trf
from hall_server.files.trf_writing import fill_round
from tests.hall_server.trf_styles import STYLES

SECOND = {1: 3, 3: 1, 2: 5, 5: 2, 4: None}
styles = pytest.mark.parametrize("style", STYLES)


def lines(data: bytes) -> list[bytes]:
    return re.split(rb"(?<=\n)|(?<=\r)(?!\n)", data)


def text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


@styles
def test_a_report_comes_back_byte_for_byte_where_nothing_is_drawn(style: str) -> None:
    assert fill_round(STYLES[style], 2, {}).data == STYLES[style]


@styles
def test_each_style_is_read_with_its_five_players(style: str) -> None:
    report = parse_trf(text(STYLES[style]))
    assert [player.number for player in report.players] == [1, 2, 3, 4, 5]
    assert [player.rating for player in report.players] == [2245, 2100, 1990, None, None]
    names = [player.name for player in report.players]
    assert names[:3] == ["Müller, Änne", "Bóka, Pál", "O'Brien, Pat"]
    assert [p.rounds[0] for p in report.players] == [
        TrfRound(2, "played", "W"),
        TrfRound(1, "played", "L"),
        TrfRound(4, "played", "W"),
        TrfRound(3, "played", "L"),
        TrfRound(None, "bye", "P"),
    ]
    assert report.total_rounds in (None, 4)
    assert report.doubts == ()


@styles
def test_a_round_fills_its_own_columns_and_every_other_byte_stays(style: str) -> None:
    before, after = STYLES[style], fill_round(STYLES[style], 2, SECOND).data
    assert len(lines(before)) == len(lines(after))
    for old, new in zip(lines(before), lines(after), strict=True):
        if b"001 " not in old[:7]:
            assert old == new
            continue
        assert new.startswith(old.rstrip())
        assert re.fullmatch(rb"\s+(\d+ -\s*|0000 - U)\s*", new.removeprefix(old.rstrip()))
        ends = [re.search(rb"[\r\n]*\Z", line) for line in (old, new)]
        assert len({end[0] for end in ends if end}) == 1
    report = parse_trf(text(after))
    second = {player.number: player.round(2) for player in report.players}
    assert {n: r.opponent for n, r in second.items() if r is not None} == SECOND
    assert [r.kind for r in second.values() if r is not None].count("bye") == 1
    assert [p.rounds[0] for p in report.players] == [
        p.rounds[0] for p in parse_trf(text(before)).players
    ]


@styles
def test_a_round_that_is_taken_out_again_leaves_the_players_as_they_were(style: str) -> None:
    filled = fill_round(STYLES[style], 2, SECOND).data
    back = fill_round(filled, 2, {4: None}).data
    rounds = [player.round(2) for player in parse_trf(text(back)).players]
    assert [r is None for r in rounds] == [True, True, True, False, True]


def test_lines_that_the_round_makes_wrong_are_reported() -> None:
    at = STYLES["JaVaFo"].split(b"\n").index(b"XXZ 5") + 1
    [note] = fill_round(STYLES["JaVaFo"], 2, SECOND).notes
    assert note.startswith(f"line {at}: XXZ names who is out")
    third = fill_round(fill_round(STYLES["Vega"], 3, SECOND).data, 2, {1: 2, 2: 1})
    assert [note.partition(":")[2] for note in third.notes] == [
        " what stands behind round 2 stays, and may be untrue."
    ] * 2


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=40)),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_unknown_lines_stay_as_they_are(unknown: list[str], end: str) -> None:
    data = end.join(["x" + line for line in unknown]).encode()
    assert fill_round(data, 1, {1: 2, 2: 1}).data == data


@styles
def test_pair_writes_the_round_into_the_report(style: str, tmp_path: Path) -> None:
    file = tmp_path / "field.trf"
    file.write_bytes(STYLES[style])
    words = ["pair", str(file), "--round", "2", "--seed", "amber", "--trf"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.stderr
    (tmp_path / "next.trf").write_bytes(done.stdout_bytes)
    field = load_round(tmp_path / "next.trf", 2)
    assert field.standing is not None
    playing = 4 if style == "JaVaFo" else 5
    drawn = parse_trf(text(done.stdout_bytes))
    assert sum(p.round(2) is not None for p in drawn.players) == playing
    assert file.read_bytes() == STYLES[style]


def test_a_round_is_written_into_no_file_but_a_report(tmp_path: Path) -> None:
    file = tmp_path / "table.tsv"
    file.write_text("no\tname\tr1\tpoints\n1\tAnn\t\t0\n2\tBo\t\t0\n")
    words = ["pair", str(file), "--round", "1", "--seed", "amber", "--trf"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert "is no tournament report, and --trf needs one." in done.stderr
