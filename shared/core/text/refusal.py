"""A refusal in a sentence for people: English wherever it is kept, any language where it is shown.

Owns how message and facts come together. Decides nothing about what is refused.
"""

from __future__ import annotations

from shared.core.text.language import _


class Refusal(ValueError):
    """Why something cannot be. ``str`` of it is English, for logs; ``said`` is for a screen.

    ``message`` names its ``facts`` in braces: numbers, words that have a translation of their own,
    and refusals inside this one. Another refusal as the message is taken over as it stands.
    """

    def __init__(self, message: str | Refusal, **facts: object) -> None:
        super().__init__(message)
        self.message: str = message.message if isinstance(message, Refusal) else message
        self.facts: dict[str, object] = message.facts if isinstance(message, Refusal) else facts

    def __str__(self) -> str:
        return self.message.format(**self.facts) if self.facts else self.message

    def said(self) -> str:
        """Return the refusal in the language spoken."""
        told = {name: _said(fact) for name, fact in self.facts.items()}
        return _(self.message).format(**told) if told else _(self.message)


def _said(fact: object) -> object:
    if isinstance(fact, Refusal):
        return fact.said()
    return _(fact) if isinstance(fact, str) else fact
