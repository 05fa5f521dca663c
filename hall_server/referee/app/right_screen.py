"""Assistants: what each referee's laptop may do; the chief gives and takes rights after a yes."""

from collections.abc import Sequence
from typing import ClassVar, cast

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.parts.screens import BACK, ListScreen, Toned
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import device_words as words
from shared.core.events import Scope
from shared.core.fold.cuts import SETTABLE
from shared.core.text.language import N_, _
from shared.tui.action import Action

CHOOSE = Action("pick", "enter", N_("Choose"), N_("Give the laptop a right, or take one"))


class RightScreen(ListScreen):
    """Every referee's laptop with its rights."""

    DESK = "rights"
    ACTIONS: ClassVar[tuple[Action, ...]] = (CHOOSE, BACK)

    def headline(self) -> str:
        return _("Assistants and their rights")

    def lines(self, width: int) -> Sequence[ListLine]:
        return words.right_lines(self.desk.moment(), self.desk.port.node_id, width)

    def details(self) -> Sequence[Toned]:
        return words.device_told(self.desk.moment(), self.here, self.desk.monotonic())

    def notes(self) -> Sequence[str]:
        return words.notes(self.desk.moment(), self.desk.port.node_id)

    def empty(self) -> str:
        return _("No referee's laptop is enrolled.")

    def actions(self) -> Sequence[Action]:
        may = not words.objection(self.desk.moment(), self.desk.port.node_id, self.here)
        return (CHOOSE, BACK) if may and self.here else (BACK,)

    def action_pick(self) -> None:
        moment, node = self.desk.moment(), self.here
        if not node:
            return
        why = words.objection(moment, self.desk.port.node_id, node)
        if why:
            self.notify(why)
            return
        _set(self.app, node)


@dialogue
async def _set(ask: Ask, node: str) -> None:
    moment = ask.desk.moment()
    turned = {scope: words.turned(moment, node, scope) for scope in SETTABLE}
    lines = [
        ListLine(scope, f" {n} {said}")
        for n, (scope, (_draft, said)) in enumerate(turned.items(), start=1)
    ]
    scope = cast(Scope, await ask.pick(_("Which right is given or taken?"), lines))
    draft, said = turned[scope]
    fact = _("{right}, from now on? What was written before stands as it was.").format(right=said)
    ask.desk.rule(await ask.confirm(fact, Writing(said, (draft,)), yes=_("Set it")))
