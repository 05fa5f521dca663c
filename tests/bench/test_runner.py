"""The runner of ``make bench``, with parts of a line each: which broke, and that the others ran."""

import sys
from itertools import chain, count, repeat

import pytest

from tests.bench.__main__ import PARTS, main
from tests.bench.calm import PATIENCE_S, Calm
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


BUSY_THEN_CALM = (40.0, 60.0, 40.0, 70.0, 41.0, 41.0)
"""At first, then twice before a part, since it waits; after it; and before and after it again."""


@pytest.mark.processes
@pytest.mark.parametrize(("looks", "times"), [(BUSY_THEN_CALM, 2), ((40.0,) * 3, 1)])
def test_bar_missed_on_a_busy_machine_is_measured_again(
    looks: tuple[float, ...], times: int, capsys: pytest.CaptureFixture[str]
) -> None:
    took, slept = iter(looks), list[float]()
    calm = Calm(lambda: next(took), lambda: 0.0, slept.append)
    said: dict[str, list[str]] = {}
    parts = {"one": part(f"print('  bar: 1 s{MISSED}')")}
    assert run(parts, patience_s=PLENTY_S, said=said, calm=calm) == 0
    assert next(took, None) is None, "it was looked at as often as was meant"
    assert capsys.readouterr().out.count(MISSED) == times
    assert len(slept) == times - 1
    last = looks[-2:]
    words = f"a signature took {last[0]:.0f} µs before it, {last[1]:.0f} µs after"
    assert said["one"][1:] == [f"  the machine: {words}; 40 µs at its best in this run"]


def test_part_does_not_wait_for_ever_until_the_machine_is_calm() -> None:
    clock = count(0.0, PATIENCE_S / 2)
    looks = chain([40.0], repeat(80.0))
    calm = Calm(lambda: next(looks), lambda: next(clock), lambda seconds: None)
    assert calm.wait() == 80.0


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
