"""A referee's laptop that can become the hall: one port, whichever folder the screen reads from.

Hands the laptop's file over to a process of its own, which serves it, and goes on as a client of
that process with a copy in the folder ``screen``. Decides nothing: the referee does, and what they
decided is in the log. Whatever ends this program, the next start goes on from there.
"""

import subprocess
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from hall_server.serving.evidence import Evidence, read_evidence
from shared.core.text.language import N_
from shared.core.text.sentence import Sentence
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.machine.processes import as_typed, start
from shared.machine.saving import remove
from shared.net.address import HallAddress
from shared.node.engine import Engine
from shared.node.follower import FollowerLink, MayServe
from shared.node.home import MEMBERSHIP, Membership, engine_home, load, settle
from shared.node.open import open_follower, serving_place
from shared.node.terms import open_term
from shared.port import HallChanged, Link, LinkChanged, Listener, Ready, Stopped, Told, UnderWay
from shared.port.wrap import PortWrap
from shared.program.installed import program
from shared.store.errors import StoreError
from shared.store.replica import Replica
from shared.store.snapshot import branch

SCREEN = "screen"
LOOPBACK = "127.0.0.1"
SERVER_LOG = "server.log"
TAKING_OVER = (
    N_("saying in the log that this laptop is the hall"),
    N_("copying the log for the screen"),
    N_("starting the hall on this laptop"),
)
"""The steps of a takeover. The last one ends when the hall answers."""


def server_command(*words: str) -> list[str]:
    """Return the command line of this installation's ``hall-server``."""
    return [program("hall-server"), *words]


class Laptop(PortWrap[Engine[FollowerLink]]):
    """The port of a dashboard. ``start_process`` runs a command that outlives this program."""

    def __init__(
        self,
        home: Path,
        *,
        hall: str = "",
        port_base: int | None = None,
        start_process: Callable[[list[str], Path], subprocess.Popen[bytes]] | None = None,
    ) -> None:
        """Make the laptop's node without starting it. Raises NotSetUp, or ValueError for a bad
        address."""
        self._home = home
        self._hall = hall
        self._port_base = port_base
        self._start_process = start_process or partial(start, outlives=True)
        self.membership, self._keys = load(home)
        self._serves = (home / SCREEN / MEMBERSHIP).exists()
        self._listener: Listener = lambda told: None
        self._link = Link("starting", wall_ms())
        self._unsent = 0
        self._term = 0
        self._ready = Ready(False, 0, 0)
        super().__init__(self._open())

    def _open(self) -> Engine[FollowerLink]:
        if not self._serves:
            node, _ = open_follower(
                self._home,
                hall=self._hall,
                hears_clocks=True,
                serves=MayServe(serving_place(self.membership, self._port_base)),
            )
            return node
        return self._of_screen()

    def _of_screen(self) -> Engine[FollowerLink]:
        """Return the screen's own node: a client of the process that serves."""
        place = serving_place(self.membership, self._port_base)
        own = HallAddress(LOOPBACK, place.sync_port, place.feed_port, self._keys.curve_public)
        home = engine_home(self._home / SCREEN, self.membership.root_key, self._keys)
        link = FollowerLink(own, role=self.membership.role, hears_clocks=True)
        return Engine(home, link, wall=wall_ms, monotonic=monotonic_ms)

    # -- taking over ------------------------------------------------------------------------------

    def evidence(self) -> Evidence:
        """Return what the referee weighs before this laptop becomes the hall."""
        served = read_evidence(self._home) if self._serves else None
        if served is not None:
            return served
        link, ready = self._link, self._ready
        return Evidence(
            False, link.state, link.since, link.behind, self._unsent,
            ready.able, ready.tables_here, ready.tables, self._term, ready.why,
            notice=ready.notice,
        )  # fmt: skip

    def take_over(self, reason: str) -> None:
        """Make this laptop the hall. Returns at once; the link says how it goes."""
        if self._serves:
            self._promote(reason)
            return
        old = self.node
        self._serves = True
        # What is written from now on waits in the new node; its tickets go on from the old one's.
        self.node = self._of_screen()
        self.node.tickets_go_on_from(old)

        def hand_over() -> None:
            self._say(1)
            old.stop()
            try:
                self._part(reason)
            except (StoreError, OSError) as error:
                self._listener(Stopped(str(error)))
                return
            self._say(3)
            self._serve()
            self.node.start(self._hear)

        threading.Thread(target=hand_over, name="take over", daemon=True).start()

    def _part(self, reason: str) -> None:
        """Open the term, then part the files: what the screen writes belongs to the new term.

        The term in the log says that this laptop is the hall; the folder of the screen is settled
        last. A laptop that dies between the two goes on from there: see ``_hear``.
        """
        own = engine_home(self._home, self.membership.root_key, self._keys)
        file, screen = self._home / "hall.db", self._home / SCREEN
        replica = Replica(file, self.membership.root_key, new_store_id=own.new_store_id)
        try:
            open_term(replica, own, reason=reason, at=wall_ms())
        finally:
            replica.close()
        self._say(2)
        remove(screen / "hall.db")
        branch(file, screen / "hall.db", new_store_id=own.new_store_id)
        settle(screen, bytes(self._keys.sign), self.membership)

    def _say(self, step: int) -> None:
        self._listener(UnderWay(TAKING_OVER[step - 1], step, len(TAKING_OVER)))

    def _serve(self) -> None:
        """Serve the laptop's file: as the hall if it is the hall, else as a follower."""
        self._run(server_command("run", "--supervised", "--home", str(self._home)))

    def _promote(self, reason: str) -> None:
        self._say(3)
        words = server_command("promote", "--yes", "--home", str(self._home), "--reason", reason)
        self._run(words)

    def _run(self, words: list[str]) -> None:
        if self._port_base is not None:
            words += ["--port-base", str(self._port_base)]
        try:
            self._start_process(words, self._home / SERVER_LOG)
        except OSError as error:
            self._listener(
                Stopped(
                    Sentence(
                        "The hall could not be started on this laptop ({error}). Everything is on"
                        " its disk. Start it by hand: {command}",
                        error=error,
                        command=as_typed("hall-server", "run", "--home", self._home),
                    )
                )
            )

    def _hear(self, told: Told) -> None:
        match told:
            case LinkChanged(link=link):
                self._link = link
            case HallChanged(state=state, unsent=unsent):
                self._unsent, self._term = len(unsent), state.term
            case Ready():
                self._ready = told
            case Stopped() if self.node.link.called and not self._serves:
                # The log says that this laptop is the hall: it died before it could serve.
                self.take_over("restarted")
                return
            case _:
                pass
        self._listener(told)

    # -- the port ---------------------------------------------------------------------------------

    def start(self, listener: Listener) -> None:
        self._listener = listener
        if self._serves:
            self._serve()
        self.node.start(self._hear)


__all__ = ["Laptop", "Membership"]
