"""The desk that changes the event while the hall runs: each value of a division as it is now."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.asked.changes import change_talks as talks
from hall_server.referee.asked.changes.open_talks import open_division
from hall_server.referee.asked.changes.tables import put_up, take_away
from hall_server.referee.asked.parts.screens import AFTER, BACK, BEFORE, DivisionScreen, Toned
from hall_server.referee.derived.changes import effects
from hall_server.referee.derived.changes.refusals import may_change
from hall_server.referee.derived.changes.versions import first_open, last_change
from hall_server.referee.derived.lines import ListLine
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import bindings
from shared.tui.names import columns

CHANGE = Action(
    "pick", "enter", N_("Change"), N_("Change what stands under the cursor, from a round on")
)
UNDO = Action("undo", "u", N_("Undo"), N_("Undo the last change of this division"))
OPEN = Action("new", "N", N_("New"), N_("Open another division, such as a side event"))
TABLES = Action("tables", "plus", N_("Tables"), N_("Put up more tables in the hall"))
FEWER = Action("fewer", "minus", N_("Take away"), N_("Take away tables at which nobody plays"))
_LABEL = 24


class ChangeScreen(DivisionScreen):
    """What can be changed of one division, and what was changed."""

    DESK = "changes"
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        CHANGE, UNDO, OPEN, TABLES, FEWER, AFTER, BEFORE, BACK,
    )  # fmt: skip
    BINDINGS = bindings((UNDO, OPEN, TABLES, FEWER))

    def headline(self) -> str:
        return _("Change the event, {division}").format(division=self.opened.name)

    def lines(self, width: int) -> Sequence[ListLine]:
        moment, division = self.desk.moment(), self.opened
        division = division.at(first_open(moment.state, division.id))
        room = max(10, width - _LABEL - 5)
        return [
            ListLine(
                what,
                columns(
                    (_(effects.LABELS[what]), effects.value(moment, division, what)),
                    (_LABEL, room),
                ),
            )
            for what in talks.changeable(division)
        ]

    def details(self) -> Sequence[Toned]:
        return effects.value_told(self.desk.moment(), self.opened, self.here)

    def notes(self) -> Sequence[str]:
        moment, division = self.desk.moment(), self.opened
        found = [may_change(moment.state, division)]
        first = first_open(moment.state, division.id)
        for version in division.versions:
            if version.from_round > max(first, 1) and version is division.version_at(
                version.from_round
            ):
                told = "; ".join(talks.changed_by(moment, division, version))
                said = _("Planned from round {number} on: {what}")
                found.append(said.format(number=version.from_round, what=told or "–"))
        for version in last_change(division)[:1]:
            said = _("Changed {time}: {why}")
            found.append(said.format(time=moment.minute(version.at), why=version.why))
        return [line for line in found if line]

    def actions(self) -> Sequence[Action]:
        undo = (UNDO,) if last_change(self.opened) else ()
        return (CHANGE, *undo, OPEN, TABLES, BACK, FEWER, *self.turning())

    def action_pick(self) -> None:
        if self.here:
            talks.change(self.app, self.division, self.here)

    def action_undo(self) -> None:
        talks.undo(self.app, self.division)

    def action_tables(self) -> None:
        put_up(self.app)

    def action_fewer(self) -> None:
        take_away(self.app)

    def action_new(self) -> None:
        open_division(self.app)
