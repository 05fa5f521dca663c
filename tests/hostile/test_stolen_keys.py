"""A thief with a stolen key rewrites old events. The pinned ones still count."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

import pytest

from shared.core.events import (
    ALL_HELD,
    Actor,
    DeviceRevoked,
    Draft,
    Event,
    LogsPinned,
    PlayerRegistered,
    ResultSigned,
    entities,
)
from shared.core.match.outcome import Code, Outcome
from shared.net.keys import DeviceKeys
from shared.store.replica import Replica
from shared.wire.envelope import Signed, Stamp, read, seal
from tests.hall_server.test_commands import refused, run
from tests.hall_server.test_restore_cmds import own_keys, played, snapshot
from tests.node.hall_kit import MATCHES, PATIENCE_S, Hall, Running, a_hall, pairing, result
from tests.node.raw_kit import push

__all__ = ["played"]

T = TypeVar("T")

RESULT = entities.result(MATCHES[1])
LOST = ResultSigned(0, Outcome((Code.LOSS, Code.LOSS)))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def rewritten(keys: DeviceKeys, event: Event, number: int) -> Signed:
    """Return another event in the place of one; a hall's erases a player, a table's a result."""
    hall = event.kind.startswith("a.")
    body = PlayerRegistered(f"Nobody {number}", "masters") if hall else LOST
    draft = Draft(entities.player(f"x{number}") if hall else RESULT, body)
    stamp = Stamp(event.inc, event.seq, event.at, event.term, prev=event.prev)
    return seal(keys.sign, draft, stamp)[0]


def asked(node: Running, ask: Callable[[Replica], T]) -> T:
    """Return what a running node's replica answers, in the node's own thread."""
    answers: SimpleQueue[T] = SimpleQueue()
    node.node.call(lambda: answers.put(ask(node.node.replica)))
    return answers.get(timeout=PATIENCE_S)


def log_of(node: Running, author: str) -> list[Event]:
    """Return what a running node has of an author's, but for its notes."""
    signed = asked(node, lambda replica: replica.after(0, 10_000))
    events = [read(stored.signed) for stored in signed]
    return [event for event in events if event.node == author and event.kind != "a.logs.pinned"]


def until_pinned(node: Running, author: str, event: str) -> None:
    """Wait until a node has noted an event of an author's, or one that came after it."""
    number = next(e.seq for e in log_of(node, author) if e.id == event)
    for _ in range(int(PATIENCE_S / 0.1)):
        from_there = {bytes.fromhex(e.id) for e in log_of(node, author) if e.seq >= number}
        notes = asked(node, lambda replica: replica.fold.events_of(entities.pins()))
        bodies = [note.body for note in notes if note.node == node.node.node_id]
        heads = {h for body in bodies if isinstance(body, LogsPinned) for h in body.heads}
        if heads & from_there:
            return
        time.sleep(0.1)
    raise AssertionError("nobody has noted it")


def test_stolen_table_key_erases_no_result_and_the_referee_is_asked(hall: Hall) -> None:
    server, referee = hall.start_hall(), hall.start("referee-1", role="referee")
    server.file(pairing(1))
    table = hall.start("table-1")
    table.ears.until(lambda: "m-1" in table.ears.state.matches)
    table.file(result(1, 0, "W", "W"))
    last = table.file(result(1, 1, "W", "W"))
    referee.ears.until(lambda: referee.ears.state.matches["m-1"].result.status == "confirmed")
    keys = hall.keys("table-1")
    until_pinned(referee, keys.node, last)
    until_pinned(server, keys.node, last)
    hall.stop(table)

    own = log_of(referee, keys.node)
    # Any device may hand on what another has signed.
    push(hall, hall.keys("table-2"), *(rewritten(keys, event, n) for n, event in enumerate(own)))

    late = hall.start("kiosk-1", role="kiosk")
    for node in (server, referee, late):
        node.ears.until(lambda n=node: len(n.ears.state.forks) == 1)  # type: ignore[misc]
        [fork] = node.ears.state.forks
        assert [branch.event for branch in fork.branches if branch.counts] == [last]
        outcome = node.ears.state.matches["m-1"].result
        assert (outcome.status, outcome.outcome) == ("confirmed", Outcome((Code.WIN, Code.WIN)))

    stolen = DeviceRevoked(ALL_HELD, "stolen")
    referee.file(Draft(entities.device(keys.node), stolen, Actor("referee", "key")))
    for node in (server, referee, late):
        node.ears.until(lambda n=node: all(f.decided for f in n.ears.state.forks))  # type: ignore[misc]
        assert node.ears.state.matches["m-1"].result.status == "confirmed"
        assert not [a for a in node.ears.state.alarms if a.kind == "equivocation"]


def test_stolen_hall_key_erases_no_players(hall: Hall) -> None:
    server, referee = hall.start_hall(), hall.start("referee-1", role="referee")
    server.file(pairing(1))
    keys = hall.keys("hall")
    referee.ears.until(lambda: "m-1" in referee.ears.state.matches)
    own = log_of(referee, keys.node)
    paired = next(event for event in own if event.kind == "a.round.paired")
    until_pinned(referee, keys.node, paired.id)
    before = referee.ears.state

    push(hall, hall.keys("table-2"), *(rewritten(keys, event, n) for n, event in enumerate(own)))

    for node in (server, referee):
        node.ears.until(lambda n=node: bool(n.ears.state.forks))  # type: ignore[misc]
        state = node.ears.state
        assert (state.players, state.tables) == (before.players, before.tables)
        assert state.matches.keys() == before.matches.keys()


def test_a_thief_does_not_keep_the_chief_from_restoring_the_hall(played: Hall) -> None:
    """What a thief wrote into the log of a device is told of; the copy is sound all the same."""
    keys = played.keys("table-1")
    with closing(Replica(played.home / "hall.db", root_of(played), new_store_id="aa")) as replica:
        log = [read(stored.signed) for stored in replica.after(0, 10_000)]
        own = [event for event in log if event.node == keys.node]
        with replica.batch() as batch:
            batch.ingest(rewritten(keys, own[0], 0))
    copy, home = snapshot(played), played.folder / "restored"

    said = refused("verify", copy)
    assert "wrote two different entries" in said
    assert "sound" not in said
    restored = run("restore", copy, "--home", home, *own_keys(played))
    assert restored.exit_code == 0, restored.output
    assert (home / "hall.db").is_file()


def root_of(hall: Hall) -> bytes:
    return bytes(hall.root_key.verify_key)
