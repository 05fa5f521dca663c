"""Conducts a rehearsal: tells the devices, pairs, waits, watches the real hall, ends it everywhere.

Writes two events into the real hall's log, its opening and its end, and nothing else.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from contextlib import suppress

from hall_server.reach import Visitor
from hall_server.referee.moment import Moment
from hall_server.rehearse.next_round import next_round
from hall_server.rehearse.plan import Plan
from hall_server.rehearse.report import Report, report_of
from hall_server.rehearse.stage import Stage
from shared.clocks import monotonic_ms, wall_ms
from shared.core import entities
from shared.core.events import Draft, RehearsalEnded
from shared.core.state import HallState, Match
from shared.pairing import PairingImpossible
from shared.pairing.types import Decided
from shared.port import Link

LOOK_S = 0.25
TOLD_S = 10.0
LEAVING_S = 3.0
GONE_MS = 1_500
"""A device that pings twice a second and was silent for so long has left."""
ALONE_MS = 10_000
"""A real hall that is silent for so long ends the rehearsal: it comes first."""


class CutShort(Exception):
    """The rehearsal ends now; the sentence says why."""


class Conductor:
    """One rehearsal. ``say`` prints a line; ``stop`` ends it early."""

    def __init__(
        self,
        plan: Plan,
        real: Visitor,
        stage: Stage,
        *,
        say: Callable[[str], None],
        stop: threading.Event,
        gather_s: float,
        patience_s: float,
    ) -> None:
        self._plan = plan
        self._real = real
        self._stage = stage
        self._say = say
        self._stop = stop
        self._gather_s = gather_s
        self._patience_s = patience_s
        self._contacts: dict[str, int] = {}
        self._notes: list[str] = []
        self._known = _in_force(real.state)
        self._real_heard = monotonic_ms()
        self._opened_at = 0
        self._until = 0

    def conduct(self, *, speed: int, minutes: int, software: str) -> Report:
        """Rehearse to the end, whatever ends it, and report."""
        seed = secrets.randbelow(1 << 31)
        self._until = wall_ms() + minutes * 60_000
        opening = self._stage.opening(until=self._until, speed=speed, seed=seed)
        self._opened_at = monotonic_ms()
        ended = ""
        try:
            for node in (self._stage.node, self._real.node):
                node.append(Draft(entities.rehearsal(), opening))
            if not self._real.wait(lambda: self._real.state.rehearsal is not None, TOLD_S):
                raise CutShort("the real hall did not take its opening in")
            self._gather()
            for number in range(1, max(self._plan.rounds.values(), default=0) + 1):
                self._round(number)
        except CutShort as cut:
            ended = str(cut)
            self._say(f"The rehearsal ends: {ended}.")
        finally:
            seconds = (monotonic_ms() - self._opened_at) // 1000
            self._end(ended or "it is finished")
        if not self._contacts:
            sync, feed = self._stage.node.link.ports
            self._notes.append(
                f"Nobody came at all. If the hall's machine has a firewall, open TCP ports {sync}"
                f" and {feed} in it, or name others with --port-base."
            )
        return report_of(
            self._stage.ears.state,
            self._plan.expected,
            self._contacts,
            name=self._plan.name,
            hall_software=software,
            seconds=seconds,
            ended=ended,
            notes=self._notes,
        )

    def _gather(self) -> None:
        count = len(self._plan.expected)
        self._say(f"{self._plan.name}: waiting for {count} devices …")
        everybody = {who.node for who in self._plan.expected}
        self._until_holds(lambda: everybody <= self._contacts.keys(), self._gather_s)
        missing = [w.label for w in self._plan.expected if w.node not in self._contacts]
        self._say(f"{count - len(missing)} of {count} devices are here.")
        if missing:
            self._say(f"Not heard yet: {', '.join(missing)}.")

    def _round(self, number: int) -> None:
        started = monotonic_ms()
        before = set(self._stage.ears.state.matches)
        paired = [d for d, rounds in self._plan.rounds.items() if number <= rounds]
        if not [division for division in paired if self._pair(division, number)]:
            return

        def mine() -> list[Match]:
            matches = self._stage.ears.state.matches
            return [match for uid, match in matches.items() if uid not in before]

        def here() -> set[str]:
            tables = {who.table for who in self._plan.expected if who.node in self._contacts}
            return tables - {""}

        def all_in() -> bool:
            return all(m.result.counts for m in mine() if m.table in here())

        self._until_holds(all_in, self._patience_s)
        counted = sum(m.result.counts for m in mine())
        seconds = (monotonic_ms() - started) // 1000
        self._say(f"Round {number}: {counted} of {len(mine())} results in {seconds} s.")

    def _pair(self, division: str, number: int) -> bool:
        """Publish a round, or call its matches; whether there is anything to play."""
        ears = self._stage.ears
        state = ears.state
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
        self._stage.node.append(*drafts)
        before = len(state.matches)
        return self._until_holds(lambda: len(ears.state.matches) > before, TOLD_S)

    def _until_holds(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Whether ``holds`` within so long. Raises CutShort if the rehearsal must end."""
        until = monotonic_ms() + int(seconds * 1000)

        def seen() -> bool:
            self._note_contacts()
            return holds()

        while not self._stage.ears.wait(seen, LOOK_S):
            self._look()
            if monotonic_ms() > until:
                return False
        self._look()
        return True

    def _note_contacts(self) -> None:
        for who in self._plan.expected:
            if who.node in self._stage.ears.state.checks and who.node not in self._contacts:
                after = self._contacts[who.node] = monotonic_ms() - self._opened_at
                self._say(f"{who.label} is here, after {after // 1000}.{after % 1000 // 100} s.")

    def _look(self) -> None:
        """Raise CutShort where something comes before the rehearsal."""
        if self._stop.is_set():
            raise CutShort("it was stopped by hand")
        if _in_force(self._real.state) - self._known:
            raise CutShort("a real round was paired")
        if self._real.state.rehearsal is None and self._real.handed_in:
            raise CutShort("somebody else ended it")
        if self._stage.failure:
            raise CutShort(self._stage.failure.rstrip("."))
        if wall_ms() >= self._until:
            raise CutShort("its time is up")
        if self._real.link.state == "live":
            self._real_heard = monotonic_ms()
        elif monotonic_ms() - self._real_heard > ALONE_MS:
            raise CutShort("the real hall has fallen silent; look after that one first")

    def _end(self, why: str) -> None:
        """Tell everybody, and let them go."""
        for node in (self._real.node, self._stage.node):
            node.append(Draft(entities.rehearsal(), RehearsalEnded(why)))
        self._stage.ears.wait(lambda: self._stage.ears.state.rehearsal is None, TOLD_S)
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
            self._stage.ears.wait(lambda: False, LOOK_S)

    def _still_here(self, node: str) -> bool:
        silent: int | None = 0
        with suppress(RuntimeError):  # a device greets at this very moment
            silent = self._stage.silent_ms(node)
        return silent is not None and silent < GONE_MS


def _in_force(state: HallState) -> set[str]:
    return {match.uid for match in state.matches.values() if match.standing == "in_force"}
