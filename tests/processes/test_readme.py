"""The README's way to an event of one's own, walked as it is written: its commands and its keys."""

import os
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from shared.net.address import DEFAULT_PORT_BASE
from shared.net.this_machine import multicast_trouble, port_trouble
from shared.program.installed import program
from tests.documents.pages import commands_of, sections, shell_of, text_of
from tests.processes.tmux import Pane, in_tmux, joined

pytestmark = [pytest.mark.processes, pytest.mark.slow]

WAY = "Your event this weekend"
SIZE = (132, 38)


def way() -> list[str]:
    """Return each command of the way, in order, without the installing."""
    [section] = [part for part in sections("README.md") if part.startswith(f"## {WAY}")]
    return [line for line in shell_of(section) if commands_of([line])]


def test_the_way_has_each_command_once_and_the_readme_two_hundred_lines() -> None:
    programs = [words[: 2 if words[0] == "hall-server" else 1] for words in commands_of(way())]
    assert programs == [
        ["hall-server", "example"], ["hall-server", "new"], ["hall-server", "run"],
        ["hall-referee"], ["hall-terminal"], ["hall-kiosk"], ["hall-server", "rehearse"],
    ]  # fmt: skip
    assert len(text_of("README.md").splitlines()) <= 200


@pytest.mark.needs("tmux")
@pytest.mark.timeout(300)
def test_a_newcomer_comes_from_an_example_to_a_published_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if any(port_trouble(port) for port in range(DEFAULT_PORT_BASE, DEFAULT_PORT_BASE + 3)):
        pytest.skip("another hall runs on this machine.")
    if multicast_trouble():
        pytest.skip("no multicast on this machine.")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(
        "PATH", f"{Path(program('hall-server')).parent}{os.pathsep}{os.environ['PATH']}"
    )
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    example, new, run, referee, terminal, kiosk, rehearse = way()
    with ExitStack() as stack:

        def typed(line: str) -> Pane:
            # A socket lies in it, and the path of a socket is short.
            folder = tmp_path / f"pane-{len([*tmp_path.glob('pane-*')])}"
            folder.mkdir()
            return stack.enter_context(in_tmux(folder, "sh", "-c", line, size=SIZE))

        pane = typed(f"{example} && {new}")
        for asked in ("passphrase:", "Repeat for confirmation:"):
            pane.until(asked)
            pane.press("a long phrase", "Enter")
        pane.until("Next: hall-server run --home hall")
        typed(run).until("The hall of Harbour Open listens")
        shutil.copy("hall/invites/referee-1.invite", ".")
        desk = typed(referee)
        desk.until("● LIVE")
        desk.press("d", "Enter")
        desk.until("Enrolment is open")
        desk.press("F2")
        for line, place in ((terminal, "Table 1"), (kiosk, "as a kiosk")):
            device = typed(line)
            device.until("Show these digits to the referee.")
            desk.until("Admit it if its screen")
            desk.press("Up", "a")
            desk.until(f"►{place}" if line == terminal else place)
            desk.press("Enter")
            device.when(lambda screen: "these digits" not in screen and "LIVE" in screen)
            desk.when(lambda screen: "Admit it if" not in joined(screen))

        rehearsal = typed(rehearse)
        rehearsal.until("Look at that table: its status line says what it misses.")

        desk.until("LIVE")
        desk.press("p")
        desk.until("witness")
        # What is typed ahead of a question stands in the one before it.
        desk.press("Ada, Ben", "Enter")
        desk.until("Dice or cards")
        desk.press("3 5 1 6 2", "Enter")
        desk.until("Check report")
        desk.press("Enter")
        desk.until("When does it start?")
        desk.press("now", "Enter")
        desk.until("Not yet")
        desk.press("y")
        desk.until("round 1/5")
