"""Who may do what on the cluster, by the real server's word."""

import asyncio
from pathlib import Path

import pytest
from nacl.signing import SigningKey
from nats.aio.client import Client
from nats.aio.msg import Msg

from hall_server.championship.access import (
    NewKey,
    hall_user,
    headquarters_user,
    new_key,
)
from hall_server.championship.stream import Access, NoLink, Stream, inbox
from shared.machine.saving import write_secret
from tests.championship.kit import (
    PLENTY,
    ROOT_ID,
    Server,
    a_log,
    a_server,
    all_segments,
    enlarge,
    sealer,
)

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(60)]
(MESSAGE,) = all_segments(a_log(3), sealer(SigningKey(b"h" * 32)))
(DOWNWARD,) = all_segments(a_log(4), sealer(SigningKey(b"q" * 32)))


async def opened(server: Server, folder: Path, key: NewKey) -> Stream:
    write_secret(folder / "seed", key.seed + "\n")
    stream = Stream(Access((server.url,), folder / "seed"), ROOT_ID)
    await stream.open()
    return stream


async def test_a_hall_publishes_only_under_its_venue_and_reads_only_headquarters(
    tmp_path: Path,
) -> None:
    north, hq = new_key(), new_key()
    users = f"{hall_user(ROOT_ID, 'north', north.public)}, {headquarters_user(ROOT_ID, hq.public)}"
    with a_server(tmp_path / "s", f"authorization {{ users: [{users}] }}") as server:
        headquarters = await opened(server, tmp_path, hq)
        await headquarters.found(replicas=1, max_bytes=PLENTY)
        hall = await opened(server, tmp_path, north)
        assert await hall.publish("north", MESSAGE, after=0) == 1
        assert (await hall.tail("north")).message == MESSAGE
        async for batch in headquarters.arrivals(0):
            assert [a.message for a in batch] == [MESSAGE]
            break
        assert await headquarters.publish("hq", DOWNWARD, after=0) == 2
        assert await hall.created() == await headquarters.created()
        heard: list[str] = []
        async for batch in hall.arrivals(0, "hq"):
            heard += [arrived.token for arrived in batch]
            if not batch:
                break
        assert heard == ["hq"]
        denied = await asyncio.gather(
            hall.publish("south", MESSAGE, after=0),
            hall.publish("hq", MESSAGE, after=2),
            anext(hall.arrivals(0, "south")),
            anext(hall.arrivals(0)),
            enlarge(hall, 1),
            headquarters.publish("north", MESSAGE, after=1),
            return_exceptions=True,
        )
        assert [type(answer) for answer in denied] == [NoLink] * 6
        await hall.hear_asking("north")
        while (asked := hall.asked()) is None:
            await headquarters.ask("north", b"held")
            await hall.tail("north")
        assert asked == b"held"
        await hall.close()
        await headquarters.close()


async def test_no_hall_hears_what_another_asks_for(tmp_path: Path) -> None:
    north, south, hq = new_key(), new_key(), new_key()
    halls = [hall_user(ROOT_ID, "north", north.public), hall_user(ROOT_ID, "south", south.public)]
    users = ", ".join([*halls, headquarters_user(ROOT_ID, hq.public)])
    with a_server(tmp_path / "s", f"authorization {{ users: [{users}] }}") as server:
        headquarters = await opened(server, tmp_path, hq)
        await headquarters.found(replicas=1, max_bytes=PLENTY)
        hall = await opened(server, tmp_path, north)
        write_secret(tmp_path / "spy", south.seed + "\n")
        refused: list[Exception] = []

        async def on_error(error: Exception) -> None:
            refused.append(error)

        spy = Client()
        seed = str(tmp_path / "spy")
        await spy.connect(server.url, nkeys_seed=seed, error_cb=on_error, allow_reconnect=False)
        heard: list[bytes] = []

        async def on_message(message: Msg) -> None:
            heard.append(message.data)

        for place in ("_INBOX.>", f"{inbox(north.public)}.>", f"{inbox(hq.public)}.>"):
            await spy.subscribe(place, cb=on_message)
        await spy.flush()
        assert await hall.publish("north", MESSAGE, after=0) == 1
        assert (await hall.tail("north")).message == MESSAGE
        async for batch in headquarters.arrivals(0):
            assert [a.message for a in batch] == [MESSAGE]
            break
        await spy.flush()
        assert heard == []
        assert len(refused) == 3
        for one in (hall, headquarters, spy):
            await one.close()


async def test_a_file_without_an_nkey_is_named(tmp_path: Path) -> None:
    (tmp_path / "seed").write_text("no seed\n")
    stream = Stream(Access(("nats://127.0.0.1:1",), tmp_path / "seed"), ROOT_ID)
    with pytest.raises(NoLink, match="holds no nkey"):
        await stream.open()
    await stream.close()


async def test_a_strangers_key_is_turned_away_with_a_sentence(tmp_path: Path) -> None:
    users = hall_user(ROOT_ID, "north", new_key().public)
    write_secret(tmp_path / "seed", new_key().seed + "\n")
    with a_server(tmp_path / "s", f"authorization {{ users: [{users}] }}") as server:
        stream = Stream(Access((server.url,), tmp_path / "seed"), ROOT_ID)
        with pytest.raises(NoLink, match=r"(?i)authorization"):
            await stream.open()
        await stream.close()
