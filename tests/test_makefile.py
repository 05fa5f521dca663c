"""Where make cannot set up the project, it says in a sentence what to do."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOO_OLD = "exit 1"
WITHOUT_VENV = 'test "$1" != -m'
WITHOUT_NETWORK = """
case "$2" in
venv) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
pip) exit 1 ;;
esac
"""


@pytest.mark.parametrize("stage", ["test", "test-slow", "demo"])
@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        (TOO_OLD, "Python 3.11 or later was not found. Install it, or say where it is"),
        (WITHOUT_VENV, "Python has no venv. On Debian, install the package python3-venv"),
        (WITHOUT_NETWORK, "The packages could not be installed, so nothing was run. With a net"),
    ],
    ids=["too old", "without venv", "without network"],
)
def test_missing_program_is_named_and_the_run_does_not_start(
    tmp_path: Path, python: str, sentence: str, stage: str
) -> None:
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    stub = tmp_path / "python"
    stub.write_text(f"#!/bin/sh\n{python}\n")
    stub.chmod(0o755)
    done = subprocess.run(
        ["make", "--silent", stage, f"PYTHON={stub}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    first, *rest = done.stderr.splitlines()
    assert first.startswith(sentence)
    assert all(line.startswith("make") for line in rest)
    setting_up = (
        "Setting up .venv: the libraries are fetched, once. It takes about half a minute.\n"
    )
    assert done.stdout in ("", setting_up)
