"""The rehearsal's stage: the devices of a real hall, in a hall that is thrown away.

The real hall's log gets two events: the opening and the end.
"""

import secrets
import threading
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import click
from nacl.signing import SigningKey

from hall_server.play.carried_over import CarriedOver
from hall_server.play.conductor import LOOK_S, CutShort, Stage, conduct
from hall_server.play.next_round import next_round
from hall_server.play.report import Course, RehearsalReport, report_of
from hall_server.referee.derived.moment import Moment
from hall_server.serving.reach import Visitor
from hall_server.setting_up import new_device
from shared.core.events import Draft, RehearsalEnded, RehearsalOpened, TournamentOpened, entities
from shared.core.state import HallState, Match
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import ListenAt
from shared.node.engine import Engine
from shared.node.hall import HallLink
from shared.node.home import engine_home
from shared.pairing import PairingImpossible
from shared.pairing.types import Decided
from shared.port import Link
from shared.store.batch import Author
from shared.store.replica import Replica


class _QuietLink(HallLink):
    async def look_around(self, opened: AsyncExitStack) -> None:
        """Announce nothing: a device that looks for its hall must not find this one."""


class ThrownAwayHall:
    """A running hall; ``ears`` hear what it tells. ``node.failure`` says why it does not run."""

    def __init__(self, folder: Path, event: CarriedOver, *, host: str, port_base: int) -> None:
        """Start it. Raises StoreError."""
        root = SigningKey.generate()
        hall = new_device("hall", "Rehearsal")
        self._keys = bytes(root.verify_key), hall.keys.curve_public
        tournament = TournamentOpened(event.name, event.zone, self._keys[0])
        replica = Replica(folder / "hall.db", self._keys[0], new_store_id=secrets.token_hex(8))
        now = wall_ms()
        try:
            by_root = Author(root, secrets.token_hex(8))
            by_hall = Author(hall.keys.sign, secrets.token_hex(8))
            with replica.batch() as batch:
                batch.append(by_root, Draft(entities.tournament(), tournament), at=now)
                batch.append(by_root, hall.enrolment(), at=now)
                for draft in event.drafts:
                    batch.append(by_hall, draft, at=now)
        finally:
            replica.close()
        self.node = Engine(
            engine_home(folder, self._keys[0], hall.keys),
            _QuietLink(ListenAt(host, port_base, port_base and port_base + 1)),
            wall=wall_ms,
            monotonic=monotonic_ms,
        )
        self.ears = Visitor(self.node)
        self.node.start(self.ears.hear)
        self.node.wait_ready()

    def opening(self, *, until: int, speed: int) -> RehearsalOpened:
        """Return the event that tells devices where this hall is."""
        seed = secrets.randbelow(1 << 31)
        return RehearsalOpened(*self._keys, *self.node.link.ports, until, speed, seed=seed)


TOLD_S = 10.0
LEAVING_S = 3.0
GONE_MS = 1_500
"""Silence after which a device has left; it pings twice a second."""
ALONE_MS = 10_000
"""Silence of the real hall after which the rehearsal ends: the real hall comes first."""


class Limits(NamedTuple):
    """When a rehearsal ends at the latest (UTC ms), and seconds to gather and for a round."""

    until: int
    gather_s: float
    patience_s: float


