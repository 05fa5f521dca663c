"""What robots play next in a division: the next drawn round, or in open play the next calls.

Pure: the caller publishes it.
"""

import secrets
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.boards import ToCall, called, free_tables
from hall_server.referee.derived.pairing.draft_round import HowDrawn, Start, publication, seats
from shared.core.events import Draft
from shared.core.state import Division
from shared.core.text.sentence import Sentence
from shared.machine.clocks import wall_ms
from shared.node.home import load
from shared.pairing import PairingImpossible, Systems
from shared.pairing.open_play import who_sits_down
from shared.pairing.places import is_final
from shared.pairing.types import Decided
from shared.port import Link
from shared.store.batch import Author
from shared.store.replica import Replica


def next_round(
    moment: Moment,
    division: Division,
    number: int,
    seed: str,
    token: Callable[[], str],
    witness: str = "rehearsal",
) -> tuple[Draft, ...]:
    """Return the events of what is played together as round ``number``.

    Raises Decided if all is played, and PairingImpossible if no match can be.
    """
    if division.book.pairing_system == "open_play":
        return _calls(moment, division, token)
    drawn = Systems().pair(moment.state, division.id, number, seed)
    if not drawn.pairs:
        raise PairingImpossible(Sentence("Nobody is there to be paired."))
    seated = seats(moment, division.id, drawn.pairs)
    if seated.trouble:
        raise PairingImpossible(seated.trouble)
    how = HowDrawn(seed, (witness,))
    return (
        publication(division, number, (drawn, seated.tables), how, Start(moment.now_ms), token),
    )


def _calls(moment: Moment, division: Division, token: Callable[[], str]) -> tuple[Draft, ...]:
    """Return calls for players who have not met, one for each free table (APCA-31)."""
    if is_final(moment.state, division.id):
        raise Decided(Sentence("Everybody has met everybody."))
    tables = free_tables(moment, division)
    pairs = who_sits_down(moment.state, division, len(tables))
    if not pairs:
        raise PairingImpossible(Sentence("No two players and a table are free together."))
    return tuple(
        called(moment, ToCall(division, pair, table), token())
        for pair, table in zip(pairs, tables, strict=False)
    )


def opened(home: Path) -> Replica:
    """Open the log of a folder; the caller closes it. Raises NotSetUp or StoreError."""
    membership, _ = load(home)
    return Replica(home / "hall.db", membership.root_key, new_store_id=secrets.token_hex(8))


def publish_first_round(home: Path, division: str, seed: str, witness: str) -> None:
    """Publish round 1 of a division, or call its first matches, with the hall's key."""
    _, keys = load(home)
    with closing(opened(home)) as replica:
        now, author = wall_ms(), Author(keys.sign, secrets.token_hex(8))
        moment = Moment(replica.state, Link("live", 0), now)
        token = partial(secrets.token_hex, 8)
        round_1 = next_round(moment, replica.state.divisions[division], 1, seed, token, witness)
        with replica.batch() as batch:
            for draft in round_1:
                batch.append(author, draft, at=now)
