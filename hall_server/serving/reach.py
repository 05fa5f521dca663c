"""Reaches a hall's replica for a command: over the wire if the hall runs, otherwise its file.

Only a running hall can open its file. So a command joins as one more node with the hall's key,
works on a replica of its own, and sends what it wrote.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from nacl.signing import SigningKey

from hall_server.serving.evidence import read_evidence
from shared.core.events import Draft
from shared.core.state import EMPTY, HallState
from shared.core.state.office import Known
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress
from shared.net.keys import DeviceKeys
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import Membership, engine_home, load
from shared.node.view import NodeLink
from shared.port import HallChanged, Link, LinkChanged, Stopped, Told
from shared.store.batch import Author
from shared.store.errors import CannotOpen
from shared.store.replica import Replica
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
        """Whether the folder is served now."""

    def append(self, *drafts: Draft) -> None:
        """Write events. They are durable at the hall when the ``reach`` block ends."""
        self._append(self._author, drafts)

    def append_as(self, key: SigningKey, *drafts: Draft) -> None:
        """Write events under the tournament key."""
        self._append(Author(key, self._author.inc), drafts)

    def private(self) -> dict[str, Known]:
        """Return players' private facts by id, as far as this folder's key opens them."""
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

    If a standby runs in ``home``, reach the hall that it follows.
    """
    membership, keys = load(home)
    with TemporaryDirectory() as folder:
        try:
            replica = _open(home, membership, keys)
            live = False
        except CannotOpen as error:
            if "in use" not in str(error):
                raise
            live = True
            _visit(home, Path(folder), hand_in=False)
            replica = _open(Path(folder), membership, keys)
        inc = engine_home(home, membership.root_key, keys).instance
        reached = Reached(replica, membership, keys, inc)
        reached.live = live
        try:
            yield reached
        finally:
            replica.close()
        if live and reached.wrote:
            _visit(home, Path(folder), hand_in=True)


def _served_at(home: Path, membership: Membership) -> HallAddress:
    """Return where a command on this machine finds the hall of its folder."""
    served = read_evidence(home)
    if served is not None and served.hall is not None:
        return HallAddress(*served.hall)
    pinned = membership.halls[0]
    return pinned.at(f"{LOOPBACK}:{pinned.sync_port}")


def _open(folder: Path, membership: Membership, keys: DeviceKeys) -> Replica:
    fresh = engine_home(folder, membership.root_key, keys)
    file = folder / "hall.db"
    return Replica(file, membership.root_key, new_store_id=fresh.new_store_id, node=keys.node)


class Visitor:
    """What a running node has told, and a way to wait for more."""

    def __init__(self, node: Engine[NodeLink]) -> None:
        self.node = node
        self._changed = threading.Condition()
        self.state: HallState = EMPTY
        self.link = Link("starting", 0)
        self.unsent: frozenset[str] = frozenset({"not told yet"})
        self.trouble = ""

    def hear(self, told: Told) -> None:
        """Hear what the node tells, in its thread."""
        with self._changed:
            match told:
                case LinkChanged(link=link):
                    # The state is told a moment later; in this thread it is there already.
                    self.state = self.node.state
                    self.link = link
                    self.trouble = link.sentence
                case HallChanged(state=state, unsent=unsent):
                    self.state, self.unsent = state, unsent
                case Stopped(sentence=sentence):
                    self.trouble = sentence
                case _:
                    return
            self._changed.notify_all()

    def wait(self, until: Callable[[], bool], seconds: float) -> bool:
        """Return whether ``until`` holds within so many seconds; each thing told asks it again."""
        with self._changed:
            return self._changed.wait_for(until, seconds)

    @property
    def handed_in(self) -> bool:
        """Return whether the hall has everything that was written here."""
        return self.link.state == "live" and not self.unsent


@contextmanager
def visiting(home: Path, folder: Path) -> Iterator[Visitor]:
    """Be a node of the hall that runs in ``home``, under its key, with a replica in ``folder``.

    Raises NotSetUp, or Unreachable if no hall answers.
    """
    membership, keys = load(home)
    own = engine_home(folder, membership.root_key, keys)
    node = Engine(
        replace(own, also=(node_of(membership.root_key),), keeps_private=False),
        FollowerLink(_served_at(home, membership), role="hall"),
        wall=wall_ms,
        monotonic=monotonic_ms,
    )
    visitor = Visitor(node)
    node.start(visitor.hear)
    try:
        if not visitor.wait(lambda: visitor.link.state == "live", PATIENCE_S):
            raise Unreachable(visitor.trouble or "")
        yield visitor
    finally:
        node.stop()


def _visit(home: Path, folder: Path, *, hand_in: bool) -> None:
    """Fetch what the running hall has, or send what was written in ``folder``."""
    try:
        with visiting(home, folder) as visitor:
            if not hand_in or visitor.wait(lambda: visitor.handed_in, PATIENCE_S):
                return
            raise Unreachable(visitor.trouble)
    except Unreachable as error:
        raise Unreachable(
            str(error)
            or "The hall's file is in use, but no hall answers on this machine. Does another"
            " program use it? Nothing was changed."
        ) from error
