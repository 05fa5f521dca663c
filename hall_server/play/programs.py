"""A tournament on this machine: its folders, its invites, and its programs as processes."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from hall_server.eventfile import EventFile
from hall_server.setting_up import Site, create_tournament
from shared.machine.processes import ask_to_end, start
from shared.net.this_machine import free_port_base
from shared.program.installed import program
from shared.program.robot_scripts import RefereeScript, RobotScript, RobotTable, TablesScript

LOOPBACK = "127.0.0.1"
HALL = "hall"
REFEREE = "referee-1"
KIOSK = "kiosk-1"
ENDS_S = 30.0


@dataclass
class Program:
    """One program; ``process`` is None before its start. Its output goes to a file."""

    name: str
    command: list[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, also again."""
        self.process = start(self.command, self.log)

    def kill(self) -> None:
        """Send SIGKILL and wait."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> int | None:
        """Ask it to end, and kill it if it does not; return the exit code."""
        if self.process is None:
            return None
        ask_to_end(self.process)
        try:
            return self.process.wait(timeout=ENDS_S)
        except subprocess.TimeoutExpired:
            self.kill()
            return self.process.returncode

    @property
    def ended(self) -> int | None:
        """Return its exit code, None while it runs."""
        return None if self.process is None else self.process.poll()


class Programs:
    """A new tournament in a folder, and the programs that were added."""

    def __init__(
        self, folder: Path, event: EventFile, *, port_base: int = 0, kiosks: int = 1
    ) -> None:
        self.folder = folder
        self.tables = [table.id for table in event.tables()]
        port_base = port_base or free_port_base()
        site = Site(LOOPBACK, port_base, kiosks=kiosks)
        self.created = create_tournament(event, self.home(HALL), site)
        self.added: dict[str, Program] = {}

    def home(self, name: str) -> Path:
        """Return the folder of one node."""
        return self.folder / name

    def invite(self, name: str) -> Path:
        """Return the invite of one device."""
        return self.created.invites[name]

    def command(self, words: str, name: str, *options: str) -> list[str]:
        """Return the command that starts a device of this tournament."""
        return [program(words), *_node(self.home(name), self.invite(name)), *options]

    def at_table(self, table: str, script: RobotScript, speed: float) -> list[str]:
        """Return the command that starts a table with a robot, on a screen."""
        name = f"table-{table}"
        return at_table(self.home(name), self.invite(name), script, speed)

    def add(self, name: str, command: list[str]) -> Program:
        """Add a program."""
        self.added[name] = Program(name, command, self.folder / f"{name}.out")
        return self.added[name]

    def add_hall(self) -> Program:
        """Add the hall server."""
        home = str(self.home(HALL))
        return self.add(HALL, [program("hall-server"), "run", "--home", home, "--host", LOOPBACK])

    def add_table(self, table: str, script: RobotScript, speed: float) -> Program:
        """Add a table with a robot, without a screen."""
        return self.add(f"table-{table}", [*self.at_table(table, script, speed), "--headless"])

    def add_tables(self, scripts: Mapping[str, RobotScript], speed: float) -> Program:
        """Add several tables in one process; each has its own app, node and disk."""
        seats = []
        for table, script in scripts.items():
            home, invite = self.home(f"table-{table}"), self.invite(f"table-{table}")
            told = replace(script, ledger=str(ledger_of(home)))
            seats.append(RobotTable(str(home), str(invite), told))
        name = f"tables-from-{next(iter(scripts))}"
        file = self.folder / f"{name}.json"
        file.write_bytes(msgspec.json.encode(TablesScript(tuple(seats), speed)))
        return self.add(name, [program("hall-terminal"), "--robots", str(file)])

    def add_robots(
        self, tables: Sequence[str], script: RobotScript, speed: float, processes: int
    ) -> Sequence[str]:
        """Add tables with robots in so many processes; return those with their own process."""
        own = tables if len(tables) <= processes else tables[: max(1, processes // 2)]
        for table in own:
            self.add_table(table, script, speed)
        rest = tables[len(own) :]
        shares = min(processes - len(own), len(rest))
        for first in range(shares):
            self.add_tables(dict.fromkeys(rest[first::shares], script), speed)
        return own

    def add_kiosk(self) -> Program:
        """Add the kiosk."""
        return self.add(KIOSK, self.command("hall-kiosk", KIOSK, "--headless"))

    def add_referee(self, script: RefereeScript) -> Program:
        """Add the referee with a robot."""
        file = self.folder / f"{REFEREE}.robot.json"
        file.write_bytes(msgspec.json.encode(script))
        options = ("--robot", str(file), "--headless")
        return self.add(REFEREE, self.command("hall-referee", REFEREE, *options))

    def start(self) -> None:
        """Start every program."""
        for one in self.added.values():
            one.start()

    def stop(self) -> None:
        """Stop every program."""
        for one in reversed(self.added.values()):
            if one.process is not None:
                ask_to_end(one.process)
        for one in self.added.values():
            one.stop()


def ledger_of(home: Path) -> Path:
    """Return the file where a table's robot notes what the screen showed as held here."""
    return home.parent / f"{home.name}.ledger"


def at_table(home: Path, invite: Path, script: RobotScript, speed: float = 1.0) -> list[str]:
    """Write a robot's script; return the command that starts its table on a screen."""
    file = home.parent / f"{home.name}.robot.json"
    file.write_bytes(msgspec.json.encode(replace(script, ledger=str(ledger_of(home)))))
    options = ("--speed", str(speed), "--robot", str(file))
    return [program("hall-terminal"), *_node(home, invite), *options]


def _node(home: Path, invite: Path) -> tuple[str, ...]:
    return ("--home", str(home), "--invite", str(invite))
