"""A device that is enrolled with another's Curve25519 key: it puts nobody out, nor does its end."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from shared.core.events import DeviceEnrolled, DeviceRevoked, Draft, EnrolmentSet, entities
from shared.core.state import Device
from shared.core.text.language import Voice, speaking
from shared.core.text.sentence import said
from shared.machine.clocks import wall_ms
from shared.machine.languages import catalogue
from shared.net.keys import DeviceKeys
from shared.port import DevicesSeen, Enrolling
from tests.hostile.kit import plays_on
from tests.node.hall_kit import Hall, Running, a_hall
from tests.node.raw_kit import fresh_keys
from tests.node.test_enrolment import Device as Applicant


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


@pytest.fixture
def nodes(hall: Hall) -> tuple[Running, Running, Running]:
    """The hall, a table and a referee's laptop, all linked."""
    server, table = hall.start_hall(), hall.start("table-1")
    referee = hall.start("referee-1", role="referee", hears_clocks=True)
    for node in (table, referee):
        node.ears.until_link("live")
    return server, table, referee


def enrolled_with_key_of(hall: Hall, referee: Running, victim: str) -> tuple[str, str]:
    """Enrol a device of its own under the victim's connection key; return its node and the event.

    By the order of nodes it comes before the victim's.
    """
    keys = fresh_keys()
    while keys.node > hall.keys(victim).node:
        keys = fresh_keys()
    event = referee.file(says_of(keys, hall.keys(victim).curve_public))
    return keys.node, event


def says_of(keys: DeviceKeys, curve_key: bytes) -> Draft:
    """Return a draft that admits a device with a connection key."""
    body = DeviceEnrolled(keys.sign_public, curve_key, "terminal", (), "Spare")
    return Draft(entities.device(keys.node), body)


def all_know(nodes: tuple[Running, ...], node: str, fits: Callable[[Device], bool]) -> None:
    for each in nodes:
        each.ears.until(
            lambda n=each: node in n.ears.state.devices and fits(n.ears.state.devices[node])
        )


def heard_as(referee: Running) -> set[str]:
    """Under which names the hall hears devices from now on, as the referee is told."""
    told = len(referee.ears.told)
    heard: set[str] = set()

    def look() -> bool:
        seen = [t for t in referee.ears.told[told:] if isinstance(t, DevicesSeen)]
        heard.update(line.node for t in seen for line in t.lines)
        return len(seen) > 1

    referee.ears.until(look)
    return heard


@pytest.mark.parametrize("victim", ["hall", "referee-1"])
def test_key_of_a_device_with_rights_is_given_to_no_other_by_a_stolen_key(
    hall: Hall, nodes: tuple[Running, Running, Running], victim: str
) -> None:
    _, table, referee = nodes
    thief, event = enrolled_with_key_of(hall, referee, victim)
    for node in nodes:
        node.ears.until(lambda n=node: event in {u.event for u in n.ears.state.unforced})
        assert thief not in node.ears.state.devices
    plays_on(table, "after-it")
    referee.ears.until_sees("after-it")


@pytest.mark.parametrize("victim_starts_again", [False, True])
def test_table_with_its_key_claimed_by_another_device_proves_it_and_plays_on(
    hall: Hall, nodes: tuple[Running, Running, Running], victim_starts_again: bool
) -> None:
    _, table, referee = nodes
    thief, _ = enrolled_with_key_of(hall, referee, "table-1")
    own = hall.keys("table-1").node
    all_know(nodes, own, lambda device: bool(device.disputed))
    if victim_starts_again:
        hall.stop(table)
        table = hall.start("table-1")
    plays_on(table, "after-it")
    table.ears.until_link("live")
    heard = heard_as(referee)
    assert own in heard
    assert thief not in heard


def test_table_that_is_said_to_have_another_key_proves_its_own_and_plays_on(
    hall: Hall, nodes: tuple[Running, Running, Running]
) -> None:
    _, table, referee = nodes
    keys = hall.keys("table-1")
    for _ in range(4):  # one of them comes before the true one by its id
        referee.file(says_of(keys, fresh_keys().curve_public))
    all_know(nodes, keys.node, lambda device: len(device.disputed) > 1)
    hall.stop(table)
    table = hall.start("table-1")
    table.ears.until_link("live")
    plays_on(table, "after-it")
    referee.ears.until_sees("after-it")


@pytest.mark.parametrize("victim", ["hall", "referee-1", "table-1"])
def test_device_with_anothers_key_is_put_off_alone(
    hall: Hall, nodes: tuple[Running, Running, Running], victim: str
) -> None:
    server, table, referee = nodes
    thief, _ = enrolled_with_key_of(hall, referee, victim)

    referee.file(Draft(entities.device(thief), DeviceRevoked((), "It was stolen")))

    if victim == "table-1":
        all_know(nodes, thief, lambda device: device.revoked)
        all_know(nodes, hall.keys(victim).node, lambda device: not device.disputed)
    plays_on(table, "after-it")
    referee.ears.until_sees("after-it")
    hall.stop(table, referee)
    for name, role in (("table-1", "terminal"), ("referee-1", "referee")):
        again = hall.start(name, role=role)  # type: ignore[arg-type]
        again.ears.until_link("live")
    assert not server.node.failure


def copied(keys: DeviceKeys) -> DeviceKeys:
    """Return the keys of a device that signs for itself and has the connection key of another."""
    sign = SigningKey(secrets.token_bytes(32))
    return DeviceKeys(sign, keys.curve_secret, keys.curve_public)


def test_device_at_the_door_with_the_key_of_another_is_told_so_on_its_screen(
    hall: Hall, nodes: tuple[Running, Running, Running]
) -> None:
    _, table, referee = nodes
    hall.stop(table)
    victim = hall.keys("table-1")
    referee.file(Draft(entities.device(victim.node), DeviceRevoked((), "It was stolen")))
    all_know((nodes[0],), victim.node, lambda device: device.revoked)
    copy = hall.start("copy", keys=copied(victim))
    sentence = copy.ears.until_link("refused").sentence
    assert "already has this device's key" in sentence
    with speaking(Voice(catalogue("fr"))):
        assert "a déjà la clé" in said(sentence)


def test_applicant_with_the_key_of_another_is_told_so_on_its_screen(
    hall: Hall, nodes: tuple[Running, Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, _, referee = nodes
    referee.file(Draft(entities.enrolment(), EnrolmentSet(wall_ms() + 600_000)))
    server.ears.until(lambda: server.ears.state.enrolling_until > 0)
    victim = hall.keys("table-1")
    with monkeypatch.context() as patch:
        patch.setattr(DeviceKeys, "from_seed", lambda seed: copied(victim))
        with Applicant(hall, "copy") as applicant:
            applicant.until(lambda step: step.over)
    assert "already has this device's key" in applicant.steps[-1].sentence
    assert not any(told.devices for told in referee.ears.told if isinstance(told, Enrolling))
