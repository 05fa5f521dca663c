"""Files that would fill the memory of the machine that looks into them."""

import resource
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from hall_server.files.archive import SUMS
from tests.prove import PROVE

PROGRAM = "from hall_server.cli import main; main()"
MEMORY = 320 << 20
"""Bytes that a command may take, its libraries among them."""
SIZES = 1_000
"""Megabytes to which the archive unpacks."""


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def bomb(path: Path) -> None:
    """An archive with sums that fit, and a log of nothing but zeros."""
    piece, digest = bytes(1 << 20), sha256()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("log.jsonl", "w") as log:
            for _ in range(SIZES):
                log.write(piece)
                digest.update(piece)
        empty = sha256(b"").hexdigest()
        archive.writestr("hall.db", b"")
        archive.writestr(SUMS, f"{digest.hexdigest()}  log.jsonl\n{empty}  hall.db\n")


@pytest.mark.skipif(not PROVE, reason="it packs a gigabyte: make prove does")
@pytest.mark.parametrize("words", [["verify"], ["import", "--home", "hall"]])
def test_an_archive_that_unpacks_to_a_gigabyte_costs_little_memory(
    words: list[str], tmp_path: Path
) -> None:
    bomb(tmp_path / "bomb.zip")
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, words[0], tmp_path / "bomb.zip", *words[1:]],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        preexec_fn=limited,
    )
    said = ended.stdout + ended.stderr
    assert "Traceback" not in said
    assert "MemoryError" not in said
    assert ended.returncode == (0 if words[0] == "import" else 1), said
    expected = "is sound: 2 files" if words[0] == "import" else "no copy of a tournament"
    assert expected in " ".join(said.split())
