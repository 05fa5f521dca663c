"""A real ``hall-terminal`` as numbered prompts: a match without a hall, and how it is left."""

import signal
import subprocess
from pathlib import Path
from typing import IO

import pytest

from shared.program.installed import program
from tests.node.hall_kit import PATIENCE_S
from tests.processes.absent_hall import absent_hall, called, signed
from tests.processes.event_hall import paired_event
from tests.prove import PROVE

pytestmark = pytest.mark.processes

DIVISIONS = {
    "contest": ("contest", "contest"),
    "usbgf-open": ("usbgf", "open"),
    "acf-minors": ("acf", "minors"),
}
"""Rulebooks that ask for different things, with example and division."""

IN_PROVE = {
    "acf-masters": ("acf", "masters"),
    "acf-majors": ("acf", "majors"),
    "apca": ("apca-open-play", "gold"),
    "standard": ("standard", "club"),
    "usbgf-limited": ("usbgf", "limited"),
    "usbgf-doubles": ("usbgf", "doubles"),
}

WANTED = (
    "I sit here",
    "wants no clock",
    "wants 90 min",
    "I accept",
    "I won the opening roll",
    ". Black",
    "start the game",
    "Game over",
    " won",
    "Backgammon",
    "Next game",
    "I sign",
)
"""What two players answer with, the first that is offered."""


def answer(prompts: IO[str], keyboard: IO[str]) -> None:
    """Play by the numbers that are read out, until the table waits for the next round."""
    offers: list[str] = []
    last = ""
    for line in prompts:
        if line.startswith("Hall: "):
            offers = []
        elif line[:1].isdigit():
            offers.append(line)
        elif "waiting for the next round" in line:
            return
        elif line.startswith("Enter alone"):
            fits = [offer for words in WANTED for offer in offers if words in offer]
            if fits:
                # A choice of clock stays open until the other player has chosen as well.
                last = next((offer for offer in fits if offer != last), fits[0])
                keyboard.write(last.split(".")[0] + "\n")
                keyboard.flush()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("rulebook", {**DIVISIONS, **(IN_PROVE if PROVE else {})})
def test_a_match_is_played_by_numbers_through_standard_input(tmp_path: Path, rulebook: str) -> None:
    event = paired_event(tmp_path, *{**DIVISIONS, **IN_PROVE}[rulebook])
    with subprocess.Popen(
        [*event.terminal, "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        answer(process.stdout, process.stdin)
        process.communicate("q\n", timeout=PATIENCE_S)
    assert process.returncode == 0
    assert signed(tmp_path / "table") == {0, 1}


@pytest.mark.timeout(120)
def test_a_locked_plain_table_is_ended_by_its_supervisor_alone(tmp_path: Path) -> None:
    with absent_hall(tmp_path) as hall:
        pin = tmp_path / "pin"
        pin.write_text("4711")
        command = [program("hall-terminal"), "--home", str(called(hall)), "--plain",
                   "--service-pin-file", str(pin)]  # fmt: skip
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdin is not None
            assert any("Sit and press here" in line for line in process.stdout)
            process.send_signal(signal.SIGINT)
            process.stdin.write("q\n")
            process.stdin.flush()
            assert any("Nothing was done: q" in line for line in process.stdout)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
