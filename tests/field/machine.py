"""A machine with a screen, a keyboard and a USB socket, made by qemu: typed at, looked at.

It has no network card. What it is asked goes over its serial line to a shell of its own.
"""

from __future__ import annotations

import itertools
import json
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from shared.machine.clocks import monotonic_ms
from tests.programs import lacks

PATIENCE_MS = 600_000
LOOK_S = 0.3
KVM = Path("/dev/kvm")
PROBE_S = 20


class Kind(NamedTuple):
    """A kind of machine as Debian and qemu name it."""

    debian: str
    python: str
    program: str
    board: tuple[str, ...]
    serial: str


X86 = Kind("amd64", "x86_64", "qemu-system-x86_64", ("-machine", "q35"), "ttyS0")
ARM = Kind(
    "arm64", "aarch64", "qemu-system-aarch64", ("-machine", "virt", "-cpu", "cortex-a72"), "ttyAMA0"
)


def command_line(kind: Kind, folder: Path, disk: Disk, *, kvm: bool) -> list[str]:
    """Return what starts such a machine; its disk is written into a layer that goes with it."""
    return [
        kind.program, "-nodefaults", "-no-user-config", *kind.board, "-smp", "2", "-m", "2048",
        *(("-accel", "kvm", "-cpu", "host") if kvm else ("-accel", "tcg,thread=multi")),
        "-nic", "none", "-display", "none", "-device", "virtio-gpu-pci",
        "-device", "qemu-xhci,id=usb", "-device", "usb-kbd,bus=usb.0",
        "-drive", f"if=virtio,format=raw,snapshot=on,file={disk.image}",
        "-kernel", str(disk.kernel), "-initrd", str(disk.initrd),
        "-append", f"root=/dev/vda rw quiet console=tty0 field={kind.serial}",
        "-chardev", f"socket,id=line,path={folder / 'line'},server=on,wait=off",
        "-serial", "chardev:line",
        "-qmp", f"unix:{folder / 'qmp'},server=on,wait=off",
    ]  # fmt: skip


class Disk(NamedTuple):
    """A system to start: never written to."""

    image: Path
    kernel: Path
    initrd: Path


class Answer(NamedTuple):
    """What a command on the machine printed, and its exit code."""

    code: int
    text: str


