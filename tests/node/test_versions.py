"""Nodes of other versions on real sockets: what they write travels, and who is too far off is told.

Two versions up and two versions down: more is never known of a version than how far off it is.
"""

from collections.abc import Iterator
from pathlib import Path

import msgpack
import pytest

from shared.core.events import KINDS, ReportFiled, entities
from shared.net.keys import DeviceKeys
from shared.store.replica import Replica
from shared.wire import envelope
from shared.wire.envelope import Signed
from shared.wire.messages import PROTOCOL
from shared.wire.sync import follower
from tests.node.hall_kit import Hall, a_hall, report
from tests.node.raw_kit import held_by, push, sealed

KIND, VERSION, BODY, PREV = 6, 7, 11, 12
"""Where they stand in an envelope."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def unreadable(keys: DeviceKeys, event: Signed, version: int = envelope.VERSION + 1) -> Signed:
    """Return the event in an envelope of a later version: its place is where it always is, all else
    may be anything."""
    fields: list[object] = msgpack.unpackb(event.data)
    for index in (*range(4, PREV), PREV + 1):
        fields[index : index + 1] = [{"what": index}]
    fields[0] = version
    data = msgpack.packb(fields)
    return Signed(data, keys.sign.sign(data).signature)


def later(keys: DeviceKeys, event: Signed, kind: str, version: int, body: object) -> Signed:
    """Return the event as a later program of its author would have written it."""
    fields = msgpack.unpackb(event.data)
    fields[KIND], fields[VERSION], fields[BODY] = kind, version, body
    data = msgpack.packb(fields)
    return Signed(data, keys.sign.sign(data).signature)


@pytest.mark.parametrize("protocol", [PROTOCOL - 2, PROTOCOL + 2])
def test_a_device_of_another_protocol_is_told_so_and_hands_in_once_it_is_brought_up_to_date(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, protocol: int
) -> None:
    server = hall.start_hall()
    with monkeypatch.context() as patch:
        patch.setattr(follower, "PROTOCOL", protocol)
        table = hall.start("table-1")
        refused = table.ears.until_link("refused")
        assert "runs another version of the playing hall" in refused.sentence
        assert "Install the same version on both" in refused.sentence
        held = table.file(report("held-meanwhile"))
        table.ears.until(lambda: held in table.ears.unsent)
        hall.stop(table)

    table = hall.start("table-1")

    table.ears.until_link("live")
    server.ears.until_sees("held-meanwhile")


def test_entry_of_a_later_version_is_kept_passed_on_and_reported(
    hall: Hall,
) -> None:
    server, kiosk = hall.start_hall(), hall.start("kiosk-1", role="kiosk")
    keys, ent = hall.keys("table-1"), entities.table_report("1", "known")
    first = sealed(keys, "table/1/something-new", ReportFiled("call"))
    unknown = later(keys, first, "t.something.new", 1, {"what": [1, 2]})
    second = sealed(keys, entities.table_report("1", "newer"), ReportFiled("call"), after=unknown)
    version = KINDS["t.report.filed"].version + 2
    newer = later(keys, second, "t.report.filed", version, ["call", 7, 8, 9])
    known = sealed(keys, ent, ReportFiled("call", note="known"), after=newer)

    assert push(hall, keys, unknown, newer, known).refused == ()

    late = hall.start("table-2")
    for node in (server, kiosk, late):
        node.ears.until_sees("known")
        told = [a.sentence for a in node.ears.state.alarms if a.kind == "newer_software"]
        assert len(told) == 2
        assert all("is not known here: update this node" in sentence for sentence in told)
        assert {r.note for r in node.ears.state.reports.values()} == {"known"}
    hall.stop(server, kiosk, late)
    for held in held_by(hall, "hall", "kiosk-1", "table-2"):
        assert {unknown.id, newer.id, known.id} <= held
    again = hall.start_hall()
    again.ears.until_sees("known")
    assert len(again.ears.state.alarms) == 2


def test_an_envelope_of_a_later_version_is_kept_in_its_place_handed_on_and_said(
    hall: Hall,
) -> None:
    server, kiosk = hall.start_hall(), hall.start("kiosk-1", role="kiosk")
    keys = hall.keys("table-1")
    newer = unreadable(keys, sealed(keys, entities.table_report("1", "newer"), ReportFiled("call")))
    ent = entities.table_report("1", "known")
    known = sealed(keys, ent, ReportFiled("call", note="known"), after=newer)
    forged = Signed(unreadable(keys, known, envelope.VERSION + 2).data, newer.sig)

    ack = push(hall, keys, newer, known, forged)

    assert [event for event, _ in ack.refused] == [forged.id]
    late = hall.start("table-2")
    for node in (server, kiosk, late):
        node.ears.until_sees("known")
        assert {a.kind: a.sentence for a in node.ears.state.alarms} == {
            "newer_software": "'envelope' version 2 is not known here: update this node"
        }
    hall.stop(server, kiosk, late)
    for held in held_by(hall, "hall", "kiosk-1", "table-2"):
        assert {newer.id, known.id} <= held
        assert forged.id not in held


def test_unread_events_count_once_the_hall_is_updated(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = hall.start_hall()
    keys, ent = hall.keys("table-1"), entities.table_report("1", "newer")
    fields = msgpack.unpackb(sealed(keys, ent, ReportFiled("call", note="newer")).data)
    fields[0] = envelope.VERSION + 1
    data = msgpack.packb(fields)
    newer = Signed(data, keys.sign.sign(data).signature)
    assert push(hall, keys, newer).refused == ()
    server.ears.until(lambda: bool(server.ears.state.alarms))
    assert server.ears.state.reports == {}
    hall.stop(server)

    monkeypatch.setattr(envelope, "VERSION", envelope.VERSION + 1)
    later_disk = Replica(
        hall.home / "hall.db", bytes(hall.root_key.verify_key), new_store_id="unused"
    )
    assert [r.note for r in later_disk.state.reports.values()] == ["newer"]
    assert later_disk.state.alarms == ()
    assert [signed.id for signed in later_disk.signed_of(ent)] == [newer.id]
    later_disk.close()
