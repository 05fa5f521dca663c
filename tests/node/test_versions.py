"""Nodes of other versions on real sockets: what they write travels, and who is too far off is told.

Two versions up and two versions down: more is never known of a version than how far off it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgpack
import pytest

from shared.core import entities
from shared.core.events import KINDS, ReportFiled
from shared.net.keys import DeviceKeys
from shared.wire.envelope import Signed
from shared.wire.messages import PROTOCOL
from shared.wire.sync import follower
from tests.node.hall_kit import Hall, a_hall, report
from tests.node.raw_kit import held_by, push, sealed

KIND, VERSION, BODY = 6, 7, 11
"""Where they stand in an envelope."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def later(keys: DeviceKeys, event: Signed, kind: str, version: int, body: object) -> Signed:
    """The event as a later program of its author would have written it."""
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


def test_what_a_later_version_writes_is_kept_handed_on_and_said_and_the_rest_counts(
    hall: Hall,
) -> None:
    server, kiosk = hall.start_hall(), hall.start("kiosk-1", role="kiosk")
    keys, ent = hall.keys("table-1"), entities.table_report("1", "known")
    first = sealed(keys, "table/1/something-new", ReportFiled("call"))
    unknown = later(keys, first, "t.something.new", 1, {"what": [1, 2]})
    second = sealed(keys, entities.table_report("1", "newer"), ReportFiled("call"), after=unknown)
    newer = later(keys, second, "t.report.filed", KINDS["t.report.filed"][1] + 2, ["call", 7, 8, 9])
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
