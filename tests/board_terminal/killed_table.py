"""A table that plays without end and tells each step: run as a program, to be killed at any moment.

Node, notes and flow are the real ones; only its clock is turned by hand, so that hours pass.
"""

import os
import random
import secrets
import sys
from functools import partial
from pathlib import Path
from queue import Queue

from board_terminal.desk.desk import Desk
from board_terminal.desk.messages import CHANCE_BYTES
from board_terminal.driving.driver import Driver
from board_terminal.driving.presenter import model_of, present
from board_terminal.running.robot import next_command
from shared.core.day import reading_at
from shared.core.draughts.openings import parse_deck
from shared.data import read_text
from shared.machine.clocks import wall_ms
from shared.net.address import HallAddress
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import engine_home, load
from shared.port import NotSaved, Saved, Told
from shared.program.robot_scripts import RobotScript

SECOND = 1_000
BARRIER = "barrier"
"""A journal of no match: once a line of it is saved, everything asked for before it is saved."""


class KilledTable:
    """One life of a table."""

    def __init__(self, home: Path, moves: int, seed: int) -> None:
        membership, keys = load(home)
        self.at = 10
        self._chance = random.Random(seed)
        self._inbox: Queue[Told] = Queue()
        self._script = RobotScript(moves=moves, seed=1)
        nowhere = HallAddress("127.0.0.1", 9, 9, membership.halls[0].curve_key)
        self._node = Engine(
            engine_home(home, membership.root_key, keys),
            FollowerLink(nowhere, role="terminal"),
            wall=wall_ms,
            monotonic=lambda: self.at,
        )
        self.driver = Driver(
            self._node,
            table=membership.table,
            deck=parse_deck(read_text("three_move_deck.tsv")),
            chance=partial(secrets.token_bytes, CHANCE_BYTES),
        )

    def live(self) -> None:
        """Play until killed, or until both have signed."""
        self._node.start(self._inbox.put)
        while self.driver.desk.session is None and not self._done:
            self._hear(self._inbox.get())
        if not self._done:
            self._tell("restored", self._counts())
        while not self._done:
            while not self._inbox.empty():
                self._hear(self._inbox.get())
            if not self._done and not self._step():
                self._hear(self._inbox.get())
        self._tell("done", "DONE 2 0 0 0 0 0 0 2")
        self._node.stop()

    @property
    def _done(self) -> bool:
        """Whether both sides have signed: its table has no match then."""
        return self.driver.desk.done or (self.driver.desk.known and self.driver.desk.match is None)

    def _step(self) -> bool:
        """Do what the players would; False if the table has to be waited for."""
        desk = self.driver.desk
        view = present(desk, at=self.at, now=0, zone="UTC")
        model = model_of(desk, view, self.at)
        command = next_command(model, self._script)
        if command is None or self.driver.is_behind:
            return False
        if model.phase == "playing" and command.startswith("side:"):
            self._think(self._chance.randrange(3 * SECOND))
        before = _presses(self.driver.desk)
        self.driver.do(command, self.at)
        if _presses(self.driver.desk) > before:
            self._tell("pressed", self._counts())
        return True

    def _think(self, ms: int) -> None:
        until = self.at + ms
        while self.at + SECOND <= until:
            self.at += SECOND
            self.driver.tick(self.at)
            ticket = self._node.journal(BARRIER, b"")
            told = self._inbox.get()
            while not (isinstance(told, Saved) and told.ticket == ticket):
                self._hear(told)
                told = self._inbox.get()
            self._tell("ticked", self._counts())
        self.at = until

    def _hear(self, told: Told) -> None:
        known, before = self.driver.desk.session is not None, _presses(self.driver.desk)
        if isinstance(told, NotSaved):
            raise SystemExit(told.sentence)
        self.driver.hear(told, self.at)
        if known and _presses(self.driver.desk) > before:
            self._tell("pressed", self._counts())

    def _counts(self) -> str:
        session = self.driver.desk.session
        assert session is not None
        reading = reading_at(session, self.at)
        left = reading.remaining if reading else (0, 0)
        runs = sum(reading.runs) if reading else 0
        state, match = self.driver.desk.state, self.driver.desk.match
        assert match is not None
        asked = sum(r.type == "restart" and r.match == match.key for r in state.reports.values())
        asked += sum(d.body.type == "restart" for d in self.driver.desk.filed if not d.at)
        moves = reading.moves if reading else (0, 0)
        return (
            f"{session.phase.name} {session.game} {moves[0]} {moves[1]}"
            f" {left[0]} {left[1]} {runs} {asked} {len(session.codes)}"
        )

    def _tell(self, word: str, rest: str) -> None:
        os.write(1, f"{word} {rest}\n".encode())


def _presses(desk: Desk) -> tuple[int, int]:
    session = desk.session
    if session is None or session.clock is None:
        return 0, 0
    return session.game, sum(session.clock.moves)


if __name__ == "__main__":
    KilledTable(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])).live()
