"""Takes segments from the stream into a replica: certified ones, in order, each once.

The chain and the certificates decide. A segment and its place are one transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hall_server.championship.chain import (
    BadSegment,
    Chain,
    Hole,
    Segment,
    followed,
    hash_of,
    held_bytes,
    read_segment,
    verify_segment,
)
from hall_server.championship.stream import FETCH, Access, Arrived, NoLink, Stream, StreamFull
from hall_server.championship.venue import DOWN
from shared.core.events import DeviceEnrolled, DeviceRevoked, Event
from shared.core.state import Device
from shared.store.batch import Batch
from shared.store.chains import ChainRow, Chains
from shared.store.errors import CannotSave
from shared.store.replica import Replica
from shared.wire.envelope import BadEvent, Signed, node_of, read, verify

DAY_MS = 86_400_000
CLOCK_OFF_MS = 12 * 60 * 60 * 1000
"""How far a hall's times can be from headquarters' clock before a person is told."""
AGAIN = "its log is sent again from the start: an older disk, or another uplink"

log = logging.getLogger(__name__)


class VenueStatus(NamedTuple):
    """What headquarters knows of a venue.

    ``last`` is how many events of its log are here, ``heard`` when the last one came (UTC ms).
    ``trouble`` is what is wrong with its segments, "" if nothing is; ``note`` is what a person
    should know.
    """

    venue: str
    last: int = 0
    heard: int = 0
    trouble: str = ""
    note: str = ""


class Intake:
    """Takes segments into a replica, and passes over those that were published as ``own``.

    ``wall`` reads UTC ms; it is only shown.
    """

    def __init__(self, replica: Replica, wall: Callable[[], int], own: str = "") -> None:
        self._replica = replica
        self._own = own
        self._chains = Chains(replica.database)
        self._wall = wall
        self._certificates: dict[str, DeviceEnrolled] = {}
        self._withdrawn = False
        self._holes: set[str] = set()
        self.status: dict[str, VenueStatus] = {}
        for venue in self._chains.venues():
            row = self._chains.of(venue)
            self.status[venue] = VenueStatus(venue, row.last if row else 0)

    def place(self, stream: str) -> int:
        """Return how far a stream was read."""
        return self._replica.cursor(f"champ:{stream}")

    def waiting(self) -> Iterator[tuple[str, Chain | None]]:
        """Yield each venue with a missing segment, and the chain that is held of it."""
        for venue in sorted(self._holes):
            row = self._chains.of(venue)
            yield venue, None if row is None else Chain(*row)

    def compare(self, last: Arrived) -> None:
        """Note a venue whose last segment in the stream waits for a missing one."""
        try:
            self._followed(last)
        except Hole as error:
            self._refuse(last, error)
        except BadSegment:
            return

    def take(self, batch: Batch, stream: str, arrived: Iterable[Arrived]) -> None:
        """Take in what came, in the caller's transaction. Trouble is noted and not raised."""
        self._certificates, self._withdrawn = {}, False
        for message in arrived:
            try:
                if message.token != self._own:
                    self._take(batch, message)
            except BadSegment as error:
                self._refuse(message, error)
            batch.cursor(f"champ:{stream}", message.place)
            batch.touched = True

    def _followed(self, arrived: Arrived) -> tuple[Segment, Chain | None, Chain] | None:
        """Return a segment with the chain before and after it; None if it is here already."""
        segment, message = read_segment(arrived.message), arrived.message
        venue = segment.venue
        if segment.root.hex() != self._replica.root:
            raise BadSegment("it belongs to another tournament")
        if venue != arrived.token:
            raise BadSegment(f"it names the venue {venue}, and came as {arrived.token}'s")
        if self._chains.known(venue, hash_of(message)):
            return None
        signer = self._certified(segment)
        verify_segment(segment, message, signer.sign_key)
        row = self._chains.of(venue)
        held = None if row is None else Chain(*row)
        return segment, held, followed(held, segment, message)

    def _take(self, batch: Batch, arrived: Arrived) -> None:
        come = self._followed(arrived)
        if come is None:
            return
        segment, held, chain = come
        venue = segment.venue
        self._holes.discard(venue)
        refused = [why for why in self._events(batch, segment) if why]
        self._chains.put(venue, ChainRow(chain.run, chain.last, chain.prev, chain.head))
        trouble = ""
        if refused:
            trouble = f"{len(refused)} of its events are not taken in: {refused[0]}"
            log.warning("venue %s: %s", venue, trouble)
        note = self._clock(segment) or self.status.get(venue, VenueStatus(venue)).note
        if held is not None and held.run != chain.run:
            note = f"{AGAIN}; {held.last} were here before"
            log.warning("venue %s: %s", venue, note)
        self.status[venue] = VenueStatus(venue, chain.last, self._wall(), trouble, note)

    def _events(self, batch: Batch, segment: Segment) -> Iterable[str]:
        for signed in segment.signed_events():
            try:
                self._note(batch.ingest(signed).event)
            except BadEvent as error:
                yield str(error)

    def _note(self, event: Event) -> None:
        """Note what this transaction says of keys: the state follows only after it."""
        match event.body:
            case DeviceRevoked():
                self._withdrawn = True
            case DeviceEnrolled() as body if event.node == self._replica.root:
                self._certificates[node_of(body.sign_key)] = body
            case _:
                pass

    def _device(self, node: str) -> Device | DeviceEnrolled | None:
        if self._withdrawn:
            return self._replica.fold.registry().devices.get(node)
        return self._replica.state.devices.get(node) or self._certificates.get(node)

    def _certified(self, segment: Segment) -> Device | DeviceEnrolled:
        """Return the signer, if the tournament key has certified it for this venue.

        A hall's first segment brings the certificate. Raises BadSegment, or Hole.
        """
        known = self._device(segment.node)
        if known is not None:
            if isinstance(known, Device) and known.revoked:
                raise BadSegment("the key that signed it has been revoked")
            if known.venue != _home(segment) or "hall" not in known.scopes:
                raise BadSegment("the key that signed it is not certified for this venue")
            return known
        for signed in segment.signed_events():
            body = self._roots_word(signed)
            if body is not None and self._certifies(body, segment):
                return body
        uncertified = "the tournament key has not certified the key that signed it"
        # A hall's certificate is in its first segments: they may be what is missing.
        raise BadSegment(uncertified) if segment.first == 1 else Hole(f"{uncertified}, so far")

    def _roots_word(self, signed: Signed) -> DeviceEnrolled | None:
        try:
            event = read(signed)
            if event.node != self._replica.root or not isinstance(event.body, DeviceEnrolled):
                return None
            verify(signed, self._replica.root_key)
        except BadEvent:
            return None
        return event.body

    @staticmethod
    def _certifies(body: DeviceEnrolled, segment: Segment) -> bool:
        mine = node_of(body.sign_key) == segment.node and body.venue == _home(segment)
        return mine and "hall" in body.scopes

    def _clock(self, segment: Segment) -> str:
        """Return what a person should know of the hall's clock. It decides nothing."""
        try:
            at = read(segment.signed_events()[-1]).at
        except BadEvent:
            return ""
        if at - self._wall() > CLOCK_OFF_MS:
            days = max(1, round((at - self._wall()) / DAY_MS))
            return f"its clock is about {days} d ahead: do not trust its times"
        return ""

    def _refuse(self, arrived: Arrived, error: BadSegment) -> None:
        venue = arrived.token
        before = self.status.get(venue, VenueStatus(venue))
        if isinstance(error, Hole):
            self._holes.add(venue)
        what = "waits for what is missing" if isinstance(error, Hole) else "refused a segment"
        by = "the hall" if venue == DOWN else "headquarters"
        trouble = f"{by} {what}: {error}"
        if before.trouble != trouble:
            log.warning("venue %s: %s", venue, trouble)
        self.status[venue] = before._replace(trouble=trouble)


