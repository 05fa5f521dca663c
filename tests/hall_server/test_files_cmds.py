"""``hall-server export`` and ``hall-server import``: with the hall stopped and on the air."""

import json
import secrets
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hall_server.cli import main
from hall_server.files.outlets import OUTLETS
from shared.core.decisions.writing import Ground, decide_match
from shared.core.match.outcome import Code, Outcome
from shared.node.home import load
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.wire.envelope import Signed, read
from tests.hall_server.paper.pdfs import pages
from tests.node.hall_kit import Hall, a_hall, pairing


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as made:
        yield made


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments], input=typed or None)


def done(*arguments: object, typed: str = "") -> str:
    outcome = run(*arguments, typed=typed)
    assert outcome.exit_code == 0, outcome.output
    return outcome.output


def refused(*arguments: object) -> str:
    outcome = run(*arguments)
    assert outcome.exit_code in (1, 2), outcome.output
    assert "Traceback" not in outcome.output
    return " ".join(outcome.output.split())


def players(hall: Hall) -> dict[str, str]:
    membership, _ = load(hall.home)
    replica = Replica(hall.home / "hall.db", membership.root_key, new_store_id=secrets.token_hex(8))
    try:
        return {player.id: player.name for player in replica.state.players.values()}
    finally:
        replica.close()


@pytest.mark.parametrize(("what", "layout"), [(w, f) for w, all_ in OUTLETS.items() for f in all_])
def test_every_table_is_written(hall: Hall, what: str, layout: str) -> None:
    done("export", what, "--home", hall.home, "--format", layout, "--out", "file")
    assert Path("file").stat().st_size > 0


def test_a_table_goes_to_standard_output_and_its_notes_do_not(hall: Hall) -> None:
    outcome = run("export", "players", "--home", hall.home, "--out", "-")
    assert outcome.stdout_bytes.decode().startswith("\ufeffid,name,division,rating,club\r\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["standings", "--division", "elders"], "no division 'elders'; there are masters"),
        (["standings", "--format", "xls"], "written as csv or json or html, not as 'xls'"),
        (["log", "--format", "csv"], "log has only one format"),
        (["money"], "'money' is not one of"),
        (["standings", "--out", "no/such/folder.csv"], "was not written"),
    ],
)
def test_round_that_cannot_be_exported_is_told(
    hall: Hall, arguments: list[str], words: str
) -> None:
    assert words in refused("export", *arguments, "--home", hall.home)


def test_every_line_of_the_log_carries_what_its_author_signed(hall: Hall) -> None:
    from base64 import b64decode

    done("export", "log", "--home", hall.home)
    lines = [json.loads(line) for line in Path("log.jsonl").read_text().splitlines()]
    assert [line["pos"] for line in lines] == list(range(1, len(lines) + 1))
    for line in lines:
        event = read(Signed(b64decode(line["bytes"]), b64decode(line["sig"])))
        assert (event.id, event.kind, event.ent) == (line["id"], line["kind"], line["ent"])
    names = [line["body"]["name"] for line in lines if line["kind"] == "a.player.registered"]
    assert names[0] == "Player 1"


@pytest.mark.processes
def test_a_whole_event_is_archived_from_a_running_hall(hall: Hall) -> None:
    hall.start_hall()
    referee = hall.start("referee-1", role="referee")
    referee.file(pairing())
    done("export", "event", "--home", hall.home, "--out", "a.zip")
    with zipfile.ZipFile("a.zip") as archive:
        names = set(archive.namelist())
        archive.extract("hall.db")
    assert {"log.jsonl", "hall.db", "SHA256SUMS", "README.txt", "papers/masters-round-1.pdf",
            "tables/masters-standings.html", "tables/masters-trf.trf"} <= names  # fmt: skip
    look = sqlite3.connect("hall.db")
    try:
        assert look.execute("SELECT count(*) FROM standings").fetchone() == (6,)
    finally:
        look.close()
    assert "a.zip is sound" in done("import", "a.zip", "--home", hall.home)


@pytest.mark.needs("pdftotext")
def test_papers_and_pages_of_an_archive_are_in_the_language_asked_for(hall: Hall) -> None:
    done("export", "event", "--home", hall.home, "--out", "a.zip", "--language", "fr")
    with zipfile.ZipFile("a.zip") as archive:
        page = archive.read("tables/masters-standings.html").decode()
        paper = pages(archive.read("papers/masters-standings.pdf"))[0]
        assert archive.read("tables/masters-standings.csv").startswith(b"\xef\xbb\xbfrank,player")
    assert ": Classement</h1>" in page
    assert "Classement, avant la ronde 1" in paper


