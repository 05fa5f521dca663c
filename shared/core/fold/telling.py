"""The state as it is told: put together anew only where something in it was derived again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from shared.core.events import entities
from shared.core.events.entities import Part, RoundKey
from shared.core.fold.authority import Registry
from shared.core.fold.in_force import InForce
from shared.core.fold.index import EventIndex
from shared.core.fold.long_register import LongRegister
from shared.core.fold.matches import MatchBook
from shared.core.fold.register import Register
from shared.core.fold.seen_here import named_devices, of_registry, seen_here
from shared.core.state import EMPTY, Alarm, HallState
from shared.core.state.pieces import Listed

Kept: TypeAlias = Mapping[Part, "Register[Any, Any] | LongRegister[Any] | MatchBook"]
"""Where the parts of the state are kept that belong to venues."""
Takes: TypeAlias = Mapping[Part, Callable[[], object]]
"""What hands out the other parts."""


class ToldState(NamedTuple):
    """A state, and which keys of its parts may differ from the state that was told before.

    ``touched`` is None where everything may.
    """

    state: HallState
    touched: Mapping[Part, Collection[Any]] | None


class Telling:
    """Remembers what was told last, and says what may differ from it."""

    def __init__(
        self,
        index: EventIndex,
        said: InForce,
        names: Register[str, str],
        taken_back: Register[RoundKey, str],
        of_venues: Kept,
        takes: Takes,
    ) -> None:
        self._index, self._said = index, said
        self._names, self._taken_back = names, taken_back
        self._of_venues, self._takes = of_venues, takes
        self.registry: Registry | None = None
        """The registry that the last state was told with."""
        self._last = EMPTY
        self._told_names: Mapping[str, str] = {}
        self._of_logs: list[Alarm] = []
        self._unforced = said.unforced()

    def tell(self, registry: Registry, parts: Collection[Part | None]) -> ToldState:
        """Put the state together anew where ``parts`` of it were derived, or keys changed."""
        now: dict[str, Any] = {}
        before = self.registry
        news = registry is not before
        everything = news and (
            registry.halls_beside or (before is not None and before.halls_beside)
        )
        if news:
            now |= of_registry(registry)
        names = self._names.take()
        if news or names is not self._told_names:
            self._told_names = names
            now["devices"] = named_devices(registry.devices, names)
        if "rounds" in parts:
            now["taken_back"] = self._taken_back.take()
        touched: dict[Part, Collection[Any]] = {}
        for part, register in self._of_venues.items():
            touched[part] = set(register.touched)
            if part in parts or everything:
                now[part] = seen_here(part, register.take(), registry)
        for part, take in self._takes.items():
            if part in parts:
                now[part] = take()
        now |= self._listed(registry, everything=everything)
        self._last = replace(self._last, **now)
        self.registry = registry
        return ToldState(self._last, None if everything else touched)

    def _listed(self, registry: Registry, *, everything: bool) -> dict[str, Any]:
        """What has to be looked at and what does not count, each where it may have changed."""
        now: dict[str, Any] = {}
        if self._index.changed:
            self._of_logs = sorted(self._index.alarms())
            now["forks"] = self._index.twins.forks()
        if self._index.changed or self._said.changed or everything:
            now["alarms"] = tuple(sorted([*self._of_logs, *self._alarms(registry)]))
            self._index.changed = self._said.changed = False
        unforced = self._said.unforced()
        if unforced is not self._unforced:
            self._unforced = unforced
            now["unforced"] = Listed(unforced)
        return now

    def _alarms(self, registry: Registry) -> Iterator[Alarm]:
        """What of this hall, or of headquarters, has to be looked at."""
        for alarm in self._said.alarms():
            parsed = entities.parse(alarm.ent)
            if parsed is None or not registry.elsewhere(parsed.ident):
                yield alarm