def _home(segment: Segment) -> str:
    """Return the venue for which the signer's key must be certified."""
    return "" if segment.venue == DOWN else segment.venue


if TYPE_CHECKING:
    from shared.node.view import LinkedNode

PAUSE_S = 1.0
ASK_MS = 5_000
"""The time between two questions for missing segments."""

Stood = Callable[[Stream], Awaitable[None]]


async def _nothing(stream: Stream) -> None:
    """Do nothing when the link stands."""


class Reading:
    """Takes in the messages of ``token``.

    ``say`` hears why there is no link, "" with one. ``link_stands`` is awaited before anything is
    read.
    """

    def __init__(
        self,
        node: LinkedNode,
        intake: Intake,
        access: Access,
        *,
        token: str,
        say: Callable[[str], None] = lambda trouble: None,
        link_stands: Stood = _nothing,
    ) -> None:
        self._node = node
        self._replica = node.replica
        self._intake = intake
        self._access = access
        self._token = token
        self._ask_at = 0
        self._say = say
        self._link_stands = link_stands

    async def run(self) -> None:
        """Read until cancelled; no message of the stream ends this."""
        while True:
            stream = Stream(self._access, self._replica.root)
            try:
                await stream.open()
                await self._link_stands(stream)
                born = await stream.created()
                self._say("")
                await self._compare(stream, self._intake.place(born))
                async for arrived in stream.arrivals(self._intake.place(born), self._token):
                    self._store(born, arrived)
                    if len(arrived) < FETCH:
                        await self._ask(stream)
            except (NoLink, StreamFull, CannotSave) as error:
                self._say(str(error))
            finally:
                await stream.close()
            await asyncio.sleep(PAUSE_S)

    async def _compare(self, stream: Stream, read_to: int) -> None:
        """Compare the last segment of each chain in the stream with what is here."""
        for venue in tuple(self._intake.status):
            place, last = await stream.tail(venue)
            if last is not None and place <= read_to:
                self._intake.compare(Arrived(place, venue, last))

    async def _ask(self, stream: Stream) -> None:
        """Ask for what the stream lacks: everything in it has been read."""
        if self._node.now() < self._ask_at:
            return
        for venue, held in self._intake.waiting():
            self._ask_at = self._node.now() + ASK_MS
            await stream.ask(venue, held_bytes(held))

    def _store(self, born: str, arrived: Sequence[Arrived]) -> None:
        if not arrived:
            return
        before, state = dict(self._intake.status), self._replica.state
        try:
            with self._replica.batch() as batch:
                self._intake.take(batch, born, arrived)
        except BaseException:
            self._intake.status = before
            raise
        self._node.announce(batch.written, self._replica.state is not state)
        self._say("")
