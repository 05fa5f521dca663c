"""Says for each pairing, each float and the bye of a round why it is so.

Reads the round as it stands, also one paired by hand. Judges nothing: the check does.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from shared.core.text.language import N_
from shared.core.text.sentence import Players, Sentence, Series
from shared.pairing.checking.try_all import can_be_paired, have_met
from shared.pairing.points import Points, points_said
from shared.pairing.types import Drawn, Entrant


def explain_round(entrants: Iterable[Entrant], drawn: Drawn) -> tuple[Sentence, ...]:
    """Return one line a table from the top, then the bye. Players who are not in the field are
    named."""
    field = {entrant.player: entrant for entrant in entrants}
    told = _Told(field, drawn)
    lines = [told.table(number, pair) for number, pair in enumerate(drawn.player_pairs, start=1)]
    return (*lines, *told.bye())


@dataclass(frozen=True)
class _Told:
    field: Mapping[str, Entrant]
    drawn: Drawn

    def table(self, number: int, pair: tuple[str, str]) -> Sentence:
        players = Players(*pair, between=" – ")
        if not set(pair) <= self.field.keys():
            return Sentence(
                "Table {number}: {pair}: not both of them are in the field.",
                number=number,
                pair=players,
            )
        high, low = sorted(pair, key=lambda p: -self.field[p].match_points)
        meeting = Sentence("their first meeting")
        if have_met(self.field, *pair):
            meeting = Sentence("they meet again")
        from_points, to_points = self.field[high].match_points, self.field[low].match_points
        if from_points == to_points:
            return Sentence(
                "Table {number}: {pair}: both have {points}; {meeting}.",
                number=number,
                pair=players,
                points=points_said(from_points),
                meeting=meeting,
            )
        return Sentence(
            "Table {number}: {pair}: {player} is dropped from {high} to {low}, because {why}; "
            "{meeting}.",
            number=number,
            pair=players,
            player=Players(high),
            high=points_said(from_points),
            low=points_said(to_points),
            why=self._why_dropped(high, low),
            meeting=meeting,
        )

    def bye(self) -> tuple[Sentence, ...]:
        player = self.drawn.bye
        if player is None or player not in self.field:
            return ()
        mine = self.field[player]
        lower = [e for e in self.field.values() if e.match_points < mine.match_points]
        had = [e for e in lower if e.byes]
        why = Sentence("one of the lowest group is left over, the field being odd")
        if lower and len(had) == len(lower):
            why = Sentence("everybody below has had a bye")
        elif lower:
            why = Sentence("those below without a bye are needed for the others' pairings")
        message = N_("Bye: {player} ({points}): {why}.")
        if mine.byes:
            message = N_("Bye: {player} ({points}): {why}; earlier byes of this player: {count}.")
        points = points_said(mine.match_points)
        who = Players(player)
        return (Sentence(message, player=who, points=points, why=why, count=mine.byes),)

    def _why_dropped(self, player: str, opponent: str) -> Series:
        points = self.field[player].match_points
        reasons = [self._why_left(player, points)]
        between = sorted({e.match_points for e in self.field.values()}, reverse=True)
        for skipped in between:
            if self.field[opponent].match_points < skipped < points:
                reasons.append(self._why_passed(player, skipped))
        return Series(*reasons, between=", ")

    def _why_left(self, player: str, points: Points) -> Sentence:
        group = self._group(points)
        others = group - {player}
        if not others:
            return Sentence("nobody else has as many")
        if all(have_met(self.field, player, other) for other in others):
            return Sentence("all others of that group are earlier opponents")
        left = {p for p in group if self._lower_opponent(p, points)}
        joined = {p for p in self._joined(points) if p not in group}
        if len(left) == 1:
            count = len(group) + len(joined)
            return Sentence("{count} were to be paired there, an odd number", count=count)
        if self._could_drop(group, joined, len(left) - 2):
            return Sentence("the groups below could not be paired otherwise")
        return Sentence(
            "earlier meetings leave {count} of that group without a fresh opponent",
            count=len(left),
        )

    def _why_passed(self, player: str, points: Points) -> Sentence:
        message = N_("and those with {points} are needed for others")
        if all(have_met(self.field, player, other) for other in self._group(points)):
            message = N_("and everybody with {points} is an earlier opponent")
        return Sentence(message, points=points_said(points))

    def _could_drop(self, group: set[str], joined: set[str], count: int) -> bool:
        """Could the group be paired fresh with only ``count`` dropped, by itself?"""
        here = sorted(group | joined)
        options = {a: {b for b in here if a != b and not have_met(self.field, a, b)} for a in here}
        for number in range(count):
            out = f"\0out {number}"
            options[out] = set(group)
            for player in group:
                options[player].add(out)
        return can_be_paired(options) is True

    def _group(self, points: Points) -> set[str]:
        return {e.player for e in self.field.values() if e.match_points == points}

    def _lower_opponent(self, player: str, points: Points) -> bool:
        other = self._opponents.get(player)
        if other is None:
            return self.drawn.bye == player
        return other in self.field and self.field[other].match_points < points

    def _joined(self, points: Points) -> set[str]:
        """Return players from above who were paired in the group."""
        return {
            p
            for p, other in self._opponents.items()
            if {p, other} <= self.field.keys()
            and self.field[p].match_points > points == self.field[other].match_points
        }

    @cached_property
    def _opponents(self) -> dict[str, str]:
        pairs = self.drawn.player_pairs
        return {**dict(pairs), **{b: a for a, b in pairs}}
