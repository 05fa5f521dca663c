"""A key that was withdrawn speaks on over the line that it has: the hall hangs up at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq
from zmq.utils.monitor import recv_monitor_message

from shared.core.events import DeviceRevoked, Draft, entities
from shared.wire.messages import Ping, Welcome, encode
from tests.hostile.kit import plays_on
from tests.node.hall_kit import PATIENCE_S, Hall, a_hall, raw_peer
from tests.node.raw_kit import ask, hello


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def test_withdrawn_key_loses_its_line_with_its_next_message_and_gets_no_other(hall: Hall) -> None:
    server, referee = hall.start_hall(), hall.start("referee-1", role="referee")
    honest = hall.start("table-2")
    honest.ears.until_link("live")
    keys = hall.keys("table-1")
    with raw_peer(hall, keys) as peer:
        assert isinstance(ask(peer, hello(hall)), Welcome)
        watched = zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
        events = peer.get_monitor_socket(watched)
        events.set(zmq.RCVTIMEO, int(PATIENCE_S * 500))
        try:
            referee.file(Draft(entities.device(keys.node), DeviceRevoked((), "It was stolen")))
            server.ears.until(lambda: server.ears.state.devices[keys.node].revoked)
            peer.send(encode(Ping(1)))
            assert recv_monitor_message(events)["event"] == zmq.EVENT_DISCONNECTED
            assert recv_monitor_message(events)["event"] == zmq.EVENT_HANDSHAKE_FAILED_AUTH
        finally:
            peer.monitor(None, 0)
            events.close(linger=0)
        plays_on(honest, "after-it", 2)
    assert not server.node.failure
