"""What a command that takes a while says meanwhile, on stderr where that is a terminal.

In a pipe, a log or a service it says nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


class Steps:
    """Counts the ``total`` steps of a command: each is named when it begins."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._begun = 0

    def __call__(self, words: str) -> None:
        """Begin the next step."""
        self._begun += 1
        if sys.stderr.isatty():
            click.echo(f"[{self._begun}/{self._total}] {words} …", err=True)


@contextmanager
def waiting(words: str, patience_s: float) -> Iterator[Callable[[float], None]]:
    """Show a bar of how much of ``patience_s`` (seconds) is over; it is told what has passed."""
    if not sys.stderr.isatty():
        yield lambda passed_s: None
        return
    tenths = max(1, round(patience_s * 10))
    with click.progressbar(
        length=tenths, label=words, file=sys.stderr, show_eta=False, show_percent=False
    ) as bar:
        yield lambda passed_s: bar.update(min(tenths, round(passed_s * 10)) - bar.pos)
