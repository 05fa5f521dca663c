"""The command that turns a crosstable file into standings."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from hall_server.commands.standings import standings_command
from shared.data import read_text

HEADER = "no\tname\tr1\tr2\tr3\tpoints\n"
WIDE = HEADER + (
    "1\tБорис Ким\t2T2\t3T5\t4T7\t7\n"
    "2\t王小明\t1T2\t4T5\t3T8\t8\n"
    "3\tÉva\t4T3\t1T4\t2T5\t5\n"
    "4\tDan\t3T1\t2T2\t1T4\t4\n"
)
# Eve attended round 1 only: she forfeited round 2 and had withdrawn before round 3.
DROPOUT = HEADER + (
    "1\tAnn\t2T0\t3T2\t4T5\t5\n"
    "2\tEve\t1T4\t4FT4\tW\t4\n"
    "3\tBob\t4T2\t1T4\tBT7\t7\n"
    "4\tDan\t3T2\t2FT6\t1T7\t7\n"
)
TWO_EQUAL = "no\tname\tr1\tpoints\n1\tAnn\t2T2\t2\n2\tBob\t1T2\t2\n"


def run(folder: Path, text: str, *options: str) -> Result:
    file = folder / "crosstable.tsv"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(standings_command, [str(file), *options])


def test_the_2012_texas_standings_come_out_in_order(tmp_path: Path) -> None:
    text = read_text("crosstable_2012_texas_state_d8.tsv")
    result = run(tmp_path, text, "--rulebook", "acf-majors", "--json")
    rows = json.loads(result.stdout)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert [(row["rank"], row["name"], row["match_points"]) for row in rows][:5] == [
        (1, "Ed King", 23),
        (2, "Eric Strange", 17),
        (3, "Albert Tucker", 16),
        (4, "Hugh Hawkins", 15),
        (5, "Patrick Parker", 15),
    ]
    honor = {row["player"]: row["honor_points"] for row in rows}
    assert {player: honor[player] for player in "4567"} == {"4": 92, "5": 100, "6": 94, "7": 77}


def test_cells_that_contradict_each_other_are_reported_by_player_and_round(tmp_path: Path) -> None:
    text = read_text("crosstable_2012_texas_state_d8.tsv").replace("Tucker\t5T2", "Tucker\t4T2")
    result = run(tmp_path, text, "--json")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "player 3 (Albert Tucker), round 1: names opponent 4 (Patrick Parker), who names 9",
        "player 5 (Hugh Hawkins), round 1: names opponent 3 (Albert Tucker), who names 4",
        "2 cells contradict the rest. These standings take the cells as they are and may be "
        "wrong. Correct the file and ask again.",
    ]
    assert len(json.loads(result.stdout)) == 10


def test_one_contradiction_is_counted_as_one(tmp_path: Path) -> None:
    result = run(tmp_path, TWO_EQUAL.replace("1T2\t2", "1T2\t3"))
    assert result.exit_code == 1
    assert "\n1 cell contradicts the rest." in result.stderr


def test_columns_stand_under_each_other_whatever_the_script(tmp_path: Path) -> None:
    lines = run(tmp_path, WIDE).stdout.splitlines()
    assert {cell_len(line) for line in lines} == {cell_len(lines[0])}
    assert lines[0].split() == ["Place", "No", "Name", "Points", "Honor"]
    assert lines[1].split() == ["1", "2", "王小明", "8", "12"]
    assert len(lines[1]) < len(lines[2])


def test_tied_players_share_a_place_in_the_table(tmp_path: Path) -> None:
    places = [line.split()[0] for line in run(tmp_path, TWO_EQUAL).stdout.splitlines()[1:]]
    assert places == ["1=", "1="]


def test_a_dropout_stands_last_without_a_place(tmp_path: Path) -> None:
    result = run(tmp_path, DROPOUT)
    assert result.stderr == ""
    assert result.stdout.splitlines()[-1].split()[:4] == ["out", "2", "Eve", "4"]
    rows = json.loads(run(tmp_path, DROPOUT, "--json").stdout)
    assert (rows[-1]["name"], rows[-1]["rank"]) == ("Eve", None)


def test_honor_points_that_are_no_whole_number_come_rounded_and_exact(tmp_path: Path) -> None:
    header = "no\tname\t" + "\t".join(f"r{number}" for number in range(1, 8)) + "\tpoints\n"
    text = header + (
        "1\tAnn\t2T0\t3T2\t3T4\t3T6\t3T8\t3T10\t3T12\t12\n"
        "2\tEve\t1T4\t-\tBT7\t-\tBT10\tW\tW\t10\n"
        "3\tBob\tBT3\t1T5\t1T7\t1T9\t1T11\t1T13\t1T15\t15\n"
    )
    row = json.loads(run(tmp_path, text, "--json").stdout)[1]
    assert (row["name"], row["honor_points"], row["honor_points_exact"]) == ("Ann", 98.33, "295/3")
    assert "98.33" in run(tmp_path, text).stdout


def test_csv_carries_a_header_and_one_row_a_player(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run(tmp_path, DROPOUT, "--csv").stdout)))
    assert list(rows[0]) == [
        "rank",
        "player",
        "name",
        "match_points",
        "honor_points",
        "honor_points_exact",
        "granted",
        "provisional",
        "stands",
        "out_at",
    ]
    assert [row["rank"] for row in rows] == ["1", "2", "3", ""]


def test_the_rulebook_decides_what_a_cell_may_say(tmp_path: Path) -> None:
    assert run(tmp_path, WIDE, "--rulebook", "acf-majors").exit_code == 0
    result = run(tmp_path, WIDE, "--rulebook", "acf-masters")
    assert result.exit_code == 1
    assert "round 2: a match under ACF Masters does not bring 3 points" in result.stderr


def test_a_missing_file_is_one_clear_message(tmp_path: Path) -> None:
    result = CliRunner().invoke(standings_command, [str(tmp_path / "none.tsv")])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "none.tsv: No such file or directory. Name a crosstable file." in result.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no\tname\n", "crosstable.tsv, line 1: begin with a header"),
        (b"no\tname\tr1\tpoints\n1\t\xff\tBT3\t3\n", "is not text in UTF-8"),
    ],
)
def test_a_file_that_is_no_crosstable_is_one_clear_message(
    tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "crosstable.tsv"
    file.write_bytes(content)
    result = CliRunner().invoke(standings_command, [str(file)])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


def test_an_unknown_rulebook_is_answered_with_those_there_are(tmp_path: Path) -> None:
    result = run(tmp_path, TWO_EQUAL, "--rulebook", "fide")
    assert result.exit_code == 2
    assert "acf-masters" in result.stderr
