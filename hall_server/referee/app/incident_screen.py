"""What was reported and decided in the whole event, with filters: read it, decide, undo."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.asked.parts.modals import ReadScreen
from hall_server.referee.asked.parts.screens import BACK, ListScreen, Toned
from hall_server.referee.asked.rulings.appealing import appeal_ruling, may_appeal
from hall_server.referee.asked.rulings.undoing import undo_decision
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.questions.decided_cases import case_again
from hall_server.referee.derived.rulings.incidents import SHOWN, Incident, Show, found, one
from hall_server.referee.said import incident_words as words
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import bindings

READ = Action("pick", "enter", N_("Read"), N_("Read what is under the cursor in full"))
FILTER = Action(
    "filter", "slash", N_("Filter"), N_("Everything, open, cautions, penalties, requests")
)
DECIDE = Action(
    "decide",
    "o",
    N_("Decide"),
    N_("Decide it, or decide it again: the new ruling replaces the old one"),
)
UNDO = Action("undo", "u", N_("Undo"), N_("Undo what was decided; a report is open again"))

APPEAL = Action("appeal", "A", N_("Appeal"), N_("A committee votes on the ruling"))

_FILTERS: tuple[Show, ...] = tuple(SHOWN)


class IncidentScreen(ListScreen):
    """Everything that was reported or decided, and how it stands."""

    DESK = "incidents"
    ACTIONS: ClassVar[tuple[Action, ...]] = (READ, FILTER, DECIDE, UNDO, APPEAL, BACK)
    BINDINGS = bindings((FILTER, DECIDE, UNDO, APPEAL))

    def __init__(self) -> None:
        super().__init__()
        self.show: Show = "all"

    def headline(self) -> str:
        moment = self.desk.moment()
        return _("Incidents, {shown}: {count} of {all}").format(
            shown=_(SHOWN[self.show]),
            count=len(found(moment, self.show)),
            all=len(found(moment)),
        )

    def lines(self, width: int) -> Sequence[ListLine]:
        return words.incident_lines(self.desk.moment(), self.show, width)

    def details(self) -> Sequence[Toned]:
        incident = self._chosen()
        if incident is None:
            return ()
        told = words.in_full(self.desk.moment(), incident)
        return (("accent", words.title(incident)), *(("ink", line) for line in told))

    def empty(self) -> str:
        return _("Nothing of this kind was reported.")

    def actions(self) -> Sequence[Action]:
        incident = self._chosen()
        if incident is None:
            return (FILTER, BACK)
        undo = (UNDO,) if incident.standing else ()
        appeal = (APPEAL,) if may_appeal(self.desk.moment(), incident) else ()
        return (READ, FILTER, DECIDE, *undo, *appeal, BACK)

    def _chosen(self) -> Incident | None:
        """Return what is under the cursor, as it is now."""
        return one(self.desk.moment(), self.here) if self.here else None

    def action_filter(self) -> None:
        self.show = _FILTERS[(_FILTERS.index(self.show) + 1) % len(_FILTERS)]
        self.look()

    def action_pick(self) -> None:
        incident = self._chosen()
        if incident is not None:
            lines = words.in_full(self.desk.moment(), incident)
            self.app.push_screen(ReadScreen(words.title(incident), lines))

    def action_decide(self) -> None:
        incident = self._chosen()
        question = next((q for q in self.desk.questions if self.here in q.reports), None)
        if incident is None:
            return
        again = case_again(self.desk.moment(), incident) if question is None else None
        if question is not None or again is not None:
            self.app.push_screen(DecideScreen(question, incident.match, again))

    def action_undo(self) -> None:
        incident = self._chosen()
        if incident is not None and incident.standing:
            undo_decision(self.app, incident)

    def action_appeal(self) -> None:
        incident = self._chosen()
        if incident is not None and may_appeal(self.desk.moment(), incident):
            appeal_ruling(self.app, incident.key)
