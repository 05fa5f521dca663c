"""The words of an announcement: the referee's own, or the program's in the spoken language."""

from shared.core.state import HallState
from shared.core.state.office import Announcement
from shared.core.text.language import _
from shared.tui.times import clock_time, duration


def announced_words(state: HallState, said: Announcement) -> str:
    match said.about:
        case "call":
            player = state.players.get(said.player)
            name = player.name if player is not None else said.player
            return _("{name}, please come to the referee's desk.").format(name=name)
        case "lowder":
            return lowder_words(state, said.division, said.until)
        case "claims":
            return claims_words(state, said.division, said.until)
        case _:
            return said.text


def claims_words(state: HallState, division: str, until: int) -> str:
    """Return the announcement that results may be disputed until ``until`` (UTC ms)."""
    zone = state.tournament.zone if state.tournament is not None else "UTC"
    known = state.divisions.get(division)
    words = _(
        "{division}: the standings are provisional. Claims about results until {time}, at the"
        " referee's desk. Then prizes are paid."
    )
    name = known.name if known is not None else division
    return words.format(division=name, time=clock_time(until, zone))


def lowder_words(state: HallState, division: str, ends_at: int) -> str:
    """Return the announcement of the round's end (``ends_at``, UTC ms), with the time for a move.

    The referee may ask for each move within that time (ACF-1.X.B.c).
    """
    zone = state.tournament.zone if state.tournament is not None else "UTC"
    ends = _("The round ends {time}.").format(time=clock_time(ends_at, zone))
    known = state.divisions.get(division)
    if known is None or known.unreadable or known.book.lowder is None:
        return ends
    may = _("The referee may ask for each move within {time} ({clause}).")
    return f"{ends} " + may.format(
        time=duration(known.book.lowder.move_ms), clause=known.book.clause("lowder")
    )
