"""A real cluster of three servers on loopback, whose leader can be killed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nats

from hall_server.championship.stream import Access, NoLink, Stream, StreamFull, stream_name
from tests.championship.kit import PLENTY, ROOT_ID, Server
from tests.node.hall_kit import LOOPBACK, free_ports


class Cluster:
    """Three servers, each with a disk of its own."""

    def __init__(self, folder: Path) -> None:
        ports = [free_ports() for _ in range(3)]
        routes = ", ".join(f'"nats-route://{LOOPBACK}:{p[1]}"' for p in ports)
        self.servers = {
            f"n{n}": Server(
                folder / f"n{n}",
                client,
                (
                    f"server_name: n{n}",
                    f"cluster {{ name: c, listen: {LOOPBACK}:{route}, routes: [{routes}] }}",
                ),
            )
            for n, (client, route) in enumerate(ports)
        }

    @property
    def access(self) -> Access:
        return Access(tuple(server.url for server in self.servers.values()))

    async def founded(self) -> None:
        """Make the stream, once the servers have found each other."""
        while True:
            stream = Stream(self.access, ROOT_ID)
            try:
                await stream.open()
                await stream.found(replicas=3, max_bytes=PLENTY)
                return
            except (NoLink, StreamFull):
                continue
            finally:
                await stream.close()

    async def leader(self) -> str:
        """Return the server that leads the stream now, "" while none does."""
        client = await nats.connect(list(self.access.servers), max_reconnect_attempts=2)
        try:
            reply = await client.request(f"$JS.API.STREAM.INFO.{stream_name(ROOT_ID)}", timeout=2)
            said = json.loads(reply.data).get("cluster", {}).get("leader", "")
            return str(said)
        except (nats.errors.Error, TimeoutError):
            return ""
        finally:
            await client.close()


@contextmanager
def a_cluster(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        for server in cluster.servers.values():
            server.start()
        yield cluster
    finally:
        for server in cluster.servers.values():
            server.kill()
