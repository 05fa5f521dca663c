"""mDNS: a hall says where it is, and nodes take that as a hint. Never as proof of anything.

Anyone on the LAN can announce anything. A hint only says where else to try: the hall must answer
there with the CURVE key that the invite pinned. Where multicast is filtered nothing is lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

SERVICE = "_playing-hall._tcp.local."
RESOLVE_MS = 3_000
MOST_PENDING = 16
"""Announcements that are looked into at one time; a flood of them is dropped."""

log = logging.getLogger(__name__)


class Hint(NamedTuple):
    """Where a hall of this tournament is said to be."""

    host: str
    sync_port: int
    feed_port: int


def read_hint(
    root: str,
    properties: Mapping[bytes, bytes | None],
    addresses: list[str],
    port: int | None,
) -> Hint | None:
    """What an announcement says, or None if it is for others or makes no sense."""
    feed = (properties.get(b"feed") or b"").decode("ascii", "replace")
    if properties.get(b"root") != root.encode() or not addresses or not port:
        return None
    if not feed.isdigit() or not 0 < int(feed) < 65_536 or not 0 < port < 65_536:
        return None
    return Hint(addresses[0], port, int(feed))


class Announcer:
    """Announces a hall until closed."""

    def __init__(self, root: str, node: str, sync_port: int, feed_port: int) -> None:
        self._info = AsyncServiceInfo(
            SERVICE,
            f"{node[:16]}.{SERVICE}",
            port=sync_port,
            properties={"root": root, "feed": str(feed_port)},
            server=f"playing-hall-{node[:16]}.local.",
        )
        self._zeroconf: AsyncZeroconf | None = None

    async def open(self) -> None:
        """Start announcing; without multicast this says so in the log and does nothing."""
        try:
            self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
            await self._zeroconf.async_register_service(self._info, allow_name_change=True)
        except Exception as error:  # a network without multicast fails in many ways
            log.warning("the hall is not announced on this network: %s", error)

    async def close(self) -> None:
        """Stop announcing."""
        if self._zeroconf is not None:
            with suppress(Exception):
                await self._zeroconf.async_close()


class Finder:
    """Listens for halls of one tournament until closed; ``found`` is called in the loop."""

    def __init__(self, root: str, found: Callable[[Hint], None]) -> None:
        self._root = root
        self._found = found
        self._zeroconf: AsyncZeroconf | None = None
        self._pending: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start listening; without multicast this says so in the log and does nothing."""
        try:
            self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
            AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._heard])
        except Exception as error:  # a network without multicast fails in many ways
            log.info("no halls can be found by multicast here: %s", error)

    def _heard(
        self,
        zeroconf: Zeroconf,
        service_type: str,
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        if state_change is ServiceStateChange.Removed or len(self._pending) >= MOST_PENDING:
            return
        task = asyncio.ensure_future(self._look_into(zeroconf, service_type, name))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _look_into(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        with suppress(Exception):  # what strangers send is not worth more than a missed hint
            if await info.async_request(zeroconf, RESOLVE_MS):
                addresses = info.parsed_addresses(IPVersion.V4Only)
                hint = read_hint(self._root, info.properties, addresses, info.port)
                if hint is not None:
                    self._found(hint)

    async def close(self) -> None:
        """Stop listening."""
        for task in self._pending:
            task.cancel()
        if self._zeroconf is not None:
            with suppress(Exception):
                await self._zeroconf.async_close()
