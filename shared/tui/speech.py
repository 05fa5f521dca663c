"""An app that speaks: the language in which everything on its screens is said, and its change."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TypeVar

from textual.app import App

from shared.core.text.language import Voice, speaking
from shared.machine.languages import DEFAULT, catalogue

T = TypeVar("T")


class SpeakingApp(App[T]):
    """Several in one process may speak different languages.

    ``home_language`` is the node's, ``language`` the one spoken now, for whoever is before it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.home_language = self.language = DEFAULT
        self.voice = Voice()

    def _set_pointer_shape(self, shape: str) -> None:
        """Leave the pointer as it is: a window of ``foot`` in which there is none paints nothing
        any more once it is told of a shape."""

    def speak(self, language: str) -> None:
        """Make ``language`` this node's own. Raises KeyError for one that there is not."""
        self.home_language = language
        self.say_in(language)

    def say_in(self, language: str) -> None:
        """Say everything in ``language`` from now on; what is on show is not said again."""
        self.language = language
        self.voice.catalogue = catalogue(language)

    @contextmanager
    def _context(self) -> Generator[None, None, None]:
        # Textual enters it for everything that an app does, so each app has its own voice.
        with speaking(self.voice), super()._context():
            yield
