"""What a rehearsal plays next in a division: the next drawn round, or calls where none is drawn.

Pure. Publishes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from hall_server.referee.moment import Moment
from hall_server.referee.pairing.boards import called, free_tables
from hall_server.referee.pairing.draft_round import publication, seats
from shared.core.events import Draft
from shared.core.state import Division
from shared.pairing import PairingImpossible, Systems
from shared.pairing.play_board import open_play_now
from shared.pairing.types import Decided


def next_round(
    moment: Moment, division: Division, number: int, seed: str, token: Callable[[], str]
) -> tuple[Draft, ...]:
    """Everything that is played together as round ``number``, to be written.

    Raises Decided where all is played, and PairingImpossible where nothing can be.
    """
    if division.book.pairing_system == "open_play":
        return _calls(moment, division, token)
    drawn = Systems().pair(moment.state, division.id, number, seed)
    if not drawn.pairs:
        raise PairingImpossible("Nobody is there to be paired.")
    seated = seats(moment, division.id, drawn.pairs)
    if seated.trouble:
        raise PairingImpossible(seated.trouble)
    draft = publication(
        (division.id, number),
        drawn,
        seated.tables,
        starts_at=moment.now_ms,
        seed=seed,
        names=("rehearsal",),
        notes=(),
        token=token,
        venue=division.venue,
    )
    return (draft,)


def _calls(moment: Moment, division: Division, token: Callable[[], str]) -> tuple[Draft, ...]:
    """As many who are free and have not met as there are free tables (APCA-31)."""
    play = open_play_now(moment.state, division)
    open_pairs = {player: play.can_play_now(player) for player in sorted(play.status)}
    if not any(play.unmet(player) for player in open_pairs):
        raise Decided("Everybody has met everybody.")
    tables = iter(free_tables(moment, division))
    busy: set[str] = set()
    drafts = []
    for player, others in open_pairs.items():
        opponent = next((other for other in others if other not in busy), None)
        if player in busy or opponent is None:
            continue
        table = next(tables, None)
        if table is None:
            break
        busy |= {player, opponent}
        drafts.append(called(moment, division, (player, opponent), table, token()))
    if not drafts:
        raise PairingImpossible("No two players and a table are free together.")
    return tuple(drafts)
