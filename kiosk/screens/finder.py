"""The screen on which players look themselves up: it shows a ``Visit`` and reports touches."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click, Key
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from kiosk.screens.answer_view import AnswerView
from kiosk.screens.choices import Choices
from kiosk.screens.letter_pad import ERASE, LetterPad
from kiosk.screens.top_line import LanguageBar, TopLine
from kiosk.visits.alphabets import Alphabets
from kiosk.visits.visit import LISTED, Touch, Visit
from shared.core.text.language import N_, _, ngettext
from shared.tui.action import PROGRAM, Action
from shared.tui.actions import ActionBar, bindings
from shared.tui.letters import Letters, in_letters

REFEREE, SCORE = N_("Referee"), N_("Score")
"""Tasks of the help."""
TAKE = Action("take", "enter", N_("Choose"), N_("Choose the marked player"))
BACK = Action("erase", "backspace", N_("Back"), N_("Take back a letter, or return to the list"))
ERASE_LETTER = replace(BACK, label=N_("Erase"))
ASK = Action(
    "ask", "tab", N_("Ask …"), N_("Check in, sign out, withdraw: the referee confirms"), REFEREE
)
STANDING = Action(
    "standing", "f2", N_("Standing"), N_("How you stand, and why, round by round"), SCORE
)
LANGUAGE = Action("language", "f3", N_("Language"), N_("The next language, for you alone"), PROGRAM)
LEAVE = Action("leave", "escape", N_("Done"), N_("Return to the lobby; your name is forgotten"))
UP = Action("up", "up", N_("Up"), N_("Mark the player above"))
DOWN = Action("down", "down", N_("Down"), N_("Mark the player below"))


@dataclass(frozen=True, slots=True)
class FinderView:
    """Everything that the finder says at one moment; ``drawn`` is the map of the hall and
    ``alphabets`` are the letters that can be tapped, ``sizes`` those of an answer,
    the wanted ones first."""

    tournament: str
    time: str
    visit: Visit
    drawn: tuple[str, ...]
    map_title: str
    foot: str
    language: str
    alphabets: Alphabets
    sizes: tuple[Letters, ...] = ()


class Finder(Screen[None]):
    """Shows a ``FinderView``; says ``Touched`` and decides nothing."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        TAKE, UP, DOWN, ASK, STANDING, LANGUAGE, BACK, LEAVE,
    )  # fmt: skip
    BINDINGS = bindings(ACTIONS)

    class Touched(Message):
        """A touch: what it means, with the letter or the line it means."""

        def __init__(self, touch: Touch, sign: str = "", line: int = 0) -> None:
            super().__init__()
            self.touch: Touch = touch
            self.sign = sign
            self.line = line

    class Opened(Message):
        """The screen is composed and wants to be shown its view."""

    def __init__(self, *, with_pad: bool) -> None:
        super().__init__()
        self.with_pad = with_pad

    def compose(self) -> ComposeResult:
        yield TopLine(LanguageBar())
        yield Static("", id="typed", markup=False)
        with Vertical(id="found"):
            yield Static("", id="sentence", markup=False)
            yield Choices()
            yield Static("", id="text", markup=False)
            yield Static("", id="more", markup=False)
            yield AnswerView()
        yield LetterPad()
        yield Static("", id="finder-foot", markup=False)
        yield ActionBar()

    def on_mount(self) -> None:
        self.post_message(self.Opened())

    def show(self, view: FinderView) -> None:
        """Bring the screen up to date; news may come before it is composed, and then it waits."""
        if not self.is_mounted:
            return
        visit = view.visit
        self.query_one(TopLine).show(view.tournament, view.time)
        self.query_one(LanguageBar).show(view.language, LANGUAGE.key_words)
        pad = self.query_one(LetterPad)
        pad.show(view.alphabets)
        pad.display = self.with_pad and visit.player is None
        self.set_class(bool(pad.display), "padded")
        asked = _("Your name:") + f"  {visit.session.typed}"
        letters = self._letters(view, asked, padded=bool(pad.display))
        self.set_class(letters is not None, "large")
        rows = (asked,) if letters is None else letters.drawn(asked)
        self.query_one("#typed", Static).update("\n".join(f"{row}▏" for row in rows))
        sentence = self.query_one("#sentence", Static)
        sentence.update(in_letters(letters, visit.sentence, self.app.size.width - 4))
        sentence.display = bool(visit.sentence)
        text = self.query_one("#text", Static)
        text.update("\n".join(visit.text[visit.session.marked :]))
        text.display = bool(visit.text)
        found = max(len(visit.found), len(visit.lines))
        room = LISTED if letters else self._room(found, padded=bool(pad.display))
        shown = visit.lines[:room]
        choices = self.query_one(Choices)
        taken = self._taken(letters, visit, padded=bool(pad.display)) if letters else 0
        sizes = view.sizes[view.sizes.index(letters) :] if letters else ()
        choices.show(shown, visit.session.marked, sizes, self.app.size.height - taken)
        choices.display = bool(shown)
        self._show_more(found - len(shown))
        answer = self.query_one(AnswerView)
        answer.display = visit.answer is not None
        self.set_class(visit.answer is not None, "answered")
        if visit.answer is not None:
            answer.show(visit.answer, view.drawn, view.map_title, view.sizes)
        self.query_one("#finder-foot", Static).update(view.foot)
        self.query_one(ActionBar).show(_actions(visit))

    def _letters(self, view: FinderView, asked: str, *, padded: bool) -> Letters | None:
        """Return the first letters in which prompt and sentence leave room for the list."""
        visit, size = view.visit, self.app.size
        if visit.answer is not None or visit.text or self.has_class("compact"):
            return None
        for letters in view.sizes:
            rows = self._taken(letters, visit, padded=padded) + min(LISTED, len(visit.lines))
            if rows <= size.height and letters.width(asked) < size.width - 8:
                return letters
        return None

    def _taken(self, letters: Letters, visit: Visit, *, padded: bool) -> int:
        """Return the rows of everything but the list, with prompt and sentence in ``letters``."""
        lines = 1 + len(letters.wrapped(visit.sentence, self.app.size.width - 4))
        return 8 + letters.rows * lines + 11 * padded

    def _room(self, count: int, *, padded: bool) -> int:
        """Return how many lines of the list fit; one is kept for "and n more" if not all do."""
        height, compact = self.app.size.height, self.has_class("compact")
        taken = 6 if compact else 8 if padded else 10
        pad = 0 if not padded else 6 if compact else 11
        room = max(1, height - taken - pad)
        return min(LISTED, room if count <= min(room, LISTED) else max(1, room - 1))

    def _show_more(self, count: int) -> None:
        more = self.query_one("#more", Static)
        more.display = count > 0
        words = ngettext(
            "and {count} more – type another letter",
            "and {count} more – type another letter",
            count,
        )
        more.update(words.format(count=count))

    def on_key(self, event: Key) -> None:
        if event.character is not None and event.is_printable:
            event.stop()
            event.prevent_default()
            if event.character.isdigit():
                line = int(event.character) - 1
                self.post_message(self.Touched("choose", line=line))
            else:
                self.post_message(self.Touched("type", sign=event.character))

    def on_letter_pad_tapped(self, message: LetterPad.Tapped) -> None:
        message.stop()
        if message.sign == ERASE:
            self.post_message(self.Touched("erase"))
        else:
            self.post_message(self.Touched("type", sign=message.sign))

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        message.stop()
        self.post_message(self.Touched("choose", line=message.number))

    def on_click(self, event: Click) -> None:
        """Show the letters to tap: a finger follows the key that woke the screen."""
        event.stop()
        self.with_pad = True
        self.post_message(self.Touched("type"))

    def action_take(self) -> None:
        self.post_message(self.Touched("take"))

    def action_erase(self) -> None:
        self.post_message(self.Touched("erase"))

    def action_ask(self) -> None:
        self.post_message(self.Touched("ask"))

    def action_standing(self) -> None:
        self.post_message(self.Touched("standing"))

    def action_language(self) -> None:
        self.post_message(LanguageBar.Chosen())

    def action_leave(self) -> None:
        self.post_message(self.Touched("leave"))

    def action_up(self) -> None:
        self.post_message(self.Touched("up"))

    def action_down(self) -> None:
        self.post_message(self.Touched("down"))


def _actions(visit: Visit) -> tuple[Action, ...]:
    """Return what can be done now, for the footer."""
    if not visit.session.typed:
        return (LEAVE, LANGUAGE)
    if visit.answer is not None:
        asks = (ASK,) if visit.wishes else ()
        return (BACK, LEAVE, *asks, STANDING)
    if visit.text:
        return (DOWN, UP, BACK, LEAVE)
    back = ERASE_LETTER if visit.player is None else BACK
    return (*((TAKE,) if visit.lines else ()), back, LEAVE)
