"""A register of what the latest event of one kind says of each entity."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from shared.core.events import KIND_OF, Body, Event
from shared.core.events.entities import Parsed
from shared.core.fold.in_force import InForce
from shared.core.fold.register import Register

K = TypeVar("K")
V = TypeVar("V")
B = TypeVar("B", bound=Body)


class Word(NamedTuple, Generic[B]):
    """The latest event of an entity, with its body."""

    ent: str
    about: Parsed
    event: Event
    body: B


def by_entity(ent: str, _: Parsed) -> str:
    """Return the entity itself as the key."""
    return ent


def by_id(_: str, about: Parsed) -> str:
    """Return the id of what the entity is about as the key."""
    return about.ident


def by_round(_: str, about: Parsed) -> tuple[str, int]:
    """Return the division id and the number of a round as the key."""
    return about.ident, about.round_no


class Latest(Register[K, V], Generic[K, V, B]):
    """Keeps one value for each entity. ``value`` returns None where an event says there is none."""

    def __init__(
        self,
        said: InForce,
        body: type[B],
        value: Callable[[Word[B]], V | None],
        key: Callable[[str, Parsed], K],
    ) -> None:
        super().__init__()
        self._said = said
        self._body = body
        self._value = value
        self._key_of = key

    @property
    def family(self) -> str:
        """The family of entities that it reads."""
        return KIND_OF[self._body].about.family

    def derive(self, ent: str, about: Parsed) -> None:
        """Read again what ``ent`` says."""
        latest = self._said.latest(ent, self._body)
        value = None if latest is None else self._value(Word(ent, about, *latest))
        self.put(self._key_of(ent, about), value)


def routes(*registers: Latest[Any, Any, Any]) -> dict[str, Latest[Any, Any, Any]]:
    """Return each register under the family of entities that it reads."""
    return {register.family: register for register in registers}
