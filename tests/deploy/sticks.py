"""Sticks to install from: the tree's own, and one of a later version."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
NEWER = "99.0.0"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("stick", ROOT / "deploy" / "stick.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


stick = _load()


def build_stick(target: Path, *, machine: str, python: str) -> Path:
    """The stick of this tree for one kind of machine."""
    program = ROOT / "deploy" / "stick.py"
    subprocess.run(
        [sys.executable, program, target, "--machine", machine, "--python", python], check=True
    )
    return target


def newer_stick(built: Path, folder: Path) -> Path:
    """The stick of a later version, beside the one that was built."""
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
    stick.own_wheel(source, target / "wheels")
    (target / "VERSION").write_text(NEWER + "\n")
    (target / "SHA256SUMS").write_text(stick.checksums(target))
    return target