class Machine:
    """A machine that is on."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self._folder = folder
        self._log = (folder / "qemu.log").open("wb")
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=self._log)
        self._numbers = itertools.count(1)
        self._line = self._dial("line")
        self._qmp = self._dial("qmp").makefile("rw", encoding="utf-8")
        self._heard = b""
        json.loads(self._qmp.readline())
        self.qmp("qmp_capabilities")

    def _dial(self, name: str) -> socket.socket:
        deadline = monotonic_ms() + PATIENCE_MS
        while True:
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(str(self._folder / name))
            except OSError:
                line.close()
                assert self._process.poll() is None, (self._folder / "qemu.log").read_text()
                assert monotonic_ms() < deadline, f"{name} did not come"
                time.sleep(LOOK_S)
            else:
                line.settimeout(PATIENCE_MS / 1000)
                return line

    def off(self) -> None:
        """The plug is pulled."""
        self._process.kill()
        self._process.wait()
        self._log.close()
        self._qmp.close()
        self._line.close()

    def qmp(self, command: str, **arguments: Any) -> Any:
        """Return one command to qemu; AssertionError if it refuses."""
        self._qmp.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._qmp.flush()
        while True:
            said = json.loads(self._qmp.readline())
            if "event" not in said:
                assert "error" not in said, said
                return said["return"]

    def booted(self) -> None:
        """Wait for the shell, whatever a start before left on the line."""
        sign = f"up-{next(self._numbers)}"
        deadline = monotonic_ms() + PATIENCE_MS
        self._line.settimeout(2)
        self._heard = b""
        while sign.encode() + b"-here" not in self._heard:
            assert monotonic_ms() < deadline, self._heard[-500:]
            try:
                self._line.sendall(f"\necho {sign}-here\n".encode())
                self._heard += self._line.recv(65_536)
            except TimeoutError:
                continue
        self._line.settimeout(PATIENCE_MS / 1000)
        self.ask("true")

    def ask(self, command: str) -> Answer:
        """Run a command of the shell as root on the machine."""
        mark = f"@@{next(self._numbers)}@@"
        self._line.sendall(f"( {command}\n) </dev/null; echo {mark[:-1]}'@' $?\n".encode())
        while True:
            before, found, after = self._heard.partition(mark.encode())
            if found and b"\n" in after:
                code, _, self._heard = after.partition(b"\n")
                return Answer(int(code), before.decode(errors="replace").strip())
            heard = self._line.recv(65_536)
            assert heard, "the machine is off"
            self._heard += heard

    def do(self, command: str) -> str:
        """Run a command that has to succeed; return what it printed."""
        code, text = self.ask(command)
        assert code == 0, f"{command}: {text[-2_000:]}"
        return text

    def until(self, what: str, holds: Callable[[], bool]) -> None:
        """Wait until something holds; asked again and again."""
        deadline = monotonic_ms() + PATIENCE_MS
        while not holds():
            assert monotonic_ms() < deadline, f"{what} did not come"
            time.sleep(LOOK_S)

    def press(self, *chords: str) -> None:
        """Keys one after the other; a chord is ``ctrl-alt-f2``."""
        for chord in chords:
            keys = [{"type": "qcode", "data": key} for key in chord.split("-")]
            self.qmp("send-key", keys=keys)
            time.sleep(0.15)

    def type(self, text: str) -> None:
        """Letters, digits and spaces, as they lie on a keyboard."""
        names = {" ": "spc", ".": "dot", "/": "slash", "\n": "ret", "-": "minus"}
        for letter in text:
            keys = [{"type": "qcode", "data": names.get(letter, letter)}]
            self.qmp("send-key", keys=keys)
            time.sleep(0.1)

    def console(self, number: int = 1) -> str:
        """Return the text on a console, line by line."""
        code, text = self.ask(
            f"fold -w $(stty -F /dev/tty{number} size | cut -d' ' -f2) /dev/vcs{number}"
        )
        assert code == 0, text
        return "\n".join(line.rstrip() for line in text.splitlines())

    def plug(self, image: Path, name: str) -> None:
        """A stick is pushed in."""
        file = {"driver": "file", "filename": str(image)}
        self.qmp("blockdev-add", **{"driver": "raw", "node-name": name, "file": file})
        device = {"driver": "usb-storage", "bus": "usb.0", "drive": name, "id": f"stick-{name}"}
        self.qmp("device_add", **device)

    def pull(self, name: str) -> None:
        """The stick is pulled out, whatever it is doing."""
        self.qmp("device_del", id=f"stick-{name}")

    def power_cut(self) -> None:
        """Off and on again, at once."""
        self.qmp("system_reset")
        self.booted()

    def picture(self, file: Path) -> Picture:
        """Return what the screen shows, also written into a file as it is."""
        self.qmp("screendump", filename=str(file))
        return read_ppm(file.read_bytes())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.off()


class Picture(NamedTuple):
    """The points of a screen, three bytes each."""

    width: int
    height: int
    points: bytes

    def lit(self) -> float:
        """Return how much of it is not black: from 0 to 1."""
        points = self.width * self.height
        dark = sum(not any(self.points[at : at + 3]) for at in range(0, 3 * points, 3))
        return 1 - dark / points

    def colours(self) -> int:
        """Return how many different colours there are."""
        return len({self.points[at : at + 3] for at in range(0, len(self.points), 3)})


def read_ppm(data: bytes) -> Picture:
    """Return a picture as qemu writes it. Raises ValueError for anything else."""
    kind, size, depth, points = data.split(b"\n", 3)
    width, height = map(int, size.split())
    if kind != b"P6" or depth != b"255" or len(points) != 3 * width * height:
        raise ValueError("not a picture of a screen, or not all of it")
    return Picture(width, height, points)


def why_not(kind: Kind) -> str:
    """Return why no such machine can be started here, "" if one can."""
    missing = lacks([kind.program, "debootstrap", "mkfs.ext4"])
    return f"this machine lacks {missing}" if missing else ""


def kvm_runs(kernel: Path, kvm: Path = KVM) -> bool:
    """Return whether a kernel says anything under KVM; some hosts have the device and run no
    guest."""
    if not kvm.exists():
        return False
    command = [
        X86.program, "-nodefaults", "-no-user-config", "-no-reboot", *X86.board, "-m", "512",
        "-accel", "kvm", "-cpu", "host", "-nic", "none", "-display", "none", "-serial", "stdio",
        "-kernel", str(kernel), "-append", "console=ttyS0 earlyprintk=serial panic=-1",
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=PROBE_S
        )
    except subprocess.TimeoutExpired as silent:
        return b"Linux version" in (silent.stdout or b"")
    return b"Linux version" in done.stdout


@contextmanager
def a_machine(kind: Kind, disk: Disk, folder: Path) -> Iterator[Machine]:
    """A machine that is on and has started."""
    folder.mkdir(exist_ok=True)
    kvm = kind is X86 and kvm_runs(disk.kernel)
    with Machine(command_line(kind, folder, disk, kvm=kvm), folder) as machine:
        machine.booted()
        yield machine
