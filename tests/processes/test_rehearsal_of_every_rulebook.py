"""A rehearsal under each rulebook and by each way of pairing: real processes, no screens."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from hall_server.eventfile import parse_event_file
from hall_server.setup import create_tournament
from shared.core.rulebooks import RULEBOOKS
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Hall, free_ports
from tests.node.hall_process import HallProcess
from tests.prove import PROVE

pytestmark = pytest.mark.processes

TABLES = ("table-1", "table-2")


@dataclass(frozen=True)
class Kind:
    """A division of four players, the rounds that are rehearsed, and the matches of each."""

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


def event_text(kind: Kind) -> str:
    text = (
        'schema = 1\n[event]\nname = "Open"\nzone = "UTC"\ntables = 2\n'
        f'[[division]]\nid = "one"\nname = "One"\nrulebook = "{kind.rulebook}"\n{kind.more}'
    )
    for number in range(1, 5):
        text += f'[[player]]\nname = "Player {number}"\ndivision = "one"\n'
    return text


@contextmanager
def a_hall_with_tables(folder: Path, kind: Kind) -> Iterator[Hall]:
    """The hall on the air, and its tables without a screen."""
    ports = free_ports()
    made = create_tournament(
        parse_event_file(event_text(kind), "event.toml"),
        folder / "hall", host=LOOPBACK, port_base=ports[0], kiosks=0,
    )  # fmt: skip
    hall = Hall(folder, made.invites, made.root_key, ports)
    program = str(Path(sys.executable).with_name("hall-terminal"))
    with ExitStack() as stack, HallProcess(hall):
        devices = []
        for name in TABLES:
            out = stack.enter_context((folder / f"{name}.out").open("wb"))
            words = [
                "--headless",
                "--home",
                str(folder / name),
                "--invite",
                str(made.invites[name]),
            ]
            devices.append(
                subprocess.Popen(
                    [program, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out
                )
            )
            stack.callback(devices[-1].kill)
        yield hall
        for device in devices:
            device.terminate()
        for device in devices:
            assert device.wait(PATIENCE_S) == 0


def test_every_rulebook_is_rehearsed() -> None:
    assert {kind.rulebook for kind in KINDS.values()} == set(RULEBOOKS)


@pytest.mark.parametrize("name", KINDS if PROVE else EVERY_DAY)
def test_robots_play_every_round_of_it_to_both_signatures(tmp_path: Path, name: str) -> None:
    kind = KINDS[name]
    report = tmp_path / "report.json"
    with a_hall_with_tables(tmp_path, kind) as hall:
        options = ("--rounds", str(len(kind.matches)), "--json", str(report))
        with HallProcess(hall, *options, wait=False, command="rehearse") as rehearsal:
            said = rehearsal.process.communicate(timeout=100)[0]
    assert rehearsal.code == 0, said
    for number, count in enumerate(kind.matches, start=1):
        assert f"Round {number}: {count} of {count} results" in said
    assert "was not rehearsed" not in said
    found = json.loads(report.read_text())["devices"]
    assert sum(device["matches"] for device in found) == sum(kind.matches)
    assert sum(device["unfinished"] for device in found) == 0
