"""Reaches a hall's replica for a command: over the wire where the hall runs, else its file.

A running hall holds its file alone, so a command joins as one more node with the hall's key,
works on a replica of its own, and hands in what it wrote.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from nacl.signing import SigningKey

from hall_server.evidence import read_evidence
from shared.clocks import monotonic_ms, wall_ms
from shared.core.events import Draft
from shared.core.private import Known
from shared.net.address import HallAddress
from shared.net.keys import DeviceKeys
from shared.node.follower import FollowerNode
from shared.node.home import Membership, engine_home, load
from shared.port import HallChanged, Link, LinkChanged, Stopped, Told
from shared.store.errors import CannotOpen
from shared.store.replica import Author, Replica
from shared.store.sealing import Opener, Reader
from shared.wire.envelope import node_of

LOOPBACK = "127.0.0.1"
PATIENCE_S = 10.0


class Unreachable(ConnectionError):
    """The hall does not answer; the sentence says what to do."""


class Reached:
    """A hall's replica, up to date, and the hall's key to write with."""

    def __init__(self, replica: Replica, membership: Membership, keys: DeviceKeys, inc: str):
        self.replica = replica
        self.membership = membership
        self.keys = keys
        self._author = Author(keys.sign, inc)
        self.wrote = False
        self.live = False
        """Whether the folder is served at this moment."""

    def append(self, *drafts: Draft) -> None:
        """Write events; they are durable at the hall when the ``reach`` block ends."""
        self._append(self._author, drafts)

    def append_as(self, key: SigningKey, *drafts: Draft) -> None:
        """The same under another key: the tournament key, for what it alone may say."""
        self._append(Author(key, self._author.inc), drafts)

    def private(self) -> dict[str, Known]:
        """Players' private facts by id, as far as the key of this folder opens them."""
        opener = Opener(Reader(self.keys.node, self.keys.curve_secret))
        return opener.known(self.replica.state.private)

    def _append(self, author: Author, drafts: Sequence[Draft]) -> None:
        with self.replica.batch() as batch:
            for draft in drafts:
                batch.append(author, draft, at=wall_ms())
        self.wrote = True


@contextmanager
def reach(home: Path) -> Iterator[Reached]:
    """Reach the hall that lives in ``home``. Raises NotSetUp, StoreError or Unreachable.

    Where a standby runs in ``home``, that is the hall which it follows.
    """
    membership, keys = load(home)
    pinned = membership.halls[0]
    served = read_evidence(home)
    hall = pinned.at(f"{LOOPBACK}:{pinned.sync_port}")
    if served is not None and served.hall is not None:
        hall = HallAddress(*served.hall)
    with TemporaryDirectory() as folder:
        try:
            replica = _open(home, membership, keys)
            live = False
        except CannotOpen as error:
            if "in use" not in str(error):
                raise
            live = True
            _visit(Path(folder), membership, keys, hall, until=lambda link, _: link.state == "live")
            replica = _open(Path(folder), membership, keys)
        inc = engine_home(home, membership.root_key, keys).instance
        reached = Reached(replica, membership, keys, inc)
        reached.live = live
        try:
            yield reached
        finally:
            replica.close()
        if live and reached.wrote:
            _visit(
                Path(folder),
                membership,
                keys,
                hall,
                until=lambda link, unsent: link.state == "live" and not unsent,
            )


def _open(folder: Path, membership: Membership, keys: DeviceKeys) -> Replica:
    fresh = engine_home(folder, membership.root_key, keys)
    return Replica(folder / "hall.db", membership.root_key, new_store_id=fresh.new_store_id)


def _visit(
    folder: Path,
    membership: Membership,
    keys: DeviceKeys,
    hall: HallAddress,
    *,
    until: Callable[[Link, frozenset[str]], bool],
) -> None:
    """Be a node of the running hall until ``until`` holds."""
    own = engine_home(folder, membership.root_key, keys)
    node = FollowerNode(
        replace(own, also=(node_of(membership.root_key),), keeps_private=False),
        hall,
        role="hall",
        wall=wall_ms,
        monotonic=monotonic_ms,
    )
    done = threading.Event()
    link, unsent, trouble = Link("starting", 0), frozenset[str]({"not told yet"}), ""

    def told(what: Told) -> None:
        nonlocal link, unsent, trouble
        match what:
            case LinkChanged():
                link = what.link
                trouble = link.sentence
            case HallChanged():
                unsent = what.unsent
            case Stopped():
                trouble = what.sentence
            case _:
                pass
        if until(link, unsent):
            done.set()

    node.start(told)
    try:
        if not done.wait(PATIENCE_S):
            raise Unreachable(
                trouble
                or "The hall's file is in use, but no hall answers on this machine. Is another"
                " program using it? Nothing was changed."
            )
    finally:
        node.stop()
