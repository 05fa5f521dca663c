"""The guard of the marker ``needs``, the table of programs, and the closing lines of a run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import closing, programs
from tests.outside import ROOT, refusal

TESTS = """
import os, subprocess, sys
import pytest
from tests import programs

programs.is_here = lambda program: program != "tmux"

@pytest.fixture(scope="module")
def folder():
    subprocess.run(["mount", "--version"])

def test_forgotten():
    subprocess.run(["pdftotext", "-v"])

def test_forgotten_in_a_fixture(folder):
    pass

def test_forgotten_and_swallowed():
    try:
        os.posix_spawn("/usr/bin/openssl", ["openssl"], {})
    except BaseException:
        pass

def test_bare():
    subprocess.run(["sh", "-c", "exit 0"], check=True)
    subprocess.run([sys.executable, "-c", ""], check=True)

@pytest.mark.needs("tmux")
def test_skipped():
    raise AssertionError

@pytest.mark.skip(reason="only on Sundays")
def test_skipped_otherwise():
    pass
"""


UNKNOWN = """
import pytest

@pytest.mark.needs("pdftotxt")
def test_it():
    pass
"""
EARLY = 'import subprocess\nsubprocess.run(["tmux", "-V"])\n'


@pytest.mark.processes
@pytest.mark.parametrize(
    "options", [(), ("-p", "xdist", "-n", "1")], ids=["one process", "a worker"]
)
def test_forgotten_marker_fails_and_missing_program_skips(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "test_inner.py").write_text(TESTS)
    (tmp_path / "test_unknown.py").write_text(UNKNOWN)
    (tmp_path / "test_early.py").write_text(EARLY)
    words = [
        "-p",
        "tests.outside",
        "-p",
        "tests.closing",
        "-p",
        "no:cacheprovider",
        "-o",
        "markers=needs",
        "-q",
    ]
    alone = {"PYTHONPATH": str(ROOT), "COLUMNS": "200", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, *options, "--continue-on-collection-errors"],
        env={**os.environ, **alone}, capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    said = done.stdout
    assert done.returncode == 1, said + done.stderr

    lacking = "which a bare machine may lack: mark it @pytest.mark.needs"
    for test, program in (
        ("test_inner.py::test_forgotten", "pdftotext"),
        ("test_inner.py::test_forgotten_in_a_fixture", "mount"),
        ("test_inner.py::test_forgotten_and_swallowed", "openssl"),
        ("test_early.py is read and", "tmux"),
    ):
        assert f'{test} starts {program}, {lacking}("{program}").' in said
    assert "test_it needs pdftotxt: write its package into tests/programs.py." in said
    assert "2 failed, 1 passed, 2 skipped, 3 errors" in said
    lines = said[said.index("skipped and spent") :].splitlines()[1:5]
    assert lines[:3] == [
        "1 test needs tmux, of the Debian package tmux.",
        "To run them, install what is missing: make debian (as root, on Debian).",
        "1 test skipped: only on Sundays.",
    ]
    over = " over 1 worker" if options else ""
    assert re.fullmatch(rf"CPU (\d+ min )?\d+ s{over}\.", lines[3])


@pytest.mark.parametrize(
    "program", ["pdftotext", "/usr/bin/pdftotext", "umount", "systemctl", "no-such-program"]
)
def test_program_of_the_machine_is_refused_whether_it_is_there_or_not(program: str) -> None:
    assert f"starts {Path(program).name}, which" in refusal(program, ["tmux"])


def test_program_without_a_package_is_to_be_written_into_the_table() -> None:
    assert refusal("fax", ()).endswith("and write its Debian package into tests/programs.py.")
    assert "tests/programs.py" not in refusal("tmux", ())


def test_named_program_and_others_of_its_package_are_allowed() -> None:
    assert refusal("mount", ["mount"]) == refusal("umount", ["mount"]) == ""


@pytest.mark.parametrize(
    "program",
    ["sh", "git", sys.executable, str(Path(sys.executable).resolve()),
     str(Path(sys.executable).with_name("hall-server")), str(ROOT / "deploy/install.sh")],
)  # fmt: skip
def test_bare_machine_and_project_are_allowed(program: str) -> None:
    assert refusal(program, ()) == ""


def test_program_that_a_test_made_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "lp"
    made.write_text("#!/bin/sh\n")
    made.chmod(0o755)
    assert refusal(str(made), ()) == ""
    assert refusal("lp", (), {"PATH": str(tmp_path)}) == ""
    assert refusal("lp", ()) != ""
    monkeypatch.setenv("PATH", "")
    assert refusal("lp", ()) == ""


def test_make_debian_needs_no_library() -> None:
    told = subprocess.run(
        ["make", "--dry-run", "debian"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert " -m tests.programs\n" in told.stdout
    plain = [sys.executable, "-S", "-c", "import tests.programs"]
    assert subprocess.run(plain, cwd=ROOT, check=False).returncode == 0


def test_missing_programs_are_told_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "is_here", lambda program: program == "ip")
    assert programs.lacks(["ip"]) == ""
    assert programs.lacks(["pdftotext"]) == "pdftotext, of the Debian package poppler-utils"
    assert programs.lacks(["Xvfb", "ip", "cage", "foot"]) == (
        "cage, foot and Xvfb, of the Debian packages cage, foot and xvfb"
    )


@pytest.mark.parametrize(
    ("here", "user", "words"),
    [
        ("", 0, "This machine has no apt-get: install them with its own package manager."),
        ("apt-get", 1000, "Install them as root: apt-get install openssl poppler-utils"),
    ],
)
def test_make_debian_says_what_to_do_where_it_can_install_nothing(
    here: str, user: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "is_here", lambda name: name not in ("pdftotext", "openssl"))
    monkeypatch.setattr(shutil, "which", lambda _name: here or None)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    gone = "openssl and pdftotext, of the Debian packages openssl and poppler-utils"
    assert programs.install() == (f"Missing: {gone}. The tests that need them are skipped. {words}")


@pytest.mark.parametrize("fails", ["update", "install"])
def test_make_debian_without_a_network_is_told_in_a_sentence(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apt = tmp_path / "apt-get"
    apt.write_text(f'#!/bin/sh\n[ "$2" != {fails} ]\n')
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(programs, "is_here", lambda name: name != "tmux")
    assert f"apt-get {fails} failed: see its words above" in programs.install()


def test_npm_from_elsewhere_is_used_and_debians_is_not_put_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("apt-get", "npm"):
        (tmp_path / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/asked\n')
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(programs, "axe", lambda: None)
    monkeypatch.setattr(programs, "missing", lambda _: ["axe", "tmux"])
    assert programs.install() == f"Installed tmux and {programs.AXE}."
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked[1:] == [
        "apt-get -qq install --yes tmux",
        f"npm install --silent --global --prefix /usr/local {programs.AXE}",
    ]


def test_minutes_are_told_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "cpu_s", lambda *, children: 1.0 if children else 0.5)
    assert closing.took([]) == "CPU 1 s."
    assert closing.took([250.2, 260.3]) == "CPU 8 min 31 s over 2 workers."


def test_skips_are_counted_by_reason() -> None:
    def report(reason: str, **properties: str) -> SimpleNamespace:
        return SimpleNamespace(
            longrepr=("a.py", 1, f"Skipped: {reason}"), user_properties=[*properties.items()]
        )

    told = closing.skips([report("no root."), *[report("", lacks="tmux, of it")] * 2])
    assert told[0] == "2 tests need tmux, of it."
    assert told[-1] == "1 test skipped: no root."


def test_no_test_looks_for_programs_by_itself() -> None:
    """One marker and one guard: what is looked for elsewhere is what a Python package brings."""
    own = {Path(__file__), ROOT / "tests/programs.py", ROOT / "tests/outside.py"}
    found = {
        str(file.relative_to(ROOT))
        for file in (ROOT / "tests").rglob("*.py")
        if file not in own and re.search(r"\bwhich\(", file.read_text(encoding="utf-8"))
    }
    assert found == {"tests/championship/kit.py"}
