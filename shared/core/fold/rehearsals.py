"""What the events say of rehearsals: the one that is on, and what its devices measured."""

from __future__ import annotations

from collections.abc import Mapping

from shared.core.events import DeviceChecked, Event, RehearsalOpened
from shared.core.fold.causality import Causality
from shared.core.rehearsal import DeviceCheck, Rehearsal

SHORTEST_PACE_MS = 20
"""A robot that looks oftener keeps its device busy with looking."""


class Rehearsals:
    """Kept up to date by the fold."""

    def __init__(self) -> None:
        self.now: Rehearsal | None = None
        self.checks: dict[str, DeviceCheck] = {}

    def derive(self, all_of: Mapping[str, Event], in_force: Mapping[str, Event]) -> None:
        """An end ends what its author had seen; of several that are open the newest is on."""
        open_ones = [
            event
            for head in Causality(all_of).heads(in_force)
            if isinstance((event := in_force[head]).body, RehearsalOpened)
        ]
        newest = max(open_ones, key=lambda event: (event.at, event.id), default=None)
        self.now = None
        if newest is not None and isinstance(body := newest.body, RehearsalOpened):
            self.now = Rehearsal(
                body.root_key,
                body.curve_key,
                body.sync_port,
                body.feed_port,
                body.until,
                max(1, body.speed),
                max(0, body.moves),
                max(SHORTEST_PACE_MS, body.pace_ms),
                body.seed,
                newest.at,
            )

    def check(self, node: str, body: DeviceChecked | None) -> None:
        """What a device says of itself, None for nothing that is in force."""
        rest = {name: check for name, check in self.checks.items() if name != node}
        if body is not None:
            rest[node] = DeviceCheck(
                body.software,
                body.columns,
                body.lines,
                body.round_trip_ms,
                body.offset_ms,
                body.lost,
                body.waits,
            )
        self.checks = dict(sorted(rest.items()))
