"""A player's answer: the table in large digits, the facts beside it, the map below."""

import re

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from shared.core.text.language import _
from shared.public.answer import Answer
from shared.tui.block_digits import BlockText

_MINE = "bold $on-fill on $accent-fill"
_LARGE = frozenset("0123456789-")
_LONGEST_LARGE = 3


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

    def show(self, answer: Answer, drawn: tuple[str, ...], title: str) -> None:
        """Show ``answer``, and below it the map with its title and the table marked."""
        large = set(answer.table) <= _LARGE and len(answer.table) <= _LONGEST_LARGE
        self.query_one("#answer-table").display = bool(answer.table)
        self.query_one("#answer-word", Static).update(_("TABLE"))
        digits = self.query_one("#answer-digits", BlockText)
        digits.display = large
        digits.show(answer.table if large else "", 5 if self.screen.has_class("compact") else 7)
        label = self.query_one("#answer-label", Static)
        label.display = not large
        label.update(answer.table)
        self.query_one("#answer-name", Static).update(f"{answer.name} · {answer.division}")
        headline = self.query_one("#answer-headline", Static)
        headline.update(answer.headline)
        headline.display = bool(answer.headline)
        self.query_one("#answer-lines", Static).update(
            ("\n" if self.screen.has_class("compact") else "\n\n").join(answer.lines)
        )
        where = self.query_one("#answer-map", Static)
        where.display = bool(answer.table and drawn)
        where.border_title = title
        lines = Content("\n".join(drawn))
        where.update(lines.highlight_regex(re.escape(f"[{answer.table}]"), style=_MINE))
