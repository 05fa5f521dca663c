"""Twins: different events in one place of an author's log, of which at most one can count.

Which one does not depend on who heard of what first. A standing withdrawal of the key decides by
its cut; else a referee's word; else what halls and referees pinned. Where these say nothing, or
contradict each other without having seen each other, neither counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from shared.core.events import Event, LogSettled, LogsPinned
from shared.core.fold.authority import Registry
from shared.core.fold.causality import Causality
from shared.core.fold.index import Choice, EventIndex, LogKey, Place


class Word(NamedTuple):
    """That an event stands at the head of a log, as ``said`` says: its number and id."""

    said: Event
    number: int
    head: str


def choose(index: EventIndex, registry: Registry, said: Iterable[Event]) -> dict[Place, Choice]:
    """Return of each place with twins which of them counts.

    ``registry`` is what keys are worth by the events that have no twin, ``said`` are the pins and
    the referees' words in force. Nobody pins his own log.
    """
    words: dict[LogKey, list[Word]] = {}
    for event in said:
        if isinstance(event.body, LogsPinned | LogSettled):
            for node, inc, number, head in event.body.heads:
                if node != event.node and registry.governs(event.node, node):
                    words.setdefault((node, inc), []).append(Word(event, number, head))
    chosen: dict[Place, Choice] = {}
    for log in index.forked:
        chosen |= dict(_of_log(index, log, registry.withdrawn_at(log), words.get(log, ())))
    return chosen


def _of_log(
    index: EventIndex, log: LogKey, cuts: Collection[tuple[int, str]], words: Iterable[Word]
) -> Iterator[tuple[Place, Choice]]:
    pins = [word for word in words if isinstance(word.said.body, LogsPinned)]
    settled = [word for word in words if isinstance(word.said.body, LogSettled)]
    for seq in sorted(index.forked[log]):
        place = (*log, seq)
        by_hand = _latest(_says(index, log, settled, seq))
        if cuts:
            cut = {index.on_chain(log, n, head, seq) if n >= seq else "" for n, head in cuts}
            yield place, Choice(_single(cut), decided=True)
        elif by_hand:
            yield place, Choice(_single(by_hand), decided=len(by_hand) == 1)
        else:
            pinned = _first(_says(index, log, pins, seq))
            yield place, Choice(_single(pinned), decided=False)


def _says(
    index: EventIndex, log: LogKey, words: Iterable[Word], seq: int
) -> dict[str, tuple[Event, str]]:
    """By the id of each word that says something of a place: the word, and the event there."""
    found = {}
    for word in words:
        event = index.on_chain(log, word.number, word.head, seq) if word.number >= seq else ""
        if event:
            found[word.said.id] = (word.said, event)
    return found


def _latest(says: Mapping[str, tuple[Event, str]]) -> set[str]:
    """What those say whom no other had seen: a person may think better of it."""
    order = Causality({ident: said for ident, (said, _) in says.items()})
    return {says[ident][1] for ident in order.heads(says)} if says else set()


def _first(says: Mapping[str, tuple[Event, str]]) -> set[str]:
    """What those say that contradict none that they had seen: a later thief pins in vain."""
    order = Causality({ident: said for ident, (said, _) in says.items()})
    seen = {ident: order.covered([ident]) for ident in says}
    standing: dict[str, str] = {}
    for ident in sorted(says, key=lambda ident: (len(seen[ident]), ident)):
        event = says[ident][1]
        if all(event == standing.get(other, event) for other in seen[ident]):
            standing[ident] = event
    return set(standing.values())


def _single(events: set[str]) -> str:
    return next(iter(events)) if len(events) == 1 else ""
