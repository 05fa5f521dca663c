"""What is legal in which round of an ACF Swiss, and in which order the rules give way.

Owns the step from a round's number to its legality (ACF-2.V.B to ACF-2.V.E). Pairs nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from shared.core.rulebooks.groups import RepeatBefore
from shared.pairing.log.lines import (
    LastRound,
    LogLine,
    LowestRepeat,
    RatherRepeat,
    RepeatByRuling,
)
from shared.pairing.types import Entrant, Legality, SwissRound, fresh, have_met


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to pair the round, tried where the ways before it lead to no complete round."""

    legalities: tuple[Legality, ...]
    """One bye more at each; the first that leads to a round is taken."""
    lowest: int = 0
    """So many lowest pairings may be re-pairings (ACF-2.V.D); 0 where none may."""
    because: LogLine | None = None
    """Why this way is open, for the trace; None for the ordinary one."""
    fewest_first: bool = False
    """Rather a bye more than a re-pairing more."""
    keeps: RepeatBefore = "never"
    """Which groups the ``lowest`` repeat for, where a round without a re-pairing breaks them."""
    rather: Attempt | None = None
    """The way that is taken rather than this one where it breaks fewer of the groups it keeps, and
    gives no bye more."""

    def kept(self, groups: int) -> int:
        """Return how many of so many groups, from the top, a repeat may keep whole."""
        return {"never": 0, "top_group": 1, "any_group": groups}[self.keeps]


def attempts(field: Sequence[Entrant], round_: SwissRound) -> Iterator[Attempt]:
    """Yield the ways in which the round may be paired, the strictest one first.

    A re-pairing is for the case of need (ACF-2.V.D), so a bye more goes before it where rounds
    outnumber players. That need is also there where every round without one breaks a group that the
    rulebook wants kept.
    """
    swiss, rulebook, relaxed = round_.swiss, round_.rulebook, round_.relaxed
    to_come = round_.to_come
    limits = _bye_limits(field, round_)
    if to_come == 0 and swiss.last_round_keeps_groups:
        last = LastRound(rulebook.clause("swiss.last_round_keeps_groups"))
        yield Attempt(tuple(_any_pair(limit, first=False) for limit in limits), because=last)
        return
    fresh_only = tuple(Legality(fresh, _fewer_byes(limit)) for limit in limits)
    lowest = max(1, swiss.re_pairing_pairs) if "lowest_repeat" in relaxed else 0
    if to_come is not None and 0 < to_come <= swiss.re_pairing_rounds:
        lowest = swiss.re_pairing_pairs
    keeps: RepeatBefore = swiss.repeat_before_breaking
    if "fresh_only" in relaxed or "lowest_repeat" in relaxed:
        keeps = "never" if "fresh_only" in relaxed else "any_group"
    rather = None
    if lowest and keeps != "never":
        path = "swiss.repeat_before_breaking"
        because = RatherRepeat(lowest, keeps == "top_group", rulebook.clause(path))
        rather = Attempt(fresh_only, lowest, because, keeps=keeps)
    yield Attempt(fresh_only, rather=rather)
    if lowest:
        clause = rulebook.clause("swiss.re_pairing_pairs")
        why = LowestRepeat(round_.number, round_.of or round_.number, lowest, clause)
        yield Attempt(fresh_only, lowest, why, fewest_first=True)
    if "re_pairing" in relaxed:
        any_pair = tuple(_any_pair(limit, first=True) for limit in limits)
        yield Attempt(any_pair, because=RepeatByRuling(), fewest_first=True)


def _bye_limits(field: Sequence[Entrant], round_: SwissRound) -> list[int]:
    """Return how many earlier byes are too many for another one: the rulebook's number first.

    Where rounds outnumber players a player may have a bye more (ACF-2.V.B).
    """
    least = most = round_.rulebook.max_byes
    outnumbered = round_.of is not None and round_.of > len(field)
    if len(field) % 2 and (outnumbered or "second_bye" in round_.relaxed):
        most = max(most, 1 + max(entrant.byes for entrant in field))
    return list(range(least, most + 1))


def _fewer_byes(limit: int) -> Callable[[Entrant], bool]:
    return lambda entrant: entrant.byes < limit


def _any_pair(limit: int, *, first: bool) -> Legality:
    after = 0 if first else None
    return Legality(lambda a, b: True, _fewer_byes(limit), costly=have_met, costly_after=after)
