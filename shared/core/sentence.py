"""A sentence made where nothing is shown: English in logs and files, any language on a screen.

Owns how message and facts come together. The state, the node and the port pass it on as a string.
"""

from __future__ import annotations

from shared.core.language import _


class Sentence(str):
    """English as a string; ``said`` is the same for a screen.

    ``message`` names its ``facts`` in braces: names and numbers, which no language changes. ``str``
    of it, and of an error made with it, is still a ``Sentence``.
    """

    __slots__ = ("facts", "message")
    facts: dict[str, object]
    message: str

    def __new__(cls, message: str, **facts: object) -> Sentence:
        """The message with its facts, each written as it will be read."""
        self = super().__new__(cls, message.format(**facts) if facts else message)
        self.message, self.facts = message, facts
        return self

    def __str__(self) -> str:
        return self

    def said(self) -> str:
        """The sentence in the language spoken."""
        return _(self.message).format(**self.facts) if self.facts else _(self.message)


def said(text: str) -> str:
    """A sentence in the language spoken; of any other text the translation, if it has one."""
    return text.said() if isinstance(text, Sentence) else _(text)


def plain(value: object) -> str:
    """The English of a sentence, for an encoder that knows only strings: msgspec's ``enc_hook``.

    Raises NotImplementedError for anything else.
    """
    if isinstance(value, Sentence):
        return str.__str__(value)
    raise NotImplementedError(f"{type(value).__name__} is neither kept nor sent")
