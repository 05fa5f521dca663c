"""Draws a sheet: single or double elimination, with or without a consolation.

Owns which match feeds which, and where losers drop in, so that rematches come late. A bye makes no
match: its player stands in the next round at once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shared.core.text.language import N_
from shared.core.text.sentence import Players, Sentence, together
from shared.pairing.draw_sheet.sheet import (
    Bracket,
    DrawSheet,
    Lengths,
    LoserOf,
    Placed,
    SheetEntry,
    SheetMatch,
    Side,
    Source,
    WinnerOf,
    bracket,
)
from shared.pairing.types import PairingImpossible

_LETTER: dict[Side, str] = {"main": "M", "losers": "L", "consolation": "C", "final": "F",
    "last_chance": "S",
}  # fmt: skip

SideFrom = Source | None
"""Where a side comes from; None is a bye."""


@dataclass(frozen=True, slots=True)
class Placing:
    """How entries get their places: ``seeded`` ids first, the others as drawn from ``seed``.

    ``late`` maps an entry with a bye to the entry that came after the draw and takes that line's
    empty side.
    """

    seed: str
    seeded: Sequence[str] = ()
    late: Mapping[str, SheetEntry] = field(default_factory=dict)


def single_elimination(
    title: str,
    entries: Sequence[SheetEntry],
    placing: Placing,
    lengths: Lengths,
    *,
    consolation_from: int = 0,
    last_chance_from: int = 0,
) -> DrawSheet:
    """Draw a single elimination (SE-1).

    With ``consolation_from`` n, the losers of main rounds 1 to n play a consolation: those of a
    later round join it later; one loser alone plays none (``Sheet.loser_alone``). With
    ``last_chance_from`` n, the losers of the first n rounds of the consolation play a last chance
    in the same way. Raises PairingImpossible for entries that cannot be drawn.
    """
    drawn = _drawn(entries, placing)
    if not 0 <= consolation_from <= drawn.rounds:
        raise PairingImpossible(
            "{sheet} has {rounds} main rounds; its consolation cannot take the losers of "
            "{count}. Choose 0 to {rounds}. Nothing was drawn.",
            sheet=title,
            rounds=drawn.rounds,
            count=consolation_from,
        )
    maker = _Maker(lengths)
    champion, losers = maker.main(drawn)
    consolation, beaten = maker.feed(losers[:consolation_from], drawn.rounds, "consolation")
    # A round of byes alone has no losers, and is none to the players.
    played = [batch for batch in beaten if any(batch)]
    last_chance = maker.last_chance(played[:last_chance_from])
    if last_chance_from and not isinstance(last_chance, WinnerOf):
        raise PairingImpossible(
            "The first {count} rounds of the consolation of {sheet} have fewer than two losers:"
            " there is no last chance. Nothing was drawn.",
            count=last_chance_from,
            sheet=title,
        )
    return DrawSheet(
        title,
        (*entries, *placing.late.values()),
        drawn,
        tuple(maker.matches),
        (_decider(champion),),
        consolation.match if isinstance(consolation, WinnerOf) else None,
        last_chance.match if isinstance(last_chance, WinnerOf) else None,
        bool(consolation_from) and not isinstance(consolation, WinnerOf),
    )


def double_elimination(
    title: str,
    entries: Sequence[SheetEntry],
    placing: Placing,
    lengths: Lengths,
) -> DrawSheet:
    """Draw a double elimination: a loser on the main side drops to the losers' side.

    The winners of both sides meet in the final, ``F1``. If the winner of the losers' side wins it,
    both have lost once and meet again in ``F2``. Raises PairingImpossible for entries that cannot
    be drawn.
    """
    drawn = _drawn(entries, placing)
    maker = _Maker(lengths)
    undefeated, losers = maker.main(drawn)
    once_beaten, _ = maker.feed(losers, drawn.rounds, "losers")
    maker.final(undefeated, once_beaten)
    return DrawSheet(
        title, (*entries, *placing.late.values()), drawn, tuple(maker.matches), ("F1", "F2")
    )


class _Maker:
    """Collects matches in an order in which each comes after those that feed it."""

    def __init__(self, lengths: Lengths) -> None:
        self._lengths = lengths
        self.matches: list[SheetMatch] = []

    def main(self, drawn: Bracket) -> tuple[SideFrom, list[list[SideFrom]]]:
        """Return the winner of the main side, and the losers of each of its rounds."""
        lines: list[SideFrom] = [
            None if entry is None else Placed(entry) for line in drawn.lines for entry in line
        ]
        losers: list[list[SideFrom]] = []
        while len(lines) > 1:
            joined = self._halve(lines, "main", len(losers) + 1)
            lines = [winner for winner, _ in joined]
            losers.append([loser for _, loser in joined])
        return lines[0], losers

    def feed(
        self, losers: Sequence[Sequence[SideFrom]], rounds: int, side: Side
    ) -> tuple[SideFrom, list[list[SideFrom]]]:
        """Play off the ``losers`` of the first main rounds of ``rounds``: the last winner, and the
        losers of each of its own rounds."""
        if not losers:
            return None, []
        return self._play_off(losers, (0, *drop_lines(rounds)), side)

    def last_chance(self, losers: Sequence[Sequence[SideFrom]]) -> SideFrom:
        """Play off the ``losers`` of the first rounds of the consolation; the last winner."""
        if not losers:
            return None
        # Who joins has beaten one of those in their own part of the sheet: they cross over.
        return self._play_off(losers, [len(batch) - 1 for batch in losers], "last_chance")[0]

    def _play_off(
        self, batches: Sequence[Sequence[SideFrom]], crossings: Sequence[int], side: Side
    ) -> tuple[SideFrom, list[list[SideFrom]]]:
        """Return the first batch plays, and each later one joins once as many lines are left as it
        has; its line ``place ^ crossing`` joins line ``place``."""
        lines = list(batches[0])
        losers: list[list[SideFrom]] = []

        def halve(least: int) -> list[SideFrom]:
            left = lines
            while len(left) > least:
                joined = self._halve(left, side, len(losers) + 1)
                left = [winner for winner, _ in joined]
                losers.append([loser for _, loser in joined])
            return left

        for batch, crossing in zip(batches[1:], crossings[1:], strict=False):
            lines = halve(len(batch))
            joined = [
                self._join(line, batch[place ^ crossing], side, len(losers) + 1, place)
                for place, line in enumerate(lines)
            ]
            lines = [winner for winner, _ in joined]
            losers.append([loser for _, loser in joined])
        return halve(1)[0], losers

    def final(self, undefeated: SideFrom, once_beaten: SideFrom) -> None:
        """Draw the final, and the final again if the undefeated one loses it."""
        if undefeated is None or once_beaten is None:
            raise AssertionError("two entries or more leave two finalists")
        length = self._lengths.of
        self.matches.append(
            SheetMatch("F1", "final", 1, (undefeated, once_beaten), length("final", 1))
        )
        again = (LoserOf("F1"), WinnerOf("F1"))
        self.matches.append(SheetMatch("F2", "final", 2, again, length("final", 2), ("F1", 1)))

    def _halve(
        self, lines: Sequence[SideFrom], side: Side, number: int
    ) -> list[tuple[SideFrom, SideFrom]]:
        pairs = zip(lines[::2], lines[1::2], strict=True)
        return [self._join(a, b, side, number, place) for place, (a, b) in enumerate(pairs)]

    def _join(
        self, a: SideFrom, b: SideFrom, side: Side, number: int, place: int
    ) -> tuple[SideFrom, SideFrom]:
        """Return the winner and the loser of two lines; a bye makes no match and no loser."""
        if a is None or b is None:
            return a or b, None
        ident = f"{_LETTER[side]}{number}-{place + 1}"
        length = self._lengths.of(side, number)
        self.matches.append(SheetMatch(ident, side, number, (a, b), length))
        return WinnerOf(ident), LoserOf(ident)


def _decider(champion: SideFrom) -> str:
    if not isinstance(champion, WinnerOf):
        raise AssertionError("two entries or more play a final")
    return champion.match


def _drawn(entries: Sequence[SheetEntry], placing: Placing) -> Bracket:
    twice = Counter(player for entry in entries for player in entry.players)
    faults = [
        Sentence("{player} stands in this draw twice.", player=Players(player))
        for player, times in twice.items()
        if times > 1
    ]
    for entry in entries:
        if len(entry.players) not in (1, 2) or not entry.id:
            message = N_("An entry without a name has {count} players.")
            if entry.id:
                message = N_("The entry {player} has {count} players.")
            count = len(entry.players)
            faults.append(Sentence(message, player=Players(entry.id), count=count))
    if faults:
        rule = Sentence(
            "An entry is one player, or two in doubles, and a player enters a draw once. Nothing "
            "was drawn."
        )
        raise PairingImpossible(together(*sorted(faults), rule))
    drawn = bracket([entry.id for entry in entries], seed=placing.seed, seeded=placing.seeded)
    return drawn.with_late({opposite: entry.id for opposite, entry in placing.late.items()})


def drop_lines(rounds: int) -> tuple[int, ...]:
    """For main round 2, 3, … ``rounds``: the number whose bits say how the losers cross over.

    The loser of match ``line ^ number`` of that round drops onto ``line`` of the losers' side.
    In round r there are 2^(rounds - r) matches and as many lines. A player who drops in round r
    has beaten one player in each earlier round q; they can meet again when their lines have
    become one. Each number is chosen to put off the earliest such meeting; then, to put off that
    with the opponent beaten last.
    """
    chosen: list[int] = [0]
    for number in range(2, rounds + 1):
        bits = rounds - number
        chosen.append(max(range(1 << bits), key=lambda mask: _lateness(chosen, number, mask)))
    return tuple(chosen[1:])


def _lateness(chosen: list[int], number: int, mask: int) -> tuple[list[int], list[int], int]:
    """Return how many merges of lines come before a player can meet those beaten last, last but
    one, …."""
    merges = [
        (mask ^ (earlier >> (number - round_no))).bit_length()
        for round_no, earlier in enumerate(chosen, start=1)
    ]
    return sorted(merges), merges[::-1], mask
