"""``python -m tests.bench.published``: measure everything, and write what this machine reached.

It fills deploy/figures.md, and four of its figures in the README.
"""

import os
import platform
import re
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import zmq

from tests.bench.__main__ import FULL_S, PARTS, command
from tests.bench.calm import Calm
from tests.bench.figures import MISSED, say
from tests.bench.runner import Said, run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "deploy" / "figures.md"
README = ROOT / "README.md"
LIBRARIES = ("textual", "pyzmq", "msgspec", "pynacl", "sqlite-utils", "aiohttp")
BEGIN, END = "<!-- figures -->\n", "<!-- /figures -->\n"
_ROW = re.compile(
    r"(?P<what>.+?)\s+p50\s+(?P<p50>[\d.]+) ms\s+p99\s+(?P<p99>[\d.]+) ms\s+n=(?P<n>\d+)"
)

Lines = Mapping[str, Sequence[str]]
"""Part → what it printed."""


class Chosen(NamedTuple):
    """A figure that the README shows: the part and the row that it stands in."""

    part: str
    row: str
    words: str


FOUR = (
    Chosen("load", "a result at the referee", "1,000 tables play: a result is with the referee"),
    Chosen("sync", "1000 tables enter a result at once", "1,000 results at one moment: all safe"),
    Chosen("takeover", "taken over", "The server is gone: a standby has taken over, nothing lost"),
    Chosen("standings", "standings of 1,000", "Standings of 1,000 players after twelve rounds"),
)


def machine() -> Iterator[str]:
    """Yield what was measured on, a line each."""
    cpu = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"^model name\s*: (.+)$", cpu, re.MULTILINE)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    yield f"{os.cpu_count()} cores of {model[1] if model else platform.machine()}, {memory:.0f} GiB"
    yield f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    yield f"SQLite {sqlite3.sqlite_version}, ZeroMQ {zmq.zmq_version()}"
    yield ", ".join(f"{name} {version(name)}" for name in LIBRARIES)


def page(lines: Lines) -> str:
    """Return the page: the machine, and each part's figures with its raw parts and its bars."""
    missed = sum(line.endswith(MISSED) for part in lines.values() for line in part)
    parts = [
        "# Figures",
        "After reading this page you know what the hall reached on one machine, beside what the"
        " bare parts of the same machine reach. `make figures` measures it anew and writes it.",
        "\n".join(f"- {line}" for line in machine()),
        f"Bars missed in this run: {missed or 'none'}.",
    ]
    for name, said in lines.items():
        about, *rest = said
        parts += [f"## {name.capitalize()}", about.strip(), *_blocks(rest)]
    return "\n\n".join(parts) + "\n"


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    """Yield rows that follow one another as a table, and other lines as a list."""
    for is_row, some in groupby(lines, key=lambda line: bool(_ROW.search(line))):
        if is_row:
            rows = [_ROW.search(line.strip()) for line in some]
            yield "\n".join([
                "| | median, ms | p99, ms | times |",
                "|---|---:|---:|---:|",
                *(f"| {r['what']} | {r['p50']} | {r['p99']} | {r['n']} |" for r in rows if r),
            ])  # fmt: skip
        else:
            yield "\n".join(f"- {' '.join(line.split())}" for line in some)


def four(figures: str) -> str:
    """Return the README's table, from the page of figures."""
    lines = ["| | p99 |", "|---|---:|"]
    for chosen in FOUR:
        _, _, section = figures.partition(f"\n## {chosen.part.capitalize()}\n")
        section, _, _ = section.partition("\n## ")
        found = re.search(
            rf"^\| {re.escape(chosen.row)}.* \| ([\d.]+) \| \d+ \|$", section, re.MULTILINE
        )
        if found is None:
            raise ValueError(f"{PAGE.name} has no row {chosen.row!r} under {chosen.part}")
        lines.append(f"| {chosen.words} | {float(found[1]):,.0f} ms |")
    return "\n".join(lines) + "\n"


def with_four(readme: str, table: str) -> str:
    """Return the README with this table in place of the one that it shows now."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    return before + begin + table + end + after


def main() -> int:
    """Measure and write; return 1 and write nothing if a part broke."""
    said: Said = {}
    commands = {name: command(name) for name in PARTS}
    commands["load"] = (sys.executable, "-u", "-m", "tests.load")
    if status := run(commands, patience_s=FULL_S, said=said, calm=Calm()):
        return status
    PAGE.write_text(page(said), encoding="utf-8")
    readme = README.read_text(encoding="utf-8")
    table = four(PAGE.read_text(encoding="utf-8"))
    README.write_text(with_four(readme, table), encoding="utf-8")
    say(f"Written: {PAGE.relative_to(ROOT)}, and four figures in {README.name}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
