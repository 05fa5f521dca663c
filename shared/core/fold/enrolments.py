"""Which device a connection key belongs to, where enrolments contradict each other.

No event proves who holds a Curve25519 key, so an enrolment may name that of another device. One
that is known to be later is not in force. Where no event shows which came first, both stand: a
thief must not put a device out by naming its key. The device proves to the hall which it holds.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from shared.core.events import DeviceEnrolled, Event
from shared.core.text.sentence import Sentence

_TAKEN = Sentence("an earlier enrolment gave its connection key to another device")
_OTHER_KEY = Sentence("an earlier enrolment gave the device another connection key")


class KeyClaim(NamedTuple):
    """An enrolment: ``node`` is admitted, and connects with the key in ``body``."""

    node: str
    event: Event
    body: DeviceEnrolled


class Late(NamedTuple):
    """An enrolment of ``node`` that does not count, and why."""

    node: str
    why: Sentence


_Of = Callable[[KeyClaim], object]


def _key(claim: KeyClaim) -> bytes:
    return claim.body.curve_key


def _node(claim: KeyClaim) -> str:
    return claim.node


class Enrolments:
    """Which of the enrolments by those who may admit devices count.

    That of the tournament key (node ``root``) goes before all others, and the first in a log before
    the later ones there. ``late`` are those that do not count, by the event's id.
    """

    def __init__(self, claims: Iterable[KeyClaim], root: str) -> None:
        self.late: dict[str, Late] = {}
        self.standing = list(claims)
        for group, value, why in ((_key, _node, _TAKEN), (_node, _key, _OTHER_KEY)):
            for differing in _differing(self.standing, group, value):
                late = _later(differing, value, root)
                self.late |= {claim.event.id: Late(claim.node, why) for claim in late}
            self.standing = [claim for claim in self.standing if claim.event.id not in self.late]

    def disputed(self, revoked: Collection[str]) -> Mapping[str, tuple[bytes, ...]]:
        """Return the keys named for each device of which it is open which one it has.

        Enrolments of ``revoked`` devices are left out.
        """
        claims = [claim for claim in self.standing if claim.node not in revoked]
        open_ones = {
            claim.node
            for group, value in ((_key, _node), (_node, _key))
            for differing in _differing(claims, group, value)
            for claim in differing
        }
        keys: dict[str, set[bytes]] = {}
        for claim in claims:
            if claim.node in open_ones:
                keys.setdefault(claim.node, set()).add(_key(claim))
        return {node: tuple(sorted(named)) for node, named in keys.items()}


def _differing(claims: Iterable[KeyClaim], group: _Of, value: _Of) -> Iterator[list[KeyClaim]]:
    """Yield the groups whose claims do not all say the same."""
    groups: dict[object, list[KeyClaim]] = {}
    for claim in claims:
        groups.setdefault(group(claim), []).append(claim)
    for found in groups.values():
        if len(found) > 1 and len({value(claim) for claim in found}) > 1:
            yield found


def _later(claims: Iterable[KeyClaim], value: _Of, root: str) -> Iterator[KeyClaim]:
    """Yield the claims that contradict an earlier one."""
    certified = {value(claim) for claim in claims if claim.event.node == root}
    first: dict[tuple[str, str], object] = {}
    for claim in sorted(claims, key=lambda claim: claim.event.seq):
        event, said = claim.event, value(claim)
        if certified and event.node != root:
            before = said if said in certified else None
        else:
            before = first.setdefault((event.node, event.inc), said)
        if said != before:
            yield claim
