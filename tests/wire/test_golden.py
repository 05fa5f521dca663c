"""The bytes and ids of events stay as they are, kind by kind."""

import pytest

from shared.core.events import KINDS
from shared.wire.envelope import Signed, read
from tests.wire.golden import golden, said, sealed_again

GOLDEN = golden()


def test_every_kind_has_its_golden_bytes() -> None:
    assert GOLDEN.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", GOLDEN)
def test_golden_bytes_keep_their_meaning_and_are_written_alike(kind: str) -> None:
    one = GOLDEN[kind]
    event = read(Signed(one.data, b""))

    assert (event.id, event.kind, said(event)) == (one.ident, kind, one.said)
    assert sealed_again(event).data == one.data
