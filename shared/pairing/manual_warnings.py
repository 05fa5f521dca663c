"""What is to be said about a round paired by hand, before it is published.

Owns the warnings and which of them stop a publication. The referee overrules the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from shared.core.rulebooks.groups import OpenPlayRule
from shared.pairing.manual import HandPair, HandRound
from shared.pairing.nearest_first import Home, shared_home
from shared.pairing.types import Entrant, PairingImpossible

Kind = Literal[
    "player_twice",
    "not_in_field",
    "withdrawn",
    "left_out",
    "already_paired",
    "missing_result",
    "no_table",
    "table_twice",
    "table_taken",
    "fixed_table_moved",
    "outside_range",
    "already_met",
    "closer_first",
    "score_difference",
    "second_bye",
    "needless_bye",
]

STOPS: frozenset[Kind] = frozenset(
    {
        "player_twice",
        "not_in_field",
        "withdrawn",
        "left_out",
        "already_paired",
        "missing_result",
        "no_table",
        "table_twice",
        "table_taken",
    }
)
"""What nobody can overrule: it has to be mended first."""


@dataclass(frozen=True, slots=True)
class Warned:
    """One warning."""

    kind: Kind
    about: tuple[str, ...]
    """Players or tables."""
    sentence: str

    @property
    def stops(self) -> bool:
        """Whether the round cannot be published with it."""
        return self.kind in STOPS


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of the division before the round."""

    round_no: int
    entrants: Mapping[str, Entrant]
    """Who is to be paired, by id."""
    withdrawn: Collection[str] = ()
    already_paired: bool = False
    missing_results: Collection[str] = ()
    """Tables of the round before whose results do not count yet."""
    byes: Mapping[str, int] = field(default_factory=dict)
    """Byes had so far, where more than one may be had; else the entrant says it."""
    max_byes: int = 1
    tables: Collection[str] = ()
    """The division's range; none for any table."""
    taken: Mapping[str, str] = field(default_factory=dict)
    """Tables that cannot be had, and why."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Players who keep a table."""
    homes: Mapping[str, Home] = field(default_factory=dict)
    closer_first: OpenPlayRule | None = None
    """Set where players of the own club, state or region are to be met first."""


def warnings(draft: HandRound, situation: Situation) -> tuple[Warned, ...]:
    """Everything that is to be said about a draft: first what stops it, then by table."""
    found = [
        *_round(draft, situation),
        *_attendance(draft, situation),
        *_seats(draft, situation),
        *_byes(draft, situation),
    ]
    for pair in draft.pairs:
        found += _opponents(pair, situation)
    return tuple(sorted(found, key=lambda warned: not warned.stops))


def publishable(draft: HandRound, situation: Situation) -> tuple[Warned, ...]:
    """The warnings the referee has to overrule to publish the draft.

    Raises PairingImpossible where something stops it: then nothing of it may be published.
    """
    found = warnings(draft, situation)
    stops = [warned.sentence for warned in found if warned.stops]
    if stops:
        message = (
            f"Round {situation.round_no} cannot be published: {' '.join(stops)} Mend this by hand. "
            "Nothing was published."
        )
        raise PairingImpossible(message)
    return found


def _round(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    number = situation.round_no
    if situation.already_paired:
        yield Warned("already_paired", (), f"Round {number} is already paired; withdraw it first.")
    if situation.missing_results:
        tables = ", ".join(situation.missing_results)
        sentence = f"Results are missing at {tables}."
        yield Warned("missing_result", tuple(situation.missing_results), sentence)


def _attendance(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    seen = Counter(draft.named)
    for player, times in seen.items():
        if times > 1:
            sentence = f"{player} stands in the round {times} times."
            yield Warned("player_twice", (player,), sentence)
        if player in situation.withdrawn:
            sentence = f"{player} has withdrawn."
            yield Warned("withdrawn", (player,), sentence)
        elif player not in situation.entrants:
            yield Warned("not_in_field", (player,), f"{player} is not in the division.")
    for player in situation.entrants:
        if player not in seen and player not in situation.withdrawn:
            sentence = f"{player} is neither paired nor has the bye."
            yield Warned("left_out", (player,), sentence)


def _seats(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    used = Counter(pair.table for pair in draft.pairs if pair.table is not None)
    for table, times in used.items():
        if times > 1:
            sentence = f"{times} pairs are put at table {table}."
            yield Warned("table_twice", (table,), sentence)
    for pair in draft.pairs:
        if pair.table is None:
            sentence = f"{pair.players[0]} and {pair.players[1]} have no table."
            yield Warned("no_table", pair.players, sentence)
            continue
        if pair.table in situation.taken:
            sentence = f"Table {pair.table} is taken: {situation.taken[pair.table]}."
            yield Warned("table_taken", (pair.table,), sentence)
        keeps = [p for p in pair.players if p in situation.fixed]
        for player in keeps:
            if situation.fixed[player] != pair.table:
                sentence = (
                    f"{player} keeps table {situation.fixed[player]}, but is put at {pair.table}."
                )
                yield Warned("fixed_table_moved", (player,), sentence)
        if situation.tables and pair.table not in situation.tables and not keeps:
            sentence = f"Table {pair.table} is not in the division's range."
            yield Warned("outside_range", (pair.table,), sentence)


def _byes(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    for player in dict.fromkeys(draft.byes):
        entrant = situation.entrants.get(player)
        had = situation.byes.get(player, int(entrant is not None and entrant.had_bye))
        if had >= situation.max_byes:
            sentence = f"{player} has had {had} of at most {situation.max_byes} byes."
            yield Warned("second_bye", (player,), sentence)
    here = [player for player in situation.entrants if player not in situation.withdrawn]
    needed = len(here) % 2
    if len(draft.byes) > needed:
        sentence = f"There are {len(draft.byes)} byes, and {needed} would do."
        yield Warned("needless_bye", draft.byes, sentence)


def _opponents(pair: HandPair, situation: Situation) -> Iterator[Warned]:
    one, other = (situation.entrants.get(player) for player in pair.players)
    if one is None or other is None or one is other:
        return
    if other.player in one.met or one.player in other.met:
        sentence = f"{one.player} and {other.player} have met before."
        yield Warned("already_met", pair.players, sentence)
    apart = abs(one.match_points - other.match_points)
    if apart:
        sentence = f"{one.player} and {other.player} are {apart} match points apart."
        yield Warned("score_difference", pair.players, sentence)
    if situation.closer_first is not None:
        yield from _closer(one, other, situation, situation.closer_first)


def _closer(
    one: Entrant, other: Entrant, situation: Situation, rule: OpenPlayRule
) -> Iterator[Warned]:
    homes = situation.homes
    ranks = {closeness: rank for rank, closeness in enumerate(rule.first_play)}
    for entrant, partner in ((one, other), (other, one)):
        home = homes.get(entrant.player, Home())
        chosen = shared_home(home, homes.get(partner.player, Home()), rule)
        limit = len(ranks) if chosen is None else ranks[chosen]
        closer = []
        for candidate in situation.entrants.values():
            shared = shared_home(home, homes.get(candidate.player, Home()), rule)
            if candidate.player == entrant.player or shared is None or ranks[shared] >= limit:
                continue
            if candidate.player in entrant.met or entrant.player in candidate.met:
                continue
            closer.append(candidate.player)
        if closer:
            names = ", ".join(closer)
            sentence = f"{entrant.player} has still to meet {names} of the same {_of(rule, limit)}."
            yield Warned("closer_first", (entrant.player, *closer), sentence)


def _of(rule: OpenPlayRule, limit: int) -> str:
    return " or ".join(rule.first_play[:limit])
