"""The link of the node that is the hall: the hub, its sockets, and its look at other halls."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

from shared.core.events import entities
from shared.core.state import Device, FoundAt, HallState, holders
from shared.net.address import AddressBook, HallAddress, ListenAt
from shared.node.invites import Invites
from shared.node.terms import open_term, say_where
from shared.node.view import LinkedNode
from shared.node.work import Work, WorkDone
from shared.port import Link, LinkChanged, LiveTable
from shared.store.errors import CannotOpen
from shared.wire.codec import CodecError
from shared.wire.messages import PROTOCOL, TOPIC_ASKING, DoubleUse, Hello, OnFeed, Welcome
from shared.wire.sync.effects import HubEffect, Publish, Reply, TakeFrom
from shared.wire.sync.hub import Hub
from shared.wire.sync.sessions import Caller
from shared.wire.visit import DoorAnswer, Presented, Request

if TYPE_CHECKING:
    from shared.net.hub_sockets import Letter
    from shared.node.scout import Scout
    from shared.wire.enrol import EnrolAnswer
    from shared.wire.envelope import Signed
    from shared.wire.sync.log import Stored

LOOPBACK = "127."
EVERYWHERE = ("*", "0.0.0.0")
STEPPED_BACK = (
    "Another hall has taken over. This one has stepped back. Everything that it holds is on its"
    " disk and goes to the other one."
)
NOT_THE_HALL = (
    "This node is not the hall of the tournament, so it follows the hall."
    " To make it the hall: hall-server promote"
)

log = logging.getLogger(__name__)


class HallLink:
    """The hall's link. Once open, ``ports`` (sync and feed) and ``enrol_port`` are those in use.

    ``pinned`` is the hall of the invites, this one or another. ``opens_term`` is the reason to open
    a new term at the start, "" to stay in the present one. ``found_at`` is the host to announce as
    an event, "" if invites and mDNS are enough. Once another hall comes first, the node ends, and
    ``superseded_by`` is the other's address. A hall that ``claims`` to be it, because a person
    restored it, steps back only for a hall that answers, not by the log. ``invites`` are those in
    its folder.
    """

    def __init__(
        self,
        listen: ListenAt,
        *,
        pinned: HallAddress | None = None,
        opens_term: str = "",
        found_at: str = "",
        claims: bool = False,
        invites: Invites | None = None,
    ) -> None:
        self._listen = listen
        self._claims = claims
        self._pinned = pinned
        self._book = None if pinned is None else AddressBook(pinned)
        self._opens_term = opens_term
        self._found_at = found_at
        self._invites = invites
        self._scout: Scout | None = None
        self._devices: dict[bytes, Device] = {}
        self._devices_of: object = None
        self.ports = (listen.sync_port, listen.feed_port)
        self.enrol_port = 0
        self.superseded_by: HallAddress | None = None

    def begin(self, node: LinkedNode) -> None:
        """Make the hub and the door's desk, still without sockets."""
        from shared.node.visitors import Visitors

        self.node = node
        self._visitors = Visitors(node, self._say_who_may)
        self._hub = Hub(node.replica, root=node.replica.root)
        self._looked_at = node.state.devices
        self._revoked = _revoked(self._looked_at)

    def acknowledge_all(self) -> None:
        """Count all that this node holds as at the hall, with the term that it opened."""
        replica = self.node.replica
        self.node.where.acked(replica.vector, complete=True, end=replica.end)

    def open(self, node: LinkedNode, opened: AsyncExitStack) -> None:
        """Check that this node is the hall, open the sockets and announce it. Raises CannotOpen."""
        self.node = node
        if not self._opens_term and self._is_superseded():
            self.superseded_by = _first_hall(node.state)
            raise CannotOpen(STEPPED_BACK if node.state.hall else NOT_THE_HALL)
        self.begin(node)
        self._bind(opened)  # first: if a port is taken, the term stays as it is
        if self._opens_term:
            open_term(node.replica, node.home, reason=self._opens_term, at=node.wall())
        self.acknowledge_all()
        if node.state.term:
            sync, feed = self.ports
            say_where(node, FoundAt(self._found_at, sync, feed, sync + 2))
        node.tell(LinkChanged(Link("live", node.wall())))

    def _bind(self, opened: AsyncExitStack) -> None:
        from shared.net.door import Door
        from shared.net.hub_sockets import HubSockets, PortTaken
        from shared.net.listening import make_room, seeded_context
        from shared.node.enrolment import Enrolment
        from shared.node.scout import Scout

        node, listen = self.node, self._listen
        make_room()
        context = seeded_context()
        opened.callback(context.destroy, linger=0)
        self._door = Door(
            context,
            node.home.keys,
            host=listen.host,
            port=listen.sync_port and listen.sync_port + 2,
            answers=self._at_the_door,
        )
        opened.callback(self._door.close)
        if self._door.trouble:
            log.warning("devices are admitted by invites only: %s", self._door.trouble)
        self.enrol_port = self._door.port
        self._say_who_may()
        try:
            self._sockets = HubSockets(
                context, node.home.keys, listen, heard=self.heard, misused=self._misused_feed
            )
        except PortTaken as error:
            raise CannotOpen(str(error)) from error
        opened.callback(self._sockets.close)
        self.ports = self._sockets.ports
        self._enrolment = Enrolment(node, node.replica, self.ports)
        if self._book is not None:
            root, store, instance = node.replica.root, node.replica.store_id, node.home.instance
            hello = Hello(PROTOCOL, root, store, instance, "hall")
            self._scout = Scout(node, self._book, context, self._step_back, hello)
            opened.callback(self._scout.close)

    def _is_superseded(self) -> bool:
        """Return whether another node is the hall, by the term or, without one, by the invites."""
        hall, own = self.node.state.hall, self.node.home.keys
        if self._claims:
            return False
        if not hall and self._pinned is not None:
            return self._pinned.curve_key != own.curve_public
        return hall not in ("", own.node)

    def _step_back(self, address: HallAddress | None = None) -> None:
        """End the service because another hall comes first. All entries stay here."""
        if self.superseded_by is None:
            self.superseded_by = address or _first_hall(self.node.state)
            self.node.end(STEPPED_BACK)

    async def look_around(self, opened: AsyncExitStack) -> None:
        """Announce the hall on the LAN, unless it serves only this machine."""
        host = self._listen.host
        if host.startswith(LOOPBACK):
            return
        from shared.net.discovery import Announcer, HallFinder, read_hint
        from shared.net.this_machine import own_addresses

        node, tournament = self.node, self.node.state.tournament
        announcer = Announcer(
            node.replica.root,
            node.node_id,
            (*self.ports, self.enrol_port),
            name=tournament.name if tournament else "",
            certificate=self._certificate(),
            addresses=own_addresses() if host in EVERYWHERE else (host,),
        )
        opened.push_async_callback(announcer.close)
        await announcer.open()
        if self._book is not None:
            finder = HallFinder(partial(read_hint, node.home.root_key), self._book.hint)
            opened.push_async_callback(finder.close)
            await finder.open()

    def _certificate(self) -> Signed | None:
        """Return the enrolment that the tournament key wrote for this node."""
        from shared.wire.envelope import read

        replica = self.node.replica
        enrolments = replica.signed_of(entities.device(self.node.node_id))
        return next((one for one in enrolments if read(one).node == replica.root), None)

    def tick(self) -> None:
        """Send the heartbeat and look for another hall."""
        if self.superseded_by is not None:
            return
        node, now = self.node, self.node.now()
        if self._scout is not None:
            self._scout.tick(now)
        self._sockets.look(now)
        before, beyond = self._hub.doubles, self._hub.beyond
        self._carry_out(self._hub.tick(now))
        self._warn_of_too_much(node for node in self._hub.beyond if node not in beyond)
        self._warn_of(double for double in self._hub.doubles if double not in before)
        asking = self._enrolment.asking(now)
        if asking is not None:
            self.publish(TOPIC_ASKING, asking)
        if node.where.kept((node.replica.end, *self._hub.kept)):
            node.tell_state_soon()

    def _warn_of(self, doubles: Iterable[DoubleUse]) -> None:
        for double in doubles:
            log.warning(
                "two devices use the key of '%s': the one at %s is served, the one at %s is"
                " turned away. Switch off the wrong one",
                double.label,
                double.served,
                double.turned_away,
            )

    def _warn_of_too_much(self, nodes: Iterable[bytes]) -> None:
        for node in nodes:
            device = self.node.state.devices.get(node.hex())
            log.warning(
                "'%s' sends more than a device writes in a tournament. The hall takes it"
                " slowly. The rest waits on that device, and nothing is lost. If the device was"
                " not offline for long, revoke its key",
                node.hex()[:8] if device is None else device.label,
            )

    def on_live(self, live: LiveTable) -> None:
        """Ignore the reading: a hall has no table."""

    def shares_private_with(self, device: Device) -> bool:
        """Return True: the hall shares with every device that may read."""
        return True

    def committed(self, outcomes: Sequence[WorkDone], written: Sequence[Stored]) -> None:
        """Acknowledge and publish what is durable. What is held here is at the hall."""
        replica, where = self.node.replica, self.node.where
        self._hub.full = False
        where.acked(replica.vector, complete=False, end=replica.end)
        for stored in written:
            where.stands((stored.event,), stored.pos)
        for outcome in outcomes:
            if isinstance(outcome.work, TakeFrom) and outcome.work.peer:
                places = self._places(outcome)
                self._carry_out(self._hub.stored(outcome.work, places, outcome.refused))
        if written:
            self._carry_out(self._hub.publish(written))
        self._shut_out()
        if self._is_superseded():
            self._step_back()

    def not_committed(self, work: Work, sentence: str) -> None:
        """Note the full disk. The sender gets no acknowledgement and sends again."""
        self._hub.full = True
        if isinstance(work, TakeFrom):
            self._hub.not_stored(work)
        log.error("the hall could not store a push: %s", sentence)

    def _shut_out(self) -> None:
        """Update who may shake hands, and end the feed if a key was revoked."""
        devices = self.node.state.devices
        if devices is not self._looked_at:
            self._visitors.forget(devices)
            self._say_who_may()
            before, self._revoked = self._revoked, _revoked(devices)
            if self._revoked - before:
                self._sockets.cut_feed()
            self._looked_at = devices

    def _places(self, outcome: WorkDone) -> dict[tuple[str, str], int]:
        """Return how far the logs of a push's authors are durable here."""
        vector = self.node.replica.vector
        taken = (*outcome.events, *outcome.known)
        return {place: vector[place] for place in {(e.node, e.inc) for e in taken}}

    def heard_from(self, node: str) -> int | None:
        """Return the milliseconds since a node last spoke, None if it has not spoken."""
        return self._hub.heard_from(node, self.node.now())

    def heard(self, letters: Sequence[Letter]) -> None:
        """Answer messages, each judged by the key that sent it."""
        now, wall = self.node.now(), self.node.wall()
        for letter in letters:
            device = self._device(letter.curve_key)
            caller = Caller(letter.route.hex(), device)
            away = self._hub.turns_away(caller)
            if away:
                self._carry_out(away)
                self._sockets.hang_up(letter)  # it can ask at the door why
                continue
            try:
                message = letter.read()
            except CodecError:
                continue
            if isinstance(message, Hello):
                caller = caller._replace(address=letter.address)
            answers = self._hub.receive(caller, message, self.node.state, now, wall)
            self._carry_out(answers)
            if device is not None and self._invites is not None and _welcomes(answers):
                self._invites.greeted(device.node)

    def _device(self, curve_key: bytes) -> Device | None:
        devices = self.node.state.devices
        if self._devices_of is not devices:
            self._devices = holders(devices.values())
            self._devices_of = devices
        return self._devices.get(curve_key) or self._visitors.guests.get(curve_key)

    def _say_who_may(self) -> None:
        """Tell the gate which keys may shake hands."""
        known = holders(self.node.state.devices.values())
        may = {key for key, device in known.items() if not device.revoked}
        self._door.gate.admitted = frozenset({*may, *self._visitors.guests.keys() - known.keys()})

    def _misused_feed(self, curve_key: bytes) -> None:
        """Keep a key that misused the feed away from it, and open the feed anew."""
        device = self._device(curve_key)
        log.warning(
            "'%s' misuses the feed and loses it for ten minutes. If nobody works on this device,"
            " revoke its key",
            "?" if device is None else device.label,
        )
        self._door.gate.without_feed(curve_key)
        self._sockets.cut_feed()

    def _at_the_door(self, visit: bytes, asks: Request) -> EnrolAnswer | DoorAnswer | None:
        """Answer a device at the door."""
        if isinstance(asks, Presented):
            return self._visitors.decide(asks)
        return self._enrolment.heard(visit, asks)

    def publish(self, topic: bytes, message: OnFeed) -> None:
        """Send a message to all subscribers of the feed."""
        self._sockets.publish(topic, message)

    def _carry_out(self, effects: Sequence[HubEffect]) -> None:
        for effect in effects:
            match effect:
                case Reply(peer=peer, message=message):
                    self._sockets.reply(bytes.fromhex(peer), message)
                case Publish(topic=topic, message=message):
                    self.publish(topic, message)
                case TakeFrom():
                    self.node.put(effect)


def _welcomes(answers: Sequence[HubEffect]) -> bool:
    return any(isinstance(one, Reply) and isinstance(one.message, Welcome) for one in answers)


def _revoked(devices: Mapping[str, Device]) -> frozenset[str]:
    return frozenset(node for node, device in devices.items() if device.revoked)


def _first_hall(state: HallState) -> HallAddress:
    """Return where the hall of the term is, an empty address if that is not known."""
    place = state.places.get(state.hall)
    if place is None or state.hall not in state.devices:
        return HallAddress("", 0, 0, b"")
    key = state.devices[state.hall].curve_key
    return HallAddress(place.host, place.sync_port, place.feed_port, key)
