"""Assistants: what each referee's laptop may do; the chief gives and takes rights after a yes."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.parts.screens import BACK, ListScreen
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import device_words as words
from shared.core.events import Scope
from shared.core.text.language import N_, _
from shared.tui.actions import Action, bindings

RULE = Action("rule", "r", N_("Rule"), N_("Give or take the right to rule on results and reports"))
PAIR = Action("pair", "p", N_("Pair"), N_("Give or take the right to pair rounds and call matches"))
HALL = Action(
    "hall", "h", N_("Hall"), N_("Give or take the right to enter players, prizes, announcements")
)


class RightScreen(ListScreen):
    """Every referee's laptop with its rights."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (RULE, PAIR, HALL, BACK)
    BINDINGS = bindings((RULE, PAIR, HALL))

    def headline(self) -> str:
        return _("Assistants and their rights")

    def lines(self, width: int) -> Sequence[ListLine]:
        return words.right_lines(self.desk.moment(), self.desk.port.node_id, width)

    def notes(self) -> Sequence[str]:
        return words.notes(self.desk.moment(), self.desk.port.node_id)

    def empty(self) -> str:
        return _("No referee's laptop is enrolled.")

    def actions(self) -> Sequence[Action]:
        may = not words.objection(self.desk.moment(), self.desk.port.node_id, self.here)
        return (RULE, PAIR, HALL, BACK) if may and self.here else (BACK,)

    def action_rule(self) -> None:
        self._turn("rule")

    def action_pair(self) -> None:
        self._turn("pair")

    def action_hall(self) -> None:
        self._turn("hall")

    def _turn(self, scope: Scope) -> None:
        moment, node = self.desk.moment(), self.here
        if not node:
            return
        why = words.objection(moment, self.desk.port.node_id, node)
        if why:
            self.notify(why)
            return
        _set(self.app, node, scope)


@dialogue
async def _set(ask: Ask, node: str, scope: Scope) -> None:
    draft, said = words.turned(ask.desk.moment(), node, scope)
    fact = _("{right}, from now on? What was written before stands as it was.").format(right=said)
    ask.desk.rule(await ask.confirm(fact, Writing(said, (draft,)), yes=_("Set it")))
