"""The log in a node's folder that no program has open."""

import secrets
from contextlib import closing
from functools import partial
from pathlib import Path

from hall_server.play.next_round import next_round
from hall_server.referee.derived.moment import Moment
from shared.machine.clocks import wall_ms
from shared.node.home import load
from shared.port import Link
from shared.store.batch import Author
from shared.store.replica import Replica


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
