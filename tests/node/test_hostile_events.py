"""Events that nobody should have written: forged, absurd, two under one number."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import DivisionOpened, OpeningDrawn, ReportFiled, ResultSigned, entities
from shared.core.match.outcome import Code, Outcome
from shared.wire.messages import Ack, Push, Welcome
from tests.forging import unchecked
from tests.node.hall_kit import MATCHES, Hall, Running, a_hall, pairing, raw_peer
from tests.node.raw_kit import INC, ask, held_by, hello, push, sealed, serves


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def test_forged_events_are_refused_one_by_one(hall: Hall) -> None:
    server = hall.start_hall()
    keys = hall.keys("table-1")
    good = sealed(keys, "table/1/report/good", ReportFiled("call", note="good"))
    with raw_peer(hall, keys) as peer:
        assert isinstance(ask(peer, hello(hall)), Welcome)
        events = ((good.data, bytes(64)), (b"\xc1", b""), (good.data, good.sig))
        ack = ask(peer, Push(7, events))
    assert isinstance(ack, Ack)
    assert ack.batch == 7
    forged, unreadable = (why for _, why in ack.refused)
    assert forged == "the signature does not fit the author's key"
    assert "not a readable message" in unreadable
    assert ack.vector == ((bytes.fromhex(keys.node), bytes.fromhex(INC), 1),)
    server.ears.until_sees("good")


def test_absurd_numbers_stop_no_node(hall: Hall) -> None:
    """A number may fit into a message and into no table: the sender is answered, others served."""
    server = hall.start_hall()
    server.file(pairing())
    keys = hall.keys("table-1")
    drawn = OpeningDrawn(0, 2**64 - 1, ("9-14",))
    absurd = sealed(keys, entities.draw(MATCHES[1]), drawn)
    with raw_peer(hall, keys) as peer:
        assert isinstance(ask(peer, hello(hall)), Welcome)
        ack = ask(peer, Push(1, ((absurd.data, absurd.sig),)))
    assert isinstance(ack, Ack)
    assert ack.batch == 1
    serves(hall, server)


@pytest.mark.parametrize(
    "overrides",
    [
        '{"a":' * 9_000 + "1" + "}" * 9_000,
        '{"forfeited_round_points":100000000000000000000}',
        '{"device_rule":"\\u001b[2J"}',
    ],
)
def test_impossible_rules_stop_no_node(hall: Hall, overrides: str) -> None:
    """Anyone with a referee's key may write them: the referee is asked, the tables go on."""
    server = hall.start_hall()
    ent = entities.division("masters")
    rules = DivisionOpened("Masters", "acf-masters", 12, overrides=overrides)
    keys, heads = hall.keys("referee-1"), server.node.replica.fold.heads(ent)
    event = unchecked(keys.sign, ent, rules, inc=INC, at=1_790_000_000_000, deps=heads)

    assert push(hall, keys, event).refused == ()

    server.ears.until(lambda: bool(server.ears.state.divisions["masters"].unreadable))
    assert server.ears.state.alarms
    serves(hall, server)


def status(node: Running) -> str:
    """Return how far the result of the first match is known at a node."""
    match = node.ears.state.matches.get("m-1")
    return "" if match is None else match.result.status


def test_of_two_events_under_one_number_the_one_that_hall_and_referee_had_counts_everywhere(
    hall: Hall,
) -> None:
    server, referee = hall.start_hall(), hall.start("referee-1", role="referee")
    server.file(pairing())
    keys, ent = hall.keys("table-1"), entities.result(MATCHES[1])
    one, other = (sealed(keys, ent, ResultSigned(0, Outcome((Code(code),)))) for code in ("W", "L"))

    assert push(hall, keys, one).refused == ()
    referee.ears.until(lambda: status(referee) == "entered")
    assert push(hall, keys, other).refused == ()

    late = hall.start("kiosk-1", role="kiosk")
    for node in (server, referee, late):
        node.ears.until(
            lambda n=node: bool(n.ears.state.alarms) and status(n) == "entered"  # type: ignore[misc]
        )
        state = node.ears.state
        [version] = state.matches["m-1"].result.versions
        assert version.event == one.id
        [alarm] = state.alarms
        assert (alarm.kind, alarm.ent) == ("equivocation", ent)
        assert f"device {keys.node[:8]} wrote two different entries" in alarm.sentence
        assert "the one noted first counts" in alarm.sentence
    hall.stop(server, referee, late)
    for held in held_by(hall, "hall", "referee-1", "kiosk-1"):
        assert {one.id, other.id} <= held
