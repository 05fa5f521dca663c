"""The folder that needs no Python, on a host that has none: built, unpacked, and a demo played."""

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.deploy.sticks import ROOT
from tests.prove import PROVE

whole = pytest.mark.skipif(not PROVE, reason="make prove builds and starts the whole folder")
SYSTEM = ("ld-linux", "libc.", "libm.", "libdl.", "libpthread.", "librt.", "libutil.", "libz.",
          "libgcc_s.", "libstdc++.")  # fmt: skip
"""What every Debian has, the smallest one too."""
PLAY = """\
mount --bind /dev/null "$0/dev/null"
exec chroot "$0" /Зал/{folder}/hall-server demo --headless
"""


def libraries(folder: Path) -> set[Path]:
    """Return the libraries of this machine that the programs in ``folder`` are linked to."""
    built = [*folder.glob("hall-*"), *folder.rglob("*.so*")]
    said = subprocess.run(["ldd", *built], capture_output=True, text=True, check=False).stdout
    words = {word for line in said.splitlines() for word in line.split() if word.startswith("/")}
    return {Path(word) for word in words if not word.startswith(str(folder)) and word[-1] != ":"}


@whole
@pytest.mark.processes
@pytest.mark.needs("ldd", "make", "mount", "unshare")
def test_demo_plays_on_a_host_without_python(tmp_path: Path) -> None:
    subprocess.run(["make", "bundle"], cwd=ROOT, check=True)
    [packed] = (ROOT / "build" / "bundle").glob("*.tar.gz")
    bare = tmp_path / "bare"
    with tarfile.open(packed) as archive:
        archive.extractall(bare / "Зал", filter="data")
    [folder] = (bare / "Зал").iterdir()
    [font] = folder.rglob("DroidSansFallbackFull.ttf")
    assert font.with_name("LICENSE-Droid.txt").is_file()
    for library in libraries(folder):
        assert library.name.startswith(SYSTEM), f"{library} is not on every Debian"
        there = bare / library.relative_to("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, there)
    for name in ("dev", "tmp"):
        (bare / name).mkdir()
    (bare / "dev" / "null").touch()

    play = PLAY.format(folder=folder.name)
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-ec", play, bare],
        env={"LANG": "C.UTF-8"}, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Lost: nothing." in done.stdout
