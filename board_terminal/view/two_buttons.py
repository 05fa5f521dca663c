"""Two buttons, one a side, do everything on a screen. Pure: every stamp is a parameter.

A side that is asked presses its button: it answers at once, whatever menu is open. If only one side
is asked, the other's button walks through the choices, and the choice it rests on is done. If
neither is asked, left moves on and right takes. If both are asked, both buttons together open the
menu. A single press only answers for its side, or shows where it would go.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from board_terminal.view.view import View
from shared.core.match.outcome import Seat, other
from shared.core.text.language import _

REST_MS = 3_000
"""A choice is done after the button of the side that is not asked rests on it this long."""

TOGETHER_MS = 300
"""Two presses within this are one press of both."""

CLOSE = "close"
"""The place of a menu that closes it, beside the choices of the view."""

Way = Literal["press", "walk", "menu"]
"""Both sides are asked; one is; neither is, or the menu is open."""


class Buttons(Struct, frozen=True):
    """Where the buttons stand. ``page`` is what they stand on, ``focus`` a command of it.

    ``since`` is when the focus came to rest. ``down`` is a button whose press waits for the other
    to come with it, since ``down_at``. Stamps are monotonic ms.
    """

    page: str = ""
    is_open: bool = False
    focus: str = ""
    since: int = 0
    down: Seat | None = None
    down_at: int = 0


class Step(Struct, frozen=True):
    """What the buttons came to, and the command to carry out at ``at``, "" for none."""

    buttons: Buttons
    command: str = ""
    at: int = 0


def asked(view: View) -> tuple[bool, bool]:
    """Of which sides the view wants a press."""
    sides = {choice.does for choice in view.sides}
    return (view.asks[0] and "side:0" in sides, view.asks[1] and "side:1" in sides)


def way(buttons: Buttons, view: View) -> Way:
    """Return what the buttons are for at this moment."""
    first, second = asked(view)
    if first != second:
        return "walk"
    return "press" if first and not _on(buttons, view).is_open else "menu"


def meaning(buttons: Buttons, view: View, seat: Seat) -> str:
    """Return what the button of ``seat`` does now: a held button goes on with nothing else.

    It may move on where the other button takes; every step of a lone button is pressed anew.
    """
    now, on = way(buttons, view), _on(buttons, view)
    if now == "press" or (now == "walk" and asked(view)[seat]):
        return f"{on.page} side:{seat}"
    if now == "menu" and seat == 0:
        return "move on"
    return f"{on.page} {on.focus} {on.since}"


def pressed(buttons: Buttons, view: View, seat: Seat, at: int) -> Step:
    """Take the press of the button of ``seat`` at ``at``; ``passed`` has been called before."""
    now, buttons = way(buttons, view), _on(buttons, view)
    if now == "walk":
        if asked(view)[seat]:
            return Step(buttons, f"side:{seat}", at)
        focus = _after(buttons.focus, _commands(view)) if buttons.is_open else ""
        return Step(replace(buttons, is_open=True, focus=focus, since=at))
    if buttons.down == other(seat):
        calm = replace(buttons, down=None)
        if now == "press":
            return Step(replace(calm, is_open=True, focus=CLOSE, since=at))
        return Step(calm)
    if now == "menu" and (seat == 0 or not buttons.focus):
        return Step(replace(buttons, focus=_after(buttons.focus, _ring(view)), since=at))
    if now == "menu" and at - buttons.since < TOGETHER_MS:
        return Step(buttons)
    return Step(replace(buttons, down=seat, down_at=at)) if buttons.down is None else Step(buttons)


def passed(buttons: Buttons, view: View, at: int) -> Step:
    """Let time pass: what rested long enough is done, a press that came alone is carried out."""
    now, buttons = way(buttons, view), _on(buttons, view)
    if buttons.down is not None and at - buttons.down_at >= TOGETHER_MS:
        seat, calm = buttons.down, replace(buttons, down=None)
        if now == "press":
            return Step(calm, f"side:{seat}", at)
        if calm.focus == CLOSE:
            return Step(Buttons(page(view)))
        kept = Buttons(calm.page) if calm.is_open else replace(calm, since=at)
        return Step(kept, calm.focus, at)
    if now == "walk" and buttons.is_open and at - buttons.since >= REST_MS:
        done = replace(buttons, focus="", since=at, is_open=bool(buttons.focus))
        return Step(done, buttons.focus, at)
    return Step(buttons)


def due_ms(buttons: Buttons, view: View, at: int) -> int:
    """In how many ms ``passed`` or ``shown`` says something new; 0 for never."""
    buttons = _on(buttons, view)
    if buttons.down is not None:
        return max(1, TOGETHER_MS - (at - buttons.down_at))
    if way(buttons, view) == "walk" and buttons.is_open:
        left = max(1, REST_MS - (at - buttons.since))
        return left % 1_000 or 1_000
    return 0


def shown(buttons: Buttons, view: View, at: int) -> View:
    """Return the view with the focus in it, and a line of what the buttons do."""
    now, on = way(buttons, view), _on(buttons, view)
    due = min((ms for ms in (view.next_ms, due_ms(buttons, view, at)) if ms), default=0)
    view = replace(view, next_ms=due)
    if now == "press":
        return replace(view, message=(*view.message, _("Both buttons together: the menu.")))
    if now == "menu" and (_commands(view) or on.is_open):
        words = _("Left button moves on, right button takes it")
        if on.focus == CLOSE:
            words = _("▸ Close the menu ◂ left moves on, right takes")
    elif now == "walk" and on.is_open:
        left = -(-(REST_MS - (at - on.since)) // 1_000)
        label = next((c.label for c in view.choices if c.does == on.focus), "")
        words = _("Not asked of this side now. Again: the menu")
        if on.focus:
            words = _("▸ {choice} ◂ in {count} s. Again: moves on").format(
                choice=label or _named(view, on.focus), count=left
            )
    else:
        return view
    return replace(view, title=words, corner="", focus=on.focus)


def page(view: View) -> str:
    """Return what tells one question from the next."""
    return f"{view.phase} {view.headline} {asked(view)}"


def _on(buttons: Buttons, view: View) -> Buttons:
    """Return the buttons as they stand on this view: on a new page nothing has the focus."""
    here = page(view)
    if buttons.page != here:
        walks = asked(view)[0] != asked(view)[1]
        same_walk = walks and buttons.is_open and buttons.page.endswith(str(asked(view)))
        return Buttons(here, is_open=same_walk, since=buttons.since)
    if buttons.focus and buttons.focus not in _ring(view):
        return replace(buttons, focus="")
    return buttons


def _commands(view: View) -> tuple[str, ...]:
    return tuple(dict.fromkeys(choice.does for choice in view.choices if choice.does))


def _ring(view: View) -> tuple[str, ...]:
    closes = (CLOSE,) if all(asked(view)) else ()
    return (*closes, *_commands(view))


def _after(focus: str, ring: tuple[str, ...]) -> str:
    if not ring:
        return ""
    return ring[(ring.index(focus) + 1) % len(ring)] if focus in ring else ring[0]


def _named(view: View, command: str) -> str:
    return next((c.help for c in view.choices if c.does == command), command)
