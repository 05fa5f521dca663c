"""A form of several fields: its keys go from one to the next, and Enter takes them all.

Owns the order of keys over fields; what the fields mean is the form's that has them.
"""

from typing import ClassVar, TypeVar

from textual.binding import BindingType
from textual.widgets import Input

from hall_server.referee.asked.desk_app import DeskScreen
from shared.core.text.language import N_
from shared.tui.actions import Action, bindings

NEXT = Action("next", "down,tab", N_("Next field"), N_("Go to the next field; ↑ goes back"))
BEFORE = Action("before", "up,shift+tab", N_("Field before"), N_("Go to the field before"))
BACK = Action("back", "escape", N_("Back"), N_("Back without writing anything"))

T = TypeVar("T")


class Form(DeskScreen[T | None]):
    """A screen of fields that are filled in together.

    Each field has its own queue of keys. The focus therefore moves before the next key is given to
    a field, and the form is read only after every field has taken its keys: a scanner types
    faster than a busy laptop takes it in.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings((NEXT, BEFORE), priority=True),
        *bindings((BACK,)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._taking: set[Input] = set()
        self._taken: tuple[str, ...] = ()

    def take(self) -> None:
        """Read the fields; all keys that came before Enter are in them."""
        raise NotImplementedError

    @property
    def changed_since(self) -> bool:
        """Whether a field says something else than when all were read."""
        return self._said != self._taken

    @property
    def _said(self) -> tuple[str, ...]:
        return tuple(field.value for field in self.query(Input))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_save()

    def action_save(self) -> None:
        """Read the fields as soon as each has taken the keys that came before."""
        self._taking = set(self.query(Input))
        for field in self._taking:
            field.call_later(self._has_taken, field)

    def _has_taken(self, field: Input) -> None:
        if field in self._taking:
            self._taking.remove(field)
            if not self._taking and self.is_current:
                self._taken = self._said
                self.take()

    def action_next(self) -> None:
        self.focus_next(Input)

    def action_before(self) -> None:
        self.focus_previous(Input)
