"""A form of several fields: its keys go from one to the next, and Enter takes them all.

Owns the order of keys over fields; what the fields mean is the form's that has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual.binding import BindingType
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input

from shared.tui.actions import Action, bindings

NEXT = Action("next", "down,tab", "Next field", "Go to the next field; ↑ goes back")
BEFORE = Action("before", "up,shift+tab", "Field before", "Go to the field before")
BACK = Action("back", "escape", "Back", "Back without writing anything")

T = TypeVar("T")


class Form(Screen[T | None]):
    """A screen of fields that are filled in together.

    Each field has its own queue of keys. The focus therefore moves before the next key is given to
    a field, and the form is read only after every field has taken its keys: a scanner types
    faster than a busy laptop takes it in.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings((NEXT, BEFORE), priority=True),
        *bindings((BACK,)),
    ]

    def take(self) -> None:
        """Read the fields; all keys that came before Enter are in them."""
        raise NotImplementedError

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        # First what was typed, then what the fields tell of it on its way up to the form.
        self._after((*self.query(Input), *self.walk_children(reverse=True), self))

    def _after(self, queues: Sequence[DOMNode]) -> None:
        if queues:
            queues[0].call_later(self._after, queues[1:])
        elif self.is_current:
            self.take()

    def action_next(self) -> None:
        self.focus_next(Input)

    def action_before(self) -> None:
        self.focus_previous(Input)

    def action_back(self) -> None:
        self.dismiss(None)
