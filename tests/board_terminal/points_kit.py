"""A table at which a match of points is played, for tests of the scoreboard."""

from shared.core.backgammon import Scoreboard
from shared.core.day.points import scoreboard_of
from tests.board_terminal.table_kit import Kit, round_one, state_of

MINUTE = 60_000


def table(book: str = "usbgf-open", control: str = "2/12", length: int = 7) -> Kit:
    """Return a table whose players have sat down and accepted what they play with."""
    state = state_of(round_one(length=length), control=control, rulebook=book)
    return Kit(state, dice=(0,)).do("side:0", "side:1", "side:0", "side:1")


def game(kit: Kit, seat: int, win: int = 1) -> Kit:
    """Play a game that ``seat`` begins and wins: 1 single, 2 gammon, 3 backgammon."""
    return kit.do(f"side:{seat}", "over", f"won:{seat}:{win}", after=1_000)


def opened(seat: int) -> tuple[str, ...]:
    """``seat`` wins the opening roll, and both end a turn: ``seat`` is to move and may double."""
    return (f"side:{seat}", f"side:{seat}", f"side:{1 - seat}")


def board(kit: Kit) -> Scoreboard:
    session = kit.driver.desk.session
    assert session is not None
    return scoreboard_of(session)
