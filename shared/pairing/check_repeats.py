"""The checker's view of re-pairings: where they stand, and whether they were needed.

Shares no code with the pairing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from shared.pairing.try_all import can_be_paired, have_met
from shared.pairing.types import Drawn, Entrant, Points, counted

_BYE = "\0bye"
"""The bye as an opponent; no player id can hold this character."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """The re-pairings of a round in which ``lowest`` last tables may hold some."""

    field: Mapping[str, Entrant]
    drawn: Drawn
    lowest: int
    bye_limit: int
    """How many earlier byes are too many for another one."""
    called: Callable[[str], str]

    def named(self) -> str:
        """The re-pairings in words."""
        return ", ".join(self._said(pair) for pair in self._all())

    def misplaced(self) -> list[tuple[str, str]]:
        """Re-pairings above the lowest tables."""
        pairs = self.drawn.player_pairs
        above = pairs[: max(0, len(pairs) - self.lowest)]
        return [pair for pair in above if have_met(self.field, *pair)]

    def faults(self) -> list[str]:
        """Each re-pairing as a fault (ACF-2.V.D)."""
        return [f"{self._two(pair)} have met before." for pair in self._all()]

    def faults_at_lowest_tables(self) -> list[str]:
        """Re-pairings in the wrong place, or without need (ACF-2.V.D)."""
        faults = [
            f"{self._two(pair)} have met before, and are not among the {self.lowest} lowest "
            "pairings."
            for pair in self.misplaced()
        ]
        if not faults and self._all() and self._fresh_round() is True:
            faults.append(
                f"Pairings repeat ({self.named()}), but a fresh pairing of the whole field exists."
            )
        return faults

    def at_lowest_tables(self) -> str:
        """What there is to say where nothing is wrong."""
        if not self._all():
            return "No pairing repeats an earlier one."
        need = (
            "no fresh pairing of the field exists"
            if self._fresh_round() is False
            else "whether a fresh pairing exists is too long a search for this check"
        )
        return f"Repeated among the {self.lowest} lowest pairings: {self.named()}; {need}."

    def faults_in_last_round(self) -> list[str]:
        """Groups broken, or re-pairings within a group that need not be (ACF-2.V.E)."""
        faults = []
        for points, members in self._groups().items():
            inside = [pair for pair in self.drawn.player_pairs if members.issuperset(pair)]
            if len(members) == 2 and not inside and self._left_alone(members):
                faults.append(
                    f"{self._two(sorted(members))} are the only two with "
                    f"{counted(points, 'point')}, "
                    "and do not meet."
                )
            again = [pair for pair in inside if have_met(self.field, *pair)]
            if again and can_be_paired(self._fresh_options([p for pair in inside for p in pair])):
                faults.append(
                    f"{', '.join(self._said(pair) for pair in again)} meet again, but those of "
                    f"{counted(points, 'point')} who play each other can all be paired fresh."
                )
        return faults

    def in_last_round(self) -> str:
        """What there is to say where nothing is wrong."""
        if not self._all():
            return "The last round: no pairing repeats an earlier one."
        return (
            f"The last round, in which pairings may repeat: {self.named()}. None of them stands "
            "where a fresh pairing of the same players is possible."
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

    def _fresh_round(self) -> bool | None:
        """Can the whole field be paired fresh? None where the search was given up."""
        options = self._fresh_options(list(self.field))
        if len(self.field) % 2:
            eligible = {p for p, e in self.field.items() if e.byes < self.bye_limit}
            for player in eligible:
                options[player].add(_BYE)
            options[_BYE] = eligible
        return can_be_paired(options)

    def _fresh_options(self, players: Sequence[str]) -> dict[str, set[str]]:
        return {
            a: {b for b in players if a != b and not have_met(self.field, a, b)} for a in players
        }

    def _two(self, pair: Sequence[str]) -> str:
        return " and ".join(self.called(player) for player in pair)

    def _said(self, pair: Sequence[str]) -> str:
        return "–".join(self.called(player) for player in pair)
