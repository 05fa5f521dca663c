"""A sentence made where nothing is shown: English in logs and files, any language on a screen; and
a refusal in such a sentence.

Owns how message and facts come together. The state, the node and the port pass it on as a string.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from shared.core.text.language import _, ngettext, pgettext


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
        told = {name: _fact_said(fact) for name, fact in self.facts.items()}
        return _(self.message).format(**told) if told else _(self.message)


def _fact_said(fact: object) -> object:
    if isinstance(fact, Refusal):
        return fact.said()
    return _(fact) if isinstance(fact, str) else fact


Name = Callable[[str], str]
"""Returns what a player, a device or a table is called, from the id."""


class Sentence(str):
    """English as a string; ``said`` is the same for a screen.

    ``message`` names its ``facts`` in braces: names and numbers, which no language changes, and
    what is said in its own way: ``Players``, ``Tables``, ``Device``, ``Counted``, ``Series``,
    ``Word``, other sentences and refusals. ``str`` of it, and of an error made with it, is still a
    ``Sentence``.
    """

    __slots__ = ("facts", "message")
    facts: dict[str, object]
    message: str

    def __new__(cls, message: str, **facts: object) -> Sentence:
        """Return the message with its facts, each written as it will be read."""
        self = super().__new__(cls, message.format(**facts) if facts else message)
        self.message, self.facts = message, facts
        return self

    def __str__(self) -> str:
        return self

    def said(self, name: Name = str, label: Name = str) -> str:
        """Return the sentence in the language spoken, each player and device called by ``name``,
        each table by ``label``."""
        told = {slot: _said(fact, name, label) for slot, fact in self.facts.items()}
        return _(self.message).format(**told) if told else _(self.message)


@dataclass(frozen=True, slots=True, init=False)
class Players:
    """The players of a sentence, by their ids: a screen says their names, a log the ids."""

    ids: tuple[str, ...]
    between: str = ", "

    def __init__(self, *ids: str, between: str = ", ") -> None:
        object.__setattr__(self, "ids", ids)
        object.__setattr__(self, "between", between)

    def __str__(self) -> str:
        return self.between.join(self.ids)

    def said(self, name: Name = str, label: Name = str) -> str:
        """Return the names, in the order of the ids."""
        return self.between.join(name(ident) for ident in self.ids)


@dataclass(frozen=True, slots=True, init=False)
class Tables:
    """The tables of a sentence, by their ids: a screen says what stands on their signs."""

    ids: tuple[str, ...]

    def __init__(self, *ids: str) -> None:
        object.__setattr__(self, "ids", ids)

    def __str__(self) -> str:
        return ", ".join(self.ids)

    def said(self, name: Name = str, label: Name = str) -> str:
        """Return the labels, in the order of the ids."""
        return ", ".join(label(ident) for ident in self.ids)


@dataclass(frozen=True, slots=True)
class Device:
    """A device of a sentence, by its id: a screen says its name, a log the beginning of the id."""

    id: str

    def __str__(self) -> str:
        return f"device {self.id[:8]}"

    def said(self, name: Name = str, label: Name = str) -> str:
        """Return what the device is called."""
        return name(self.id)


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of things, said in the form that the language has for it: 1 point, 3½ points.

    ``one`` and ``many`` are messages with the slot ``count``.
    """

    one: str
    many: str
    count: int | Fraction

    def __str__(self) -> str:
        return (self.one if self._form == 1 else self.many).format(count=self._shown)

    def said(self, name: Name = str, label: Name = str) -> str:
        """Return number and thing in the language spoken."""
        return ngettext(self.one, self.many, self._form).format(count=self._shown)

    @property
    def _form(self) -> int:
        return math.ceil(self.count)

    @property
    def _shown(self) -> str:
        return as_number(self.count)


@dataclass(frozen=True, slots=True, init=False)
class Series:
    """Facts one after the other, each said in its own way."""

    parts: tuple[object, ...]
    between: str = " "

    def __init__(self, *parts: object, between: str = " ") -> None:
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "between", between)

    def __str__(self) -> str:
        return self.between.join(str(part) for part in self.parts)

    def said(self, name: Name = str, label: Name = str) -> str:
        """Return all parts in the language spoken."""
        return self.between.join(str(_said(part, name, label)) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Word:
    """A word that alone would not tell what is meant: it is said as in ``context``."""

    context: str
    word: str

    def __str__(self) -> str:
        return self.word

    def said(self, name: Name = str, label: Name = str) -> str:
        """Return the word in the language spoken."""
        return pgettext(self.context, self.word)


def as_number(count: int | Fraction) -> str:
    """Return a number as people write it: 3, 3½; other fractions as they are."""
    whole, rest = divmod(count, 1)
    return f"{whole or ''}½" if rest == Fraction(1, 2) else str(count)


def together(*sentences: Sentence | Counted) -> Sentence:
    """Return one sentence after the other, as one."""
    return Sentence(_TOGETHER, sentences=Series(*sentences))


_TOGETHER = "{sentences}"


def said(text: str, name: Name = str, label: Name = str) -> str:
    """Return a sentence in the language spoken; of any other text the translation, if it has one.

    ``name`` and ``label`` return what a player or a device and what a table is called, from
    the id.
    """
    return text.said(name, label) if isinstance(text, Sentence) else _(text)


def plain(value: object) -> str:
    """Return the English of a sentence, for an encoder that knows only strings: msgspec's
    ``enc_hook``.

    Raises NotImplementedError for anything else.
    """
    if isinstance(value, Sentence):
        return str.__str__(value)
    raise NotImplementedError(f"{type(value).__name__} is neither kept nor sent")


def _said(fact: object, name: Name, label: Name) -> object:
    if isinstance(fact, Refusal):
        return fact.said()
    if isinstance(fact, (Sentence, Players, Tables, Device, Counted, Series, Word)):
        return fact.said(name, label)
    return fact
