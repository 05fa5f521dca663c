"""A player's half while a clock is on the table, and when it changes by itself."""

from board_terminal.desk.due import timed_by
from board_terminal.pages import extras
from board_terminal.pages.look import Look
from board_terminal.view.keys import SIDE_KEYS
from board_terminal.view.view import Half, Tone
from shared.core.clock import face, low_time
from shared.core.day import Phase
from shared.core.match.outcome import SEATS, Seat
from shared.core.text.language import _, ngettext

TENTHS_MS = 10_000
"""Below this the face shows tenths of a second."""


def next_change(look: Look) -> int:
    """Return in how many ms the running display changes: a second, or a tenth below ten seconds."""
    reading, control = look.reading, look.session.control
    if reading is None or control is None or not control.clocked:
        return 0
    running = [reading.remaining[seat] for seat in SEATS if reading.runs[seat]]
    steps = [(left, 100 if left <= TENTHS_MS else 1_000) for left in running if left > 0]
    return min((left % step or step for left, step in steps), default=0)


def clock_half(look: Look, seat: Seat) -> Half:
    """Return a player's half with their clock as it reads now."""
    reading, session = look.reading, look.session
    side, name = look.side(seat), look.names[seat]
    if reading is None or session.control is None:
        return Half(name, side)
    moves = reading.moves[seat]
    count = ngettext("{count} move", "{count} moves", moves).format(count=moves)
    if not session.control.clocked:
        lines: tuple[str, ...] = (_("moves"),)
        big = str(moves)
        if timed_by(session):
            lines, big = (count,), extras.thinking(look, seat)
    else:
        lines, big = (count,), face(reading.remaining[seat])
        low_ms = look.book.low_time_ms
        if session.clock is not None and low_time(session.clock, look.at, low_ms)[seat]:
            lines = (count, _("ticks allowed (≤ {time})").format(time=face(low_ms)))
    word, key = "", ""
    tone: Tone = ""
    if reading.fallen[seat]:
        word, tone = _("■ FLAG DOWN"), "alarm"
    elif session.phase is Phase.PAUSED and session.clock and session.clock.runs[seat]:
        word = _("‖ paused, to move")
    elif session.phase is Phase.PAUSED:
        word = _("‖ paused")
    elif reading.runs[seat]:
        word = _("▶ THINKING") if session.control.clocked else _("▶ TO MOVE")
        tone, key = "run", SIDE_KEYS[seat]
    return Half(name, side, big, word, lines, tone, key)
