"""``hall-server print``: files, printers, and what is said where there is nothing to print."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hall_server.cli import main
from hall_server.paper.catalogue import PAPERS
from tests.hall_server.paper.pdfs import pages
from tests.node.hall_kit import Hall, a_hall, pairing


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as made:
        yield made


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["print", *map(str, arguments)])


def refused(*arguments: object) -> str:
    outcome = run(*arguments)
    assert outcome.exit_code in (1, 2), outcome.output
    assert "Traceback" not in outcome.output
    return " ".join(outcome.output.split())


def test_standings_of_a_hall_that_does_not_run(hall: Hall, tmp_path: Path) -> None:
    outcome = run("standings", "--home", hall.home)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.output == "standings.pdf is written.\n"
    assert (tmp_path / "standings.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize(
    ("arguments", "environment", "title"),
    [
        ([], {}, "Standings, before round 1"),
        (["--language", "ru"], {}, "Положение, до первого тура"),
        ([], {"HALL_LANGUAGE": "es"}, "Clasificación, antes de la ronda 1"),
    ],
)
def test_paper_speaks_the_language_that_is_asked_for(
    arguments: list[str], environment: dict[str, str], title: str, hall: Hall, tmp_path: Path
) -> None:
    words = ["print", "standings", "--home", str(hall.home), *arguments]
    outcome = CliRunner().invoke(main, words, env=environment)
    assert outcome.output == "standings.pdf is written.\n"
    assert title in pages((tmp_path / "standings.pdf").read_bytes())[0]


@pytest.mark.processes
def test_running_hall_is_asked(hall: Hall, tmp_path: Path) -> None:
    hall.start_hall()
    referee = hall.start("referee-1", role="referee")
    referee.file(pairing())
    outcome = run("slips", "--home", hall.home, "--paper", "letter", "--out", "slips.pdf")
    assert outcome.exit_code == 0, outcome.output
    assert (tmp_path / "slips.pdf").exists()


def test_an_unknown_division_is_named_with_those_there_are(hall: Hall) -> None:
    words = refused("standings", "--home", hall.home, "--division", "elders")
    assert "There is no division 'elders'; there are masters. Nothing was printed." in words


def test_a_round_that_is_not_there(hall: Hall) -> None:
    words = refused("pairings", "--home", hall.home)
    assert "has no round paired yet" in words


def test_a_thing_that_cannot_be_printed(hall: Hall) -> None:
    words = refused("money", "--home", hall.home)
    assert all(name in words for name in PAPERS)


def test_a_folder_that_cannot_be_written(hall: Hall, tmp_path: Path) -> None:
    words = refused("standings", "--home", hall.home, "--out", tmp_path / "no" / "x.pdf")
    assert "was not written" in words
    assert "nothing in the hall changed" in words


def test_a_full_disk_leaves_the_older_file(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "standings.pdf").write_bytes(b"older")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shared.machine.saving.os.fsync", full)
    words = refused("standings", "--home", hall.home)
    assert "No space left on device" in words
    assert "the older file stays as it was" in words
    assert (tmp_path / "standings.pdf").read_bytes() == b"older"
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".new")]


def test_a_machine_without_a_printer(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    words = refused("standings", "--home", hall.home, "--lp")
    assert "This machine has no 'lp'" in words
    assert "Print to a file with --out FILE" in words


def a_printer(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    program = folder / "bin" / "lp"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def test_a_printer_gets_the_pdf_and_the_paper(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_printer(tmp_path, monkeypatch, 'echo "$@" > asked; cat > printed')
    outcome = run(
        "standings", "--home", hall.home, "--lp", "--printer", "desk", "--paper", "letter"
    )
    assert outcome.output == "Sent to desk: standings.\n"
    assert (tmp_path / "printed").read_bytes().startswith(b"%PDF")
    assert "-o media=Letter -d desk -" in (tmp_path / "asked").read_text()
    assert not (tmp_path / "standings.pdf").exists()


def test_a_printer_that_refuses(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_printer(tmp_path, monkeypatch, "echo 'lp: The printer is on strike.' >&2; exit 1")
    words = refused("standings", "--home", hall.home, "--lp")
    assert "It was not printed (lp: The printer is on strike.)" in words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["prizes"], "Say what the places pay"),
        (["prizes", "--prize", "much"], "'much' is no amount; write it as 450 or 66.50."),
        (["prizes", "--prize", "9", "--associate", "nobody"], "No place for nobody"),
        (["playing-cards"], "is no open play"),
        (["draw-sheet"], "A draw needs a seed"),
        (["ballot-cards", "--deck", "none.tsv"], "none.tsv cannot be read"),
        (["kit", "--follow", "--lp"], "Leave --lp out"),
        (["kit", "--follow"], "use 'hall-server run --paper-kit FILE' there"),
    ],
)
def test_missing_value_is_asked_for(hall: Hall, arguments: list[str], words: str) -> None:
    assert words in refused(*arguments, "--home", hall.home)


@pytest.mark.parametrize(
    "arguments",
    [
        ["prizes", "--prize", "450", "--prize", "$66.50", "--dues", "25", "--associate", "p1"],
        ["ballot-cards"],
        ["draw-sheet", "--seed", "64153"],
        ["score-sheets"],
        ["incidents"],
        ["wall-chart"],
        ["kit"],
    ],
)
def test_before_the_first_round(hall: Hall, arguments: list[str]) -> None:
    outcome = run(*arguments, "--home", hall.home)
    assert outcome.exit_code == 0, outcome.output
