"""Signatures checked side by side: the forged ones are found, and none is vouched for unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from shared.store.signatures import CHUNK, all_sound
from shared.wire.envelope import BadEvent, Signed
from tests.bench import field


def a_log(folder: Path) -> list[tuple[Signed, bytes]]:
    replica = field.open_replica(folder / "one.db", "one")
    field.found(replica)
    keys = {keys.node: keys.sign_public for keys in (field.ROOT, field.HALL)}
    log = [(s.signed, keys[s.event.node]) for s in replica.after(0, 4 * CHUNK)]
    replica.close()
    return log


def test_the_forged_ones_among_many_are_found(tmp_path: Path) -> None:
    claims = a_log(tmp_path)
    forged = {3, CHUNK, 4 * CHUNK - 1}
    for at in forged:
        signed, key = claims[at]
        claims[at] = (Signed(signed.data, bytes(64)), key)

    assert [at for at, fits in enumerate(all_sound(claims)) if not fits] == sorted(forged)


def test_a_few_are_left_to_the_caller(tmp_path: Path) -> None:
    assert all_sound(a_log(tmp_path)[:3]) == [False] * 3


def test_a_batch_that_looked_ahead_takes_the_true_and_refuses_the_forged(tmp_path: Path) -> None:
    events = [signed for signed, _ in a_log(tmp_path)]
    forged = Signed(events[-1].data, bytes(64))
    replica = field.open_replica(tmp_path / "other.db", "other")
    with replica.batch() as batch:
        for signed in events[:3]:
            batch.ingest(signed)
    with replica.batch() as batch:
        batch.look_ahead([*events[:-1], forged, Signed(b"\xc1", b"")])
        taken = [batch.ingest(signed).new for signed in events[:-1]]
        with pytest.raises(BadEvent, match="does not fit"):
            batch.ingest(forged)
    assert taken == [False] * 3 + [True] * (len(events) - 4)
    replica.close()
