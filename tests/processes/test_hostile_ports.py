"""Hostile bytes at each port of a hall in a process of its own: random, cut short, too large, of
the wrong kind. The hall lives, serves its tables, keeps its memory, and takes nothing in."""

import random
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import zmq

from shared.core.events import Draft, EnrolmentSet, entities
from shared.machine.clocks import wall_ms
from shared.net.gate import FEED
from shared.net.hub_sockets import LONGEST
from shared.net.keys import DeviceKeys
from shared.store.replica import Replica
from shared.wire import door
from shared.wire.limits import MAX_MESSAGE
from shared.wire.messages import PROTOCOL, Hello, Ping, Pong, decode_from_hall, encode
from shared.wire.possession import Proof
from tests.node.hall_kit import (
    LOOPBACK,
    PATIENCE_S,
    Hall,
    Running,
    a_hall,
    is_refused,
    raw_peer,
    report,
)
from tests.node.hall_process import HallProcess
from tests.processes.memory import resident_kb
from tests.prove import times
from tests.wire.test_hostile_bytes import TRUE

ROUNDS = times(6, 300)
"""Rounds of attack; the hall is asked for a service after each."""
A_KEY = 25
"""Rounds with one table's key: the gate lets a key shake hands 60 times at once."""
BLOCK = times(60, 300)
"""Messages of each attack in a round."""
FLAT_KB = 8_000
HOUR_MS = 3_600_000

pytestmark = [
    pytest.mark.processes,
    pytest.mark.timeout(times(120, 3_600)),
    pytest.mark.skipif(sys.platform != "linux", reason="reads memory from /proc"),
]

KEY = b"k" * 32
DOOR = [
    door.frame(message)
    for message in (
        door.Commit(door.VERSION, KEY),
        door.Revealed(door.Reveal(KEY, KEY, "terminal", "A table", KEY), Proof(KEY + KEY, KEY)),
        door.Still(),
        door.AskIn(door.VERSION, KEY, KEY, KEY),
        door.HallOffer(KEY, "Open", KEY, KEY, KEY),
        door.Turned("No."),
    )
]
GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00"


