"""A dict that is handed out in the order of its keys, and is put in order no oftener than that."""

from __future__ import annotations

from typing import TypeVar

V = TypeVar("V")


class ByKey(dict[str, V]):
    """Filled by ``put``; read in order by ``in_order``."""

    _disordered = False

    def put(self, key: str, value: V | None) -> None:
        """Set ``key``, or remove it for None."""
        if value is None:
            self.pop(key, None)
        else:
            self._disordered |= key not in self
            self[key] = value

    def in_order(self) -> dict[str, V]:
        """A copy in the order of the keys."""
        if self._disordered:
            ordered = sorted(self.items())
            self.clear()
            self.update(ordered)
            self._disordered = False
        return dict(self)
