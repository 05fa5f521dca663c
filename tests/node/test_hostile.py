"""Whatever comes from the LAN: strangers, clones, garbage. The hall lives on and serves its own."""

import random
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq
import zmq.utils.monitor

from shared.core.events import DeviceRevoked, Draft, entities
from shared.port import LiveSeen, LiveTable, Told, TwoDevices
from shared.wire.codec import pack
from shared.wire.envelope import Signed
from shared.wire.limits import MAX_MESSAGE
from shared.wire.messages import (
    PROTOCOL,
    TOPIC_EVENTS,
    Events,
    Fetch,
    Hello,
    Live,
    Ping,
    Pull,
    Push,
    Refused,
    Welcome,
    decode_feed,
    decode_from_hall,
    encode,
)
from tests.node.hall_kit import (
    HANDSHAKES,
    LOOPBACK,
    PATIENCE_S,
    Hall,
    Running,
    a_hall,
    free_ports,
    handshake_fails,
    is_refused,
    player,
    raw_peer,
    report,
)
from tests.node.raw_kit import ask, fresh_keys, hello, serves


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def test_a_hall_with_another_key_is_not_believed(hall: Hall) -> None:
    hall.start_hall()
    table = hall.start("table-1", address=hall.address(fresh_keys().curve_public))
    refused = table.ears.until_link("refused")
    assert "not with the key of this tournament's hall" in refused.sentence
    assert f"{LOOPBACK}:{hall.ports[0]}" in refused.sentence
    assert table.file(report("held-all-the-same"))


def test_a_device_that_is_not_admitted_is_told_so(hall: Hall) -> None:
    server = hall.start_hall()
    stranger = hall.start("stranger", keys=fresh_keys())
    assert "not admitted" in stranger.ears.until_link("refused").sentence
    stranger.file(report("from-a-stranger"))
    serves(hall, server)
    assert "from-a-stranger" not in {r.note for r in server.ears.state.reports.values()}
    assert stranger.ears.state.players == {}


def test_device_with_a_revoked_key_is_refused_from_its_next_message(hall: Hall) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    referee = hall.start("referee-1", role="referee")
    for node in (table, referee):
        node.ears.until_link("live")
    ent = entities.device(table.node.node_id)
    referee.file(Draft(ent, DeviceRevoked((), "It was stolen")))
    assert "withdrawn this device's key" in table.ears.until_link("refused").sentence
    event = table.file(report("after-the-theft"))
    serves(hall, server)
    assert event in table.ears.unsent
    assert "after-the-theft" not in {r.note for r in server.ears.state.reports.values()}


def test_the_second_of_two_devices_with_one_key_is_refused(hall: Hall) -> None:
    server, first = hall.start_hall(), hall.start("table-1")
    first.ears.until_link("live")
    clone = hall.start("clone", keys=hall.keys("table-1"))
    sentence = clone.ears.until_link("refused").sentence
    assert "'Table 1' is already in use on another device" in sentence
    assert first.ears.link.state == "live"
    event = first.file(report("from-the-first"))
    server.ears.until_sees("from-the-first")
    first.ears.until(lambda: event not in first.ears.unsent)


def test_a_copied_disk_beside_its_original_is_told_of_on_every_screen(hall: Hall) -> None:
    server, first = hall.start_hall(), hall.start("table-1")
    referee = hall.start("referee-1", role="referee", hears_clocks=True)
    first.ears.until_link("live")
    hall.stop(first)
    shutil.copytree(hall.folder / "table-1", hall.folder / "copy")
    first = hall.start("table-1")
    first.ears.until_link("live")

    clone = hall.start("table-1", home=hall.folder / "copy")
    sentence = clone.ears.until_link("refused").sentence
    assert "'Table 1' is already in use on another device, at 127.0.0.1." in sentence
    assert "What this device holds is safe." in sentence
    line = ("Table 1", "127.0.0.1", "127.0.0.1")
    referee.ears.first(TwoDevices, lambda told: told.lines == (line,))
    event = first.file(report("from-the-original"))
    server.ears.until_sees("from-the-original")
    first.ears.until(lambda: event not in first.ears.unsent)
    assert first.ears.link.state == "live"


def test_a_spare_device_takes_over_when_the_first_is_gone(hall: Hall) -> None:
    hall.start_hall()
    first = hall.start("table-1")
    first.ears.until_link("live")
    hall.stop(first)
    spare = hall.start("spare", keys=hall.keys("table-1"))
    spare.ears.until_link("live")


