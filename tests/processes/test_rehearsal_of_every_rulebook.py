"""A rehearsal under each rulebook and by each way of pairing: real processes, no screens."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from hall_server.play.programs import Programs
from shared.core.rulebooks import RULEBOOKS
from tests.node.hall_kit import Hall, free_ports
from tests.node.hall_process import HallProcess
from tests.processes.tournament_day import Event
from tests.prove import PROVE

pytestmark = pytest.mark.processes


class Kind(NamedTuple):
    """A division of four at two tables, and the matches of the rounds that are rehearsed."""

    rulebook: str
    matches: tuple[int, ...]
    more: str = ""


SHEET = "[division.bracket]\nmain = [3]\n"
KINDS = {
    "acf-masters": Kind("acf-masters", (2, 2)),
    "acf-majors": Kind("acf-majors", (2,)),
    "acf-minors": Kind("acf-minors", (2,)),
    "apca": Kind("apca", (2, 2)),
    "usbgf-open": Kind("usbgf-open", (2, 1), SHEET),
    "usbgf-limited": Kind("usbgf-limited", (2, 1), SHEET),
    "usbgf-doubles": Kind("usbgf-doubles", (2, 1), SHEET),
    "standard": Kind("standard", (2, 1)),
    "contest": Kind("contest", (2, 1)),
    "round robin": Kind(
        "acf-majors", (2, 2, 2), '[division.override]\npairing_system = "round_robin"\n'
    ),
    "double knockout": Kind(
        "standard", (2, 2), '[division.override]\npairing_system = "double_knockout"\n'
    ),
    "double elimination": Kind(
        "usbgf-open",
        (2, 2),
        '[division.bracket]\nelimination = "double"\nmain = [3]\nlosers = [3]\nfinal = [3]\n',
    ),
}
EVERY_DAY = ("apca",)
"""Whose matches are called; the others are in ``make prove``."""


@contextmanager
def a_hall_with_tables(folder: Path, kind: Kind) -> Iterator[Hall]:
    """The hall on the air, and its tables without a screen."""
    ports = free_ports()
    event = Event(kind.rulebook, more=kind.more).file()
    programs = Programs(folder, event, port_base=ports[0], kiosks=0)
    tables = [
        programs.add(name, programs.command("hall-terminal", name, "--headless"))
        for name in ("table-1", "table-2")
    ]
    hall = Hall(folder, programs.created.invites, programs.created.root_key, ports)
    with HallProcess(hall):
        programs.start()
        try:
            yield hall
        finally:
            codes = [table.stop() for table in tables]
    assert codes == [0, 0]


def test_every_rulebook_is_rehearsed() -> None:
    assert {kind.rulebook for kind in KINDS.values()} == set(RULEBOOKS)


@pytest.mark.parametrize("name", KINDS if PROVE else EVERY_DAY)
def test_robots_play_every_round_of_it_to_both_signatures(tmp_path: Path, name: str) -> None:
    kind = KINDS[name]
    with a_hall_with_tables(tmp_path, kind) as hall:
        options = ("--rounds", str(len(kind.matches)), "--json")
        with HallProcess(hall, *options, wait=False, command="rehearse") as rehearsal:
            said = rehearsal.process.communicate(timeout=100)[0]
    assert rehearsal.code == 0, said
    for number, count in enumerate(kind.matches, start=1):
        assert f"Round {number}: {count} of {count} results" in said
    assert "was not rehearsed" not in said
    found = json.loads(said[said.index("\n{") :])["devices"]
    assert sum(device["matches"] for device in found) == sum(kind.matches)
    assert sum(device["unfinished"] for device in found) == 0
