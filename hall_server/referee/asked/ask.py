"""Dialogues that read from top to bottom: each question waits for its answer.

A dialogue is a coroutine with an ``Ask``. Escape at any question ends it, and nothing is written.
What rules or publishes is written with a ``Confirmed`` alone, and only an ``Ask`` makes one.
"""

from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import nullcontext, suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from textual.screen import Screen

from hall_server.referee.asked.desk_app import DeskApp
from hall_server.referee.asked.parts.modals import (
    PICK_EDGES,
    PICK_WIDTH,
    AskText,
    MarkScreen,
    PickScreen,
    ReadScreen,
)
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.writing import Confirmed, Writing
from shared.core.decisions.facts import Case
from shared.core.state import Division, Match, Player
from shared.core.text.language import _, of_official
from shared.tui.confirm import Confirm

T = TypeVar("T")
P = ParamSpec("P")


class Left(Exception):
    """The person has left the dialogue."""


def something(text: str) -> str:
    """Return object to an answer that is empty."""
    return "" if text else _("Type something first.")


class Ask:
    """Asks the person at the desk, one question after the other. Each raises Left at Escape."""

    def __init__(self, app: DeskApp) -> None:
        self.app = app
        self.desk = app.desk

    @property
    def room(self) -> int:
        """The cells of a line that is picked."""
        return min(PICK_WIDTH, self.app.size.width * 24 // 25) - PICK_EDGES

    async def screen(self, screen: Screen[T | None]) -> T:
        """Return the answer of a screen."""
        answer = await self.app.push_screen_wait(screen)
        if answer is None:
            raise Left
        return answer

    async def pick(self, title: str, lines: Sequence[ListLine], *, filtered: bool = False) -> str:
        """Return the key of the line that is chosen."""
        return await self.screen(PickScreen(title, lines, filtered=filtered))

    async def mark(
        self, title: str, lines: Sequence[ListLine], marked: Collection[str] = ()
    ) -> tuple[str, ...]:
        """Return the keys of the lines that are marked, ``marked`` at first."""
        return await self.screen(MarkScreen(title, lines, marked))

    async def text(
        self,
        title: str,
        *,
        hint: str = "",
        value: str = "",
        objection: Callable[[str], str] = something,
    ) -> str:
        """Return what is typed, once ``objection`` says "" to it."""
        return await self.screen(AskText(title, hint=hint, value=value, objection=objection))

    async def yes(self, fact: str, *, yes: str, no: str = "") -> None:
        """Repeat a fact and go on after a yes."""
        if not await self.app.push_screen_wait(Confirm(fact, yes=yes, no=no or _("Leave it"))):
            raise Left

    async def confirm(
        self,
        fact: str,
        entry: Writing | Callable[[], Writing],
        *,
        yes: str,
        no: str = "",
        changed: Callable[[], str] = lambda: "",
    ) -> Confirmed:
        """Repeat a fact and return the entry, confirmed, as it is at the yes.

        ``changed`` is asked then: the sentence that says what came between, "" for nothing.
        """
        await self.yes(fact, yes=yes, no=no)
        if between := changed():
            await self.read(
                _("Nothing was written"), (between, _("Not written: {fact}").format(fact=fact))
            )
            raise Left
        return self.taken(entry() if callable(entry) else entry)

    def taken(self, entry: Writing) -> Confirmed:
        """Return an entry that the person has read in full, and taken with a yes or with Enter."""
        return Confirmed(entry)

    async def read(self, title: str, lines: Sequence[str]) -> None:
        """Show something until it has been read."""
        await self.app.push_screen_wait(ReadScreen(title, tuple(lines)))


def _about(app: DeskApp, subject: object) -> str:
    """Return the id of the division that a dialogue is about, by what it is begun with."""
    match subject:
        case Match() | Case(match=Match()):
            match = subject if isinstance(subject, Match) else subject.match
            return "" if match is None else match.key.division
        case Division():
            return subject.id
        case Player():
            return subject.division
        case str() if subject in app.desk.hall.divisions:
            return subject
        case str() if subject in app.desk.hall.players:
            return app.desk.hall.players[subject].division
        case _:
            return str(getattr(subject, "about", ""))


def dialogue(
    held: Callable[Concatenate[Ask, P], Coroutine[Any, Any, None]],
) -> Callable[Concatenate[DeskApp, P], None]:
    """Return a dialogue as something that a screen begins: ``suspend(app, player)``."""

    @wraps(held)
    def begin(app: DeskApp, /, *args: P.args, **named: P.kwargs) -> None:
        async def until_left() -> None:
            about = next(filter(None, (_about(app, subject) for subject in args)), "")
            # All that is said in it, and on its screens, is said by the sheet that it is about.
            said = of_official(app.desk.hall.official(about)) if about else nullcontext()
            with suppress(Left), said:
                await held(Ask(app), *args, **named)

        app.run_worker(until_left(), group="dialogue")

    return begin
