"""A table that knows its match although its hall has never run: what was on the stick is enough."""

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from hall_server.eventfile import parse_event_file
from hall_server.play.next_round import opened
from hall_server.setting_up import Site, create_tournament
from shared.node.home import join_by_file, load
from shared.store.batch import Author
from tests.node.hall_kit import LOOPBACK, Hall, free_ports, pairing

EVENT = """
schema = 1
[event]
name = "Open"
zone = "America/Chicago"
tables = 1
[[division]]
id = "masters"
rulebook = "{rulebook}"
{more}
[[player]]
name = "Ada Lane"
division = "masters"
[[player]]
name = "Ben Moss"
division = "masters"
"""


@contextmanager
def absent_hall(folder: Path, rulebook: str = "acf-masters", more: str = "") -> Iterator[Hall]:
    """A tournament of two players whose hall is not started; round 1 is in its log."""
    ports = free_ports()
    event = parse_event_file(EVENT.format(rulebook=rulebook, more=more), "event.toml")
    created = create_tournament(event, folder / "hall", Site(LOOPBACK, ports[0]))
    hall = Hall(folder, created.invites, created.root_key, ports)
    _, keys = load(hall.home)
    with closing(opened(hall.home)) as replica, replica.batch() as batch:
        batch.append(Author(keys.sign, secrets.token_hex(8)), pairing(1), at=1_790_000_000_000)
    try:
        yield hall
    finally:
        hall.stop(*list(hall.running))


def called(hall: Hall) -> Path:
    """Return the folder of table 1, with the hall's log as it stands."""
    return on_the_stick(hall.home, hall.folder / "table", hall.invites["table-1"])


def on_the_stick(hall: Path, home: Path, invite: Path) -> Path:
    """Return a device's new folder, with the hall's log as it stands."""
    join_by_file(home, invite)
    with closing(opened(hall)) as theirs, closing(opened(home)) as own, own.batch() as batch:
        for stored in theirs.after(0, 1_000):
            batch.ingest(stored.signed)
    return home


def signed(home: Path) -> set[int | None]:
    """Return the sides that have signed, as it stands in the log of the table."""
    with closing(opened(home)) as replica:
        matches = replica.state.matches.values()
        return {version.seat for match in matches for version in match.result.versions}