def bent(chance: random.Random, samples: list[bytes]) -> bytes:
    """Return a message as an enemy makes it of a true one, or of nothing."""
    data = bytearray(chance.choice(samples))
    match chance.randrange(6):
        case 0:
            return chance.randbytes(chance.choice((0, 1, 9, 300, 9_000)))
        case 1:
            return bytes(data[: chance.randrange(len(data))])
        case 2:
            for _ in range(chance.randint(1, 4)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            return bytes(data)
        case 3:
            return bytes(data) + chance.randbytes(chance.randrange(1, 40))
        case 4:
            return bytes(data)
        case _:
            return bytes([chance.choice((0x9F, 0xDD, 0xDF, 0xC6, 0xDB, 0x91))]) * chance.choice(
                (1, 100, 5_000)
            )


class Enemy:
    """An enemy on the LAN: with a table's key, with a key of their own, or with none."""

    def __init__(self, hall: Hall, seed: int) -> None:
        self._hall = hall
        self._chance = random.Random(seed)
        self.answered = 0
        self._without_feed = False
        self.attacks: list[Callable[[], None]] = [
            self.with_a_tables_key,
            self.with_a_key_of_his_own,
            self.at_the_feed,
            self.at_the_door,
            self.in_the_clear,
            self.too_large,
        ]

    def _tables_key(self) -> DeviceKeys:
        """Return a key that the gate lets in: another one after some rounds."""
        return self._hall.keys(f"table-{4 + self.answered // A_KEY}")

    def _hello(self) -> bytes:
        root = self._hall.running[0].node.replica.root
        return encode(Hello(PROTOCOL, root, "aa", "bb", "terminal"))

    def _until_pong(self, peer: zmq.Socket[bytes]) -> None:
        """Ping as a node does: again, since an answer that finds the way full is dropped."""
        for _ in range(int(PATIENCE_S)):
            mark = self._chance.randrange(1 << 40)
            peer.send(encode(Ping(mark)))
            while peer.poll(1_000):
                message = decode_from_hall(peer.recv())
                if isinstance(message, Pong) and message.sent == mark:
                    self.answered += 1
                    return
        raise AssertionError("the hall answers no ping")

    def with_a_tables_key(self) -> None:
        greets = encode(Hello(PROTOCOL, "", "", "", "kiosk"))[:6]
        samples = [data for data in TRUE if not data.startswith(greets)]
        with raw_peer(self._hall, self._tables_key()) as peer:
            peer.send(self._hello())
            for _ in range(BLOCK):
                peer.send(bent(self._chance, samples))
            self._until_pong(peer)

    def with_a_key_of_his_own(self) -> None:
        keys = DeviceKeys.from_seed(self._chance.randbytes(32))
        assert is_refused(self._hall, keys)

    def at_the_feed(self) -> None:
        """It says there what no node says, and stays without the feed from then on."""
        keys, port = self._hall.keys("table-3"), self._hall.ports[1]
        if self._without_feed:
            assert is_refused(self._hall, keys, zmq.XSUB, port)
            return
        with raw_peer(self._hall, keys, zmq.XSUB, port) as peer:
            peer.send(b"\x01")
            peer.recv()
            monitor = peer.get_monitor_socket(zmq.EVENT_DISCONNECTED)
            for _ in range(BLOCK):
                # Longer ones are hung up on before they are counted: ``too_large`` is about those.
                strange = bent(self._chance, TRUE)[: LONGEST[FEED] // 2]
                peer.send_multipart([strange] * self._chance.randint(1, 3))
            # Closed with half a message on its way, ZeroMQ would end this process of the enemy's.
            assert monitor.poll(int(PATIENCE_S * 1000)), "the feed was not ended"
            peer.disable_monitor()
            monitor.close(linger=0)
            self._without_feed = True

    def at_the_door(self) -> None:
        for _ in range(BLOCK // 20):
            with (
                socket.create_connection((LOOPBACK, self._hall.ports[0] + 2), PATIENCE_S) as caller,
                suppress(OSError),
            ):
                for _ in range(20):
                    caller.sendall(bent(self._chance, [*DOOR, *TRUE]))

    def in_the_clear(self) -> None:
        sync, feed = self._hall.ports
        for port in (sync, feed, sync + 2):
            for opening in (b"", GREETING + b"NULL", GREETING + b"CURVE", b"GET / HTTP/1.1\r\n"):
                data = opening + self._chance.randbytes(self._chance.choice((0, 64, 5_000)))
                with (
                    suppress(OSError),  # the feed was ended a moment ago, and is not back yet
                    socket.create_connection((LOOPBACK, port), PATIENCE_S) as caller,
                ):
                    caller.sendall(data)

    def too_large(self) -> None:
        with raw_peer(self._hall, self._tables_key()) as peer:
            monitor = peer.get_monitor_socket(zmq.EVENT_DISCONNECTED)
            monitor.set(zmq.RCVTIMEO, int(PATIENCE_S * 1000))
            peer.send(bytes(MAX_MESSAGE + self._chance.randrange(1, 1 << 20)))
            monitor.recv_multipart()
            peer.disable_monitor()
            monitor.close(linger=0)


def serves(table: Running, kiosk: Running, note: str) -> str:
    """Check that an honest entry reaches the hall and another node."""
    event = table.file(report(note))
    kiosk.ears.until_sees(note)
    table.ears.until(lambda: event not in table.ears.unsent)
    return event


def log_of(hall: Hall) -> set[str]:
    """Return the ids of all that was written, but for what nodes note by themselves."""
    replica = Replica(hall.home / "hall.db", bytes(hall.root_key.verify_key), new_store_id="unused")
    try:
        assert replica.state.alarms == ()
        assert replica.state.unforced == ()
        log = [stored.event for stored in replica.after(0, 1_000_000)]
        return {event.id for event in log if event.kind != "a.logs.pinned"}
    finally:
        replica.close()


def test_a_hall_under_hostile_bytes_lives_serves_and_takes_nothing_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with a_hall(tmp_path, tables=4 + ROUNDS // A_KEY) as hall:
        honest = log_of(hall)
        with HallProcess(hall) as process:
            table, kiosk = hall.start("table-1"), hall.start("kiosk-1", role="kiosk")
            referee = hall.start("referee-1", role="referee")
            for node in (table, kiosk, referee):
                node.ears.until_link("live")
            opened = EnrolmentSet(wall_ms() + HOUR_MS)
            honest.add(referee.file(Draft(entities.enrolment(), opened)))
            referee.ears.until(lambda: not referee.ears.unsent)
            enemy = Enemy(hall, 5)
            early = 0
            for number in range(ROUNDS):
                for attack in enemy.attacks:
                    attack()
                honest.add(serves(table, kiosk, f"round-{number}"))
                if number == ROUNDS // 3:
                    early = resident_kb(process.pid)
            late = resident_kb(process.pid)
            said = process.end(signal.SIGTERM)
        held = log_of(hall)

    with capsys.disabled():
        print(f"\n  {ROUNDS} rounds of attack: the hall {early} KiB, then {late} KiB")  # noqa: T201
    assert "Traceback" not in said
    assert held == honest
    assert enemy.answered == ROUNDS
    assert late - early < FLAT_KB