@pytest.mark.parametrize("role", ["unknown", "revoked"])
def test_the_feed_is_for_enrolled_devices_alone(hall: Hall, role: str) -> None:
    server = hall.start_hall()
    keys = fresh_keys() if role == "unknown" else hall.keys("table-1")
    if role == "revoked":
        referee = hall.start("referee-1", role="referee")
        referee.file(Draft(entities.device(keys.node), DeviceRevoked((), "lost")))
        server.ears.until(lambda: server.ears.state.devices[keys.node].revoked)
    assert is_refused(hall, keys, zmq.SUB, hall.ports[1])
    with raw_peer(hall, hall.keys("table-2"), zmq.SUB, hall.ports[1]) as peer:
        peer.subscribe(TOPIC_EVENTS)
        heard = hears(peer, server)
        assert isinstance(heard, Events)
        assert heard.events


def test_a_withdrawn_key_stops_hearing_the_feed_and_the_others_go_on(hall: Hall) -> None:
    server, other = hall.start_hall(), hall.start("table-2")
    referee = hall.start("referee-1", role="referee")
    keys = hall.keys("table-1")
    with raw_peer(hall, keys, zmq.SUB, hall.ports[1]) as peer:
        peer.subscribe(TOPIC_EVENTS)
        assert isinstance(hears(peer, server), Events)
        monitor = peer.get_monitor_socket(HANDSHAKES)
        referee.file(Draft(entities.device(keys.node), DeviceRevoked((), "stolen")))
        server.ears.until(lambda: server.ears.state.devices[keys.node].revoked)

        # It comes back by itself, and is turned away in the handshake.
        assert handshake_fails(monitor)
        last = server.file(player("after-it"))
        other.ears.until_sees("after-it")
        assert last not in heard_of(peer)
    with raw_peer(hall, hall.keys("table-3"), zmq.SUB, hall.ports[1]) as peer:
        peer.subscribe(TOPIC_EVENTS)
        assert isinstance(hears(peer, server), Events)
    assert other.ears.link.state == "live"


def heard_of(peer: zmq.Socket[bytes]) -> set[str]:
    """Return the events that lie in a subscriber's inbox."""
    peer.set(zmq.RCVTIMEO, 0)
    found: set[str] = set()
    while True:
        try:
            heard = decode_feed(peer.recv()[1:])
        except zmq.Again:
            return found
        assert isinstance(heard, Events)
        found |= {Signed(data, sig).id for data, sig in heard.events}


def hears(peer: zmq.Socket[bytes], server: Running) -> object:
    """Return what the feed brings: a subscription takes a moment, so the hall says several
    things."""
    peer.set(zmq.RCVTIMEO, 100)
    for n in range(200):
        server.file(player(f"said-{n}"))
        try:
            return decode_feed(peer.recv()[1:])
        except zmq.Again:
            continue
    raise AssertionError("the feed is silent")


def test_one_table_cannot_speak_for_the_clock_of_another(hall: Hall) -> None:
    hall.start_hall()
    referee = hall.start("referee-1", role="referee", hears_clocks=True)
    referee.ears.until_link("live")
    heard: list[LiveTable] = []

    def look(told: Told) -> None:
        if isinstance(told, LiveSeen):
            heard.append(told.live)

    referee.ears.on_told = look

    def reading(table: str, moves: int) -> LiveTable:
        return LiveTable(table, "m-1", "game 1", 1, (1, 1), (), (moves, moves))

    keys = hall.keys("table-2")
    with raw_peer(hall, keys) as peer:
        assert isinstance(ask(peer, hello(hall)), Welcome)
        for moves in range(200):
            peer.send(encode(Live("1", pack(reading("1", moves)))))
            peer.send(encode(Live("2", pack(reading("1", moves)))))
            peer.send(encode(Live("2", b"garbage")))
            peer.send(encode(Live("9", pack(reading("9", moves)))))
            peer.send(encode(Live("2", pack(reading("2", moves)))))
            assert ask(peer, Ping(0))
            if heard:
                break
    referee.ears.first(LiveSeen)
    assert {live.table for live in heard} == {"2"}


def test_a_message_before_the_greeting_is_not_answered(hall: Hall) -> None:
    server = hall.start_hall()
    keys = hall.keys("table-1")
    with raw_peer(hall, keys) as peer:
        for message in (Pull("x", 0), Push(1, ()), Ping(0), Live("1", b"")):
            peer.send(encode(message))
        assert isinstance(ask(peer, hello(hall)), Welcome)
    serves(hall, server)


