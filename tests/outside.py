"""The marker ``needs`` and its guard: a test names the programs of the machine that it starts.

``make test`` is green on a machine that has Python, git and make alone. A test that needs more says
so with ``@pytest.mark.needs("pdftotext")`` and is skipped where that is missing. A test that starts
it without saying so fails everywhere, also where the program is. What a child process starts in its
turn is not seen: the test that starts the child names it.
"""

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.programs import PACKAGES, lacks

ROOT = Path(__file__).parents[1]
BARE = frozenset({"git", "make", "sh", "sha256sum", "tail", "ldconfig"})
"""What a bare machine has: a shell, coreutils, and what ctypes finds the C library with."""

_VENV = [sys.prefix] if sys.prefix != sys.base_prefix else []
_OWN = tuple(Path(folder).absolute() for folder in (ROOT, tempfile.gettempdir(), *_VENV))
"""Programs in these folders are the project's own, or made by a test."""

_PYTHON = Path(sys.executable).resolve()
_PATH = os.environ.get("PATH")
_PROCESS = os.getpid()
_STARTS = frozenset({"subprocess.Popen", "os.exec", "os.posix_spawn", "os.system"})
"""The audit events of Python that start a program."""


@dataclass
class Running:
    """What runs now, and the programs of the machine that it may start."""

    name: str
    needs: frozenset[str]
    refused: str = ""


_running: Running | None = None
_hooked = False


def refusal(program: str, needs: Iterable[str], env: Any = None) -> str:
    """Say why a test that names ``needs`` may not start ``program``, "" if it may.

    ``env`` is the environment of the new process, None for this one's.
    """
    name = Path(program).name
    named = {PACKAGES[need] for need in needs}
    if name in BARE or PACKAGES.get(name) in named:
        return ""
    path = os.pathsep.join(os.get_exec_path(env))
    found = shutil.which(program, path=path)
    if found is None:
        # A test that sets PATH to find nothing starts nothing.
        if os.environ.get("PATH") != _PATH:
            return ""
    else:
        place = Path(found).absolute()
        if any(place.is_relative_to(folder) for folder in _OWN) or place.resolve() == _PYTHON:
            return ""
    todo = f'mark it @pytest.mark.needs("{name}")'
    if name not in PACKAGES:
        todo += " and write its Debian package into tests/programs.py"
    return f"starts {name}, which a bare machine may lack: {todo}."


def _started(event: str, args: tuple[Any, ...]) -> tuple[str, Any]:
    """Return the program that an audit event starts, and its environment."""
    if event == "os.system":
        return next(iter(shlex.split(os.fsdecode(args[0]))), "sh"), None
    return os.fsdecode(args[0]), args[3 if event == "subprocess.Popen" else 2]


def _watch(event: str, args: tuple[Any, ...]) -> None:
    if event not in _STARTS or (running := _running) is None or os.getpid() != _PROCESS:
        return
    program, env = _started(event, args)
    if why := refusal(program, running.needs, env):
        running.refused = f"{running.name} {why}"
        pytest.fail(running.refused, pytrace=False)


def _needs(item: pytest.Item) -> frozenset[str]:
    return frozenset(name for mark in item.iter_markers("needs") for name in mark.args)


def pytest_configure() -> None:
    """Start watching; the hook of a process stays until its end."""
    global _hooked  # noqa: PLW0603
    if not _hooked:
        _hooked = True
        sys.addaudithook(_watch)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Refuse programs that a module starts while it is read, and names that are not known."""
    global _running  # noqa: PLW0603
    _running = Running(f"{collector.nodeid} is read and", frozenset())
    try:
        report = yield
    finally:
        _running = None
    for item in report.result or ():
        if isinstance(item, pytest.Item) and (unknown := _needs(item) - PACKAGES.keys()):
            report.outcome = "failed"
            names = ", ".join(sorted(unknown))
            report.longrepr = (
                f"{item.nodeid} needs {names}: write its package into tests/programs.py."
            )
            report.result = []
            break
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watch a test with its fixtures."""
    global _running  # noqa: PLW0603
    _running = Running(item.nodeid, _needs(item))
    try:
        return (yield)
    finally:
        _running = None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that lacks a program: after its own reasons to skip, before its fixtures."""
    if why := lacks(_needs(item)):
        item.user_properties.append(("lacks", why))
        pytest.skip(f"needs {why} (make debian)")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Fail a test also where the code under test has swallowed the refusal."""
    outcome = yield
    if _running and _running.refused:
        pytest.fail(_running.refused, pytrace=False)
    return outcome
