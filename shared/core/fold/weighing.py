"""Which of the decisions about one match, table or player count. Pure.

A decision takes the place of those that it replaces, and of those that they had replaced. One
without measures undoes what it replaces: then what stood before stands again. The last ruling on
how a match ends takes the place of the earlier ones that its author had seen. Decisions on one case
whose authors had not seen each other's are compared: equal ones are one, a chief referee's goes
before an assistant's, and others that differ all wait for one that replaces them. A replacement
inherits the rivals of what it replaced, until it replaces them too.

Sets of decisions are bits of a number, so that thousands of them cost little.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from shared.core.events import Event
from shared.core.state import Decision, Standing

_THE_MATCH: Final = "the match"
"""The case that all rulings on how a match ends decide. It is nothing's id."""


class Weighed(NamedTuple):
    """How each decision stands, in their order, and by the id of what was settled the decisions
    that stand for those that settled it."""

    standings: Sequence[Standing]
    settled: Mapping[str, int]


class _Order(NamedTuple):
    """For each decision those that its author had seen; those that are ``apart`` from it, neither
    having seen the other; those that say the ``same``, itself among them; and those that it
    ``replaces``."""

    seen: Sequence[int]
    apart: Sequence[int]
    same: Sequence[int]
    replaces: Sequence[int]


class _Places(NamedTuple):
    """Which decisions stand where they are (``there``); for each one those that are ``held`` to
    stand in its place, itself where it does; and those that decide each case or settle each id, or
    stand for those that did."""

    there: int
    held: Sequence[int]
    cases: Mapping[str, int]
    settled: Mapping[str, int]


def seen_by(made: Sequence[Decision], events: Mapping[str, Event]) -> list[int]:
    """Return for each decision those that its author had seen. ``events`` are all of the entity."""
    bit = {one.event: 1 << at for at, one in enumerate(made)}
    named = {one.event: one.replaces for one in made}
    seen: dict[str, int] = {}
    opened: set[str] = set()
    for one in made:
        waiting = [one.event]
        while waiting:
            ident = waiting[-1]
            if ident in seen:
                waiting.pop()
                continue
            before = {*events[ident].deps, *named.get(ident, ())} & events.keys()
            if ident not in opened:
                opened.add(ident)
                waiting += before - opened
                continue
            mask = 0
            for dep in before:
                mask |= seen.get(dep, 0) | bit.get(dep, 0)
            seen[ident] = mask & ~bit.get(ident, 0)
            waiting.pop()
    return [seen[one.event] for one in made]


def weigh(made: Sequence[Decision], seen: Sequence[int], chiefs: Collection[str]) -> Weighed:
    """Return how decisions stand; ``seen`` holds for each the ones that its author had seen."""
    of_chiefs = _mask(at for at, one in enumerate(made) if one.node in chiefs)
    order = _ordered(made, seen)
    order = _as_one(made, order)
    places = _places(made, order, 0)
    # What is outranked replaces nothing; what it would have replaced may be outranked as well.
    outranked = _outranked(places, order, of_chiefs)
    if outranked:
        places = _places(made, order, outranked)
        outranked |= _outranked(places, order, of_chiefs)
    contested = _contested(places, order, outranked)
    standings: list[Standing] = []
    for at, one in enumerate(made):
        standing: Standing = "in_force"
        if not places.there >> at & 1:
            standing = "replaced"
        elif one.standing == "unknown":
            standing = "unknown"
        elif outranked >> at & 1:
            standing = "outranked"
        elif contested >> at & 1:
            standing = "contested"
        standings.append(standing)
    return Weighed(standings, places.settled)


def _ordered(made: Sequence[Decision], seen: Sequence[int]) -> _Order:
    everything = (1 << len(made)) - 1
    seers = [0] * len(made)
    for at, mask in enumerate(seen):
        for before in _bits(mask):
            seers[before] |= 1 << at
    apart = [everything & ~(seen[at] | seers[at] | 1 << at) for at in range(len(made))]
    same = _alike([frozenset(measure for _, measure in one.measures) for one in made])
    at_of = {one.event: at for at, one in enumerate(made)}
    replaces = [
        _mask(at_of[ident] for ident in one.replaces if ident in at_of) & ~(1 << at)
        for at, one in enumerate(made)
    ]
    return _Order(seen, apart, same, replaces)


def _as_one(made: Sequence[Decision], order: _Order) -> _Order:
    """Equal ones are one: with what is replaced goes, as far as it was seen, what another referee
    decided alike, neither having seen the other; and what its own author wrote together with it
    because it names more than one event holds."""
    shared, together = _sharing(made), _alike([(one.node, one.at) for one in made])
    replaces = []
    for at, mask in enumerate(order.replaces):
        alike = 0
        for gone in _bits(mask):
            alike |= order.same[gone] & shared[gone] & (order.apart[gone] | together[gone])
        replaces.append(mask | alike & order.seen[at])
    return order._replace(replaces=replaces)