class RehearsalStage(Stage):
    """One rehearsal; ``stop`` ends it early."""

    def __init__(
        self,
        event: CarriedOver,
        real: Visitor,
        hall: ThrownAwayHall,
        stop: threading.Event,
        limits: Limits,
    ) -> None:
        self.ears = hall.ears
        self.patience_s = limits.patience_s
        self._event = event
        self._real = real
        self._hall = hall
        self._stop = stop
        self._limits = limits
        self._contacts: dict[str, int] = {}
        self._notes: list[str] = []
        self._known = _in_force(real.state)
        self._before: set[str] = set()
        self._real_heard = self._opened_at = monotonic_ms()

    def rehearse(self, *, speed: int, software: str) -> RehearsalReport:
        """Rehearse to the end, and return the report."""
        opening = self._hall.opening(until=self._limits.until, speed=speed)
        self._opened_at = monotonic_ms()
        ended = ""
        try:
            for node in (self._hall.node, self._real.node):
                node.append(Draft(entities.rehearsal(), opening))
            conduct(self, max(self._event.rounds.values(), default=0))
        except CutShort as cut:
            ended = str(cut)
            click.echo(f"The rehearsal ends: {ended}.")
        finally:
            seconds = (monotonic_ms() - self._opened_at) // 1000
            self._end(ended or "it is finished")
        if not self._contacts:
            sync, feed = self._hall.node.link.ports
            self._notes.append(
                f"Nobody came at all. If the hall's machine has a firewall, open TCP ports {sync}"
                f" and {feed} in it, or name others with --port-base."
            )
        course = Course(self._contacts, software, seconds, ended, tuple(self._notes))
        return report_of(self.ears.state, self._event, course)

    def gather(self) -> None:
        """Wait for the devices, after the real hall has told them."""
        if not self._real.wait(lambda: self._real.state.rehearsal is not None, TOLD_S):
            raise CutShort("the real hall did not take in its opening")
        expected = self._event.expected
        click.echo(f"{self._event.name}: waiting for {len(expected)} devices …")
        self.until(lambda: {who.node for who in expected} <= self._heard(), self._limits.gather_s)
        missing = [who.label for who in expected if who.node not in self._contacts]
        click.echo(f"{len(expected) - len(missing)} of {len(expected)} devices are here.")
        if missing:
            click.echo(f"Not heard yet: {', '.join(missing)}.")

    def pair(self, number: int) -> bool:
        """Publish a round of each division, or call its matches."""
        self._before = {*self.ears.state.matches}
        due = [division for division, rounds in self._event.rounds.items() if number <= rounds]
        paired = [self._pair(division, number) for division in due]
        return any(paired)

    def _pair(self, division: str, number: int) -> bool:
        state = self.ears.state
        opened = state.divisions[division]
        moment = Moment(state, Link("live", 0), wall_ms())
        try:
            drafts = next_round(
                moment, opened, number, secrets.token_hex(8), lambda: secrets.token_hex(8)
            )
        except Decided:
            return False
        except PairingImpossible as error:
            why = moment.said(error.sentence)
            self._notes.append(f"{opened.name}, round {number}, was not rehearsed. {why}")
            return False
        self._hall.node.append(*drafts)
        return self.until(lambda: len(self.ears.state.matches) > len(state.matches), TOLD_S)

    def matches(self, number: int) -> Sequence[Match]:
        """Return the matches that were not there before the round."""
        matches = self.ears.state.matches
        return [match for uid, match in matches.items() if uid not in self._before]

    def waits_for(self, match: Match) -> bool:
        """Return whether the device of a match's table has come."""
        heard = self._heard()
        here = {who.table for who in self._event.expected if who.node in heard}
        return match.table in here - {""}

    def leave(self, number: int) -> None:
        """Go on: what was not played is in the report."""

    def _heard(self) -> set[str]:
        """Return the devices that have come so far."""
        for who in self._event.expected:
            if who.node in self.ears.state.checks and who.node not in self._contacts:
                after = self._contacts[who.node] = monotonic_ms() - self._opened_at
                click.echo(f"{who.label} is here, after {after // 1000}.{after % 1000 // 100} s.")
        return {*self._contacts}

    def look(self) -> None:
        """Raise CutShort if something is more important than the rehearsal."""
        super().look()
        if self._stop.is_set():
            raise CutShort("it was stopped by hand")
        if _in_force(self._real.state) - self._known:
            raise CutShort("a real round was paired")
        if self._real.state.rehearsal is None and self._real.handed_in:
            raise CutShort("another command ended it")
        if wall_ms() >= self._limits.until:
            raise CutShort("its time is up")
        if self._real.link.state == "live":
            self._real_heard = monotonic_ms()
        elif monotonic_ms() - self._real_heard > ALONE_MS:
            raise CutShort("the real hall has fallen silent; look after that one first")

    def _end(self, why: str) -> None:
        """Tell both halls that it is over, and wait until the devices have left."""
        for node in (self._real.node, self._hall.node):
            node.append(Draft(entities.rehearsal(), RehearsalEnded(why)))
        self.ears.wait(lambda: self.ears.state.rehearsal is None, TOLD_S)
        told = self._real.wait(
            lambda: self._real.handed_in and self._real.state.rehearsal is None, TOLD_S
        )
        if not told:
            self._notes.append(
                "The real hall could not be told that the rehearsal is over. When it runs again:"
                " hall-server rehearse --home HALL --end."
            )
        until = monotonic_ms() + int(LEAVING_S * 1000)
        while monotonic_ms() < until and any(map(self._still_here, self._contacts)):
            self.ears.wait(lambda: False, LOOK_S)

    def _still_here(self, node: str) -> bool:
        silent: int | None = 0
        with suppress(RuntimeError):  # a device connects at this moment
            silent = self._hall.node.link.heard_from(node)
        return silent is not None and silent < GONE_MS


def _in_force(state: HallState) -> set[str]:
    return {match.uid for match in state.matches.values() if match.standing == "in_force"}