def test_damaged_archive_is_reported(hall: Hall) -> None:
    done("export", "event", "--home", hall.home, "--out", "a.zip")
    with zipfile.ZipFile("a.zip", "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("log.jsonl", "forged")
    words = refused("import", "a.zip", "--home", hall.home)
    assert "it holds two files of one name" in words


LIST = "id,name,rating\np1,Player One,2100\nnew,José,1500\n"


def test_an_import_shows_what_would_change_and_waits(hall: Hall) -> None:
    Path("list.csv").write_text(LIST, encoding="utf-8")
    before = players(hall)
    words = done("import", "list.csv", "--home", hall.home, typed="n\n")
    assert "~ Player 1: name Player 1 → Player One; rating 1999 → 2100" in words
    assert "+ José (masters, 1500)" in words
    assert "1 new, 1 changed, 0 as they are." in words
    assert words.endswith("Nothing was changed.\n")
    assert players(hall) == before


def test_a_confirmed_import_is_in_the_hall(hall: Hall) -> None:
    Path("list.csv").write_text(LIST, encoding="utf-8")
    assert "2 players written." in done("import", "list.csv", "--home", hall.home, "--yes")
    assert players(hall)["p1"] == "Player One"
    assert players(hall)["new"] == "José"
    assert "There is nothing to change." in done("import", "list.csv", "--home", hall.home)


@pytest.mark.processes
def test_an_import_into_a_running_hall(hall: Hall) -> None:
    running = hall.start_hall()
    Path("list.csv").write_text(LIST, encoding="utf-8")
    done("import", "list.csv", "--home", hall.home, "--yes")
    running.ears.until_sees("José", "Player One")


def test_importing_an_export_changes_nothing(hall: Hall) -> None:
    done("export", "players", "--home", hall.home)
    words = done("import", "players.csv", "--home", hall.home)
    assert "0 new, 0 changed, 6 as they are." in words


@pytest.mark.parametrize(
    ("content", "more", "words"),
    [
        ("id,name,rating\np1,,9\n", [], "! line 2: write the player's name"),
        ("id,name,rating\np1,A,x\n", [], "has 1 line to mend. Nothing was changed."),
        ("a,b\n1,2\n", [], "no column is called name"),
        ("", [], "The file is empty."),
        (LIST, ["--division", "elders"], "There is no division 'elders'; there are masters."),
        (LIST, ["--column", "nme=x"], "write FIELD=HEADING"),
        ("no\tname\tr1\tpoints\n1\tA\t?\t4\n", [], "line 2, r1: '?' is no cell"),
    ],
)
def test_bad_file_changes_nothing(hall: Hall, content: str, more: list[str], words: str) -> None:
    Path("list.csv").write_text(content)
    before = players(hall)
    assert words in refused("import", "list.csv", "--home", hall.home, "--yes", *more)
    assert players(hall) == before


def test_a_file_that_is_not_there(hall: Hall) -> None:
    words = refused("import", "none.csv", "--home", hall.home)
    assert "none.csv cannot be read (No such file or directory). Nothing was changed." in words


def a_result(hall: Hall) -> tuple[str, str]:
    """Pair and rule a match of round 1; return the names of its players."""
    membership, _ = load(hall.home)
    replica = Replica(hall.home / "hall.db", membership.root_key, new_store_id=secrets.token_hex(8))
    author = Author(hall.root_key, secrets.token_hex(8))
    try:
        with replica.batch() as batch:
            batch.append(author, pairing(), at=1)
        match = min(replica.state.matches.values(), key=lambda match: match.key)
        ruling = decide_match(match, Outcome((Code.WIN, Code.DRAW)), Ground("ACF-1.VII", "by hand"))
        with replica.batch() as batch:
            batch.append(author, ruling, at=2)
        one, two = (replica.state.players[player].name for player in match.players)
    finally:
        replica.close()
    return one, two


GAME = '[Black "{}"]\n[White "{}"]\n[Round "1.1"]\n[GameType "21"]\n1. 11-15 {} *\n'


def test_games_are_shown_first_entered_on_confirmation_and_exported_again(hall: Hall) -> None:
    names = a_result(hall)
    Path("club.pdn").write_text(GAME.format(*names, "23-19"))
    shown = done("import", "club.pdn", "--home", hall.home, typed="n\n")
    assert f"+ round 1, game 1: {names[0]} – {names[1]}, 2 moves" in shown
    assert "1 game to enter, 0 as they are, 0 left out." in shown
    assert "Nothing was changed." in shown
    done("export", "moves", "--home", hall.home, "--out", "m.pdn")
    assert "No moves were entered" in Path("m.pdn").read_text()
    assert "1 game entered." in done("import", "club.pdn", "--home", hall.home, typed="y\n")
    done("export", "moves", "--home", hall.home, "--out", "n.pdn")
    assert "1. 11-15 23-19" in Path("n.pdn").read_text()
    again = done("import", "n.pdn", "--home", hall.home)
    assert "0 games to enter, 1 as they are, 0 left out." in again
    assert "There is nothing to change." in again


def test_an_illegal_move_in_pdn_is_told_with_game_and_move(hall: Hall) -> None:
    names = a_result(hall)
    Path("club.pdn").write_text(GAME.format(*names, "23-14"))
    said = done("import", "club.pdn", "--home", hall.home)
    assert f"! game 1 ({names[0]} – {names[1]}, round 1.1): line 5, move 1, White: 23-14" in said
    assert "There is nothing to change." in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[Event "x"', 'line 1, column 1: a tag is written [Name "value"]'),
        (
            '[Event "x"]\n1. 11-15 {half a',
            "line 2, column 10: a comment is opened and never closed",
        ),
        ("hello", "line 1, column 1: 'h' is no part of a game"),
    ],
)
def test_half_a_file_of_games_changes_nothing_and_is_told_with_its_place(
    hall: Hall, text: str, words: str
) -> None:
    Path("club.pdn").write_text(text)
    said = refused("import", "club.pdn", "--home", hall.home)
    assert f"club.pdn, {words}" in said
    assert "Nothing was changed." in said
