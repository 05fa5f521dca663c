"""The warnings about a round paired by hand, before it is published.

Some of them stop the publication. The referee may overrule the others.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from shared.core.rulebooks.groups import OpenPlayRule
from shared.core.text.sentence import Counted, Players, Sentence, Series, Tables
from shared.pairing.by_hand.draft import HandPair, HandRound
from shared.pairing.open_play import Home, shared_home
from shared.pairing.points import Points
from shared.pairing.types import Entrant

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
    "begun",
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
"""Warnings that the referee cannot overrule: the draft has to be mended first."""


@dataclass(frozen=True, slots=True)
class Warned:
    """One warning."""

    kind: Kind
    about: tuple[str, ...]
    """Players or tables."""
    sentence: Sentence

    @property
    def stops(self) -> bool:
        """Whether it stops the publication."""
        return self.kind in STOPS


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of the division before the round."""

    round_no: int
    entrants: Mapping[str, Entrant]
    """The players to pair, by id."""
    withdrawn: Collection[str] = ()
    already_paired: bool = False
    missing_results: Collection[str] = ()
    """Tables of the round before whose results do not count yet."""
    byes: Mapping[str, int] = field(default_factory=dict)
    """Byes so far, where a player may have more than one; else ``Entrant.had_bye`` says it."""
    max_byes: int = 1
    tables: Collection[str] = ()
    """The division's range; none for any table."""
    taken: Mapping[str, str] = field(default_factory=dict)
    """Tables that are taken, and why."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Players who keep a table."""
    homes: Mapping[str, Home] = field(default_factory=dict)
    stands: HandRound = field(default_factory=HandRound)
    """The published round: a pair or a bye that stays gets no warning."""
    begun: Collection[tuple[str, str]] = ()
    """Pairs of ``stands`` that have begun to play."""
    optional: Collection[str] = ()
    """Players who entered or came back after the publication: they need not be in the round."""
    closer_first: OpenPlayRule | None = None
    """Set where opponents of the same club, state or region come first."""


def warnings(draft: HandRound, situation: Situation) -> tuple[Warned, ...]:
    """Return all warnings about a draft: first what stops it, then by table."""
    found = [
        *_round(draft, situation),
        *_attendance(draft, situation),
        *_seats(draft, situation),
        *_byes(draft, situation),
        *_begun(draft, situation),
    ]
    for pair in draft.pairs:
        if not _as_before(pair, situation):
            found += _opponents(pair, situation)
    return tuple(sorted(found, key=lambda warned: not warned.stops))


