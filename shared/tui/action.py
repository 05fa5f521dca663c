"""What a person can do, as a value: tables of actions, sorted by task. Loads no Textual."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from shared.core.text.language import N_, _

_KEY_WORDS = {
    "escape": N_("Esc"), "enter": N_("Enter"), "space": N_("Space"), "backspace": N_("Bksp"),
    "tab": N_("Tab"), "pageup": N_("PgUp"), "pagedown": N_("PgDn"), "up": "↑", "down": "↓",
    "left": "←", "right": "→", "slash": "/", "question_mark": "?", "full_stop": ".", "comma": ",",
    "plus": "+", "minus": "-", "asterisk": "*", "equals_sign": "=", "left_square_bracket": "[",
    "right_square_bracket": "]", "exclamation_mark": "!", "dollar_sign": "$", "number_sign": "#",
    "vertical_line": "|", "percent_sign": "%", "ampersand": "&", "at": "@", "colon": ":",
    "less_than_sign": "<", "greater_than_sign": ">",
}  # fmt: skip

HERE = N_("On this screen")
"""The task of an action that names none."""
PROGRAM = N_("The program")


@dataclass(frozen=True, slots=True)
class Action:
    """What a person can do: ``id`` is the name of the ``action_…`` method that does it, with an
    argument in brackets where it needs one.

    ``key`` is Textual's name of one key, or several with commas; the first is shown. ``label`` is
    the word in the footer, ``help`` the sentence on the help screen, which lists the actions by
    their ``task``. Tables mark all three with ``N_``.
    """

    id: str
    key: str
    label: str
    help: str
    task: str = HERE

    @property
    def key_words(self) -> str:
        """The key as people read it: ``F1``, ``Esc``, ``c``."""
        return key_words(self.key)


def key_words(key: str) -> str:
    """Return Textual's name of a key as people read it on a keyboard of their language."""
    first = key.split(",", maxsplit=1)[0].strip()
    if first.startswith("ctrl+"):
        return "^" + first.removeprefix("ctrl+").upper()
    if first in _KEY_WORDS:
        return _(_KEY_WORDS[first])
    return first if len(first) == 1 else first.capitalize()


def by_task(actions: Iterable[Action]) -> Mapping[str, Sequence[Action]]:
    """Return task → its actions: this screen first, the program last, the others as they come."""
    tasks: dict[str, list[Action]] = {}
    for action in sorted(actions, key=lambda one: (one.task != HERE, one.task == PROGRAM)):
        tasks.setdefault(action.task, []).append(action)
    return tasks


def in_columns(
    tasks: Mapping[str, Sequence[Action]], columns: int
) -> Sequence[Mapping[str, Sequence[Action]]]:
    """Return the tasks in their order in at most ``columns`` columns of about the same height."""
    heights = [len(actions) + 2 for actions in tasks.values()]
    share, above = sum(heights) / columns, 0.0
    found: list[dict[str, Sequence[Action]]] = [{} for _column in range(columns)]
    for (task, actions), height in zip(tasks.items(), heights, strict=True):
        found[min(columns - 1, int((above + height / 2) // share))][task] = actions
        above += height
    return [column for column in found if column]
