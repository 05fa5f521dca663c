"""Lets a test hear another language, or one in which no word of the code's own is left."""

import re
from contextlib import AbstractContextManager

from shared.core.text.language import Voice, speaking
from shared.machine.languages import catalogue

_WORD = re.compile(r"\{[^}]*\}|[^\W\d_]")


def said_in(language: str) -> AbstractContextManager[None]:
    """Return a context in which everything is said in ``language``."""
    return speaking(Voice(catalogue(language)))


class Masked:
    """A catalogue in which every letter is ×: what can still be read was never said by it."""

    def gettext(self, message: str, /) -> str:
        return _WORD.sub(lambda found: found[0] if found[0][0] == "{" else "×", message)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return self.gettext(one if count == 1 else many)

    def pgettext(self, context: str, message: str, /) -> str:
        return self.gettext(message)


def readable(text: str, data: set[str]) -> set[str]:
    """Return the words of a screen that are neither masked nor of ``data``, whose words may be
    cut."""
    known = {word for told in data for word in _words(told)}
    return {
        word
        for word in _words(text)
        if not any(whole.startswith(word.removesuffix("…")) for whole in known)
    }


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}…?", text))
