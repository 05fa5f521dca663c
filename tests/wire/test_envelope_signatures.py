"""What a signature holds together: every byte, one key, and the identity of an event."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import entities
from shared.wire.envelope import BadEvent, Signed, read, verify
from tests.wire.any_value import any_value
from tests.wire.envelope_kit import AUTHOR, sealed
from tests.wire.memory_log import author

BODIES = st.one_of(*map(any_value, ev.KIND_OF))


@given(data=st.data())
def test_a_byte_that_was_tampered_with_anywhere_is_noticed(data: st.DataObject) -> None:
    body = data.draw(BODIES)
    signed, event = sealed(body)
    whole = bytearray(signed.data + signed.sig)
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    forged = Signed(bytes(whole[: len(signed.data)]), bytes(whole[len(signed.data) :]))

    def accept() -> None:
        read(forged)
        verify(forged, AUTHOR.public)

    with pytest.raises(BadEvent):
        accept()
    assert (forged.id == event.id) == (place >= len(signed.data))


def test_an_enrolment_names_the_device_of_its_key() -> None:
    body = ev.DeviceEnrolled(AUTHOR.public, b"c" * 32, "terminal", (), "t")
    with pytest.raises(BadEvent, match="names another device"):
        read(sealed(body, ent=entities.device("ab" * 16))[0])

    assert read(sealed(body)[0]).ent == entities.device(AUTHOR.node)


@pytest.mark.parametrize("key", [b"", b"x" * 31, b"x" * 33, bytes(32), author("else").public])
def test_a_signature_fits_one_key_only(key: bytes) -> None:
    signed, _ = sealed(ev.TableSet("A"))

    with pytest.raises(BadEvent, match="does not fit the author's key"):
        verify(signed, key)


@pytest.mark.parametrize("sig", [b"", b"x" * 63, b"x" * 65, bytes(64)])
def test_a_signature_of_the_wrong_size_is_refused(sig: bytes) -> None:
    signed, _ = sealed(ev.TableSet("A"))

    with pytest.raises(BadEvent):
        verify(Signed(signed.data, sig), AUTHOR.public)


def test_the_bytes_are_the_identity() -> None:
    one, first = sealed(ev.TableSet("A"))
    again, second = sealed(ev.TableSet("A"))
    other, third = sealed(ev.TableSet("B"))

    assert (one, first) == (again, second)
    assert other.id != one.id
    assert msgspec.structs.replace(third, id="", body=None) == msgspec.structs.replace(
        first, id="", body=None
    )
