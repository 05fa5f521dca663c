"""A part of the state, kept key by key and handed out whole: what did not change is shared."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Generic, TypeVar

from shared.core.events import KIND_OF, Body, Event
from shared.core.events.entities import Parsed
from shared.core.fold.in_force import InForce
from shared.core.fold.long_register import Kept

K = TypeVar("K")
V = TypeVar("V")
B = TypeVar("B", bound=Body)


class Register(Kept[K, V], Generic[K, V]):
    """A value under each key. What it hands out is in the order of the keys and never changed."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[K, V] = {}

    def take(self) -> dict[K, V]:
        """Hand out all of it: the same dict as before if nothing was touched."""
        if self._new:
            told = dict(self._told)
            grown = False
            for key, value in self._new.items():
                if value is None:
                    told.pop(key, None)
                else:
                    grown |= key not in told
                    told[key] = value
            self._told = dict(sorted(told.items(), key=itemgetter(0))) if grown else told
            self._new = {}
        return self._told


def by_entity(ent: str, _: Parsed) -> str:
    """The key of what is told under its own name."""
    return ent


def by_id(_: str, parsed: Parsed) -> str:
    """The key of what is told under the id of what it is about."""
    return parsed.ident


def by_round(_: str, parsed: Parsed) -> tuple[str, int]:
    """The key of what is told of a round: division id and number."""
    return parsed.ident, parsed.round_no


class Latest(Register[K, V], Generic[K, V, B]):
    """A register of what the latest event of one kind says of each entity.

    ``value`` reads it, and returns None where it says that there is nothing.
    """

    def __init__(
        self,
        said: InForce,
        body: type[B],
        value: Callable[[str, Parsed, Event, B], V | None],
        key: Callable[[str, Parsed], K],
    ) -> None:
        super().__init__()
        self._said = said
        self._body = body
        self._value = value
        self._key_of = key

    @property
    def family(self) -> str:
        """The entities that it reads."""
        return KIND_OF[self._body].about.family

    def derive(self, ent: str, parsed: Parsed) -> None:
        """Read again what ``ent`` says."""
        latest = self._said.latest(ent, self._body)
        value = None if latest is None else self._value(ent, parsed, *latest)
        self.put(self._key_of(ent, parsed), value)


def routes(*registers: Latest[Any, Any, Any]) -> dict[str, Latest[Any, Any, Any]]:
    """Return each register under the family of entities that it reads."""
    return {register.family: register for register in registers}
