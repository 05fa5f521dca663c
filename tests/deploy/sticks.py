"""Sticks to install from: the tree's own, and one of a later version."""

import shutil
import subprocess
import sys
from pathlib import Path

from deploy import stick

ROOT = Path(__file__).parents[2]
NEWER = "99.0.0"


def build_stick(target: Path, *, machine: str, python: str) -> Path:
    """Return the stick of this tree for one kind of machine."""
    words = ["-m", "deploy.stick", target, "--machine", machine, "--python", python]
    subprocess.run([sys.executable, *words], check=True, cwd=ROOT)
    return target


def newer_stick(built: Path, folder: Path) -> Path:
    """Return the stick of a later version, beside the one that was built."""
    source, target = folder / "source", folder / "newer"
    shutil.copytree(
        ROOT, source, ignore=shutil.ignore_patterns(".*", "tests", "build", "__pycache__")
    )
    project = source / "pyproject.toml"
    text = project.read_text()
    project.write_text(text.replace('\nversion = "', f'\nversion = "{NEWER}" # "', 1))
    shutil.copytree(built, target)
    for wheel in (target / "wheels").glob("playing_hall-*"):
        wheel.unlink()
    stick.own_wheels(source, target / "wheels")
    (target / "VERSION").write_text(NEWER + "\n")
    (target / "requirements.txt").write_text(stick.requirements(target / "wheels"))
    (target / "SHA256SUMS").write_text(stick.checksums(target))
    return target
