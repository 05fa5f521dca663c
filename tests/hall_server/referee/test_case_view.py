"""The question in full: what is proposed, by which clause, if one says so."""

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from hall_server.referee.app.floor.case_view import CaseView
from hall_server.referee.said.main_words import Case
from shared.tui.theme import register


class Page(App[None]):
    def __init__(self) -> None:
        super().__init__()
        register(self)

    def compose(self) -> ComposeResult:
        yield CaseView()


@pytest.mark.parametrize(
    ("clause", "shown"), [("ACF-1.VII", "► Go there (ACF-1.VII)"), ("", "► Go there")]
)
async def test_a_proposal_names_its_clause_if_it_has_one(clause: str, shown: str) -> None:
    app = Page()
    async with app.run_test():
        app.query_one(CaseView).show(Case("Call", "Table 1", "Go there", clause, ()))
        assert str(app.query_one("#case-proposal", Static).render()) == shown
