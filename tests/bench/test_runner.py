"""The runner of ``make bench``, with parts of a line each: which broke, and that the others ran."""

import sys

import pytest

from tests.bench.__main__ import PARTS, main
from tests.bench.figures import MISSED, Effort
from tests.bench.part import last_words
from tests.bench.runner import run

PLENTY_S = 60.0
FOREVER = "import signal; signal.pause()"


def part(source: str) -> list[str]:
    """Return the command of a part that runs ``source``."""
    return [sys.executable, "-S", "-E", "-c", source]


@pytest.mark.processes
def test_part_that_breaks_is_named_and_the_others_run(capsys: pytest.CaptureFixture[str]) -> None:
    parts = {
        "one": part("print('first')"),
        "two": part("print('second'); raise OSError('the disk is full')"),
        "three": part("import os; os.kill(os.getpid(), 9)"),
        "four": part("print('fourth')"),
    }
    assert run(parts, patience_s=PLENTY_S) == 1
    said, errors = capsys.readouterr()
    assert said.index("first") < said.index("second") < said.index("fourth")
    assert "  BROKEN: OSError: the disk is full\n" in said
    assert "  BROKEN: it was ended by SIGKILL\n" in said
    assert said.splitlines()[-1].startswith("Ran to the end: one, four. Broken: two, three.")
    assert "Traceback" not in said + errors


@pytest.mark.processes
def test_whole_error_is_shown_when_verbose(capsys: pytest.CaptureFixture[str]) -> None:
    assert run({"one": part("1 / 0")}, patience_s=PLENTY_S, verbose=True) == 1
    assert "Traceback (most recent call last)" in capsys.readouterr().out


@pytest.mark.processes
def test_missed_bar_is_counted_and_breaks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    parts = {"one": part(f"print('  bar: 1 s{MISSED}')"), "two": part("print('fine')")}
    assert run(parts, patience_s=PLENTY_S) == 0
    *_, ran, missed = capsys.readouterr().out.splitlines()
    assert ran.startswith("Ran to the end: one, two. Broken: none.")
    assert missed == "Bars missed: one (1)."


@pytest.mark.processes
def test_part_that_does_not_end_is_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert run({"one": part(FOREVER)}, patience_s=0.1) == 1
    assert "  BROKEN: it did not end within 0.1 s\n" in capsys.readouterr().out


@pytest.mark.processes
def test_process_that_a_part_leaves_behind_is_ended() -> None:
    leaves = f"import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', '{FOREVER}'])"
    assert run({"one": part(leaves)}, patience_s=PLENTY_S) == 0


def test_unknown_part_is_answered_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nosuch", PARTS[0]]) == 2
    said, errors = capsys.readouterr()
    assert not said
    assert errors == f"There is no part nosuch. The parts are {', '.join(PARTS)}.\n"


def test_every_part_is_listed_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(PARTS)
    assert all(line.endswith(".") for line in lines)


def test_error_without_words_is_told_by_its_source() -> None:
    empty: list[int] = []
    with pytest.raises(AssertionError) as caught:
        # A bare assert, which pytest has not rewritten.
        exec(compile("assert empty", __file__, "exec"), {"empty": empty})
    assert last_words(caught.value).startswith("AssertionError: ")
    assert "test_runner.py, line 1)" in last_words(caught.value)


def test_smoke_judges_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    Effort(smoke=True).judge(False, "≤ 1 s")
    assert not capsys.readouterr().out
    Effort().judge(False, "≤ 1 s")
    assert capsys.readouterr().out == f"  bar: ≤ 1 s{MISSED}\n"
