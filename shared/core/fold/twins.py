"""Twins: different events in one place of an author's log, of which at most one can count.

Which one does not depend on the order of arrival. A standing withdrawal of the key decides by its
cut; else a referee's word; else what halls and referees pinned. Where these say nothing, or
contradict each other without having seen each other, neither twin counts.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from shared.core.events import Event, LogKey, LogSettled, LogsPinned
from shared.core.fold.causality import Causality
from shared.core.fold.keys import changed
from shared.core.fold.logs import BranchChoice, ForkedLog, Logs
from shared.core.state import Alarm, Fork
from shared.core.text.sentence import Sentence

Heads = Collection[tuple[int, str]]
"""The numbers and ids at which withdrawals cut a log."""
Objection = Callable[[Event], Sentence | None]
"""Returns why an event is not in force, None if it is."""


class Judge(Protocol):
    """What a twin's choice asks of the registry."""

    def had_rights(self, node: str) -> bool:
        """Return whether a key was ever given a right."""

    def governs(self, author: str, node: str) -> bool:
        """Return whether a key's word on a device counts."""

    def withdrawn_at(self, log: LogKey) -> list[tuple[int, str]]:
        """Return where each standing withdrawal cuts a log."""


class Word(NamedTuple):
    """The word of event ``said`` that the event ``head`` with a ``number`` is the head of a log."""

    said: Event
    number: int
    head: str


Words = Mapping[tuple[str, int, str], Word]
"""What is said of one log, by the saying event, number and head."""


class Twins:
    """The logs with twins, and which twins count."""

    def __init__(self, logs: Logs) -> None:
        self._logs = logs
        self._forked: dict[LogKey, ForkedLog] = {}
        self._said: dict[str, dict[str, Event]] = {}
        """Pins and referees' words, by author."""
        self._pinned: set[bytes] = set()
        """The ids of all events that are pinned, once there are twins."""
        self._places: dict[bytes, tuple[LogKey, int]] = {}
        """Where each event of a log with twins stands, by its id."""
        self._words: dict[LogKey, Words] = {}
        self._cuts: dict[LogKey, Heads] = {}
        self._unsettled: set[LogKey] = set()
        self.changed = False
        """Whether ``forks`` and ``alarms`` may have changed since this was reset."""

    def __bool__(self) -> bool:
        return bool(self._forked)

    @property
    def unsettled(self) -> bool:
        """Whether other events may count than were chosen last."""
        return bool(self._unsettled)

    def hear(self, event: Event) -> None:
        """Note what an event says about logs, and the link that it adds to its own."""
        if isinstance(event.body, LogsPinned | LogSettled):
            self._said.setdefault(event.node, {})[event.id] = event
            if self._forked and isinstance(event.body, LogsPinned):
                self._pinned.update(event.body.heads)
        log = (event.node, event.inc)
        forked = self._forked.get(log)
        if forked is not None:
            forked.link(event)
            pinned = self._found(event) in self._pinned
            if forked.unsettled or pinned:
                self._unsettled.add(log)

    def add(self, twin: Event) -> None:
        """Add a twin."""
        log = (twin.node, twin.inc)
        if not self._forked:
            said = [event.body for said in self._said.values() for event in said.values()]
            self._pinned.update(*(body.heads for body in said if isinstance(body, LogsPinned)))
        if log not in self._forked:
            self._forked[log] = ForkedLog(log, self._logs)
            for event in self._logs.all_of(log):
                self._found(event)
        self._forked[log].add(twin)
        self._unsettled.add(log)
        self.changed = True

    def _found(self, event: Event) -> bytes:
        """Note where an event of a log with twins stands; return its id."""
        ident = bytes.fromhex(event.id)
        self._places[ident] = ((event.node, event.inc), event.seq)
        return ident

    def is_forked(self, log: LogKey) -> bool:
        """Return whether a log has twins."""
        return log in self._forked

    def has_twin(self, event: Event) -> bool:
        """Return whether another event stands in the place of an event."""
        return event.place in self._logs.twins

    def reaches(self, event: Event, number: int, head: str) -> bool:
        """Return whether an event counts if ``head`` at ``number`` is the last in its log that
        does.

        See ``cuts.Reaches``.
        """
        if event.seq > number or not self.has_twin(event):
            return event.seq <= number
        forked = self._forked[event.node, event.inc]
        return forked.on_chain(number, head, event.seq) == event.id

    def choose(self, judge: Judge, objection: Objection) -> Iterator[tuple[Event, bool]]:
        """Choose again where needed; yield each event whose choice changed, and whether it
        counts."""
        words = self._words_in_force(judge, objection)
        for log in changed(self._words, words):
            self._news_of(log, words.get(log, {}))
            self._unsettled.add(log)
        self._words = words
        for log in self._forked:
            cuts = judge.withdrawn_at(log)
            if cuts != self._cuts.get(log, []):
                self._cuts[log] = cuts
                self._all_again(log)
        for log in self._unsettled:
            forked = self._forked[log]
            said = self._words.get(log, {}).values()
            for seq in sorted(forked.unsettled):
                choice = _choice(forked, seq, self._cuts.get(log, []), said)
                if choice != forked.spots[seq].choice:
                    self.changed = True
                    for event in forked.choose(seq, choice):
                        yield event, event.id == choice.event
            forked.unsettled.clear()
            self.changed |= forked.note(word for word in said if not _by_hand(word))
        self._unsettled.clear()

    def relinked(self) -> Iterator[str]:
        """Return the authors whose events may chain back to others than when this was asked."""
        for (node, _), forked in self._forked.items():
            if forked.relinked:
                forked.relinked = False
                yield node

    def head_of(self, log: LogKey) -> tuple[int, str] | None:
        """Return number and id of the last event on the branch that counts of a log with twins."""
        forked = self._forked.get(log)
        return None if forked is None else forked.head()

    def forks(self) -> tuple[Fork, ...]:
        """Return the logs with twins and their branches."""
        return tuple(self._forked[log].told()[0] for log in sorted(self._forked))

    def alarms(self) -> Iterator[Alarm]:
        """Say which logs a person has to decide about."""
        for forked in self._forked.values():
            _, alarm = forked.told()
            if alarm is not None:
                yield alarm

    def _words_in_force(self, judge: Judge, objection: Objection) -> dict[LogKey, Words]:
        """Return what is said of the logs with twins. A device cannot pin its own log."""
        found: dict[LogKey, dict[tuple[str, int, str], Word]] = {}
        for author, said in self._said.items():
            if not judge.had_rights(author):
                continue
            for event in said.values():
                assert isinstance(event.body, LogsPinned | LogSettled)
                about = [*self._about(event.body)]
                if not about or self.has_twin(event) or objection(event):
                    continue
                for node, inc, number, head in about:
                    if node != author and judge.governs(author, node):
                        word = Word(event, number, head)
                        found.setdefault((node, inc), {})[event.id, number, head] = word
        return dict(found)

    def _about(self, said: LogsPinned | LogSettled) -> Iterator[tuple[str, str, int, str]]:
        """Yield what a pin or a word says of logs with twins: log, number and head."""
        if isinstance(said, LogSettled):
            yield from (head for head in said.heads if head[:2] in self._forked)
            return
        for ident in said.heads:
            if ident in self._places:
                log, number = self._places[ident]
                yield (*log, number, ident.hex())

    def _news_of(self, log: LogKey, words: Words) -> None:
        """Take in changed words about a log.

        A new pin of what is chosen already changes nothing.
        """
        before, forked = self._words.get(log, {}), self._forked[log]
        new = [word for key, word in words.items() if key not in before]
        if before.keys() - words.keys() or any(_by_hand(word) for word in new):
            self._all_again(log)
            return
        for word in new:
            for seq, spot in forked.spots.items():
                event = forked.on_chain(word.number, word.head, seq)
                if event and event != spot.choice.event:
                    forked.unsettled.add(seq)
                    self._unsettled.add(log)

    def _all_again(self, log: LogKey) -> None:
        forked = self._forked[log]
        forked.unsettled.update(forked.spots)
        self._unsettled.add(log)


