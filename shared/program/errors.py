"""Commands that end with a plain sentence instead of a traceback."""

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO, cast

import click

from shared.core.text.for_people import ForPeople, why
from shared.machine.exits import CRASHED

LAST_WORDS = "last-words"
"""The file with an error's sentence, in the folder that a service manager gives a program."""

UNEXPECTED = (
    "The program stopped because of a mistake in it ({error}). Everything that was saved is safe. A"
    " supervised program starts again by itself. If this one does not, start it again. If it stops"
    " like this again, keep hall.log of its folder for the person who looks after the program."
)

WIDEST = 120
"""Columns of a help text, at most: longer lines are hard to read."""

log = logging.getLogger(__name__)


@contextmanager
def _told_if_lost() -> Iterator[None]:
    """Raise ClickException where output cannot be written. Where nobody reads it any more, click
    ends the program in silence."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise click.ClickException(
            f"The output could not be written ({why(error)}). What the command had done by then"
            " stands. Give the output another place."
        ) from error


class _SafeStream:
    """A stream to a terminal or a file. Characters that would steer a terminal are replaced."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text in safe characters."""
        from shared.core.text.fields import shown

        with _told_if_lost():
            self._stream.write(shown(text, lines=True))
        return len(text)

    def flush(self) -> None:
        """Hand over what was written."""
        with _told_if_lost():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Crash(click.ClickException):
    """A sentence that ends the program as a crash: its supervisor starts it again."""

    exit_code = CRASHED


class PlainCommand(click.Command):
    """A command that turns known errors into one sentence and exit code 1.

    Another error is a crash: its cause goes to the log, a sentence to the screen. No text that the
    command writes can steer the terminal.
    """

    def __init__(self, *args: Any, **extra: Any) -> None:
        told = {"help_option_names": ["-h", "--help"], "max_content_width": WIDEST}
        super().__init__(*args, **{"context_settings": told, **extra})

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run. A character that the terminal's encoding lacks is shown as ``?``."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        out, err = cast("TextIO", _SafeStream(sys.stdout)), cast("TextIO", _SafeStream(sys.stderr))
        with redirect_stdout(out), redirect_stderr(err):
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options, and keep the sentence of a wrong one for the service."""
        with _kept_for_its_service():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Carry the command out, and turn its errors into sentences."""
        with _kept_for_its_service():
            try:
                return super().invoke(ctx)
            except (click.ClickException, click.exceptions.Exit, click.Abort):
                raise
            except BrokenPipeError:
                raise  # who reads the output has read enough; click ends the program in silence
            except (ForPeople, ConnectionError) as error:
                raise click.ClickException(str(error)) from error
            except Exception as error:
                log.critical("the program failed", exc_info=error)
                raise _Crash(UNEXPECTED.format(error=type(error).__name__)) from error


class _Loaded(Mapping[str, click.Command]):
    """Commands by their names, each loaded from its module when it is asked for."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> click.Command:
        module = import_module(self._places[name])
        found: click.Command = getattr(module, f"{name.replace('-', '_')}_command")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


Sections = Mapping[str, Mapping[str, tuple[str, str]]]


class PlainGroup(PlainCommand, click.Group):
    """A group of such commands. None is loaded before it is called.

    ``sections`` holds by their title the commands that belong together; of each name, its module in
    ``room`` and what it does, in a few words.
    """

    def __init__(self, *args: Any, room: str, sections: Sections, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self.sections = sections
        places = {
            name: f"{room}.{module}"
            for section in sections.values()
            for name, (module, _) in section.items()
        }
        self.commands = cast("dict[str, click.Command]", _Loaded(places))

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what they are for."""
        widest = max(map(len, self.commands))
        for title, section in self.sections.items():
            with formatter.section(title):
                rows = [(name.ljust(widest), told) for name, (_, told) in section.items()]
                formatter.write_dl(rows)


@contextmanager
def _kept_for_its_service() -> Iterator[None]:
    """Under a service manager, keep the sentence of an error in the folder of this run.

    A screen goes dark with its program; the sentence can be read there afterwards.
    """
    try:
        yield
    except click.ClickException as error:
        if folder := os.environ.get("RUNTIME_DIRECTORY"):
            with suppress(OSError):
                (Path(folder) / LAST_WORDS).write_text(
                    error.format_message() + "\n", encoding="utf-8"
                )
        raise
