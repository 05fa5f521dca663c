"""One question in full: what is proposed above, the evidence below. Shows a Case, no more."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hall_server.referee.main_words import Case

_BLANK = Case("", "", "", "", ())


class CaseView(VerticalScroll, can_focus=False):
    """Title, place, proposal, clause, evidence; scrolls when it is long."""

    DEFAULT_CSS = """
    CaseView {
        background: $card; padding: 0 1; scrollbar-size-vertical: 1;
        Static { height: auto; }
        #case-title { color: $ink; text-style: bold; }
        #case-where { color: $ink-soft; }
        #case-proposal { color: $accent; text-style: bold; margin-top: 1; }
        #case-evidence { color: $ink; margin-top: 1; }
    }
    """

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._case = _BLANK

    def compose(self) -> ComposeResult:
        for name in ("title", "where", "proposal", "evidence"):
            yield Static("", id=f"case-{name}", markup=False)

    def show(self, case: Case | None) -> None:
        """Show a case, or nothing."""
        case = case or _BLANK
        if case == self._case:
            return
        if case.title.split(" ", 1)[:1] != self._case.title.split(" ", 1)[:1]:
            self.scroll_home(animate=False)
        self._case = case
        clause = f" ({case.clause})" if case.clause else ""
        proposal = f"► {case.proposal}{clause}" if case.proposal else ""
        self._set("title", case.title)
        self._set("where", case.where)
        self._set("proposal", proposal)
        self._set("evidence", "\n".join(f"– {line}" for line in case.evidence))

    def _set(self, name: str, text: str) -> None:
        part = self.query_one(f"#case-{name}", Static)
        part.display = bool(text)
        part.update(text)