def _sharing(made: Sequence[Decision]) -> list[int]:
    """Return for each decision those that share a case with it."""
    cases: dict[str, int] = {}
    of_each = []
    for at, one in enumerate(made):
        named = {*one.replaces, *(token for token, _ in one.measures)}
        named |= set(one.settles if one.measures else ())
        named |= {_THE_MATCH} if one.decides is not None else set()
        of_each.append(named)
        for case in named:
            cases[case] = cases.get(case, 0) | 1 << at
    shared = []
    for named in of_each:
        mask = 0
        for case in named:
            mask |= cases[case]
        shared.append(mask)
    return shared


def _places(made: Sequence[Decision], order: _Order, void: int) -> _Places:
    """Return which decisions are replaced, and by which. Those in ``void`` count only through one
    that counts and takes their place."""
    void |= _mask(at for at, one in enumerate(made) if one.standing == "unknown")
    undo = _mask(at for at, one in enumerate(made) if not one.measures) & ~void
    by = dict[int, list[int]]()
    for at, mask in enumerate(order.replaces):
        for gone in _bits(mask):
            by.setdefault(gone, []).append(at)
    held, there, undone_by = [0] * len(made), 0, dict[int, int]()
    # The author of a replacement has seen more than that of the decision it replaces.
    for at in sorted(range(len(made)), key=lambda at: -order.seen[at].bit_count()):
        for later in by.get(at, ()):
            held[at] |= held[later]
            undone_by[at] = undone_by.get(at, 0) | 1 << later & undo & there
        if not held[at] and not undone_by.get(at):
            there |= 1 << at
            held[at] = 1 << at & ~void & ~undo
    rulings = _mask(at for at in _bits(there & ~void) if made[at].decides is not None)
    last = _last(rulings, order.seen)
    earlier = rulings & ~last
    _hand_on(held, earlier, last, order.seen)
    cases, settled = {_THE_MATCH: last}, dict[str, int]()
    for at, one in enumerate(made):
        if at in by or earlier >> at & 1:
            cases[one.event] = held[at] | undone_by.get(at, 0)
        if held[at] and (one.measures or one.standing == "unknown"):
            for ident in one.settles:
                settled[ident] = settled.get(ident, 0) | held[at]
    return _Places(there & ~earlier, held, cases, settled)


def _last(rulings: int, seen: Sequence[int]) -> int:
    """Return those of several rulings that none of the others has seen."""
    covered = 0
    for at in _bits(rulings):
        covered |= seen[at]
    return rulings & ~covered


def _hand_on(held: list[int], earlier: int, last: int, seen: Sequence[int]) -> None:
    """Put the last rulings in the place of the earlier ones that their authors had seen."""
    heirs = dict.fromkeys(_bits(earlier), 0)
    for at in _bits(last):
        for before in _bits(seen[at] & earlier):
            heirs[before] |= 1 << at
    for at, mask in enumerate(held):
        for before in _bits(mask & earlier):
            held[at] = held[at] & ~(1 << before) | heirs[before]


class _Sides:
    """The decisions that stand, each with all that it stands for, and so its rivals."""

    def __init__(self, places: _Places, order: _Order) -> None:
        self._places = places
        self._order = order
        self.peers = dict.fromkeys(_bits(places.there), 0)
        for case in {*places.cases.values(), *places.settled.values()}:
            if case & case - 1:
                for at in _bits(case):
                    self.peers[at] |= case
        self.stands_for = {at: 1 << at for at, mask in self.peers.items() if mask}
        for before, mask in enumerate(places.held):
            for at in _bits(mask):
                if at in self.stands_for:
                    self.stands_for[at] |= 1 << before
        self.apart = dict.fromkeys(self.stands_for, 0)
        for at, mask in self.stands_for.items():
            for one in _bits(mask):
                self.apart[at] |= order.apart[one]

    def rivals(self, at: int, of: int = -1) -> int:
        """Return those that differ about a case of both and had not seen it, nor it them; with
        ``of`` those that stand for one of these."""
        apart = self.apart[at] & of
        found = apart & self._places.there
        for gone in _bits(apart & ~self._places.there):
            found |= self._places.held[gone]
        return found & self.peers[at] & ~self._order.same[at]


def _outranked(places: _Places, order: _Order, of_chiefs: int) -> int:
    """Return the decisions that a chief's contradicts, neither author having seen the other's.

    One that is outranked itself outranks none.
    """
    if not of_chiefs:
        return 0
    sides = _Sides(places, order)
    above = {
        at: _mask(
            other
            for other in _bits(sides.rivals(at, of_chiefs))
            if not sides.apart[other] & mine & of_chiefs
        )
        for at, mine in sides.stands_for.items()
    }
    below = _mask(at for at, mask in above.items() if mask)
    return _mask(at for at, mask in above.items() if mask & ~below)


def _contested(places: _Places, order: _Order, void: int) -> int:
    """Return the decisions that contradict another, neither author having seen the other's."""
    sides = _Sides(places, order)
    return _mask(at for at in sides.stands_for if sides.rivals(at) & ~void) & ~void


def _alike(values: Sequence[Hashable]) -> list[int]:
    """Return for each value the values that equal it, itself among them."""
    alike: dict[Hashable, int] = {}
    for at, value in enumerate(values):
        alike[value] = alike.get(value, 0) | 1 << at
    return [alike[value] for value in values]


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for at in numbers:
        mask |= 1 << at
    return mask


def _bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
