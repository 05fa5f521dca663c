"""The checker's view of re-pairings: where they stand, and whether they were needed.

Shares no code with the pairing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

from shared.core.rulebooks.groups import RepeatBefore
from shared.core.text.sentence import Players, Sentence, Series
from shared.pairing.checking.try_all import can_be_paired, have_met, levels
from shared.pairing.points import Points, points_said
from shared.pairing.types import Drawn, Entrant

NO_REPEAT: Final = Sentence("No pairing repeats an earlier one.")

_BYE = "\0bye"
"""The bye as an opponent; no player id can hold this character."""
_MOST_WAYS = 200
"""So many ways to drop players out of the top group are searched, and no more."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """The re-pairings of a round in which ``lowest`` last tables may hold some."""

    field: Mapping[str, Entrant]
    drawn: Drawn
    lowest: int
    bye_limit: int
    """How many earlier byes are too many for another one."""
    keeps: RepeatBefore = "never"
    """Which groups they are made for rather than breaking them, if nobody needs a bye more."""
    first_limit: int = 1
    """The rulebook's own number for ``bye_limit``."""

    def pairs(self) -> Series:
        """Return the re-pairings, each as its two players."""
        return _pairs(self._all())

    def misplaced(self) -> list[tuple[str, str]]:
        """Return re-pairings above the lowest tables."""
        pairs = self.drawn.player_pairs
        above = pairs[: max(0, len(pairs) - self.lowest)]
        return [pair for pair in above if have_met(self.field, *pair)]

    def faults(self) -> list[Sentence]:
        """Return each re-pairing as a fault (ACF-2.V.D)."""
        return [
            Sentence("{one} and {other} have met before.", **_two(pair)) for pair in self._all()
        ]

    def faults_at_lowest_tables(self) -> list[Sentence]:
        """Return re-pairings in the wrong place, or without need (ACF-2.V.D)."""
        faults = [
            Sentence(
                "{one} and {other} have met before, and are not among the {count} lowest pairings.",
                count=self.lowest,
                **_two(pair),
            )
            for pair in self.misplaced()
        ]
        if not faults and self._all() and self.fresh_round() is True:
            if self.keeps == "never":
                faults.append(
                    Sentence(
                        "Pairings repeat ({pairs}), but a fresh pairing of the whole field exists.",
                        pairs=self.pairs(),
                    )
                )
            elif self.keeps == "top_group" and self._fresh_keeping_top() is True:
                faults.append(
                    Sentence(
                        "Pairings repeat ({pairs}), but a fresh pairing of the whole field drops "
                        "no more players of the top group.",
                        pairs=self.pairs(),
                    )
                )
        return faults

    def at_lowest_tables(self) -> Sentence:
        """Return what there is to say where nothing is wrong."""
        if not self._all():
            return NO_REPEAT
        need = Sentence("whether a fresh pairing exists is too long a search for this check")
        if self.fresh_round() is False:
            need = Sentence("no fresh pairing of the field exists")
        elif self.keeps == "top_group" and self._fresh_keeping_top() is False:
            need = Sentence(
                "each fresh pairing of the field drops more players of the top group, or farther"
            )
        elif self.keeps == "any_group":
            need = Sentence("to keep groups whole, a repeat goes before a drop")
        return Sentence(
            "Repeated among the {count} lowest pairings: {pairs}; {need}.",
            count=self.lowest,
            pairs=self.pairs(),
            need=need,
        )

    def faults_in_last_round(self) -> list[Sentence]:
        """Return groups broken, or re-pairings within a group that need not be (ACF-2.V.E)."""
        faults = []
        for points, members in self._groups().items():
            inside = [pair for pair in self.drawn.player_pairs if members.issuperset(pair)]
            if len(members) == 2 and not inside and self._left_alone(members):
                faults.append(
                    Sentence(
                        "{one} and {other} are the only two with {points}, and do not meet.",
                        points=points_said(points),
                        **_two(sorted(members)),
                    )
                )
            again = [pair for pair in inside if have_met(self.field, *pair)]
            if again and can_be_paired(self._fresh_options([p for pair in inside for p in pair])):
                faults.append(
                    Sentence(
                        "{pairs} meet again, but those of {points} who play each other can all be "
                        "paired fresh.",
                        pairs=_pairs(again),
                        points=points_said(points),
                    )
                )
        return faults

    def in_last_round(self) -> Sentence:
        """Return what there is to say where nothing is wrong."""
        if not self._all():
            return Sentence("The last round: no pairing repeats an earlier one.")
        return Sentence(
            "The last round, in which pairings may repeat: {pairs}. None of them stands where a "
            "fresh pairing of the same players is possible.",
            pairs=self.pairs(),
        )

    def _all(self) -> list[tuple[str, str]]:
        return [pair for pair in self.drawn.player_pairs if have_met(self.field, *pair)]

    def _groups(self) -> dict[Points, set[str]]:
        groups: dict[Points, set[str]] = {}
        for entrant in self.field.values():
            groups.setdefault(entrant.match_points, set()).add(entrant.player)
        return groups

    def _left_alone(self, members: set[str]) -> bool:
        """Has nobody been dropped into the group, nor has one of it the bye?"""
        if self.drawn.bye in members:
            return False
        points = self.field[next(iter(members))].match_points
        opponents = [
            self.field[b if a in members else a]
            for a, b in self.drawn.player_pairs
            if a in members or b in members
        ]
        return all(opponent.match_points < points for opponent in opponents)

    def fresh_round(self) -> bool | None:
        """Can the whole field be paired fresh? None where the search was given up."""
        return can_be_paired(self._all_options(self.bye_limit))

    def _fresh_keeping_top(self) -> bool | None:
        """Can the whole field be paired fresh with the top group no more broken than it is?

        None where that is not known.
        """
        levels_of = levels(self.field)
        level = {player: levels_of[entrant.match_points] for player, entrant in self.field.items()}
        top = [player for player in self.field if not level[player]]
        seats = self.drawn.player_pairs
        steps = [abs(level[a] - level[b]) for a, b in seats if not level[a] or not level[b]]
        steps = [far for far in steps if far]
        if self.drawn.bye in top:
            steps.append(len(levels_of))
        if comb(len(top), len(steps)) > _MOST_WAYS:
            return None
        sure: bool | None = False
        for out in combinations(top, len(steps)):
            found = can_be_paired(
                self._options_with(set(top), set(out), level, max(steps, default=0))
            )
            if found is True and sum(steps) <= max(len(steps), max(steps, default=0)):
                return True
            sure = sure if found is False else None
        return sure

    def _options_with(
        self, top: set[str], out: set[str], level: Mapping[str, int], far: int
    ) -> dict[str, set[str]]:
        """Fresh options where of the top group ``out`` alone meet others, at most ``far`` below."""
        options = self._all_options(self.first_limit)
        for player in top:
            for other in [*options[player]]:
                away = other == _BYE or level[other] > 0
                near = far >= (max(level.values()) + 1 if other == _BYE else level[other])
                if away != (player in out) or (other in out and not away) or (away and not near):
                    options[player].discard(other)
                    options[other].discard(player)
        return options

    def _all_options(self, bye_limit: int) -> dict[str, set[str]]:
        options = self._fresh_options(list(self.field))
        if len(self.field) % 2:
            eligible = {p for p, e in self.field.items() if e.byes < bye_limit}
            for player in eligible:
                options[player].add(_BYE)
            options[_BYE] = eligible
        return options

    def _fresh_options(self, players: Sequence[str]) -> dict[str, set[str]]:
        return {
            a: {b for b in players if a != b and not have_met(self.field, a, b)} for a in players
        }


def _two(pair: Sequence[str]) -> dict[str, Players]:
    one, other = pair
    return {"one": Players(one), "other": Players(other)}


def _pairs(pairs: Sequence[Sequence[str]]) -> Series:
    return Series(*(Players(*pair, between="–") for pair in pairs), between=", ")
