"""``python -m tests.bench``: every measurement in turn, or the parts that are named."""

import argparse
import ast
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.bench.calm import Calm
from tests.bench.figures import say
from tests.bench.runner import Command, listed, run

PARTS = (
    "commands",
    "publish",
    "accept",
    "terminal",
    "sync",
    "takeover",
    "growth",
    "flood",
    "strangers",
    "championship",
    "pairing",
    "fide",
    "standings",
    "draughts",
    "kiosk",
    "visitors",
    "dashboard",
)
FULL_S, SMOKE_S = 1_800, 180
"""So long one part may take: many times what it needs, so that only a part that hangs is ended."""


def main(argv: Sequence[str]) -> int:
    """Run what is asked for; return the exit status: 1 if a part broke, 2 for an unknown part."""
    wanted = _parser().parse_args(argv)
    if wanted.list:
        for name in PARTS:
            say(f"{name:<14}{_about(name)}")
        return 0
    if unknown := [name for name in wanted.parts if name not in PARTS]:
        print(  # noqa: T201
            f"There is no part {listed(unknown)}. The parts are {listed(PARTS)}.",
            file=sys.stderr,
        )
        return 2
    flags = ("--smoke",) if wanted.smoke else ()
    commands = {name: command(name, *flags) for name in PARTS if name in (wanted.parts or PARTS)}
    calm = None if wanted.smoke else Calm()
    patience_s = SMOKE_S if wanted.smoke else FULL_S
    try:
        return run(commands, patience_s=patience_s, verbose=wanted.verbose, calm=calm)
    except KeyboardInterrupt:
        say("Stopped.")
        return 130


def command(name: str, *flags: str) -> Command:
    """Return the command that runs one part."""
    return (sys.executable, "-u", "-m", "tests.bench.part", name, *flags)


def _about(name: str) -> str:
    """Return the first line of a part, which is not imported for it."""
    source = Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measure the hall. Each part runs by itself; one that breaks is named.",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="a part to run; all without one")
    parser.add_argument("--smoke", action="store_true", help="do each thing once, judge no bar")
    parser.add_argument("--verbose", action="store_true", help="show the whole error of a part")
    parser.add_argument("--list", action="store_true", help="list the parts and run none")
    return parser


if __name__ == "__main__":
    # A program that is told to end takes its part with it, as on Ctrl+C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.exit(main(sys.argv[1:]))
