"""Power cuts under the real store: what a screen called held is there, whatever the disk kept.

Each batch runs in a process of its own: two SQLite libraries never meet in one.
"""

import importlib.util
import json
import subprocess
import sys

import pytest

from tests.prove import chunks, times

CUTS = times(300, 5_000)
BATCH = times(75, 500)

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("apsw") is None,
    reason="puts a simulated disk under SQLite with apsw, which is not installed",
)


def cut(seed: int, cuts: int, synchronous: str = "FULL") -> dict[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.cut_process", str(seed), str(cuts), synchronous],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("batch", chunks(CUTS, BATCH), ids=lambda batch: f"from {batch[0]}")
def test_nothing_that_was_held_is_lost(batch: range) -> None:
    found = cut(batch[0], len(batch))

    assert found["wrong"] == []


def test_disk_without_a_sync_loses_held_entries() -> None:
    """The simulation would notice: with synchronous=NORMAL a commit is not on the disk."""
    found = cut(1, 60, "NORMAL")

    assert any("were held" in line for line in found["wrong"])
