"""The state as it is handed out: the parts of it that this hall shows, built anew only where they
were derived again.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from shared.core.events import entities
from shared.core.events.entities import Part, RoundKey
from shared.core.fold.authority import Registry
from shared.core.fold.in_force import InForce
from shared.core.fold.index import EventIndex
from shared.core.fold.matches import MatchBook
from shared.core.fold.register import LongRegister, Register
from shared.core.state import (
    EMPTY,
    Alarm,
    Device,
    Division,
    HallState,
    Match,
    Player,
    Report,
    Round,
    Table,
)
from shared.core.state.pieces import Listed

K = TypeVar("K")
V = TypeVar("V")


def of_registry(registry: Registry) -> dict[str, object]:
    """Return the parts of the state that the registry holds."""
    terms = registry.terms
    # A node whose key was withdrawn is not the hall, whatever term it opened.
    hall = "" if registry.revoked(terms.hall) else terms.hall
    return {"term": terms.number, "hall": hall, "venue": registry.venue}


def seen_here(told: Mapping[K, V], registry: Registry) -> Mapping[K, V]:
    """Return the values of a part of the state that do not belong to another hall."""
    if not registry.halls_beside:
        return told
    return {key: value for key, value in told.items() if not registry.elsewhere(_owned_by(value))}


def named_devices(devices: Mapping[str, Device], names: Mapping[str, str]) -> dict[str, Device]:
    """Return the devices by node, each with its latest name."""
    return {
        node: replace(device, label=names[node]) if node in names else device
        for node, device in sorted(devices.items())
    }


def _owned_by(value: object) -> str:
    """Return the id that says which venue a value belongs to: of its table or its division."""
    match value:
        case Table() | Division():
            return value.id
        case Player() | Round():
            return value.division
        case Match():
            return value.key.division
        case Report():
            return value.table if value.match is None else value.match.division
    raise TypeError(value)


OfVenues: TypeAlias = Mapping[Part, "Register[Any, Any] | LongRegister[Any] | MatchBook"]
"""The parts of the state whose values belong to venues."""
Takes: TypeAlias = Mapping[Part, Callable[[], object]]
"""Functions that hand out the other parts."""


class ToldState(NamedTuple):
    """A state, and which keys of its parts may differ from the last state.

    ``touched`` is None where all of it may differ.
    """

    state: HallState
    touched: Mapping[Part, Collection[object]] | None


class Telling:
    """Builds the state from its parts, and remembers the last one."""

    def __init__(
        self,
        index: EventIndex,
        said: InForce,
        names: Register[str, str],
        taken_back: Register[RoundKey, str],
        of_venues: OfVenues,
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
        """Build the state anew where ``parts`` of it were derived or the registry changed."""
        now: dict[str, object] = {}
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
        touched: dict[Part, Collection[object]] = {}
        for part, register in self._of_venues.items():
            touched[part] = set(register.touched)
            if part in parts or everything:
                now[part] = seen_here(register.take(), registry)
        for part, take in self._takes.items():
            if part in parts:
                now[part] = take()
        now |= self._listed(registry, everything=everything)
        self._last = replace(self._last, **now)
        self.registry = registry
        return ToldState(self._last, None if everything else touched)

    def _listed(self, registry: Registry, *, everything: bool) -> dict[str, object]:
        """Return alarms, forks and events not in force, each where it may have changed."""
        now: dict[str, object] = {}
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
        """Yield the alarms of this hall and of headquarters."""
        for alarm in self._said.alarms():
            parsed = entities.parse(alarm.ent)
            if parsed is None or not registry.elsewhere(parsed.ident):
                yield alarm
