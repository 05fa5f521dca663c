"""mDNS: a hall announces where it is, and nodes take that as a hint.

Anyone on the LAN can announce anything. A hint carries the tournament key's certificate of the
hall, and the hall must answer with the key in that certificate. Without multicast nothing is lost.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Generic, NamedTuple, TypeVar

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from shared.core.events import DeviceEnrolled
from shared.core.text.fields import LONGEST_NAME, typed
from shared.net.address import HallAddress
from shared.net.this_machine import is_neighbour
from shared.wire.envelope import BadEvent, Signed, node_of, read, verify

SERVICE = "_playing-hall._tcp.local."
RESOLVE_MS = 3_000
MOST_PENDING = 16
"""Announcements that are resolved at one time. More are dropped."""
PIECE = 240
"""Bytes of one line of an announcement. The limit is 255 with its name."""
MOST_PIECES = 4
MOST_ADDRESSES = 3
"""Addresses that are tried of one announcement."""

T = TypeVar("T")
HintReader = Callable[[Mapping[bytes, bytes | None], str, int | None], T | None]

log = logging.getLogger(__name__)


class EnrolPlace(NamedTuple):
    """Where a hall takes enrolments. Only the six digits prove that the hall is genuine."""

    tournament: str
    host: str
    enrol_port: int


def certificate_properties(certificate: Signed) -> dict[str, bytes]:
    """Return an enrolment by the tournament key in pieces that fit an announcement."""
    data = certificate.data
    pieces = [data[at : at + PIECE] for at in range(0, len(data), PIECE)]
    return {"sig": certificate.sig, **{f"c{n}": piece for n, piece in enumerate(pieces)}}


def read_hint(
    root_key: bytes,
    properties: Mapping[bytes, bytes | None],
    address: str,
    port: int | None,
) -> HallAddress | None:
    """Return where an announcement says that a hall is.

    Return None for another tournament, or without a certificate of a device that may be the hall.
    ``root_key`` is the pinned public tournament key.
    """
    feed = _port(properties.get(b"feed"))
    root = node_of(root_key)
    if properties.get(b"root") != root.encode() or not address or not port or not feed:
        return None
    data = b"".join(properties.get(f"c{n}".encode()) or b"" for n in range(MOST_PIECES))
    certificate = Signed(data, properties.get(b"sig") or b"")
    try:
        event = read(certificate)
        if event.node != root:
            return None
        verify(certificate, root_key)
    except BadEvent:
        return None
    body = event.body
    if not isinstance(body, DeviceEnrolled) or "term" not in body.scopes:
        return None
    return HallAddress(address, port, feed, body.curve_key)


def read_door(properties: Mapping[bytes, bytes | None], address: str) -> EnrolPlace | None:
    """Return where an announcement says that enrolments are taken, or None."""
    enrol = _port(properties.get(b"enrol"))
    name = typed((properties.get(b"name") or b"").decode("utf-8", "replace"))[:LONGEST_NAME]
    return EnrolPlace(name, address, enrol) if address and enrol else None


def _port(value: bytes | None) -> int:
    """Return an announced port, 0 for anything else."""
    text = (value or b"").decode("ascii", "replace")
    port = int(text) if len(text) <= 5 and text.isascii() and text.isdigit() else 0
    return port if port < 65_536 else 0


class Announcer:
    def __init__(
        self,
        root: str,
        node: str,
        ports: tuple[int, int, int],
        *,
        name: str,
        certificate: Signed | None,
        addresses: Sequence[str],
    ) -> None:
        """``addresses`` are the IPv4 addresses where the hall listens."""
        sync_port, feed_port, enrol_port = ports
        self._info = AsyncServiceInfo(
            SERVICE,
            f"{node[:16]}.{SERVICE}",
            port=sync_port,
            parsed_addresses=list(addresses),
            properties={
                "root": root,
                "feed": str(feed_port),
                "enrol": str(enrol_port),
                "name": name.encode()[:PIECE],
                **(certificate_properties(certificate) if certificate else {}),
            },
            server=f"playing-hall-{node[:16]}.local.",
        )
        self._zeroconf: AsyncZeroconf | None = None

    async def open(self) -> None:
        """Start announcing. Without multicast, only log that."""
        try:
            self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
            await self._zeroconf.async_register_service(self._info, allow_name_change=True)
        except Exception as error:  # a network without multicast fails in many ways
            log.warning("the hall is not announced on this network: %s", error)

    async def close(self) -> None:
        if self._zeroconf is not None:
            with suppress(Exception):
                await self._zeroconf.async_close()


class HallFinder(Generic[T]):
    """Listens for halls until closed, and calls ``found`` in the loop.

    ``reads`` turns an announcement into what is found, None for nothing.
    """

    def __init__(self, reads: HintReader[T], found: Callable[[T], None]) -> None:
        self._reads = reads
        self._found = found
        self._zeroconf: AsyncZeroconf | None = None
        self._starting: asyncio.Task[None] | None = None
        self._pending: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start listening. Without multicast, only log that."""
        try:
            self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
        except Exception as error:  # a network without multicast fails in many ways
            log.info("no halls can be found by multicast here: %s", error)
        else:
            self._starting = asyncio.ensure_future(self._browse(self._zeroconf.zeroconf))

    async def _browse(self, zeroconf: Zeroconf) -> None:
        try:
            # A browser of an engine that never ran would fail unseen in a task of its own.
            await zeroconf.async_wait_for_start()
            AsyncServiceBrowser(zeroconf, SERVICE, handlers=[self._heard])
        except Exception as error:  # a network without multicast fails in many ways
            log.info(
                "no halls can be found by multicast here: %s", str(error) or type(error).__name__
            )

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
        with suppress(Exception):  # strangers may send anything; a missed hint does no harm
            if await info.async_request(zeroconf, RESOLVE_MS):
                addresses = info.parsed_addresses(IPVersion.V4Only)
                # A hall cannot know which of its networks it shares with this node.
                addresses.sort(key=is_neighbour, reverse=True)
                for address in addresses[:MOST_ADDRESSES]:
                    hint = self._reads(info.properties, address, info.port)
                    if hint is not None:
                        self._found(hint)

    async def close(self) -> None:
        if self._starting is not None:
            self._starting.cancel()
        for task in self._pending:
            task.cancel()
        if self._zeroconf is not None:
            with suppress(Exception):
                await self._zeroconf.async_close()
