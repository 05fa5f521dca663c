"""Before a match: the choice of a language for both players, or for one of them."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.desk.languages import spoken
from board_terminal.pages.look import Look
from board_terminal.pages.page import Page, seat_of
from board_terminal.view.keys import BACK, GAP, LANGUAGE, SIDE_KEYS, SIDES
from board_terminal.view.view import Choice, Half, View
from shared.core.match.outcome import SEATS
from shared.core.text.language import N_, _
from shared.machine.languages import LANGUAGES

_KEYS = ("7", "8", "9", "4", "5", "6")
_GRID = 3
_BACK = replace(BACK, also=(*BACK.also, LANGUAGE.key))
_FOR_BOTH = N_("The table speaks this language to both players")


class Language(Ask, frozen=True):
    """In which language the table speaks."""


def ask(change: Change, rest: str) -> None:
    """Ask for a language while both sit down."""
    change.ask(Language())


def _shown(look: Look) -> View:
    """Show a button for each language for both; a side's key goes on to its own next one."""
    halves = [
        Half(
            look.names[seat],
            word=LANGUAGES[look.desk.languages.of(seat)],
            tone="ask",
            key=SIDE_KEYS[seat],
        )
        for seat in SEATS
    ]
    buttons = [
        Choice(f"language:{code}", key, name, _FOR_BOTH)
        for key, (code, name) in zip(_KEYS, LANGUAGES.items(), strict=False)
    ]
    return View(
        "language",
        headline=_in_all(),
        halves=(halves[0], halves[1]),
        message=(_("Your side: for you alone. Buttons: for both."),),
        sides=SIDES,
        choices=(*buttons, *(GAP,) * (-(len(buttons) + 1) % _GRID), _BACK),
        grid=_GRID,
        asks=(True, True),
    )


def _in_all() -> str:
    """Return the question in every language, for players who cannot read this one."""
    words = []
    for code in LANGUAGES:
        with spoken(code):
            words.append(_(LANGUAGE.label))
    return " · ".join(dict.fromkeys(words))


def _next(change: Change, rest: str) -> None:
    """Go on to a side's own next language."""
    change.speak(change.desk.languages.next_for(seat_of(rest)))


def _for_both(change: Change, rest: str) -> None:
    if rest in LANGUAGES:
        change.ask(None)
        change.speak(change.desk.languages.for_both(rest))


CHOOSING = Page(_shown, {"side": _next, "language": _for_both})
