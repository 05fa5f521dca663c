"""What a hall lacks of headquarters' word comes again by itself, under the keys of operators."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from hall_server.championship.access import hall_user, headquarters_user, new_key
from hall_server.championship.headquarters import OwnLog
from hall_server.championship.stream import Stream
from shared.core.events import ALWAYS, AnnouncementMade, Draft, entities
from shared.machine.saving import write_secret
from shared.node.home import load
from shared.store.batch import Author
from shared.store.replica import Replica
from tests.championship.kit import PLENTY, ROOT_ID, a_server, all_segments, sealer
from tests.championship.test_championship import ROOT_KEY, Stage
from tests.championship.test_intake import found_headquarters

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(120)]
ANNOUNCED = 300


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """A server that knows headquarters' key and that of the north, and lets no other in."""
    users, seeds = [], {}
    for who in ("hq", "north"):
        key = new_key()
        seeds[who] = tmp_path / f"{who}.nk"
        write_secret(seeds[who], key.seed + "\n")
        of_hall = hall_user(ROOT_ID, who, key.public)
        users.append(headquarters_user(ROOT_ID, key.public) if who == "hq" else of_hall)
    with a_server(tmp_path / "nats", f"authorization {{ users: [{', '.join(users)}] }}") as server:
        made = Stage(tmp_path, server, seeds=seeds)
        try:
            yield made
        finally:
            made.stop(*list(made.running))


def announced(stage: Stage) -> list[bytes]:
    """Return what headquarters has said, in segments."""
    home = stage.folder / "hq"
    found_headquarters(home)
    keys = load(home)[1]
    replica = Replica(home / "hall.db", ROOT_KEY, new_store_id="x")
    with replica.batch() as batch:
        for n in range(ANNOUNCED):
            said = AnnouncementMade(f"Announcement {n}", ALWAYS)
            batch.append(
                Author(keys.sign, "7a" * 8), Draft(entities.announcement(f"a{n}"), said), at=1
            )
    messages = all_segments(OwnLog(replica), sealer(keys.sign, "hq", replica.root))  # type: ignore[arg-type]
    replica.close()
    return messages


async def published(stage: Stage, messages: list[bytes], lost: tuple[int, ...]) -> None:
    stream = Stream(stage.access("hq"), ROOT_ID)
    await stream.open()
    await stream.found(replicas=1, max_bytes=PLENTY)
    place = 0
    for number, message in enumerate(messages):
        if number not in lost:
            place = await stream.publish("hq", message, after=place)
    await stream.close()


@pytest.mark.parametrize("lost", [(0,), (1, 2), (3,)], ids=str)
def test_a_hole_in_headquarters_segments_is_filled_by_itself(
    stage: Stage, lost: tuple[int, ...]
) -> None:
    messages = announced(stage)
    assert len(messages) > max(lost) + 1
    asyncio.run(published(stage, messages, lost))
    hall = stage.hall("north")
    stage.uplink("north")
    stage.headquarters()
    hall.ears.until(lambda: len(hall.ears.state.office.announcements) == ANNOUNCED)
    assert hall.ears.state.alarms == ()
