"""Entering an action at the scoreboard of a match of points. A void action leaves a hint."""

from board_terminal.changes.change import Change
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import Win
from shared.core.day import Phase
from shared.core.day.entries import Acted
from shared.core.events import GAME_END
from shared.core.match.outcome import Seat

WINS = {str(win.value): win for win in Win}
_IN_GAME = (Phase.PLAYING, Phase.PAUSED)


def act(change: Change, action: a.Action) -> bool:
    """Enter an action; with the end of a game its presses go into the log."""
    before = change.phase
    if not change.enter(Acted(action)):
        return False
    change.ask(None)
    if before in _IN_GAME and change.phase not in _IN_GAME:
        change.log_presses(GAME_END)
    return True


def press_for(change: Change, seat: Seat) -> None:
    """Start the other's time, where a clock runs for ``seat``."""
    clock = change.session.clock
    if change.phase is Phase.PLAYING and clock is not None and clock.runs[seat]:
        change.press(seat)
