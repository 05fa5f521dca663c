"""Fetches the Debian packages of a screen in a window, with all that they need, for the stick.

Asks apt as it is set up here, of this machine's release, and changes nothing of this machine.
"""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

WANTED = ("cage", "foot", "dbus", "libpam-systemd", "polkitd", "fonts-dejavu-core",
          "fonts-droid-fallback")  # fmt: skip
"""The window, its terminal, a session that may have the screen, and letters for all names."""
ARCHITECTURES: Mapping[str, str] = MappingProxyType({"x86_64": "amd64", "aarch64": "arm64"})
"""Debian's names for the kinds of machines."""
RELEASE = "RELEASE"
_TOOLS = ("apt-get", "dpkg-deb")
_FIELDS = ("Package", "Version", "Architecture", "Multi-Arch", "Essential", "Pre-Depends",
           "Depends", "Provides", "Conflicts", "Breaks", "Replaces")  # fmt: skip
"""What apt has to know of a package to install it."""


class NoDebs(Exception):
    """The packages are not to be had here; the sentence says why."""


def release(system: Path = Path("/etc/os-release")) -> str:
    """Return the code name of this machine's Debian, "" where it is none."""
    try:
        lines = system.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    said = dict(line.split("=", 1) for line in lines if "=" in line)
    return said.get("VERSION_CODENAME", "").strip('"') if said.get("ID") == "debian" else ""


def fetch_debs(machine: str, folder: Path) -> int:
    """Fetch the packages for a kind of machine into a folder that apt can install from.

    Returns how many. Raises NoDebs, and then leaves no folder.
    """
    code_name = release()
    if not code_name or any(shutil.which(tool) is None for tool in _TOOLS):
        raise NoDebs("this machine is no Debian with apt")
    with tempfile.TemporaryDirectory() as place:
        apt = _apt(Path(place), ARCHITECTURES[machine])
        _must([*apt, "update"])
        _must([*apt, "install", "--download-only", "--yes", "--no-install-recommends", *WANTED])
        debs = sorted(Path(place).glob("cache/archives/*.deb"))
        folder.mkdir(parents=True)
        for deb in debs:
            shutil.move(deb, folder / deb.name)
    (folder / "Packages").write_text(index(folder), encoding="utf-8")
    (folder / RELEASE).write_text(code_name + "\n", encoding="utf-8")
    return len(debs)


def _apt(place: Path, architecture: str) -> list[str]:
    """apt for a machine on which nothing is installed yet, with folders of its own."""
    for inside in ("state/lists/partial", "cache/archives/partial"):
        (place / inside).mkdir(parents=True)
    (place / "status").touch()
    settings = {
        "APT::Architecture": architecture,
        "APT::Architectures::": architecture,
        "APT::Sandbox::User": "",
        "Dir::State": str(place / "state"),
        "Dir::State::status": str(place / "status"),
        "Dir::Cache": str(place / "cache"),
        "Debug::NoLocking": "1",
    }
    return ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in settings.items())]


def _must(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("E:")]
        raise NoDebs(said[-1].removeprefix("E:").strip() if said else "apt failed")


def index(folder: Path) -> str:
    """Return what apt reads of a folder of packages: each with its size and checksum."""
    stanzas = []
    for deb in sorted(folder.glob("*.deb")):
        told = subprocess.run(
            ["dpkg-deb", "--field", deb, *_FIELDS], capture_output=True, text=True, check=True
        ).stdout
        digest = hashlib.sha256(deb.read_bytes()).hexdigest()
        size = deb.stat().st_size
        stanzas.append(f"{told}Filename: ./{deb.name}\nSize: {size}\nSHA256: {digest}\n")
    return "\n".join(stanzas)
