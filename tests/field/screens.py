"""The screen of a table on a machine that is really switched on: its window, its bare console.

Needs root, debootstrap and qemu; the bare system is fetched once and kept. Slow without KVM.
"""

import platform
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy.sticks import build_stick
from tests.field import bare_host, machine
from tests.field.machine import X86, Disk, Machine, a_machine
from tests.field.stage import now, since

BASE = bare_host.BASE.with_name("screen-host")
SUITES = ("deb http://deb.debian.org/debian", "deb http://deb.debian.org/debian-security")
SIZE = "3G"
WINDOW = "playing-hall-terminal-screen.service"
CONSOLE = "playing-hall-terminal@tty1.service"
LEAVING = ("ctrl-c", "ctrl-d", "alt-f4", "ctrl-alt-f2", "alt-f2", "ctrl-alt-delete")
"""What a player may try, none of which leaves the program."""


def why_not() -> str:
    """Return why no such machine can be started here, "" if one can."""
    if platform.machine() != X86.python:
        return "a machine with a screen is made on x86-64"
    return bare_host.why_not() or machine.why_not(X86)


def _inside(root: Path, step: str) -> None:
    """Do a step of screen_host.sh in a root folder, as that system."""
    shutil.copy(Path(__file__).with_name("screen_host.sh"), root / "step.sh")
    subprocess.run(["mount", "--bind", "/proc", root / "proc"], check=True)
    try:
        done = subprocess.run(
            ["chroot", root, "sh", "/step.sh", step], capture_output=True, text=True, check=False
        )
    finally:
        subprocess.run(["umount", root / "proc"], check=True)
    assert done.returncode == 0, done.stderr[-3000:]


def _system() -> Path:
    """Return a bare system with a kernel and what a window needs; nothing of the hall's."""
    if not BASE.exists():
        part = BASE.with_name("screen-host.part")
        shutil.rmtree(part, ignore_errors=True)
        subprocess.run(["cp", "-a", bare_host.base(), part], check=True)
        (part / "etc/apt/sources.list").write_text(
            f"{SUITES[0]} bookworm main\n{SUITES[1]} bookworm-security main\n"
        )
        shutil.copy("/etc/resolv.conf", part / "etc/resolv.conf")
        _inside(part, "system")
        part.rename(BASE)
    return BASE


def disk(folder: Path) -> Disk:
    """Return a table's machine, installed from the stick, with its invite and a PIN."""
    root = folder / "machine"
    subprocess.run(["cp", "-a", _system(), root], check=True)
    build_stick(root / "stick", machine=X86.python, python="3.11")
    _inside(root, "hall")
    shutil.rmtree(root / "stick")
    image = folder / "disk"
    subprocess.run(["mkfs.ext4", "-q", "-F", "-d", root, image, SIZE], check=True)
    [kernel] = (root / "boot").glob("vmlinuz-*")
    [initrd] = (root / "boot").glob("initrd.img-*")
    return Disk(image, kernel, initrd)


def _program(host: Machine, parent: str) -> str:
    """Return the number of the table's program as the child of what shows it, "" if it is not
    there."""
    return host.ask(f"pgrep -f -P $({parent}) bin/hall-terminal").text


IN_WINDOW = "pgrep -x foot"
ON_CONSOLE = "echo 1"


def _is_drawn(host: Machine, file: Path) -> bytes:
    """Wait until a page with words stands on the screen; returns its points."""
    seen = host.picture(file)

    def page() -> bool:
        nonlocal seen
        before, seen = seen, host.picture(file)
        return seen.colours() > 8 and seen.points == before.points

    host.until("a page on the screen", page)
    return seen.points


def _answers_keys(host: Machine, file: Path) -> None:
    """A key changes the page."""
    before = _is_drawn(host, file)
    host.press("f1")
    host.until("another page after a key", lambda: host.picture(file).points != before)


def _holds(host: Machine, parent: str, file: Path) -> None:
    """Nothing that a player can press leaves the program."""
    there = _program(host, parent)
    assert there, "the program is not where it should be"
    host.press(*LEAVING)
    _is_drawn(host, file)
    assert _program(host, parent) == there
    assert host.do("cat /sys/class/tty/tty0/active") == "tty1"


def _size(host: Machine, terminal: str) -> tuple[int, int]:
    lines, columns = host.do(f"stty -F {terminal} size").split()
    return int(lines), int(columns)


@contextmanager
def _switched_on(folder: Path) -> Iterator[Machine]:
    with a_machine(X86, disk(folder), folder / "run") as host:
        yield host


def a_table_has_a_screen(folder: Path) -> dict[str, str]:
    """In a window and on the bare console: drawn, typed at, locked, cut off, ended with a word."""
    if why_not():
        return {"not tried": why_not()}
    file = folder / "screen.ppm"
    times = {}
    began = now()
    with _switched_on(folder) as host:
        host.until("the program in its window", lambda: bool(_program(host, IN_WINDOW)))
        _is_drawn(host, file)
        times["switched on, a page in the window"] = since(began, now())
        assert min(_size(host, "/dev/pts/0")[0] - 24, _size(host, "/dev/pts/0")[1] - 80) >= 0
        _answers_keys(host, file)
        _holds(host, IN_WINDOW, file)

        key = host.do("sha256sum /var/lib/playing-hall-terminal/device.key")
        cut = now()
        host.power_cut()
        host.until("the program again", lambda: bool(_program(host, IN_WINDOW)))
        _is_drawn(host, file)
        times["power cut, the page again"] = since(cut, now())
        assert host.do("sha256sum /var/lib/playing-hall-terminal/device.key") == key

        host.do(f"systemctl stop {WINDOW}")
        host.until("no window", lambda: not host.ask(IN_WINDOW).text)
        host.do(f"systemctl start {CONSOLE}")
        host.until("the program on the console", lambda: bool(_program(host, ON_CONSOLE)))
        _answers_keys(host, file)
        _holds(host, ON_CONSOLE, file)

        host.do("sed -i 's|--service-pin-file [^ ]*|--service-pin-file /gone|'"
                " /etc/playing-hall/terminal.conf")  # fmt: skip
        host.do(f"systemctl restart --no-block {CONSOLE}")
        host.until("a login prompt", lambda: "login:" in host.console())
        assert "/gone cannot be read" in host.console(), host.console()
    return times
