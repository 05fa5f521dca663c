"""The demo's stage: a folder with a fresh tournament, a script for every robot, and processes."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from hall_server.demo.plan import DemoPlan
from hall_server.referee.cli import RefereeScript
from hall_server.setup import create_tournament
from shared.net.ports import free_port_base

LOOPBACK = "127.0.0.1"
HALL = "hall"
KIOSK = "kiosk-1"
WATCHER = "kiosk-2"
REFEREE = "referee-1"


@dataclass
class Player:
    """One process of the demo; its words go to a file."""

    name: str
    command: list[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, or start it again."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """SIGTERM, and SIGKILL for who does not listen."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()

    @property
    def died(self) -> bool:
        """Whether it ended by itself with an error."""
        return self.process is not None and self.process.poll() not in (None, 0)


@dataclass
class Stage:
    """The folder and everybody on it."""

    folder: Path
    plan: DemoPlan
    port_base: int
    invites: dict[str, Path]
    seed: int
    moves: int
    pace_ms: int
    players: dict[str, Player] = field(default_factory=dict)

    @classmethod
    def build(cls, folder: Path, plan: DemoPlan, *, seed: int, moves: int, pace_ms: int) -> Stage:
        """Create the tournament in ``folder``."""
        port_base = free_port_base()
        created = create_tournament(
            plan.event, folder / "hall", host=LOOPBACK, port_base=port_base, referees=1, kiosks=2
        )
        return cls(folder, plan, port_base, created.invites, seed, moves, pace_ms)

    def tables(self) -> list[str]:
        """The ids of the tables."""
        return [table.id for table in self.plan.event.tables()]

    def home(self, name: str) -> Path:
        """The folder of one node."""
        return self.folder / name

    def ledger(self, table: str) -> Path:
        """Where a table's robot notes what the screen showed as held here."""
        return self.folder / f"table-{table}.ledger"

    def robot_script(self, table: str) -> dict[str, Any]:
        """What a table's robot plays, as the terminal reads it."""
        return {
            "outcomes": {key: list(codes) for key, codes in self.plan.outcomes.items()},
            "seed": self.seed,
            "moves": self.moves,
            "pace_ms": self.pace_ms,
            "ledger": str(self.ledger(table)),
            "drawless": self.plan.drawless,
        }

    def add_hall(self) -> Player:
        """The hall server."""
        home = str(self.home(HALL))
        return self._add(HALL, ["hall-server", "run", "--home", home, "--host", LOOPBACK])

    def table_command(self, table: str, speed: float) -> list[str]:
        """The command that starts a table with a robot, on a screen."""
        name = f"table-{table}"
        script = self.folder / f"{name}.robot.json"
        script.write_bytes(msgspec.json.encode(self.robot_script(table)))
        command = self.node_command("hall-terminal", name)
        return [*command, "--speed", str(speed), "--robot", str(script)]

    def add_table(self, table: str, speed: float) -> Player:
        """A table with a robot, as a process of its own without a screen."""
        return self._add(f"table-{table}", [*self.table_command(table, speed), "--headless"])

    def add_tables(self, tables: list[str], speed: float) -> Player:
        """Several tables in one process: each has its own app, node and disk."""
        name = f"tables-{tables[0]}-{tables[-1]}"
        seats = [
            {
                "home": str(self.home(f"table-{table}")),
                "invite": str(self.invites[f"table-{table}"]),
                "script": self.robot_script(table),
            }
            for table in tables
        ]
        script = self.folder / f"{name}.json"
        script.write_bytes(msgspec.json.encode({"tables": seats, "speed": speed}))
        return self._add(name, [sys.executable, "-m", "board_terminal.rehearsal", str(script)])

    def add_kiosk(self) -> Player:
        """The kiosk."""
        return self._add(KIOSK, [*self.node_command("hall-kiosk", KIOSK), "--headless"])

    def add_referee(self) -> Player:
        """The referee with a robot."""
        script = self.folder / "referee.robot.json"
        script.write_bytes(
            msgspec.json.encode(
                RefereeScript(
                    self.plan.rounds,
                    {number: list(pairs) for number, pairs in self.plan.published.items()},
                )
            )
        )
        command = self.node_command("hall-referee", REFEREE)
        return self._add(REFEREE, [*command, "--robot", str(script), "--headless"])

    def node_command(self, program: str, name: str) -> list[str]:
        """The command that starts a node of this stage."""
        return [
            _program(program),
            "--home",
            str(self.home(name)),
            "--invite",
            str(self.invites[name]),
        ]

    def _add(self, name: str, command: list[str]) -> Player:
        player = Player(name, [_program(command[0]), *command[1:]], self.folder / f"{name}.out")
        self.players[name] = player
        return player

    def stop_all(self) -> None:
        """Let everybody go."""
        for player in reversed(self.players.values()):
            if player.process is not None:
                player.process.terminate()
        for player in self.players.values():
            player.stop()


def _program(name: str) -> str:
    """A program of this installation."""
    return name if Path(name).is_absolute() else str(Path(sysconfig.get_path("scripts")) / name)
