"""A restore that is killed at any step leaves the whole hall or none, and can be given again."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hall_server.serving.claim import RESTORED
from shared.node.home import MEMBERSHIP, UNFINISHED, engine_home, load
from shared.store.replica import Replica
from tests.hall_server.test_commands import refused, run
from tests.hall_server.test_restore_cmds import key_file, snapshot
from tests.node.hall_kit import LOOPBACK, Hall, a_hall
from tests.prove import times

pytestmark = pytest.mark.processes

KILLED = """
import os, signal, sys
from sqlite_utils import Database

home, last = sys.argv[1], int(sys.argv[2])
steps = 0

def step():
    global steps
    steps += 1
    if steps == last:
        os.kill(os.getpid(), signal.SIGKILL)

def heard(event, given):
    changes = event in ("os.rename", "os.mkdir", "os.rmdir", "os.remove", "sqlite3.connect")
    if changes and home in str(given[0]):
        step()

def before(module, name, counts):
    real = getattr(module, name)
    def wrapped(*given, **named):
        if counts(given):
            step()
        return real(*given, **named)
    setattr(module, name, wrapped)

from hall_server.cli import main
before(os, "fsync", lambda given: True)
before(Database, "execute", lambda given: given[1].startswith(("BEGIN", "COMMIT", "CREATE")))
sys.addaudithook(heard)
try:
    main(sys.argv[3:])
finally:
    print("steps", steps)
"""
"""Restores, and kills itself before the step of that number: a change of the disk."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path, tables=2) as hall:
        yield hall


def killed(home: Path, words: list[str], step: int) -> tuple[int, int]:
    """Restore up to a step; returns how the process ended, and how many steps it took."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(home), str(step), *words],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    *_, steps = done.stdout.rpartition("steps ")
    return done.returncode, int(steps or 0)


def is_whole(home: Path) -> bool:
    """Return whether the folder holds a certified hall with all players, which claims to be the
    hall."""
    membership, keys = load(home)
    own = engine_home(home, membership.root_key, keys)
    replica = Replica(home / "hall.db", membership.root_key, new_store_id=own.new_store_id)
    try:
        certified = replica.state.may_be_hall(keys.node)
        return certified and len(replica.state.players) == 4 and (home / RESTORED).exists()
    finally:
        replica.close()


@pytest.mark.parametrize("own_keys", [False, True])
@pytest.mark.parametrize("kills", [2, pytest.param(times(4, 1_000), marks=pytest.mark.slow)])
def test_a_restore_that_was_killed_is_given_again(hall: Hall, own_keys: bool, kills: int) -> None:
    copy = snapshot(hall)
    words: list[object] = ["--keys-from", hall.home]
    if not own_keys:
        words = [*key_file(hall), "--address", LOOPBACK]

    def command(home: Path) -> list[str]:
        return ["restore", str(copy), "--home", str(home), *map(str, words)]

    whole = hall.folder / "whole"
    ended, steps = killed(whole, command(whole), 0)
    assert (ended, is_whole(whole)) == (0, True)
    assert steps > 20
    # The last steps settle the folder: of the few kills of an ordinary run one is there.
    for step in range(steps - 2, 0, -max(1, steps // kills)):
        home = hall.folder / f"killed-{step}"
        assert killed(home, command(home), step)[0] == -signal.SIGKILL
        if (home / MEMBERSHIP).exists():
            assert "exists already" in refused(*command(home))
        else:
            begun = (home / UNFINISHED).exists()
            assert ("Give the same restore command once more." in refused("status", "--home", home)
                    or not begun)  # fmt: skip
            again = run(*command(home))
            assert again.exit_code == 0, again.output
        assert is_whole(home), step
        assert run("verify", home / "hall.db").exit_code == 0


def test_doctor_and_run_say_that_a_restore_was_interrupted(hall: Hall) -> None:
    home = hall.folder / "half"
    (home / UNFINISHED).mkdir(parents=True)
    assert "was interrupted" in run("doctor", "--home", home).output
    assert "Give the same restore command once more." in refused("run", "--home", home)