def test_a_greeting_for_another_tournament_is_refused(hall: Hall) -> None:
    hall.start_hall()
    with raw_peer(hall, hall.keys("table-1")) as peer:
        answer = ask(peer, Hello(PROTOCOL, "ff" * 16, "aa", "bb", "terminal"))
        assert isinstance(answer, Refused)
        assert answer.code == "other_tournament"
        answer = ask(peer, Hello(99, "ff" * 16, "aa", "bb", "terminal"))
        assert isinstance(answer, Refused)
        assert answer.code == "protocol"


def test_garbage_under_a_good_key_does_no_harm(hall: Hall) -> None:
    server = hall.start_hall()
    keys = hall.keys("table-1")
    chance = random.Random(7)
    with raw_peer(hall, keys) as peer:
        assert isinstance(ask(peer, hello(hall)), Welcome)
        for size in (0, 1, 2, 50, 5_000, 500_000):
            peer.send(chance.randbytes(size))
        peer.send_multipart([b"", encode(Ping(0))])
        peer.send_multipart([encode(Ping(0))] * 9)
        peer.send(b"\x93" * 100_000)
        peer.send(encode(Pull("x", -5)))
        peer.send(encode(Pull("x", 1 << 60)))
        peer.send(encode(Pull("x", 1 << 50)))
        peer.send(encode(Fetch("x", b"", b"", 1 << 50, 1 << 50)))
        peer.send(encode(Push(-1, ((b"", b""),))))
        answers = [decode_from_hall(peer.recv()) for _ in range(3)]
        assert {type(answer).__name__ for answer in answers} == {"Events", "Fetched", "Ack"}
        assert ask(peer, Ping(0))
    serves(hall, server)


def test_a_key_that_is_not_enrolled_shakes_no_hands(hall: Hall) -> None:
    server = hall.start_hall()
    for kind, port in zip((zmq.DEALER, zmq.SUB), hall.ports, strict=True):
        assert is_refused(hall, fresh_keys(), kind, port)
    serves(hall, server)


def test_a_message_that_is_too_large_costs_its_sender_the_connection(hall: Hall) -> None:
    server = hall.start_hall()
    with raw_peer(hall, hall.keys("table-1")) as peer:
        assert ask(peer, hello(hall))
        monitor = peer.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        monitor.set(zmq.RCVTIMEO, int(PATIENCE_S * 1000))
        peer.send(bytes(MAX_MESSAGE + 1))
        assert zmq.utils.monitor.recv_monitor_message(monitor)["event"] == zmq.EVENT_DISCONNECTED
        peer.disable_monitor()
        monitor.close(linger=0)
    serves(hall, server)


def test_garbage_over_plain_tcp_does_no_harm(hall: Hall) -> None:
    server = hall.start_hall()
    chance = random.Random(11)
    openings = (
        b"GET / HTTP/1.1\r\nHost: hall\r\n\r\n",
        b"",
        b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(48),
        b"\xff" + bytes(8) + b"\x7f\x03\x00CURVE" + bytes(47) + b"\x04\xff" + chance.randbytes(255),
        *(chance.randbytes(size) for size in (1, 64, 1_000, 60_000)),
    )
    hanging: list[socket.socket] = []
    for port in hall.ports:
        for opening in openings:
            caller = socket.create_connection((LOOPBACK, port), PATIENCE_S)
            hanging.append(caller)
            try:
                caller.sendall(opening)
            except OSError:
                continue
    try:
        serves(hall, server)
    finally:
        for caller in hanging:
            caller.close()


def test_a_client_without_a_key_gets_nowhere(hall: Hall) -> None:
    server = hall.start_hall()
    for port, kind in zip(hall.ports, (zmq.DEALER, zmq.SUB), strict=True):
        assert is_refused(hall, None, kind, port)
    serves(hall, server)


def test_a_taken_port_is_told_in_a_sentence(hall: Hall) -> None:
    for which in (0, 1):
        hall.ports = free_ports()
        with socket.socket() as other:
            other.bind((LOOPBACK, hall.ports[which]))
            other.listen()
            with pytest.raises(AssertionError, match=f"Port {hall.ports[which]} is taken") as said:
                hall.start_hall()
            assert "--port-base" in str(said.value)
            hall.stop(*hall.running)
    hall.start_hall()
