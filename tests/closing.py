"""The closing lines of a run: what was skipped, how to get it, and the processor time."""

import os
from collections import Counter
from typing import Any

import pytest

WORKERS = pytest.StashKey[list[float]]()
"""The seconds that each worker of a run took."""


def cpu_s(*, children: bool) -> float:
    """Return the processor seconds of this process, with the children that it waited for or not."""
    return sum(os.times()[: 4 if children else 2])


def pytest_configure(config: pytest.Config) -> None:
    config.stash[WORKERS] = []


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send a worker's seconds home."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["cpu_s"] = cpu_s(children=True)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the seconds of a worker; one that crashed has sent none."""
    if "cpu_s" in (told := getattr(node, "workeroutput", {})):
        node.config.stash[WORKERS].append(told["cpu_s"])


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Write the closing lines."""
    if config.option.collectonly:
        return
    skipped = terminalreporter.stats.get("skipped", [])
    lines = [*skips(skipped), took(config.stash[WORKERS])]
    if config.option.markexpr == "not slow":
        lines.insert(0, "What is long by nature waits for the second stage: make test-slow.")
    terminalreporter.section("skipped and spent" if skipped else "spent")
    for line in lines:
        terminalreporter.write_line(line)


def skips(reports: list[Any]) -> list[str]:
    """Say what was skipped, each reason once, and how to get the programs that were missing."""
    lacking: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for report in reports:
        if why := dict(getattr(report, "user_properties", ())).get("lacks"):
            lacking[why] += 1
        else:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            other[str(reason).removeprefix("Skipped: ")] += 1
    lines = [
        f"{count} test{'s need' if count > 1 else ' needs'} {why}."
        for why, count in lacking.most_common()
    ]
    if lines:
        lines.append("To run them, install what is missing: make debian (as root, on Debian).")
    return lines + [
        f"{count} test{'s' if count > 1 else ''} skipped: {reason.removesuffix('.')}."
        for reason, count in other.most_common()
    ]


def took(workers: list[float]) -> str:
    """Say how much processor time the run took, with all that it started."""
    # Once the workers have ended, they count as this process's children too.
    total = sum(workers) + cpu_s(children=False) if workers else cpu_s(children=True)
    minutes, seconds = divmod(round(total), 60)
    over = f" over {len(workers)} worker{'s' if len(workers) > 1 else ''}" if workers else ""
    return f"CPU {f'{minutes} min ' if minutes else ''}{seconds} s{over}."
