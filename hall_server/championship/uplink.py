"""Publishes a hall's log: one segment at a time, from where the stream ends.

Reads the log and never writes it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from hall_server.championship.chain import (
    RUN_BYTES,
    BadSegment,
    Chain,
    LogReader,
    Sealer,
    gone_on_from,
    hash_of,
    next_segment,
    resumed,
    seal_segment,
)
from hall_server.championship.intake import Intake, Reading
from hall_server.championship.stream import Access, NoLink, Overtaken, Stream, StreamFull, Tail, end
from hall_server.championship.venue import DOWN
from shared.core.state.venue_line import VenueLine
from shared.core.text.fields import noted
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import engine_home, load
from shared.wire.messages import Venues

if TYPE_CHECKING:
    from shared.node.view import LinkedNode

LOOK_S = 0.05
"""The time between two looks at the log."""
LOOKS = 100
"""Looks at a log that does not grow before the uplink looks at the stream again."""
BACK_OFF_S = (0.5, 30.0)
"""The first wait after a failure, and the longest. Each is twice the one before."""
RIVALS_AFTER = 3
"""Messages of another uplink in place of ours before the uplink says so."""

State = Literal["starting", "linked", "no_link", "full", "rival"]

log = logging.getLogger(__name__)


class Status(msgspec.Struct, frozen=True):
    """The state of an uplink: ``behind`` events are not in the stream yet.

    ``since`` is UTC ms of the last change of state; ``sentence`` says what is wrong.
    """

    state: State
    since: int
    behind: int = 0
    sentence: str = ""


class Timing(NamedTuple):
    """How an uplink keeps time: ``wall`` reads UTC ms, ``pause`` waits some seconds."""

    wall: Callable[[], int]
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep


def sealer_of(node: LinkedNode, venue: str) -> Sealer:
    """Return what signs segments of ``venue`` with the key of a node."""
    return Sealer(
        node.replica.root,
        venue,
        node.node_id,
        lambda segment: seal_segment(segment, node.home.keys.sign),
        lambda: secrets.token_bytes(RUN_BYTES),
    )


class Upward(Protocol):
    """The part of a stream that an uplink uses."""

    async def open(self) -> None:
        """Connect. Raises NoLink."""

    async def close(self) -> None:
        """Disconnect."""

    def check(self) -> None:
        """Raise NoLink if the connection is gone."""

    async def tail(self, token: str) -> Tail:
        """Return the last message of a subject. Raises NoLink."""

    async def publish(self, token: str, message: bytes, *, after: int) -> int:
        """Store a message. Raises Overtaken, StreamFull, NoLink."""

    async def hear_asking(self, token: str) -> None:
        """Begin to hear what headquarters asks for. Raises NoLink."""

    def asked(self) -> bytes | None:
        """Return what headquarters holds, if it has asked for what follows."""


class Uplink:
    """Publishes a log. With ``again`` it sends all of it once more, whatever the stream holds."""

    def __init__(
        self,
        log: LogReader,
        by: Sealer,
        open_stream: Callable[[], Upward],
        *,
        timing: Timing,
        told: Callable[[Status], None] = lambda status: None,
        again: bool = False,
    ) -> None:
        self._again = again
        self._log = log
        self._by = by
        self._open_stream = open_stream
        self._timing = timing
        self._told = told
        self._wait_s = BACK_OFF_S[0]
        self._overtaken = 0
        self._answered: bytes | None = None
        self._chain: Chain | None = None
        self.status = Status("starting", timing.wall())

    @property
    def published(self) -> int:
        """Return how many events of the log are in the stream."""
        return 0 if self._chain is None else self._chain.last

    async def run(self) -> None:
        """Publish until cancelled; no failure of the stream ends this."""
        while True:
            stream = self._open_stream()
            try:
                await stream.open()
                await stream.hear_asking(self._by.venue)
                self._answered = None
                await self._publish_all(stream)
            except NoLink as error:
                self._say("no_link", f"{error} The hall plays on; all of it goes up later.")
            except StreamFull as error:
                self._say("full", f"{error} The hall plays on. Give the stream more room.")
            except Overtaken:
                self._say(
                    "rival",
                    "Another uplink writes for this venue, from another log. Stop one of them:"
                    " the hall plays on meanwhile.",
                )
            finally:
                await stream.close()
            await self._back_off()

    async def _publish_all(self, stream: Upward) -> None:
        while True:
            place, tail = await stream.tail(self._by.venue)
            chain = self._resumed(tail)
            try:
                await self._go_on(stream, chain, place)
            except Overtaken:
                # The stream was restarted, or the answer to our last message was lost: ask again.
                self._answered = None
                self._strike()

    def _resumed(self, tail: bytes | None) -> Chain:
        if tail is not None and self._chain is not None and hash_of(tail) == self._chain.prev:
            return self._chain
        if self._again:
            self._again = False
            return Chain(self._by.new_run())
        chain = resumed(tail, self._log, self._by)
        if chain is None and tail is not None and self._chain is not None:
            self._strike()
        return chain or Chain(self._by.new_run())

    def _strike(self) -> None:
        self._overtaken += 1
        if self._overtaken >= RIVALS_AFTER:
            self._overtaken = 0
            raise Overtaken

    async def _go_on(self, stream: Upward, chain: Chain, place: int) -> None:
        """Publish what there is and what comes; return when it is time to look at the stream."""
        idle = 0
        while idle < LOOKS:
            stream.check()
            upcoming = next_segment(chain, self._log, self._by)
            if upcoming is not None:
                self._note_behind(chain)
                place = await stream.publish(self._by.venue, upcoming.message, after=place)
                chain = upcoming.chain
            self._wait_s = BACK_OFF_S[0]
            self._chain = chain
            self._say("linked", behind=self._log.end - chain.last)
            idle = idle + 1 if upcoming is None else 0
            asked = stream.asked() if idle else None
            # An answer that did not help is not given again.
            if asked is not None and asked != self._answered:
                self._answered = asked
                chain = self._sent_again(asked, chain)
                idle = 0
            elif idle:
                await self._timing.pause(LOOK_S)
        self._overtaken = 0

    def _sent_again(self, asked: bytes, chain: Chain) -> Chain:
        """Return where to go on, when headquarters has asked for what the stream lacks."""
        try:
            held = gone_on_from(asked, chain, self._log)
        except BadSegment as error:
            log.warning("uplink: headquarters asked, and %s", error)
            return chain
        if held != chain:
            first = 1 if held is None else held.last + 1
            log.warning("uplink: headquarters lacks entry %d and later; they go up again", first)
        return held or Chain(self._by.new_run())

    async def _back_off(self) -> None:
        wait, self._wait_s = self._wait_s, min(self._wait_s * 2, BACK_OFF_S[1])
        await self._timing.pause(wait)

    def _note_behind(self, chain: Chain) -> None:
        self._chain = chain
        if self.status.state != "linked":
            self._say("linked", behind=self._log.end - chain.last)

    def _say(self, state: State, sentence: str = "", behind: int | None = None) -> None:
        if behind is None:
            behind = self._log.end - (self._chain.last if self._chain else 0)
        since = self.status.since if state == self.status.state else self._timing.wall()
        status = Status(state, since, behind, sentence)
        if status == self.status:
            return
        if state != self.status.state:
            log.info("uplink: %s %s", state.replace("_", " "), sentence)
        self.status = status
        self._told(status)


NO_VENUE = (
    "This hall was made without a venue, so it is in no championship. It plays on. To make a hall"
    " for one: hall-server new --venue NAME"
)
TELL_MS = 2_000
"""The hall hears the uplink's state this often, and each change at once."""


