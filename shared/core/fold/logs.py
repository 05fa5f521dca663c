"""Events by their places in their authors' logs, and where the chain of a log is broken."""

from bisect import insort
from collections.abc import Iterator, Mapping

from shared.core.events import Event, LogKey, Place
from shared.core.state import Alarm
from shared.core.text.sentence import Sentence


class Logs:
    """The logs of all authors. Different events in one place are twins: all are kept."""

    def __init__(self) -> None:
        self.twins: dict[Place, dict[str, Event]] = {}
        """The events in each place that has more than one, by id."""
        self._logs: dict[LogKey, dict[int, Event]] = {}
        self._ends: dict[LogKey, int] = {}
        self._missing: dict[Place, set[str]] = {}
        """Places of events whose predecessors are missing → the ids of those predecessors."""
        self._broken: dict[LogKey, list[int]] = {}
        """Log → the numbers of these places, in order."""

    def at(self, place: Place) -> Mapping[str, Event]:
        """Return the events in one place, by id."""
        twins = self.twins.get(place)
        if twins is not None:
            return twins
        node, inc, seq = place
        first = self._logs.get((node, inc), {}).get(seq)
        return {} if first is None else {first.id: first}

    def lengthen(self, event: Event) -> bool:
        """Note the end of a log; return whether ``event`` is behind all others there."""
        log = (event.node, event.inc)
        if event.seq <= self._ends.get(log, 0):
            return False
        self._ends[log] = event.seq
        return True

    def is_whole(self, log: LogKey) -> bool:
        """Return whether every event of a log is here, none taken out."""
        return len(self._logs.get(log, ())) == self._ends.get(log, 0)

    def put(self, event: Event) -> None:
        """Put an event in its place, beside any twins."""
        node, inc, seq = place = event.place
        there = self.at(place)
        if not there:
            self._logs.setdefault((node, inc), {})[seq] = event
        elif place in self.twins:
            self.twins[place][event.id] = event
        else:
            self.twins[place] = {**there, event.id: event}

    def put_back(self, event: Event) -> None:
        """Put an event that was taken out back in its place."""
        self._logs[event.node, event.inc].setdefault(event.seq, event)

    def take_out(self, event: Event) -> None:
        """Take an event that has no twin out of its place."""
        del self._logs[event.node, event.inc][event.seq]

    def check(self, event: Event) -> bool:
        """Compare an event with its neighbours; return whether a chain broke or was mended."""
        node, inc, seq = place = event.place
        before, after = self.at((node, inc, seq - 1)), (node, inc, seq + 1)
        told = bool(before) and event.prev not in before and self._misses(place, {event.prev})
        if after in self._missing:
            self._missing[after].discard(event.id)
            if not self._missing[after]:
                del self._missing[after]
                self._broken[node, inc].remove(seq + 1)
                told = True
        elif len(self.at(place)) == 1:
            missing = {later.prev for later in self.at(after).values()} - {event.id}
            told |= bool(missing) and self._misses(after, missing)
        return told

    def _misses(self, place: Place, missing: set[str]) -> bool:
        node, inc, seq = place
        if place in self._missing:
            self._missing[place] |= missing
            return False
        self._missing[place] = missing
        insort(self._broken.setdefault((node, inc), []), seq)
        return True

    def is_broken_at(self, event: Event) -> bool:
        """Return whether the chain is broken before an event or behind it."""
        node, inc, seq = event.place
        return bool(self._missing) and bool(
            {(node, inc, seq), (node, inc, seq + 1)} & self._missing.keys()
        )

    def alarms(self) -> Iterator[Alarm]:
        """Yield an alarm for each log with a broken chain, about the first break."""
        for (node, inc), numbers in self._broken.items():
            if not numbers:
                continue
            seq = numbers[0]
            sentence = Sentence(
                "event {seq} of {inc} by device {node} names another predecessor",
                seq=seq,
                inc=inc[:8],
                node=node[:8],
            )
            ent = min(event.ent for event in self.at((node, inc, seq)).values())
            yield Alarm("broken_chain", ent, sentence)
