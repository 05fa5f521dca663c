"""Three servers whose leader is killed (thrice in `make prove`): every event once, in order."""

import asyncio
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from hall_server.championship.stream import NoLink, Stream
from tests.championship.cluster import Cluster, a_cluster
from tests.championship.kit import ROOT_ID, VENUE, Author, ListLog, a_log, everything
from tests.championship.test_uplink import Running, events_of
from tests.prove import PROVE

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(240)]
KILLS = 3 if PROVE else 1


async def test_kills_of_the_leader_lose_and_repeat_nothing(tmp_path: Path) -> None:
    with a_cluster(tmp_path) as cluster:
        await cluster.founded()
        author = Author(SigningKey(b"a" * 32))
        log = a_log(500, author)
        up = Running(cluster, log)
        for round_no in range(KILLS):
            leader = await led(cluster)
            await up.until(lambda s: s.state == "linked")
            log.events += [author.write(f"r{round_no}n{n}") for n in range(500)]
            cluster.servers[leader].kill()
            await up.until_all()
            cluster.servers[leader].start()
        await up.until_all()
        await up.stop()
        messages = await read(cluster, log)
    assert events_of(messages) == log.events


async def led(cluster: Cluster) -> str:
    while not (leader := await cluster.leader()):  # noqa: ASYNC110
        await asyncio.sleep(0)
    return leader


async def read(cluster: Cluster, log: ListLog) -> list[bytes]:
    while True:
        stream = Stream(cluster.access, ROOT_ID)
        try:
            await stream.open()
            messages = await everything(stream, (await stream.tail(VENUE)).place)
            if len(events_of(messages)) >= log.end:
                return messages
        except NoLink:
            continue
        finally:
            await stream.close()
