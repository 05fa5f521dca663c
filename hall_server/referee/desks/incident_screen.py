"""The incident ledger of the whole event, with filters; Enter reads one, o decides about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.desks import incident_words as words
from hall_server.referee.parts.list_screen import BACK, ListScreen
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.read_screen import ReadScreen
from hall_server.referee.rulings.decide_screen import DecideScreen
from shared.core.language import N_, _
from shared.tui.actions import Action, bindings

READ = Action("pick", "enter", N_("Read"), N_("Read the report under the cursor in full"))
FILTER = Action("filter", "f", N_("Filter"), N_("Everything, open, cautions, penalties, requests"))
DECIDE = Action("decide", "o", N_("Decide"), N_("Decide about the match of the report"))

_FILTERS: tuple[words.Show, ...] = tuple(words.SHOWN)


class IncidentScreen(ListScreen):
    """Everything that was reported and what became of it."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (READ, FILTER, DECIDE, BACK)
    BINDINGS = bindings((FILTER, DECIDE))

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
        return (READ, FILTER, DECIDE, BACK) if self.here else (FILTER, BACK)

    def action_filter(self) -> None:
        self.show = _FILTERS[(_FILTERS.index(self.show) + 1) % len(_FILTERS)]
        self.look()

    def action_pick(self) -> None:
        report = self.app.hall.reports.get(self.here)
        if report is not None:
            title = words.incident_title(report)
            self.app.push_screen(ReadScreen(title, words.in_full(self.app.moment(), report)))

    def action_decide(self) -> None:
        report = self.app.hall.reports.get(self.here)
        match = self.app.moment().match(report.match) if report is not None else None
        question = next((q for q in self.app.questions if self.here in q.reports), None)
        if match is not None or question is not None:
            self.app.push_screen(DecideScreen(question, match))
