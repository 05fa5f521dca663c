"""A tournament on one laptop, by its keys: begun on one page, a round published and typed in."""

import os
import select
from contextlib import suppress
from pathlib import Path

import pytest

from hall_server.setting_up import read_tournament_key
from shared.program.installed import program
from tests.processes.referee_keys import SIZE, Referee
from tests.processes.tmux import PATIENCE_S, Pane, in_tmux

NAMES = ("Ann Lee 1850", "Bo King 1700", "Cy Hart", "Dee Moss")


def begin(pane: Pane) -> None:
    """Fill in the one page, and begin."""
    pane.until("A new tournament", "Give the tournament a name.")
    pane.press("-l", "Friday")
    pane.press("Enter", "Tab")
    pane.press("-l", "2")
    pane.press("Enter")
    for line in NAMES:
        pane.press("-l", line)
        pane.press("Enter")
    pane.until("4 players, 2 rounds")
    pane.press("F2")


def running(word: str) -> list[int]:
    """Return the processes whose command line says ``word``."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if word in file.read_text(errors="replace"):
                found.append(int(file.parent.name))
    return found


def publish(referee: Referee, number: int) -> None:
    """Pair a round and publish it; it starts at once."""
    referee.pair(number, start="now", seed=f"amber {number}")
    referee.says("2 slips are to come")


@pytest.mark.needs("tmux")
@pytest.mark.timeout(900)
def test_tournament_is_begun_paired_and_typed_in_on_one_laptop_and_gone_on_with(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    for part in ("first", "second"):
        (tmp_path / part).mkdir()
    command = (program("playing-hall"), "--home", str(home), "--language", "en")
    with in_tmux(tmp_path / "first", *command, size=SIZE) as pane:
        referee = Referee(pane)
        begin(pane)
        publish(referee, 1)
        pane.press("F4")
        referee.says("2 missing")
        for typed, left in (("wd", "1 missing"), ("=-", "0 missing")):
            pane.press("-l", typed)
            referee.says("Enter writes it.")
            pane.press("Enter")
            referee.says(left)
        pane.press("Escape")
        referee.says("Pair round 2 of 2")
        pane.press("C-q")
        referee.says("playing-hall goes on with it.")
    with in_tmux(tmp_path / "second", *command, size=SIZE) as pane:
        pane.until("Which tournament?", "friday")
        pane.press("Enter")
        referee = Referee(pane)
        referee.says("Pair round 2 of 2", "2 of 2 done")
        publish(referee, 2)
        pane.press("C-q")
        referee.says("playing-hall goes on with it.")
    [folder] = home.iterdir()
    assert (folder / "papers.pdf").read_bytes().startswith(b"%PDF")
    assert (folder / "tournament.key").exists()


@pytest.mark.needs("tmux")
@pytest.mark.timeout(900)
def test_tournament_key_is_moved_to_a_stick_under_a_passphrase(tmp_path: Path) -> None:
    for part in ("first", "second"):
        (tmp_path / part).mkdir()
    home, key = tmp_path / "home", tmp_path / "stick.key"
    command = (program("playing-hall"), "--home", str(home), "--language", "en")
    with in_tmux(tmp_path / "first", *command, size=SIZE) as pane:
        begin(pane)
        pane.until("Pair round 1 of 2")
        pane.press("C-q")
        pane.until("playing-hall goes on with it.")
    with in_tmux(tmp_path / "second", *command, "--move-key", str(key)) as pane:
        for asked in ("passphrase", "Repeat for confirmation"):
            pane.until(asked)
            pane.press("-l", "a long phrase")
            pane.press("Enter")
        pane.until("no more on this laptop")
    [folder] = home.iterdir()
    assert not {"tournament.key", "tournament.phrase"} & {file.name for file in folder.iterdir()}
    assert read_tournament_key(key, "a long phrase")


@pytest.mark.needs("tmux")
@pytest.mark.timeout(900)
def test_window_that_is_closed_ends_the_server_beside_it(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    home = tmp_path / "home"
    command = (program("playing-hall"), "--home", str(home), "--language", "en")
    with in_tmux(tmp_path / "first", *command, size=SIZE) as pane:
        begin(pane)
        pane.until("Pair round 1 of 2")
        [folder] = home.iterdir()
        ends = [os.pidfd_open(pid) for pid in running(str(folder))]
    assert len(ends) >= 1, "the server beside"
    for end in ends:
        assert select.select([end], [], [], PATIENCE_S)[0], "it goes on without its window"
        os.close(end)
