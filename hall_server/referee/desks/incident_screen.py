"""The incident ledger of the whole event, with filters; Enter reads one, o decides about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.ask import Ask, Entry, dialogue
from hall_server.referee.desks import incident_words as words
from hall_server.referee.parts.list_screen import BACK, ListScreen
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.read_screen import ReadScreen
from hall_server.referee.questions.question import answer
from hall_server.referee.rulings.decide_screen import DecideScreen
from shared.core.language import N_, _
from shared.core.reported import shown_words
from shared.core.state import Report
from shared.tui.actions import Action, bindings

READ = Action("pick", "enter", N_("Read"), N_("Read the report under the cursor in full"))
FILTER = Action("filter", "f", N_("Filter"), N_("Everything, open, cautions, penalties, requests"))
DECIDE = Action("decide", "o", N_("Decide"), N_("Decide about the match of the report"))
REOPEN = Action(
    "reopen", "u", N_("Open again"), N_("Open a report again that was dismissed by mistake")
)

_FILTERS: tuple[words.Show, ...] = tuple(words.SHOWN)


class IncidentScreen(ListScreen):
    """Everything that was reported and what became of it."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (READ, FILTER, DECIDE, REOPEN, BACK)
    BINDINGS = bindings((FILTER, DECIDE, REOPEN))

    def __init__(self) -> None:
        super().__init__()
        self.show: words.Show = "all"

    def headline(self) -> str:
        moment = self.app.moment()
        return _("Incidents, {shown}: {count} of {all}").format(
            shown=_(words.SHOWN[self.show]),
            count=len(words.found(moment, self.show)),
            all=len(moment.state.reports),
        )

    def lines(self, width: int) -> Sequence[Line]:
        return words.incident_lines(self.app.moment(), self.show, width)

    def empty(self) -> str:
        return _("Nothing of this kind was reported.")

    def actions(self) -> Sequence[Action]:
        if not self.here:
            return (FILTER, BACK)
        reopen = (REOPEN,) if self._dismissed() is not None else ()
        return (READ, FILTER, DECIDE, *reopen, BACK)

    def _dismissed(self) -> Report | None:
        """The report under the cursor, if it was dismissed and is not open again."""
        report = self.app.hall.reports.get(self.here)
        if report is None or report.answer is None or report.answer.state != "dismissed":
            return None
        return report

    def action_filter(self) -> None:
        self.show = _FILTERS[(_FILTERS.index(self.show) + 1) % len(_FILTERS)]
        self.look()

    def action_pick(self) -> None:
        report = self.app.hall.reports.get(self.here)
        if report is not None:
            title = shown_words(report.type, report.which)
            self.app.push_screen(ReadScreen(title, words.in_full(self.app.moment(), report)))

    def action_decide(self) -> None:
        report = self.app.hall.reports.get(self.here)
        match = self.app.moment().match(report.match) if report is not None else None
        question = next((q for q in self.app.questions if self.here in q.reports), None)
        if match is not None or question is not None:
            self.app.push_screen(DecideScreen(question, match))

    def action_reopen(self) -> None:
        report = self._dismissed()
        if report is not None:
            _reopen(self.app, report)


@dialogue
async def _reopen(ask: Ask, report: Report) -> None:
    """Undone by a new answer: both stay in the log, and the table reads that somebody comes."""
    app = ask.app
    what = _("{report} at {table}").format(
        report=shown_words(report.type, report.which), table=app.moment().table(report.table)
    )

    def changed() -> str:
        now = app.hall.reports.get(report.ent)
        same = now is not None and now.answer == report.answer
        return "" if same else _("Another referee has answered it.")

    said = _("{what} opened again").format(what=what)
    entry = Entry(said, (answer(report.ent, "coming"),))
    fact = _("Open again: {what}? The table reads that the referee is coming.").format(what=what)
    app.rule(await ask.confirm(fact, entry, yes=_("Open again"), changed=changed))
