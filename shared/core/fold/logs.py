"""Events by their places in their authors' logs: broken chains, and the branches of a log with
twins. Chooses nothing.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shared.core.events import Event, LogKey, Place
from shared.core.fold.register import LongRegister
from shared.core.state import Alarm, Branch, Fork, Noted
from shared.core.state.pieces import Listed
from shared.core.text.language import N_
from shared.core.text.sentence import Device, Sentence


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

    def all_of(self, log: LogKey) -> Iterator[Event]:
        """Yield all events of a log that are here."""
        for seq in self._logs.get(log, ()):
            yield from self.at((*log, seq)).values()

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

    def check(self, event: Event, *, last: bool) -> bool:
        """Compare an event with its neighbours; behind the ``last`` of its log there is none.
        Return whether a chain broke or was mended."""
        node, inc, seq = place = event.place
        before, after = self.at((node, inc, seq - 1)), (node, inc, seq + 1)
        told = bool(before) and event.prev not in before and self._misses(place, {event.prev})
        if last:
            return told
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
                "entry {seq} of {device} does not follow the entry before it",
                seq=seq,
                device=Device(node),
            )
            ent = min(event.ent for event in self.at((node, inc, seq)).values())
            yield Alarm("broken_chain", ent, sentence)


_NEITHER = N_("{device} wrote two different entries as number {seq}: neither counts")
_PINNED = N_("{device} wrote two different entries as number {seq}: the one noted first counts")


class BranchChoice(NamedTuple):
    """The event that counts in a place, "" for none; ``decided`` if no person has to look."""

    event: str
    decided: bool


UNCHOSEN = BranchChoice("", decided=False)


@dataclass(slots=True)
class Spot:
    """A place with twins, the first entity by name that they are about, and which twin counts."""

    twins: Mapping[str, Event]
    ent: str
    choice: BranchChoice = UNCHOSEN


class ForkedLog:
    """A log with twins. Adding an event takes the same time however many there are."""

    def __init__(self, log: LogKey, logs: Logs) -> None:
        self._log = log
        self._logs = logs
        self.spots: dict[int, Spot] = {}
        """The places with twins, by their numbers."""
        self.unsettled: set[int] = set()
        """Places in which another event may count since this was emptied."""
        self.relinked = False
        """Whether an event may chain back to other events since this was reset."""
        self._undecided: set[int] = set()
        self._numbers: dict[str, int] = {}
        self._counting: set[str] = set()
        self._followed: set[str] = set()
        self._branches: LongRegister[Branch] = LongRegister()
        self._chains: dict[tuple[int, str], list[str]] = {}
        self._count = 0
        self._numbers_down: list[int] = []
        self._noted: tuple[Noted, ...] = ()
        self._told: tuple[Fork, Alarm | None] | None = None

    def add(self, twin: Event) -> None:
        """Add a twin."""
        self._told = None
        self._count += 1
        self.unsettled.add(twin.seq)
        if twin.seq not in self.spots:
            self.spots[twin.seq] = Spot(self._logs.twins[twin.place], twin.ent)
            self._undecided.add(twin.seq)
            insort(self._numbers_down, -twin.seq)
        spot = self.spots[twin.seq]
        spot.ent = min(spot.ent, twin.ent)
        self._followed.add(twin.prev)
        self._counting.discard(twin.prev)
        self._numbers[twin.id] = twin.seq
        if twin.prev in self._numbers:
            self._branches.put(_key(self._numbers[twin.prev], twin.prev), None)
        self._tell(twin)

    def link(self, event: Event) -> None:
        """Note an event of this log, which may be a missing link."""
        for (number, _), chain in self._chains.items():
            if number - len(chain) + 1 == event.seq and chain[-1] == event.id:
                self.unsettled.update(self.spots)
                self.relinked = True

    def on_chain(self, number: int, head: str, seq: int) -> str:
        """Return the event at ``seq`` that the event ``head`` at ``number`` chains back to.

        "" while a link between them is missing, and for a ``seq`` beyond ``number``.
        """
        if seq > number:
            return ""
        chain = self._chains.setdefault((number, head), [head])
        while len(chain) <= number - seq:
            event = self._at(number - len(chain) + 1).get(chain[-1])
            if event is None:
                return ""
            chain.append(event.prev)
        found = chain[number - seq]
        return found if found in self._at(seq) else ""

    def choose(self, seq: int, choice: BranchChoice) -> tuple[Event, ...]:
        """Let an event count in a place; return the events that stop or start to count."""
        spot = self.spots[seq]
        before, spot.choice = spot.choice, choice
        self._told = None
        (self._undecided.discard if choice.decided else self._undecided.add)(seq)
        twins = spot.twins
        changed = [twins[ident] for ident in {before.event} ^ {choice.event} if ident]
        for twin in changed:
            self._tell(twin)
        return tuple(changed)

    def note(self, pins: Iterable[tuple[Event, int, str]]) -> bool:
        """Note which branches were pinned when; return whether that changed.

        ``pins`` are events with number and head.
        """
        noted = set()
        for pin, number, head in pins:
            from_here = bisect_left(self._numbers_down, -number)
            for down in self._numbers_down[from_here:]:
                if event := self.on_chain(number, head, -down):
                    noted.add(Noted(event, pin.at, pin.node))
                    break
        before, self._noted = self._noted, tuple(sorted(noted))
        if before != self._noted:
            self._told = None
        return before != self._noted

    def head(self) -> tuple[int, str] | None:
        """Return number and id of the last event on the branch that counts, None if none does."""
        chosen = {seq: spot.choice.event for seq, spot in self.spots.items() if spot.choice.event}
        if not chosen:
            return None
        seq = max(chosen)
        head = chosen[seq]
        while on := [e for e in self._at(seq + 1).values() if e.prev == head]:
            seq, head = seq + 1, on[0].id
        return seq, head

    def told(self) -> tuple[Fork, Alarm | None]:
        """Return the log with its branches, and its alarm until it is decided."""
        if self._told is None:
            (node, inc), first = self._log, -self._numbers_down[-1]
            branches, decided = Listed(self._branches.take()), not self._undecided
            fork = Fork(node, inc, first, branches, decided, self._count, self._noted)
            sentence = _PINNED if self._counting else _NEITHER
            said = Sentence(sentence, device=Device(node), seq=first)
            alarm = Alarm("equivocation", self.spots[first].ent, said)
            self._told = (fork, None if decided else alarm)
        return self._told

    def _tell(self, twin: Event) -> None:
        if twin.id in self._followed:
            return
        spot = self.spots[twin.seq]
        counts = spot.choice.event == twin.id
        (self._counting.add if counts else self._counting.discard)(twin.id)
        branch = Branch(twin.seq, twin.id, twin.ent, twin.at, counts, twin)
        self._branches.put(_key(twin.seq, twin.id), branch)

    def _at(self, seq: int) -> Mapping[str, Event]:
        return self._logs.at((*self._log, seq))


def _key(seq: int, ident: str) -> str:
    return f"{seq:020}{ident}"
