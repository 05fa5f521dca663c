"""A player's answer: the table in large digits, the facts beside it, the map below."""

import re
from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from shared.core.text.language import _
from shared.public.answer import Answer
from shared.public.page import Frame
from shared.tui.block_digits import BlockText, block_width
from shared.tui.letters import Letters, in_letters
from shared.tui.names import wrap

_MINE = "bold $on-fill on $accent-fill"
_LARGE = frozenset("0123456789-")
_LONGEST_LARGE = 3
_LARGEST = 3
"""So many times as large as elsewhere the table's digits are at most."""
_AROUND = 4
"""Cells of a wide screen left and right of an answer."""
_LEAST_PANEL = 15
_LEAST_FACTS = 40


class AnswerView(Vertical):
    """Shows an ``Answer``."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="answer-top"):
            with Vertical(id="answer-table"):
                yield Static("", id="answer-word", markup=False)
                yield BlockText("", 5, id="answer-digits")
                yield Static("", id="answer-label", markup=False)
            with Vertical(id="answer-facts"):
                yield Static("", id="answer-name", markup=False)
                yield Static("", id="answer-headline", markup=False)
                yield Static("", id="answer-lines", markup=False)
        yield Static("", id="answer-map", markup=False)

    def show(
        self, answer: Answer, drawn: tuple[str, ...], title: str, sizes: Sequence[Letters]
    ) -> None:
        """Show ``answer``, and below it the map with its title and the table marked.

        The facts stand in the first of ``sizes`` in which they fit, or only the name does, or none.
        Where there are such sizes, the table's digits are as large as the screen lets them be.
        """
        compact = self.screen.has_class("compact")
        width, height = self.app.size
        times = 1 if compact else max(1, min(_LARGEST, (height - 6) // 14))
        if sizes and not compact and _beside(answer.table, 2, width) >= _LEAST_FACTS:
            times = max(times, min(2, (height - 10) // 7))
        large = 0 < len(answer.table) <= _LONGEST_LARGE and set(answer.table) <= _LARGE
        self.query_one("#answer-table").display = bool(answer.table)
        self.query_one("#answer-word", Static).update(_("TABLE"))
        digits = self.query_one("#answer-digits", BlockText)
        digits.display = large
        digits.show(answer.table if large else "", 5 if compact and not sizes else 7, times)
        label = self.query_one("#answer-label", Static)
        label.display = not large
        label.update(answer.table)
        panel = 7 * times + (1 if compact else 4) if answer.table else 0
        below = len(drawn) + (1 if compact else 3) if answer.table and drawn else 0
        room = Frame(_beside(answer.table, times, width), height - (5 if compact else 6))
        facts, letters, mapped = _fitting(answer, sizes, room, panel, below)
        self._show_facts(facts, letters)
        where = self.query_one("#answer-map", Static)
        where.display = bool(answer.table and drawn) and mapped
        where.border_title = title
        lines = Content("\n".join(drawn))
        where.update(lines.highlight_regex(re.escape(f"[{answer.table}]"), style=_MINE))

    def _show_facts(self, facts: tuple[str, ...], letters: Letters | None) -> None:
        """Name and division, the headline, and the lines."""
        name, words, *lines = facts
        self.query_one("#answer-name", Static).update(name)
        headline = self.query_one("#answer-headline", Static)
        headline.update(words)
        headline.display = bool(words)
        self.query_one("#answer-facts").set_class(letters is not None, "large")
        dense = letters is not None or self.screen.has_class("compact")
        self.query_one("#answer-lines", Static).update(("\n" if dense else "\n\n").join(lines))


def _beside(table: str, times: int, width: int) -> int:
    """Return the cells beside a table's digits, which are drawn so many times as large."""
    if not table:
        return width - _AROUND
    large = len(table) <= _LONGEST_LARGE and set(table) <= _LARGE
    taken = block_width(table, 7) * times if large else cell_len(table)
    return width - _AROUND - max(_LEAST_PANEL, taken + 9)


def _facts(answer: Answer, letters: Letters | None, width: int, count: int) -> tuple[str, ...]:
    """Return name, headline and lines, so many of them in large letters, which have no room for the
    division."""
    if letters is None:
        return (f"{answer.name} · {answer.division}", answer.headline, *answer.lines)
    return tuple(
        in_letters(letters, fact, width) if at < count else "\n".join(wrap(fact, width))
        for at, fact in enumerate((answer.name, answer.headline, *answer.lines))
    )


def _fitting(
    answer: Answer, sizes: Sequence[Letters], room: Frame, panel: int, below: int
) -> tuple[tuple[str, ...], Letters | None, bool]:
    """Return the facts in the letters in which they, or the name alone, fit the room, and whether
    the map fits below. No name is broken within a word.

    ``panel`` and ``below`` are the rows of the table's digits and of the map.
    """
    for count in (2 + len(answer.lines), 1):
        for mapped in (True, False):
            for letters in sizes:
                if any(letters.width(word) > room.width for word in answer.name.split()):
                    continue
                facts = _facts(answer, letters, room.width, count)
                told = sum(fact.count("\n") + 1 for fact in facts if fact)
                rows = max(panel, 1 + bool(answer.headline) + told)
                if rows + below * mapped <= room.rows:
                    return facts, letters, mapped
    plain = _facts(answer, None, room.width, 0)
    return plain, None, not sizes or panel + below <= room.rows