def venue_line(venue: str, status: Status) -> VenueLine:
    """Return what the dashboard is told of an uplink."""
    if status.state == "linked":
        return VenueLine(venue, "linked", status.since, status.behind)
    state: Literal["no_link", "trouble"] = "trouble"
    if status.state in ("no_link", "starting"):
        state = "no_link"
    return VenueLine(venue, state, status.since, status.behind, noted(status.sentence))


class UplinkLink(FollowerLink):
    """Follows the hall at ``hall`` and publishes under the venue that its log names.

    ``status_told`` hears its state, in the node's thread.
    """

    def __init__(
        self,
        hall: HallAddress,
        *,
        access: Access,
        again: bool = False,
        status_told: Callable[[Status], None],
    ) -> None:
        super().__init__(hall, role="standby")
        self._access = access
        self._again = again
        self._status_told = status_told
        self._fared: Status | None = None
        self._tell_at = 0

    async def look_around(self, opened: AsyncExitStack) -> None:
        """Look for the hall, and begin to publish and to read."""
        await super().look_around(opened)
        node = self.node
        reading = Reading(
            node,
            Intake(node.replica, node.wall),
            self._access,
            token=DOWN,
        )
        for work in (self._publish(), reading.run()):
            opened.push_async_callback(end, asyncio.create_task(work))

    async def _publish(self) -> None:
        node, told = self.node, False
        while not node.state.venue:
            if node.state.tournament is not None and not told:
                told = True
                self._fares(Status("no_link", node.wall(), node.replica.end, NO_VENUE))
            await asyncio.sleep(LOOK_S)
        uplink = Uplink(
            node.replica,
            sealer_of(node, node.state.venue),
            lambda: Stream(self._access, node.replica.root),
            timing=Timing(node.wall),
            told=self._fares,
            again=self._again,
        )
        await uplink.run()

    def tick(self) -> None:
        """Follow the hall, and tell it the uplink's state."""
        super().tick()
        now = self.node.now()
        if self._fared is not None and now >= self._tell_at and self.answers:
            self._tell_at = now + TELL_MS
            venue = self.node.state.venue or "this hall"
            self.send(Venues((venue_line(venue, self._fared),)))

    def _fares(self, status: Status) -> None:
        if self._fared is None or status.state != self._fared.state:
            self._tell_at = 0
        self._fared = status
        self._status_told(status)


def open_uplink(
    home: Path,
    access: Access,
    *,
    hall: str = "",
    again: bool = False,
    status_told: Callable[[Status], None],
) -> Engine[UplinkLink]:
    """Return an uplink's node, not yet started; ``hall`` is an address instead of the invite's.

    Raises NotSetUp.
    """
    membership, keys = load(home)
    address = membership.halls[0]
    link = UplinkLink(
        address.at(hall) if hall else address, access=access, again=again, status_told=status_told
    )
    own = engine_home(home, membership.root_key, keys)
    return Engine(own, link, wall=wall_ms, monotonic=monotonic_ms)
