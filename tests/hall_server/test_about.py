"""What an entity is called where people read of it: no id where there is a name."""

import pytest

from hall_server.derived.about import about
from shared.core.state import Device
from tests.hall_server.referee.halls import masters, under_way

NODE = "ab" * 16
STATE = masters(
    under_way("m1", "t1", ("p1", "p2")),
    devices={NODE: Device(NODE, b"", b"", "terminal", (), "Spare tablet", revoked=False)},
)


@pytest.mark.parametrize(
    ("ent", "words"),
    [
        ("masters/1/m1/result", "Table 1, Ann Lee – Bo King"),
        ("masters/1/gone/result", "Masters, round 1"),
        ("masters/2/pairing", "Masters, round 2"),
        ("division/masters", "Masters"),
        ("player/p1/attendance", "Ann Lee"),
        ("player/p99/attendance", "p99"),
        ("table/t1/report/8c21d9ab", "Table 1"),
        (f"device/{NODE}/name", "Spare tablet"),
        (f"device/{'cd' * 16}", "unknown device (cdcdcdcd)"),
        ("announcement/8c21d9ab", "the hall"),
        ("term/2", "the hall"),
        ("unread/8c21d9ab", "something that this version cannot read"),
    ],
)
def test_an_entity_is_said_in_words(ent: str, words: str) -> None:
    assert about(STATE, ent) == words