def _round(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    number = situation.round_no
    if situation.already_paired:
        sentence = Sentence("Round {number} is already paired; withdraw it first.", number=number)
        yield Warned("already_paired", (), sentence)
    if situation.missing_results:
        tables = Tables(*situation.missing_results)
        sentence = Sentence("Results are missing at {tables}.", tables=tables)
        yield Warned("missing_result", tuple(situation.missing_results), sentence)


def _attendance(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    seen = Counter(draft.named)
    settled = {p for pair in draft.pairs if _as_before(pair, situation) for p in pair.players}
    settled |= set(draft.byes) & set(situation.stands.byes)
    for player, times in seen.items():
        who = Players(player)
        if times > 1:
            sentence = Sentence(
                "{player} stands in the round {count} times.", player=who, count=times
            )
            yield Warned("player_twice", (player,), sentence)
        if player in settled:
            continue
        if player in situation.withdrawn:
            sentence = Sentence("{player} has withdrawn.", player=who)
            yield Warned("withdrawn", (player,), sentence)
        elif player not in situation.entrants:
            sentence = Sentence("{player} is not in the division.", player=who)
            yield Warned("not_in_field", (player,), sentence)
    for player in situation.entrants:
        if player not in seen and player not in _may_stay_away(situation):
            sentence = Sentence(
                "{player} is neither paired nor has the bye.", player=Players(player)
            )
            yield Warned("left_out", (player,), sentence)


def _seats(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    used = Counter(pair.table for pair in draft.pairs if pair.table is not None)
    for table, times in used.items():
        if times > 1:
            sentence = Sentence(
                "{count} pairs are put at table {table}.", count=times, table=Tables(table)
            )
            yield Warned("table_twice", (table,), sentence)
    for pair in draft.pairs:
        if pair in situation.stands.pairs:
            continue
        if pair.table is None:
            sentence = Sentence("{one} and {other} have no table.", **_two(pair.players))
            yield Warned("no_table", pair.players, sentence)
            continue
        if pair.table in situation.taken:
            why = situation.taken[pair.table]
            sentence = Sentence("Table {table} is taken: {why}.", table=Tables(pair.table), why=why)
            yield Warned("table_taken", (pair.table,), sentence)
        keeps = [p for p in pair.players if p in situation.fixed]
        for player in keeps:
            if situation.fixed[player] != pair.table:
                sentence = Sentence(
                    "{player} keeps table {table}, but is put at {other}.",
                    player=Players(player),
                    table=Tables(situation.fixed[player]),
                    other=Tables(pair.table),
                )
                yield Warned("fixed_table_moved", (player,), sentence)
        if situation.tables and pair.table not in situation.tables and not keeps:
            sentence = Sentence(
                "Table {table} is not in the division's range.", table=Tables(pair.table)
            )
            yield Warned("outside_range", (pair.table,), sentence)


def _byes(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    for player in dict.fromkeys(draft.byes):
        if player in situation.stands.byes:
            continue
        entrant = situation.entrants.get(player)
        had = situation.byes.get(player, int(entrant is not None and entrant.had_bye))
        if had >= situation.max_byes:
            sentence = Sentence(
                "{player} has had {count} of at most {most} byes.",
                player=Players(player),
                count=had,
                most=situation.max_byes,
            )
            yield Warned("second_bye", (player,), sentence)
    away = _may_stay_away(situation)
    here = [p for p in situation.entrants if p in draft.named or p not in away]
    needed = len(here) % 2
    if len(draft.byes) > needed:
        sentence = Sentence(
            "There are {count} byes, and {needed} would do.", count=len(draft.byes), needed=needed
        )
        yield Warned("needless_bye", draft.byes, sentence)


def _begun(draft: HandRound, situation: Situation) -> Iterator[Warned]:
    stay = {pair.players for pair in draft.pairs}
    for pair in situation.begun:
        if pair not in stay:
            sentence = Sentence(
                "{one} and {other} have begun: what they have played does not count.", **_two(pair)
            )
            yield Warned("begun", pair, sentence)


def _as_before(pair: HandPair, situation: Situation) -> bool:
    """Return whether two meet as published, at any table."""
    return any(pair.players == other.players for other in situation.stands.pairs)


def _may_stay_away(situation: Situation) -> frozenset[str]:
    return frozenset(situation.withdrawn) | frozenset(situation.optional)


def _opponents(pair: HandPair, situation: Situation) -> Iterator[Warned]:
    one, other = (situation.entrants.get(player) for player in pair.players)
    if one is None or other is None or one is other:
        return
    if other.player in one.met or one.player in other.met:
        sentence = Sentence("{one} and {other} have met before.", **_two(pair.players))
        yield Warned("already_met", pair.players, sentence)
    apart: Points = max(one.match_points, other.match_points) - min(
        one.match_points, other.match_points
    )
    if apart:
        sentence = Sentence(
            "{one} and {other} are {points} apart.",
            points=Counted("{count} match point", "{count} match points", apart),
            **_two(pair.players),
        )
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
            sentence = Sentence(
                "{player} has still to meet {names} of the same {home}.",
                player=Players(entrant.player),
                names=Players(*closer),
                home=Series(*(_HOMES[each] for each in rule.first_play[:limit]), between=" / "),
            )
            yield Warned("closer_first", (entrant.player, *closer), sentence)


def _two(pair: tuple[str, str]) -> dict[str, Players]:
    return {"one": Players(pair[0]), "other": Players(pair[1])}


_HOMES = {"club": Sentence("club"), "state": Sentence("state"), "region": Sentence("region")}
