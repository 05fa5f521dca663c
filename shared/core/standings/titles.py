"""Who is champion, who has to play up, and who belongs to which division at what fee.

Owns those decisions as values. Awards nothing by itself: the referee and the committee do.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from shared.core.events.eligibility import Flag
from shared.core.rulebooks import Rulebook
from shared.core.rulebooks.groups import EntryRule, TitleRule
from shared.core.standings.order import StandingsRow

Title = Literal["champion", "playoff_offered", "co_champions", "co_winners", "undecided"]


@dataclass(frozen=True, slots=True)
class FirstPlace:
    """Who stands first and what that makes them; the clause says by which rule."""

    players: tuple[str, ...]
    title: Title
    clause: str


@dataclass(frozen=True, slots=True)
class Junior:
    """The best placed junior of a division."""

    player: str
    rulebook: str
    rank: int


@dataclass(frozen=True, slots=True)
class PlayUp:
    """A player who has to play in a higher division, up to and with a tournament's number."""

    player: str
    rulebook: str
    until_tournament: int


def first_place(
    rows: Sequence[StandingsRow],
    rulebook: Rulebook,
    *,
    playoff: Literal["offered", "declined"] = "offered",
) -> FirstPlace:
    """Return who has won a division; a tie in both points is played off or shared (ACF-1.XIII.B).

    ``playoff`` says whether it is still open to the tied Masters or was declined. A dropout wins
    nothing.
    """
    first = tuple(row.player for row in rows if row.rank == 1)
    if len(first) < 2:
        clause = rulebook.clauses["tied_places"]
        return FirstPlace(first, "champion" if first else "undecided", clause)
    rule = rulebook.titles
    if rule is None:
        return FirstPlace(first, "co_winners", rulebook.clauses["titles"])
    clause = rulebook.clauses["titles.first_place_tie"]
    if rule.first_place_tie == "co_winners":
        return FirstPlace(first, "co_winners", clause)
    title: Title = "playoff_offered" if playoff == "offered" else "co_champions"
    return FirstPlace(first, title, clause)


def may_be_junior_champion(rulebook: Rulebook, flags: Collection[Flag]) -> bool:
    """Return whether a player may be Junior Champion: a regular member, 21 or under (ACF-1.XIII.D).

    That is another age than "under 21", which is what an Associate has to be. The flags say both
    without a birth date; see ``eligibility.with_age``.
    """
    return rulebook.titles is not None and "junior" in flags and "associate" not in flags


def junior_champion(
    divisions: Sequence[tuple[Rulebook, Sequence[StandingsRow]]],
    flags: Mapping[str, Collection[Flag]],
) -> tuple[Junior, ...]:
    """Return the Junior Champion: the best junior of the highest division that has one
    (ACF-1.XIII.D).

    Several where they share the place: the Executive Committee decides. Any position in the
    Masters ranks ahead of any in the Majors, and any there ahead of the Minors. Players without
    ``flags`` (by player id) and dropouts are no candidates.
    """
    ranked: list[tuple[TitleRule, Rulebook, Sequence[StandingsRow]]] = [
        (book.titles, book, rows) for book, rows in divisions if book.titles is not None
    ]
    for _, book, rows in sorted(ranked, key=lambda each: each[0].junior_rank):
        juniors = [
            Junior(row.player, book.name, row.rank)
            for row in rows
            if row.rank is not None and may_be_junior_champion(book, flags.get(row.player, ()))
        ]
        if juniors:
            best = min(junior.rank for junior in juniors)
            return tuple(junior for junior in juniors if junior.rank == best)
    return ()


def division_for(
    rating: int,
    books: Sequence[Rulebook],
    *,
    obligation: PlayUp | None = None,
    tournament: int = 0,
) -> str | None:
    """Return the rulebook of the division that a rating belongs to (ACF-1.IV.C).

    ``rating`` 0 is none. An ``obligation`` to play up that still holds in this ``tournament``
    goes before the rating, unless the rating is higher still (ACF-1.IV.A). None where no rating
    decides: the committee does (ACF-1.IV.B).
    """
    entries = [(book.entry, book.name) for book in books if book.entry is not None]
    by_rating = next(
        (name for rule, name in entries if rating > 0 and _holds(rule, rating)),
        None,
    )
    if obligation is None or tournament > obligation.until_tournament:
        return by_rating
    height = {name: rule.rating_min or 0 for rule, name in entries}
    if by_rating is not None and height[by_rating] > height.get(obligation.rulebook, 0):
        return by_rating
    return obligation.rulebook


def too_few(rulebook: Rulebook, players: int) -> bool:
    """Return whether a division is to be merged into the next higher one by itself (ACF-1.IV.C).

    The sheet names no number: without one in the rulebook it is the referee's to do.
    """
    rule = rulebook.entry
    return (
        rule is not None
        and rule.merge_below_players is not None
        and players < rule.merge_below_players
    )


def entry_fee_cents(rulebook: Rulebook, *, life_member: bool = False) -> int:
    """Return the entry fee in cents; Life members pay less (ACF-1.III.E). 0 where a sheet names
    none."""
    rule = rulebook.entry
    if rule is None:
        return 0
    return rule.fee_cents - (rule.life_discount_cents if life_member else 0)


def _holds(rule: EntryRule, rating: int) -> bool:
    above = rule.rating_min is None or rating >= rule.rating_min
    return above and (rule.rating_max is None or rating <= rule.rating_max)
