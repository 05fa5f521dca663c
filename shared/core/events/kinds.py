"""How a kind of event is declared: in one place, above the body that it carries."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from shared.core.events.base import SCOPES, Body, Scope
from shared.core.events.entities import Entity

B = TypeVar("B", bound=Body)

Writer = Literal["tournament key", Scope, "table", "kiosk", "device"]
"""Who may write a kind: the tournament key alone; a key that holds the right of that name; the
device that is assigned to the table; a kiosk; any enrolled device."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of event: its name, its body, the fact that it speaks about, and who writes it.

    Kinds that begin with ``t.`` are testimony, kinds that begin with ``a.`` authority. ``version``
    is the newest body version that this software reads. A ``termless`` kind is authority that no
    term bounds: a key that was admitted or withdrawn stays so, whichever node is the hall, and a
    node may always say where it is. A kind ``of_itself`` counts only from the device that its
    entity names; one that is ``seen_by_referees`` counts from a key that may rule as well.
    """

    name: str
    body: type[Body]
    about: Entity
    by: Writer
    termless: bool = False
    of_itself: bool = False
    seen_by_referees: bool = False
    version: int = 1
    is_testimony: bool = field(init=False)
    """Whether it is what a device saw, and no decision."""
    scope: Scope | None = field(init=False)
    """The right that its author needs; None where a rule of its own says who writes it."""

    def __post_init__(self) -> None:
        scope = next((scope for scope in SCOPES if scope == self.by), None)
        object.__setattr__(self, "is_testimony", self.name.startswith("t."))
        object.__setattr__(self, "scope", scope)


KINDS: dict[str, Kind] = {}
"""Name → kind, in the order of their declarations."""

KIND_OF: dict[type[Body], Kind] = {}
"""Body type → kind."""


def kind(
    name: str,
    about: Entity,
    *,
    by: Writer,
    termless: bool = False,
    of_itself: bool = False,
    seen_by_referees: bool = False,
) -> Callable[[type[B]], type[B]]:
    """Declare the body below as a kind of event. See ``Kind`` for what is said of it."""

    def declare(body: type[B]) -> type[B]:
        declared = Kind(name, body, about, by, termless, of_itself, seen_by_referees)
        if name in KINDS or body in KIND_OF:
            raise ValueError(f"{name} is declared twice")
        KINDS[name] = KIND_OF[body] = declared
        return body

    return declare


def is_read(name: str, version: int) -> bool:
    """Return whether this software reads a kind in a body version."""
    known = KINDS.get(name)
    return known is not None and version <= known.version
