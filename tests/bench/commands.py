"""What each program uses to say its version, beside importing click and msgspec alone."""

import os
import subprocess
import sys

from shared.program.installed import program
from tests.bench.figures import SECOND_NS, Effort, percentile, row, say, times
from tests.reference.commands import PROGRAMS

STARTS = 15
"""Starts of each that are measured."""
MOST = 3.0
"""So many times the raw part a program may use."""


def cpu_ns(command: list[str]) -> int:
    """Return the CPU that one run of a command takes, user and system, in ns."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _pid, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, f"{command[0]} ended with {child.returncode}"
    return round((used.ru_utime + used.ru_stime) * SECOND_NS)


def bench(effort: Effort) -> None:
    """Print the CPU of each program, by turns with the raw part."""
    commands = {"click and msgspec": [sys.executable, "-c", "import click, msgspec"]}
    commands |= {f"{name} --version": [program(name), "--version"] for name in PROGRAMS}
    costs: dict[str, list[int]] = {name: [] for name in commands}
    for _ in range(effort.pick(STARTS, 1)):
        for name, command in commands.items():
            costs[name].append(cpu_ns(command))
    medians = {name: percentile(taken, 0.5) for name, taken in costs.items()}
    raw, *rest = medians
    for name, taken in costs.items():
        row(f"{name}, CPU", taken)
    for name in rest:
        say(f"  {name}: {times(medians[name], medians[raw])} the raw part")
    worst = max(medians[name] for name in rest)
    effort.judge(worst <= MOST * medians[raw], f"each at most {MOST:g} × the raw part")
