"""Which device serves which table, and up to which event it did."""

from collections.abc import Callable, Iterator, Mapping

from shared.core.events import Cut, DeviceAssigned, Event
from shared.core.fold.causality import Causality


class Assignments:
    """The assignments that count. ``within`` says whether an event lies within a cut."""

    def __init__(self, within: Callable[[Event, Cut], bool]) -> None:
        self._within = within
        self.devices: dict[str, tuple[str, ...]] = {}
        """Table → its devices: several if two assignments stand side by side."""
        self.served: dict[tuple[str, str], list[Cut | None]] = {}
        """Device and table → how far each assignment goes; None for one that goes on."""

    def add(self, table: str, order: Causality, valid: Mapping[str, Event]) -> None:
        """Add the assignments of a table that count; ``order`` is the order of all of them."""
        heads = order.heads(valid)
        self.devices[table] = tuple(
            sorted({body.node for head in heads if (body := _assignment(valid[head]))})
        )
        for event in valid.values():
            body = _assignment(event)
            assert body is not None
            cuts = self.served.setdefault((body.node, table), [])
            if event.id in heads:
                cuts.append(None)
            for later in valid.values():
                replaced = _assignment(later)
                assert replaced is not None
                # Where the same device stays, only its last assignment bounds it.
                if replaced.node != body.node and event.id in order.covered([later.id]):
                    cuts.append(replaced.cut)

    def covers(self, event: Event, table: str) -> bool:
        """Return whether the device of a table wrote an event while it served that table."""
        cuts = self.served.get((event.node, table), ())
        return any(cut is None or self._within(event, cut) for cut in cuts)

    def bounded(self) -> Iterator[str]:
        """Return the devices that served a table up to a cut."""
        for (node, _), cuts in self.served.items():
            if any(cut is not None for cut in cuts):
                yield node


def _assignment(event: Event) -> DeviceAssigned | None:
    return event.body if isinstance(event.body, DeviceAssigned) else None
