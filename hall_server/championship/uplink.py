"""The uplink's work: one segment in flight, resuming from the stream, backing off when it must.

Reads the log, never writes it; knows the stream by its protocol alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

import msgspec

from hall_server.championship.chain import (
    Chain,
    LogReader,
    Sealer,
    gone_on_from,
    next_segment,
    resumed,
)
from hall_server.championship.segment import BadSegment, hash_of
from hall_server.championship.stream import NoLink, Overtaken, StreamFull, Tail

LOOK_S = 0.05
"""So often the uplink looks whether the log has grown."""
LOOKS = 100
"""After so many looks at a log that does not grow it looks at the stream again."""
BACK_OFF_S = (0.5, 30.0)
"""The first wait after a failure, and the longest; each is twice the one before."""
RIVALS_AFTER = 3
"""So many times another's message where ours should be: another uplink writes for this venue."""

State = Literal["starting", "linked", "no_link", "full", "rival"]

log = logging.getLogger(__name__)


class Status(msgspec.Struct, frozen=True):
    """How the uplink fares: ``behind`` events are not in the stream yet.

    ``since`` is UTC ms of the last change of state; ``sentence`` says what is wrong.
    """

    state: State
    since: int
    behind: int = 0
    sentence: str = ""


class Upward(Protocol):
    """What the uplink needs of a stream."""

    async def open(self) -> None:
        """Connect. Raises NoLink."""

    async def close(self) -> None:
        """Disconnect."""

    def check(self) -> None:
        """Raise NoLink if the connection is gone."""

    async def tail(self, token: str) -> Tail:
        """The last message of a subject. Raises NoLink."""

    async def publish(self, token: str, message: bytes, *, after: int) -> int:
        """Store a message. Raises Overtaken, StreamFull, NoLink."""

    async def hear_asking(self, token: str) -> None:
        """Begin to hear what headquarters asks for. Raises NoLink."""

    def asked(self) -> bytes | None:
        """What headquarters holds, if it has asked for what follows."""


class Uplink:
    """Publishes a log. ``new_run`` names a new reading of it, ``pause`` waits some seconds."""

    def __init__(
        self,
        log: LogReader,
        by: Sealer,
        open_stream: Callable[[], Upward],
        *,
        wall: Callable[[], int],
        new_run: Callable[[], bytes],
        told: Callable[[Status], None] = lambda status: None,
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
        again: bool = False,
    ) -> None:
        """``again``: send all of the log once more, whatever the stream holds."""
        self._again = again
        self._log = log
        self._by = by
        self._open_stream = open_stream
        self._wall = wall
        self._new_run = new_run
        self._told = told
        self._pause = pause
        self._wait_s = BACK_OFF_S[0]
        self._overtaken = 0
        self._answered: bytes | None = None
        self._chain: Chain | None = None
        self.status = Status("starting", wall())

    @property
    def published(self) -> int:
        """How much of the log is known to be in the stream."""
        return 0 if self._chain is None else self._chain.last

    async def run(self) -> None:
        """Publish until cancelled; nothing that the stream does ends it."""
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
                # A restarted stream, or our own last word whose answer was lost: ask again.
                self._answered = None
                self._strike()

    def _resumed(self, tail: bytes | None) -> Chain:
        if tail is not None and self._chain is not None and hash_of(tail) == self._chain.prev:
            return self._chain
        if self._again:
            self._again = False
            return Chain(self._new_run())
        chain = resumed(tail, self._log, self._by)
        if chain is None and tail is not None and self._chain is not None:
            self._strike()
        return chain or Chain(self._new_run())

    def _strike(self) -> None:
        self._overtaken += 1
        if self._overtaken >= RIVALS_AFTER:
            self._overtaken = 0
            raise Overtaken

    async def _go_on(self, stream: Upward, chain: Chain, place: int) -> None:
        """Publish what there is and what comes; returns when the stream is to be looked at."""
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
            # What did not help once is not tried again without end.
            if asked is not None and asked != self._answered:
                self._answered = asked
                chain = self._sent_again(asked, chain)
                idle = 0
            elif idle:
                await self._pause(LOOK_S)
        self._overtaken = 0

    def _sent_again(self, asked: bytes, chain: Chain) -> Chain:
        """Where to go on for headquarters, which waits for something that the stream lacks."""
        try:
            held = gone_on_from(asked, chain, self._log)
        except BadSegment as error:
            log.warning("uplink: headquarters asked, and %s", error)
            return chain
        if held != chain:
            first = 1 if held is None else held.last + 1
            log.warning("uplink: headquarters lacks entry %d and later; they go up again", first)
        return held or Chain(self._new_run())

    async def _back_off(self) -> None:
        wait, self._wait_s = self._wait_s, min(self._wait_s * 2, BACK_OFF_S[1])
        await self._pause(wait)

    def _note_behind(self, chain: Chain) -> None:
        self._chain = chain
        if self.status.state != "linked":
            self._say("linked", behind=self._log.end - chain.last)

    def _say(self, state: State, sentence: str = "", behind: int | None = None) -> None:
        if behind is None:
            behind = self._log.end - (self._chain.last if self._chain else 0)
        since = self.status.since if state == self.status.state else self._wall()
        status = Status(state, since, behind, sentence)
        if status == self.status:
            return
        if state != self.status.state:
            log.info("uplink: %s %s", state.replace("_", " "), sentence)
        self.status = status
        self._told(status)
