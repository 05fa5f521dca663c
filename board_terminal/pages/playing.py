"""While a game is played: the running clock, presses, and the time of an absent player."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.due import too_long
from board_terminal.desk.setting import side_named
from board_terminal.pages import extras
from board_terminal.pages.game_over import over
from board_terminal.pages.halves import clock_half, next_change
from board_terminal.pages.look import Look, Page, opening_line, seat_of
from board_terminal.view.keys import OVER, PAUSE, SIDE_KEYS, SIDES
from board_terminal.view.view import Tone, View
from shared.core.clock import Arrive, Here, Pause
from shared.core.day.entries import Clocked, Seated
from shared.core.match.outcome import SEATS, other
from shared.core.text.language import _
from shared.core.text.sentence import Sentence


def _playing(look: Look) -> View:
    """Show the running clock."""
    reading = look.reading
    runs = reading.runs if reading else (False, False)
    halves = (clock_half(look, 0), clock_half(look, 1))
    return View(
        "playing",
        halves=halves,
        message=(*(extras.lines(look) or opening_line(look)), *_too_long(look), *look.foot),
        board=look.board,
        board_at="below",
        sides=SIDES,
        choices=look.with_reports(OVER, PAUSE, *extras.choices(look)),
        grid=extras.grid(look),
        next_ms=next_change(look),
        asks=runs,
    )


def _too_long(look: Look) -> tuple[str, ...]:
    """Return that the director decides about a match beyond its time, which goes on (APCA-9)."""
    cap = too_long(look.session, look.at)
    if cap is None:
        return ()
    return (
        _("This match is over {minutes} min: the director decides ({clause}).").format(
            minutes=cap.ms // 60_000, clause=look.book.clause("imposed_clocks")
        ),
    )


def _absent(look: Look) -> View:
    """Show that an absent player's time runs, as the referee decided (ACF-1.VI.B)."""
    runs = look.reading.runs if look.reading else (False, False)
    halves = []
    for seat in SEATS:
        away = runs[seat] or not look.session.seated[seat]
        word = _("Not here. Time runs. Press here") if away else _("✓ here")
        tone: Tone = "ask" if away else "done"
        key = SIDE_KEYS[seat] if away else ""
        halves.append(replace(clock_half(look, seat), word=word, tone=tone, key=key))
    return View(
        "absent",
        halves=(halves[0], halves[1]),
        message=(
            _("The absent player's time runs. On arrival press your side."),
            *look.foot,
        ),
        sides=SIDES,
        choices=look.with_reports(),
        next_ms=next_change(look),
        asks=runs,
    )


def press(change: Change, rest: str) -> None:
    """End a side's turn by its key."""
    session, seat = change.session, seat_of(rest)
    if session.clock is not None and not session.clock.runs[seat]:
        name = side_named(change.desk.state, change.match, session, other(seat))
        change.say(Sentence("It is {name}'s turn.", name=name))
    else:
        change.press(seat)


def pause(change: Change, rest: str) -> None:
    """Stop both clocks (ACF-1.X.A.f)."""
    if change.enter(Clocked(Pause(change.at, Here("at_table")))):
        change.log_presses("pause")


def _arrive(change: Change, rest: str) -> None:
    """Note that an absent player has come: their time stops, or the game can be set up."""
    session, seat = change.session, seat_of(rest)
    if session.clock is not None and session.clock.runs[seat]:
        change.enter(Clocked(Arrive(seat, change.at)))
    elif not session.seated[seat]:
        change.enter(Seated(seat))


PLAYING = Page(_playing, {"side": press, "over": over, "pause": pause, **extras.DOES})
ABSENT = Page(_absent, {"side": _arrive})
