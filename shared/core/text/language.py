"""In which language words are said: ``_`` and its kin look into the catalogue of who speaks.

Holds no catalogue and reads no file: an app hands its ``Voice`` in. What becomes part of an event
is a fact and never goes through here: events are English, or what a person typed. Where a sheet
has a director, the speaker says "director" for "referee", in every language.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Protocol

from shared.core.text.official import Official, directed


class Catalogue(Protocol):
    """The messages of one language, as the standard library's ``gettext`` holds them."""

    def gettext(self, message: str, /) -> str:
        """Return the message in that language; itself where there is none."""

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """Return the form of the message for ``count``."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the message as it is said in ``context``."""


class Source:
    """The words as they stand in the code, which are English."""

    def gettext(self, message: str, /) -> str:
        """Return the message itself."""
        return message

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """``one`` for 1, else ``many``."""
        return one if count == 1 else many

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the message itself."""
        return message


ENGLISH: Catalogue = Source()


class Voice:
    """One speaker, an app as a rule. ``catalogue`` and ``official`` may change while it speaks; an
    ``official`` that is a function is asked for each message."""

    def __init__(
        self,
        catalogue: Catalogue = ENGLISH,
        official: Official | Callable[[], Official] = "referee",
    ) -> None:
        self.catalogue = catalogue
        self.official = official

    @property
    def says(self) -> Official:
        """What the official is called now."""
        return self.official() if callable(self.official) else self.official


_voice: ContextVar[Voice] = ContextVar("voice", default=Voice())  # noqa: B039 - never changed


@contextmanager
def speaking(voice: Voice) -> Iterator[None]:
    """Let ``voice`` say everything inside, and in the tasks that start inside."""
    token = _voice.set(voice)
    try:
        yield
    finally:
        _voice.reset(token)


def of_official(official: Official) -> AbstractContextManager[None]:
    """Call the official so in everything that is said inside, in the language spoken."""
    return speaking(Voice(_voice.get().catalogue, official))


def in_catalogue(catalogue: Catalogue) -> AbstractContextManager[None]:
    """Say everything inside from ``catalogue``, with the official as they are called now."""
    return speaking(Voice(catalogue, _voice.get().official))


def called(message: str) -> str:
    """``message`` as it stands, with the official as they are called now."""
    return directed(message) if _voice.get().says == "director" else message


def N_(message: str) -> str:
    """Mark a message that stands in a table. What shows it translates it with ``_``."""
    return message


def _(message: str) -> str:
    """``message`` in the language spoken."""
    # Catalogues keep their own description under the empty message.
    return called(_voice.get().catalogue.gettext(message)) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form for ``count`` in the language spoken; Russian has three."""
    return called(_voice.get().catalogue.ngettext(one, many, count))


def pgettext(context: str, message: str) -> str:
    """``message`` in the language spoken, where the word alone would not tell what is meant."""
    return called(_voice.get().catalogue.pgettext(context, message)) if message else ""


def headed(head: str, words: object) -> str:
    """Return words behind what they are about, with the colon as the language writes it."""
    return _("{head}: {words}").format(head=head, words=words)


def shown_number(written: str) -> str:
    """Return a number as it is written with a full stop, with the decimal mark of the language
    spoken."""
    return written.replace(".", pgettext("decimal mark", "."))


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them: ``Ann Lee, Bo King and Cy Ortega``; "" for nobody."""
    if len(names) < 2:
        return names[0] if names else ""
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
