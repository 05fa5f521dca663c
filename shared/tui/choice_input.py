"""A field with a few words to choose from, shown in the language of the screen."""

from collections.abc import Mapping

from shared.core.text.language import _
from shared.tui.text_input import TextInput


class ChoiceInput(TextInput):
    """A field of a form that holds one of ``choices``: what is kept, and the message that says it.

    Space, ← and → go through them, a letter goes to the next that begins with it, and what deletes
    goes to the first, which is "" where a field may be empty.
    """

    def __init__(
        self,
        code: str,
        choices: Mapping[str, str],
        *,
        placeholder: str = "",
        id: str,  # noqa: A002
    ) -> None:
        self._words = {kept: _(words) if words else "" for kept, words in choices.items()}
        super().__init__(self._words[code], placeholder=placeholder, id=id)

    @property
    def code(self) -> str:
        """What is kept of the choice that is shown."""
        return next(code for code, words in self._words.items() if words == self.value)

    def replace(self, text: str, start: int, end: int) -> None:
        """Choose by what was typed, whatever is selected."""
        if not text:
            self._choose(next(iter(self._words)))
        elif text.isspace():
            self._step(1)
        else:
            codes = list(self._words)
            here = codes.index(self.code)
            after = [*codes[here + 1 :], *codes[: here + 1]]
            first = text[0].casefold()
            fitting = (c for c in after if self._words[c].casefold().startswith(first))
            self._choose(next(fitting, self.code))

    def action_cursor_left(self, select: bool = False) -> None:
        self._step(-1)

    def action_cursor_right(self, select: bool = False) -> None:
        self._step(1)

    def _step(self, by: int) -> None:
        codes = list(self._words)
        self._choose(codes[(codes.index(self.code) + by) % len(codes)])

    def _choose(self, code: str) -> None:
        self.value = self._words[code]
        self.cursor_position = len(self.value)
