"""The base of apps that speak a language and can change it."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TypeVar

from textual.app import App

from shared.core.text.language import Voice, speaking
from shared.machine.languages import DEFAULT, catalogue

T = TypeVar("T")


class SpeakingApp(App[T]):
    """An app with its own language; several in one process may differ.

    ``home_language`` is the node's, ``language`` the one spoken now to the people before it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.home_language = self.language = DEFAULT
        self.voice = Voice()

    def _set_pointer_shape(self, shape: str) -> None:
        """Leave the pointer as it is: a shape makes a ``foot`` window without one stop painting."""

    def speak(self, language: str) -> None:
        """Make ``language`` this node's own. Raises KeyError for an unknown one."""
        self.home_language = language
        self.say_in(language)

    def say_in(self, language: str) -> None:
        """Speak ``language`` from now on. What is already on the screen stays."""
        self.language = language
        self.voice.catalogue = catalogue(language)

    @contextmanager
    def _context(self) -> Generator[None, None, None]:
        # Textual enters this context for everything that an app does.
        with speaking(self.voice), super()._context():
            yield
