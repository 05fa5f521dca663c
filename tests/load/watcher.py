"""A node that only listens: ``python -m tests.load.watcher ROLE FOLDER SYNC FEED``.

It says when it is live, when its link is lost, and when it was told each result. A referee
publishes the rounds too.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from shared.core.events import Draft, PairedMatch, RoundPaired, entities
from shared.core.state import Match
from shared.machine.clocks import monotonic_ms, precise_ns, wall_ms
from shared.net.address import HallAddress
from shared.net.keys import DeviceKeys
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import Home
from shared.port import HallChanged, LinkChanged, Told
from shared.store.collector import keep_what_is_loaded
from tests.bench import field
from tests.bench.figures import say
from tests.bench.hall import LOOPBACK


def keys(role: str) -> DeviceKeys:
    """Return the keys of a listening node."""
    return DeviceKeys.from_seed(role.encode().ljust(32, b"."))


class Watcher:
    """Prints "live" once, "lost" each time, and "seen TABLE NS" for each awaited result."""

    def __init__(self) -> None:
        self._missing: dict[str, int] = {}
        self._live = self._answered = False
        self._matches: object = None

    def awaits(self, round_no: int, tables: int) -> None:
        """Tell the results of this round from now on."""
        self._missing = {field.match(round_no, n).uid: n for n in range(tables)}

    def hear(self, told: Told) -> None:
        """Hear what the node tells, in its thread."""
        if isinstance(told, LinkChanged):
            self._link(told.link.state)
        if isinstance(told, HallChanged) and told.state.matches is not self._matches:
            self._matches = told.state.matches
            self._look(told.state.matches, precise_ns())

    def _link(self, state: str) -> None:
        if state == "live" and not self._live:
            self._live = True
            say("live")
        if state == "offline" and self._answered:
            say("lost")
        self._answered = state in ("live", "catching_up")

    def _look(self, matches: Mapping[str, Match], at: int) -> None:
        missing = self._missing
        entered = [u for u in missing if u in matches and matches[u].result.status == "confirmed"]
        if entered:
            say("\n".join(f"seen {missing.pop(uid)} {at}" for uid in entered))


def pairing(round_no: int, tables: int) -> Draft:
    """Return the round that a referee publishes."""
    matches = tuple(
        PairedMatch(field.match(round_no, n).uid, f"{n}", f"p{2 * n}", f"p{2 * n + 1}")
        for n in range(tables)
    )
    return Draft(entities.pairing("open", round_no), RoundPaired(wall_ms(), "seed", matches))


def main(role: str, folder: str, sync: str, feed: str) -> None:
    """Listen until the input ends. Input lines: a round and the number of its tables."""
    home = Home(Path(folder), field.ROOT.sign_public, keys(role), "0f" * 8, "0e" * 8)
    address = HallAddress(LOOPBACK, int(sync), int(feed), field.HALL.curve_public)
    link = FollowerLink(address, role=role, hears_clocks=role == "referee")  # type: ignore[arg-type]
    node = Engine(home, link, wall=wall_ms, monotonic=monotonic_ms)
    watcher = Watcher()
    node.start(watcher.hear)
    for line in sys.stdin:
        keep_what_is_loaded()  # as a program does soon after its start
        round_no, tables = map(int, line.split())
        watcher.awaits(round_no, tables)
        if role == "referee":
            node.append(pairing(round_no, tables))
    node.stop()


if __name__ == "__main__":
    main(*sys.argv[1:5])
