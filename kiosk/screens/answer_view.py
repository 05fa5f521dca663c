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

_MINE = "bold $on-fill on $accent-fill"
_LARGE = frozenset("0123456789-")
_LONGEST_LARGE = 3
_LARGEST = 3
"""So many times as large as elsewhere the table's digits are at most."""
_LEAST_PANEL = 15


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

        The facts stand in the first of ``sizes`` in which they fit, or in ordinary letters.
        """
        compact = self.screen.has_class("compact")
        width, height = self.app.size
        times = 1 if compact else max(1, min(_LARGEST, (height - 6) // 14))
        large = 0 < len(answer.table) <= _LONGEST_LARGE and set(answer.table) <= _LARGE
        self.query_one("#answer-table").display = bool(answer.table)
        self.query_one("#answer-word", Static).update(_("TABLE"))
        digits = self.query_one("#answer-digits", BlockText)
        digits.display = large
        digits.show(answer.table if large else "", 5 if compact else 7, times)
        label = self.query_one("#answer-label", Static)
        label.display = not large
        label.update(answer.table)
        beside = block_width(answer.table, 7) * times if large else cell_len(answer.table)
        panel = (max(_LEAST_PANEL, beside + 9), 7 * times + 4) if answer.table else (0, 0)
        room = Frame(width - 8 - panel[0], height - 7)
        letters, mapped = _fitting(answer, sizes, room, panel[1], len(drawn))
        self._show_facts(answer, letters, room.width)
        where = self.query_one("#answer-map", Static)
        where.display = bool(answer.table and drawn) and mapped
        where.border_title = title
        lines = Content("\n".join(drawn))
        where.update(lines.highlight_regex(re.escape(f"[{answer.table}]"), style=_MINE))

    def _show_facts(self, answer: Answer, letters: Letters | None, width: int) -> None:
        """Name and division, the headline, and the lines."""
        name, words, *lines = (in_letters(letters, fact, width) for fact in _facts(answer, letters))
        self.query_one("#answer-name", Static).update(name)
        headline = self.query_one("#answer-headline", Static)
        headline.update(words)
        headline.display = bool(answer.headline)
        self.query_one("#answer-facts").set_class(letters is not None, "large")
        dense = letters is not None or self.screen.has_class("compact")
        self.query_one("#answer-lines", Static).update(("\n" if dense else "\n\n").join(lines))


def _facts(answer: Answer, letters: Letters | None) -> tuple[str, ...]:
    """Return name, headline and lines; large letters have no room for the division."""
    name = answer.name if letters else f"{answer.name} · {answer.division}"
    return (name, answer.headline, *answer.lines)


def _fitting(
    answer: Answer, sizes: Sequence[Letters], room: Frame, panel: int, drawn: int
) -> tuple[Letters | None, bool]:
    """Return the letters in which the facts fit the room, and whether the map fits below.

    ``panel`` and ``drawn`` are the rows of the table's digits and of the map.
    """
    for mapped in (True, False):
        for letters in sizes:
            facts = (
                in_letters(letters, fact, room.width) for fact in _facts(answer, letters) if fact
            )
            rows = max(
                panel, 1 + bool(answer.headline) + sum(fact.count("\n") + 1 for fact in facts)
            )
            if rows + (drawn + 3) * (mapped and drawn > 0) <= room.rows:
                return letters, mapped
    return None, True
