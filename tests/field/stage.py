"""A tournament on a LAN: the hall, its tables and a standby as processes on their own hosts."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from hall_server.setting_up import Created, Site, create_tournament, write_tournament_key
from shared.machine.clocks import monotonic_ms
from tests.field.lan import Lan, a_lan
from tests.field.table import Line
from tests.node.hall_kit import event_file

SERVER = str(Path(sys.executable).with_name("hall-server"))
CHECKOUT = Path(__file__).parents[2]
PORT_BASE = 47301
PATIENCE_S = 40.0
TABLES = ("table-1", "table-2")


class Process:
    """A process on a host; what it prints is kept, line by line."""

    def __init__(self, words: list[str], *, typed_at: bool = False) -> None:
        """``typed_at``: it asks its input for what it would ask a keyboard."""
        self._changed = threading.Condition()
        self.said: list[str] = []
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, cwd=CHECKOUT, start_new_session=typed_at,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._changed:
                self.said.append(line)
                self._changed.notify_all()

    def until(self, what: str, holds: Callable[[], bool]) -> None:
        """Wait until ``holds``; asked after each line."""
        with self._changed:
            if not self._changed.wait_for(holds, PATIENCE_S):
                raise AssertionError(f"{what} did not come: {''.join(self.said[-12:])}"[-3_000:])

    def until_says(self, words: str) -> None:
        """Wait for a line with these words."""
        self.until(words, lambda: any(words in line for line in self.said))

    def type(self, line: str) -> None:
        """A line for its input."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """kill -9."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


class Table(Process):
    """A table: reads what its node tells. Times are monotonic ms, the same on all hosts."""

    def __init__(self, words: list[str]) -> None:
        self.lines: list[Line] = []
        self.notes: frozenset[str] = frozenset()
        self.unsent: frozenset[str] = frozenset()
        self.entered: set[str] = set()
        self.link = ""
        self.hall = ""
        self.term = 0
        super().__init__(words)

    def _take_in(self) -> None:
        while len(self.lines) < len(self.said):
            text = self.said[len(self.lines)]
            line = msgspec.json.decode(text, type=Line) if text.startswith("{") else Line(0)
            self.lines.append(line)
            self.link = line.link or self.link
            if line.hall is not None:
                self.hall, self.term = line.hall, line.term
                self.notes, self.unsent = frozenset(line.notes), frozenset(line.unsent)

    def first(self, what: str, holds: Callable[[], bool]) -> int:
        """Wait until ``holds`` of what is known here; returns when that was told."""

        def look() -> bool:
            self._take_in()
            return holds()

        self.until(what, look)
        return self.lines[-1].at

    def until_link(self, state: str) -> int:
        """Wait for a state of the link."""
        return self.first(f"link {state}", lambda: self.link == state)

    def until_reads(self, *notes: str) -> int:
        """Wait until these reports are known here."""
        return self.first(f"reports {notes}", lambda: set(notes) <= self.notes)

    def until_all_sent(self) -> int:
        """Wait until all that was entered here is at the hall, and the link is live."""
        return self.first(
            "all at the hall",
            lambda: self.link == "live" and not self.unsent and self.entered <= self.notes,
        )

    def enter(self, note: str) -> str:
        """Enter a report; return the event's id once it is held here."""
        self._take_in()
        known = len(self.lines)
        self.entered.add(note)
        self.type(note)
        self.first("held here", lambda: any(line.held for line in self.lines[known:]))
        return next(line.held for line in self.lines[known:] if line.held)


class Stage:
    """A founded tournament whose hall is to be found at the host ``hall``."""

    def __init__(self, folder: Path, lan: Lan, stack: ExitStack) -> None:
        self.folder = folder
        self.lan = lan
        self._stack = stack
        self.created: Created = create_tournament(
            event_file(len(TABLES)), folder / "hall", Site(lan["hall"].address, PORT_BASE)
        )

    def _started(self, process: Process) -> None:
        self._stack.callback(process.kill)

    def command(self, host: str, *words: str) -> list[str]:
        """``hall-server`` on a host."""
        return self.lan[host].command([SERVER, *words])

    def hall(self, host: str = "hall") -> Process:
        """Return the hall on the air at a host, on the hall's own disk."""
        hall = self.old_hall(host)
        hall.until_says("listens on ports")
        return hall

    def old_hall(self, host: str = "hall") -> Process:
        """Return the old hall, which another one may have replaced meanwhile."""
        hall = Process(self.command(host, "run", "--home", str(self.folder / "hall")))
        self._started(hall)
        return hall

    def standby(self) -> Process:
        """Return a referee's laptop that stands by."""
        invite = str(self.created.invites["referee-1"])
        home = str(self.folder / "standby")
        standby = Process(self.command("standby", "standby", "--home", home, "--invite", invite))
        self._started(standby)
        standby.until_says("Link to the hall: live")
        return standby

    def promote(self) -> None:
        """The referee makes the standby the hall."""
        done = subprocess.run(
            self.command("standby", "promote", "--yes", "--home", str(self.folder / "standby")),
            capture_output=True, text=True, check=False, cwd=CHECKOUT,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    def kiosk_hall(self, passphrase: str) -> Process:
        """Make the kiosk's folder the hall: type the chief's passphrase at it."""
        key = self.folder / "tournament.key"
        write_tournament_key(key, self.created.root_key, passphrase, "Open")
        home = str(self.folder / "kiosk-1")
        words = self.command("kiosk-1", "promote", "--home", home, "--key-file", str(key))
        hall = Process(words, typed_at=True)
        self._started(hall)
        hall.type(passphrase)
        hall.type("y")
        return hall

    def table(self, name: str) -> Table:
        """Return a device's node, at its first start or again: a table's terminal, or a kiosk."""
        words = [str(self.folder / name), name.rpartition("-")[2]]
        invite = str(self.created.invites[name])
        command = [sys.executable, "-m", "tests.field.table", *words, invite]
        table = Table(self.lan[name].command(command))
        self._started(table)
        return table

    def process(self, host: str, *words: str) -> Process:
        """Return a Python module on a host."""
        process = Process(self.lan[host].command([sys.executable, "-m", *words]))
        self._started(process)
        return process


@contextmanager
def a_stage(folder: Path, *others: str) -> Iterator[Stage]:
    """A tournament on a LAN with the hall, two tables and ``others``."""
    with a_lan("hall", *TABLES, *others) as lan, ExitStack() as stack:
        yield Stage(folder, lan, stack)


def since(began: int, at: int) -> str:
    """Return how long something took."""
    return f"{(at - began) / 1000:6.2f} s"


def now() -> int:
    """Monotonic ms, the same clock on all hosts."""
    return monotonic_ms()
