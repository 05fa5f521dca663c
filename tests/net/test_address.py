"""A hall's address as a person types it."""

import pytest

from shared.net.address import DEFAULT_PORT_BASE, HallAddress

INVITED = HallAddress("hall.local", 5000, 5001, bytes(32))


@pytest.mark.parametrize(
    ("text", "host", "base"),
    [
        ("192.168.1.10", "192.168.1.10", DEFAULT_PORT_BASE),
        ("192.168.1.10:6000", "192.168.1.10", 6000),
        ("  hall.local  ", "hall.local", DEFAULT_PORT_BASE),
        ("hall:1", "hall", 1),
        ("hall:65533", "hall", 65_533),
    ],
)
def test_an_address_with_or_without_a_port(text: str, host: str, base: int) -> None:
    assert INVITED.at(text) == HallAddress(host, base, base + 1, INVITED.curve_key)


@pytest.mark.parametrize(
    "text",
    ["", " ", ":", ":5000", "hall:", "hall:zero", "hall:0", "hall:65534", "hall:-1", "my hall",
     "hall:²", "ha\tll:5000"],
)  # fmt: skip
def test_malformed_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"192\.168\.1\.10:47301"):
        INVITED.at(text)
