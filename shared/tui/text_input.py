"""A line of text that a person types. It accepts no characters that may not travel."""

from textual.widgets import Input

from shared.core.text.fields import LONGEST_NOTE, typed


class TextInput(Input):
    """An ``Input`` that drops control and unseen characters, and text beyond the limit.

    One row between two edges that stand out from any ground.
    """

    DEFAULT_CSS = """
    TextInput {
        height: 1; padding: 0 1; color: $ink; background: $raised;
        border: none; border-left: outer $line; border-right: outer $line;
        &:focus {
            border: none; border-left: outer $focus-fill; border-right: outer $focus-fill;
        }
    }
    """

    def __init__(self, value: str = "", *, placeholder: str = "", id: str) -> None:  # noqa: A002
        super().__init__(typed(value), placeholder=placeholder, id=id, max_length=LONGEST_NOTE)

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace the selection with ``text``, as far as there is room."""
        room = LONGEST_NOTE - len(self.value) + abs(end - start)
        text = typed(text)
        super().replace(text[:room] if room > 0 else text, start, end)
