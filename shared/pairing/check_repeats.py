"""The checker's view of re-pairings: where they stand, and whether they were needed.

Shares no code with the pairing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from shared.core.sentence import Players, Row, Sentence
from shared.pairing.try_all import can_be_paired, have_met
from shared.pairing.types import Drawn, Entrant, Points, points_said

NO_REPEAT: Final = Sentence("No pairing repeats an earlier one.")

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

    def pairs(self) -> Row:
        """Return the re-pairings, each as its two players."""
        return _pairs(self._all())

    def misplaced(self) -> list[tuple[str, str]]:
        """Re-pairings above the lowest tables."""
        pairs = self.drawn.player_pairs
        above = pairs[: max(0, len(pairs) - self.lowest)]
        return [pair for pair in above if have_met(self.field, *pair)]

    def faults(self) -> list[Sentence]:
        """Each re-pairing as a fault (ACF-2.V.D)."""
        return [
            Sentence("{one} and {other} have met before.", **_two(pair)) for pair in self._all()
        ]

    def faults_at_lowest_tables(self) -> list[Sentence]:
        """Re-pairings in the wrong place, or without need (ACF-2.V.D)."""
        faults = [
            Sentence(
                "{one} and {other} have met before, and are not among the {count} lowest pairings.",
                count=self.lowest,
                **_two(pair),
            )
            for pair in self.misplaced()
        ]
        if not faults and self._all() and self._fresh_round() is True:
            faults.append(
                Sentence(
                    "Pairings repeat ({pairs}), but a fresh pairing of the whole field exists.",
                    pairs=self.pairs(),
                )
            )
        return faults

    def at_lowest_tables(self) -> Sentence:
        """What there is to say where nothing is wrong."""
        if not self._all():
            return NO_REPEAT
        need = (
            Sentence("no fresh pairing of the field exists")
            if self._fresh_round() is False
            else Sentence("whether a fresh pairing exists is too long a search for this check")
        )
        return Sentence(
            "Repeated among the {count} lowest pairings: {pairs}; {need}.",
            count=self.lowest,
            pairs=self.pairs(),
            need=need,
        )

    def faults_in_last_round(self) -> list[Sentence]:
        """Groups broken, or re-pairings within a group that need not be (ACF-2.V.E)."""
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
        """What there is to say where nothing is wrong."""
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


def _two(pair: Sequence[str]) -> dict[str, Players]:
    one, other = pair
    return {"one": Players(one), "other": Players(other)}


def _pairs(pairs: Sequence[Sequence[str]]) -> Row:
    return Row(*(Players(*pair, between="–") for pair in pairs), between=", ")