def _choice(forked: ForkedLog, seq: int, cuts: Heads, words: Iterable[Word]) -> BranchChoice:
    if cuts:
        cut = {forked.on_chain(number, head, seq) for number, head in cuts}
        return BranchChoice(_single(cut), decided=True)
    says = [(w, e) for w in words if (e := forked.on_chain(w.number, w.head, seq))]
    by_hand = _latest({word.said.id: (word.said, event) for word, event in says if _by_hand(word)})
    if by_hand:
        return BranchChoice(_single(by_hand), decided=len(by_hand) == 1)
    pins = {word.said.id: (word.said, event) for word, event in says}
    return BranchChoice(_single(_first(pins)), decided=False)


def _by_hand(word: Word) -> bool:
    return isinstance(word.said.body, LogSettled)


def _latest(says: Mapping[str, tuple[Event, str]]) -> set[str]:
    """Return what the latest words say: a person may change their mind."""
    order = Causality({ident: said for ident, (said, _) in says.items()})
    return {says[ident][1] for ident in order.heads(says)} if says else set()


def _first(says: Mapping[str, tuple[Event, str]]) -> set[str]:
    """Return what the first words say. A thief who pins later changes nothing."""
    events = {event for _, event in says.values()}
    if len(events) < 2:
        return events
    order = Causality({ident: said for ident, (said, _) in says.items()})
    seen = {ident: order.covered([ident]) for ident in says}
    standing: dict[str, str] = {}
    for ident in sorted(says, key=lambda ident: (len(seen[ident]), ident)):
        event = says[ident][1]
        if all(event == standing.get(other, event) for other in seen[ident]):
            standing[ident] = event
    return set(standing.values())


def _single(events: Collection[str]) -> str:
    return next(iter(events)) if len(events) == 1 else ""
