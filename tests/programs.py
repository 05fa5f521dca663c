"""The programs of Debian that tests start, and the packages they are in.

``make debian`` runs this file with plain Python, so it imports the standard library alone.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

PACKAGES = {
    "Xvfb": "xvfb",
    "axe": "npm",
    "cage": "cage",
    "chromium": "chromium",
    "dpkg-deb": "dpkg",
    "foot": "foot",
    "ip": "iproute2",
    "ldd": "libc-bin",
    "make": "make",
    "mount": "mount",
    "nft": "nftables",
    "openssl": "openssl",
    "pdftotext": "poppler-utils",
    "sed": "sed",
    "systemctl": "systemd",
    "systemd-analyze": "systemd",
    "tmux": "tmux",
    "umount": "mount",
    "unshare": "util-linux",
    "setpriv": "util-linux",
}
"""What a test may name in ``@pytest.mark.needs(...)``; ``make debian`` installs it."""

AXE = "axe-core@4.14"
"""The audit of web pages for people who do not see them: a file that npm brings, no program."""
_AXE_AT = (Path("/usr/local/lib"), Path("/usr/lib"), Path("/usr/share"))

FIELD = {
    "debootstrap": "debootstrap",
    "mkfs.ext4": "e2fsprogs",
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-system-x86_64": "qemu-system-x86",
    "systemd-nspawn": "systemd-container",
}
"""What only the large scenarios of ``make field`` start; install it by hand."""

_ADMIN = os.pathsep.join(("/usr/local/sbin", "/usr/sbin", "/sbin"))
"""Debian keeps ip and nft here, and leaves these folders out of a user's PATH."""


def axe() -> Path | None:
    """Return the file of axe-core, where npm puts what it installs for all; None without it."""
    named = os.environ.get("AXE_CORE")
    places = [folder / "node_modules" / "axe-core" / "axe.min.js" for folder in _AXE_AT]
    return next((p for p in [*([Path(named)] if named else []), *places] if p.is_file()), None)


def is_here(program: str) -> bool:
    """Tell whether the program is on this machine."""
    if program == "axe":
        return axe() is not None
    return bool(shutil.which(program) or shutil.which(program, path=_ADMIN))


def missing(programs: Iterable[str]) -> list[str]:
    """Return the programs that are not on this machine, sorted by name."""
    return sorted({program for program in programs if not is_here(program)}, key=str.lower)


def packages(programs: Iterable[str]) -> list[str]:
    """Return the Debian packages of these programs, each once, sorted by name."""
    return sorted({(PACKAGES | FIELD)[program] for program in programs})


def lacks(programs: Iterable[str]) -> str:
    """Say which of these programs are missing and what holds them, "" if all are here."""
    gone = missing(programs)
    if not gone:
        return ""
    inside = packages(gone)
    many = "s" if len(inside) > 1 else ""
    return f"{listed(gone)}, of the Debian package{many} {listed(inside)}"


def listed(words: Sequence[str]) -> str:
    """Return the words as a list in a sentence: "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def install() -> str:
    """Install what is missing with apt-get; return a sentence that says how it went."""
    gone = missing(PACKAGES)
    if not gone:
        return "Every program that a test needs is on this machine."
    has_npm = is_here("npm")  # Node.js from elsewhere: Debian's npm would not go beside it.
    wanted = packages(name for name in gone if name != "axe" or not has_npm)
    by_hand = f"Missing: {lacks(PACKAGES)}. The tests that need them are skipped."
    if not shutil.which("apt-get"):
        return f"{by_hand} This machine has no apt-get: install them with its own package manager."
    if os.geteuid() != 0:
        return f"{by_hand} Install them as root: apt-get install {' '.join(wanted)}"
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "--yes", *wanted]) if wanted else ():
        done = subprocess.run(
            ["apt-get", "-qq", *words], env=quiet, stdout=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            return f"{by_hand} apt-get {words[0]} failed: see its words above, and try again."
    if axe() is None:
        npm = ["npm", "install", "--silent", "--global", "--prefix", "/usr/local", AXE]
        if subprocess.run(npm, stdout=subprocess.DEVNULL, check=False).returncode:
            return f"{by_hand} npm could not install {AXE}: see its words above, and try again."
    return f"Installed {listed([*wanted, *([AXE] if 'axe' in gone else [])])}."


if __name__ == "__main__":
    sys.stdout.write(install() + "\n")
    sys.exit(bool(missing(PACKAGES)))
