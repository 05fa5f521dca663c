"""What each stolen key may not say: a hall keeps it, lists it with the reason, and nothing changes.

The keys speak through their own devices, at a hall on real sockets.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import (
    ALL_HELD,
    DecisionMade,
    DeviceAssigned,
    DeviceEnrolled,
    DeviceRevoked,
    Draft,
    RightsSet,
    TermOpened,
    entities,
)
from shared.core.events.measures import MatchDecided, taken
from shared.core.match.outcome import Code, Outcome
from shared.net.keys import DeviceKeys
from tests.node.hall_kit import MATCHES, Hall, Running, a_hall, pairing, player, report, result
from tests.node.raw_kit import fresh_keys, push, sealed

WON = Outcome((Code.WIN, Code.WIN))
RULES = "its author's key does not hold the right 'rule'"
ROLES = {"table-1": "terminal", "kiosk-1": "kiosk", "referee-1": "referee"}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def admits(keys: DeviceKeys, *rights: str) -> Draft:
    body = DeviceEnrolled(keys.sign_public, keys.curve_public, "referee", rights, "Mine")  # type: ignore[arg-type]
    return Draft(entities.device(keys.node), body)


def beyond(hall: Hall, name: str) -> list[Draft]:
    """Return what the key of a device has no right to write."""
    decided = DecisionMade(taken("mine", MatchDecided.by(WON)), "ACF-1.VII", "mine")
    ruling = Draft(entities.match_decision(MATCHES[1]), decided)
    own, another = hall.keys(name), fresh_keys()
    for_itself = [admits(own, "hall", "pair", "rule", "term", "admit"), admits(another, "rule")]
    rights = Draft(entities.rights(own.node), RightsSet(("hall", "pair", "rule")))
    decides = [
        player("x1"),
        pairing(2),
        admits(another),
        Draft(entities.table_device("2"), DeviceAssigned(own.node)),
        Draft(entities.device(hall.keys("hall").node), DeviceRevoked(ALL_HELD, "mine")),
        Draft(entities.term(9), TermOpened(())),
    ]
    match name:
        case "hall":
            return [ruling, rights, *for_itself]
        case "referee-1":
            return [rights, *for_itself]
        case "table-1":
            return [ruling, rights, *for_itself, *decides, result(2, 0, "W", "W"), report("no", 2)]
        case _:
            return [ruling, rights, *for_itself, *decides, result(1, 0, "W", "W"), report("no", 1)]


@pytest.mark.parametrize("name", ["hall", "referee-1", "table-1", "kiosk-1"])
def test_event_beyond_the_rights_of_its_key_is_kept_and_listed_and_changes_nothing(
    hall: Hall, name: str
) -> None:
    server = hall.start_hall()
    server.file(pairing(3))
    witness = hall.start("table-3")
    witness.ears.until(lambda: "m-1" in witness.ears.state.matches)
    thief = server if name == "hall" else hall.start(name, role=ROLES[name])  # type: ignore[arg-type]
    thief.ears.until(lambda: "m-1" in thief.ears.state.matches)
    before = witness.ears.state

    forged = {thief.file(draft) for draft in beyond(hall, name)}

    for node in (server, witness):
        node.ears.until(lambda n=node: forged <= listed(n))  # type: ignore[misc]
    after = witness.ears.state
    assert (after.players, after.tables, after.devices) == (
        before.players, before.tables, before.devices,
    )  # fmt: skip
    assert (after.matches, after.reports, after.term) == (
        before.matches, before.reports, before.term,
    )  # fmt: skip


def listed(node: Running) -> set[str]:
    """Return the events that do not count, as a node lists them."""
    return {unforced.event for unforced in node.ears.state.unforced}


def test_backdated_event_beyond_the_cut_does_not_count(hall: Hall) -> None:
    server, keys = hall.start_hall(), hall.keys("table-1")
    server.file(pairing(3))
    first = sealed(keys, entities.table_report("1", "a"), report("before").body)
    assert push(hall, keys, first).refused == ()
    server.file(Draft(entities.device(keys.node), DeviceRevoked(ALL_HELD, "stolen")))

    ent, body = entities.table_report("1", "b"), report("dated-back").body
    late = sealed(keys, ent, body, at=1_000_000_000_000, after=first)
    push(hall, hall.keys("table-2"), late)

    server.ears.until(lambda: late.id in listed(server))
    assert [seen.note for seen in server.ears.state.reports.values()] == ["before"]
