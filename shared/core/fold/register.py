"""Parts of the state, kept key by key and handed out whole: what did not change is shared."""

from collections.abc import Mapping, Set
from operator import itemgetter
from typing import Generic, TypeVar

from shared.core.state.pieces import Pieces

K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """A value under each key: what was handed out, and what was set since then."""

    _told: Mapping[K, V]

    def __init__(self) -> None:
        self._new: dict[K, V | None] = {}

    def get(self, key: K) -> V | None:
        """Return the value under a key now."""
        return self._new[key] if key in self._new else self._told.get(key)

    def put(self, key: K, value: V | None) -> None:
        """Set a key, or remove it for None."""
        if value is not None or key in self._told:
            self._new[key] = value
        else:
            self._new.pop(key, None)

    @property
    def touched(self) -> Set[K]:
        """The keys that were set or removed since the last ``take``."""
        return self._new.keys()


class Register(Kept[K, V], Generic[K, V]):
    """A register that hands out a dict in the order of its keys. That dict never changes."""

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


class LongRegister(Kept[str, V], Generic[V]):
    """A register for many keys: a change copies one piece of it, not the whole."""

    def __init__(self) -> None:
        super().__init__()
        self._told: Pieces[V] = Pieces()

    def take(self) -> Pieces[V]:
        """Hand out all of it: the same value as before if nothing was touched."""
        if self._new:
            self._told = self._told.changed(self._new)
            self._new = {}
        return self._told
