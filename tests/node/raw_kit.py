"""What a device says on a bare socket, well or ill: its greeting, its events, its questions."""

import secrets

import zmq

from shared.core.events import Body
from shared.net.keys import DeviceKeys
from shared.store.replica import Replica
from shared.wire.envelope import Signed, read
from shared.wire.messages import (
    PROTOCOL,
    Ack,
    Hello,
    Push,
    ToHall,
    Welcome,
    decode_from_hall,
    encode,
)
from tests.forging import unchecked
from tests.node.hall_kit import Hall, Running, raw_peer, report


def fresh_keys() -> DeviceKeys:
    return DeviceKeys.from_seed(secrets.token_bytes(32))


def serves(hall: Hall, server: Running) -> None:
    """The hall still takes an entry from an honest table and gives it to another node."""
    table, kiosk = hall.start("table-3"), hall.start("kiosk-1", role="kiosk")
    table.ears.until_link("live")
    event = table.file(report("still-served", 3))
    kiosk.ears.until_sees("still-served")
    table.ears.until(lambda: event not in table.ears.unsent)
    assert server.node.failure == ""


def hello(hall: Hall, store: str = "aa") -> Hello:
    return Hello(PROTOCOL, hall.running[0].node.replica.root, store, "bb", "terminal")


def ask(peer: zmq.Socket[bytes], message: ToHall) -> object:
    peer.send(encode(message))
    return decode_from_hall(peer.recv())


INC = "0123456789abcdef"


def sealed(
    keys: DeviceKeys,
    ent: str,
    body: Body,
    *,
    at: int = 1_790_000_000_000,
    after: Signed | None = None,
) -> Signed:
    """Return what a device says without its node: its first event, or the one ``after`` another."""
    before = None if after is None else read(after)
    return unchecked(
        keys.sign,
        ent,
        body,
        inc=INC,
        seq=1 if before is None else before.seq + 1,
        at=at,
        prev="" if before is None else before.id,
    )


def held_by(hall: Hall, *names: str) -> list[set[str]]:
    """Return the ids of all events in the files of devices that are stopped."""
    found: list[set[str]] = []
    for name in names:
        path, root = hall.folder / name / "hall.db", bytes(hall.root_key.verify_key)
        replica = Replica(path, root, new_store_id="unused")
        found.append({stored.id for stored in replica.after(0, 10_000)})
        replica.close()
    return found


def push(hall: Hall, keys: DeviceKeys, *events: Signed) -> Ack:
    """Greet the hall as a device and hand these in."""
    with raw_peer(hall, keys) as peer:
        assert isinstance(ask(peer, hello(hall)), Welcome)
        ack = ask(peer, Push(1, tuple((signed.data, signed.sig) for signed in events)))
    assert isinstance(ack, Ack)
    return ack
