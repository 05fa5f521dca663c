"""The prize desk: what each place pays, to the cent, and what has to be known before it is paid.

Owns shares, deductions and flags. Stores no personal data: a needed tax form is a flag.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from shared.core.match.outcome import SEATS
from shared.core.rulebooks import Rulebook
from shared.core.standings.order import StandingsRow

_MONEY = re.compile(r"\$?([0-9]{1,7})(?:\.([0-9]{2}))?")


@dataclass(frozen=True, slots=True)
class Pool:
    """Prizes beside those of a division's places: a consolation's, or a side pool's by its name.

    ``rows`` are who can win them, with their places among themselves.
    """

    name: str
    rows: Sequence[StandingsRow]
    prizes_cents: Sequence[int]


@dataclass(frozen=True, slots=True)
class Dues:
    """Regular dues that ``associates`` (player ids) owe of their prizes, in cents (ACF-1.III.B)."""

    cents: int = 0
    associates: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """What a player has of some prizes: of the division's places, or of a ``pool`` by its name."""

    pool: str
    places: tuple[int, int]
    """First and last of the places whose prizes were shared; alike for a place not tied."""
    cents: int

    @property
    def place(self) -> str:
        """The places as they are listed: ``2–3``, or ``1`` for a place not tied."""
        first, last = self.places
        return str(first) if first == last else f"{first}–{last}"


@dataclass(frozen=True, slots=True)
class Payout:
    """What one player is to be paid, in cents, and why."""

    player: str
    name: str
    shares: tuple[Share, ...]
    """That of the division's own places first, also where it is nothing."""
    dues_cents: int
    """Regular dues deducted from an Associate's prize (ACF-1.III.B)."""
    form_needed: bool
    """A tax form is to be signed at the desk (ACF-3.VI)."""
    sheets_missing: tuple[int, ...]
    """Rounds whose copy of the games is missing; the referee decides (ACF-1.XII)."""

    @property
    def places(self) -> tuple[int, int]:
        """The places in the division whose prizes were shared."""
        return self.shares[0].places

    @property
    def paying(self) -> tuple[Share, ...]:
        """The shares that bring something; that of the division's own places where none does."""
        return tuple(share for share in self.shares if share.cents) or self.shares[:1]

    @property
    def share_cents(self) -> int:
        """All that was won, the dues among it."""
        return sum(share.cents for share in self.shares)

    @property
    def paid_cents(self) -> int:
        """The share without the dues."""
        return self.share_cents - self.dues_cents


def share_prizes(
    prizes_cents: Sequence[int], tie_groups: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Share the prizes of tied places equally, in cents (ACF-1.XIII.A).

    ``prizes_cents`` are the prizes from place 1 on; further places pay nothing. ``tie_groups``
    are the numbers of players who share a place, from the top. Within a group the odd cents go
    to those who stand first. Raises ValueError for a negative prize or an empty group.
    """
    if any(prize < 0 for prize in prizes_cents):
        raise ValueError(f"a prize is no less than nothing: {min(prizes_cents)} cents")
    if any(size < 1 for size in tie_groups):
        raise ValueError("a place is shared by at least one player")
    shares = []
    first = 0
    for size in tie_groups:
        each, odd = divmod(sum(prizes_cents[first : first + size]), size)
        shares.append(tuple(each + (1 if at < odd else 0) for at in range(size)))
        first += size
    return tuple(shares)


def payouts(
    rows: Sequence[StandingsRow],
    prizes_cents: Sequence[int],
    rulebook: Rulebook,
    *,
    dues: Dues = Dues(),
    sheets_missing: Mapping[str, Sequence[int]] | None = None,
    pools: Sequence[Pool] = (),
) -> tuple[Payout, ...]:
    """Return what each placed player is paid, in order of the standings ``rows``.

    Players of equal match points share the prizes of their places, and those of one place where a
    draw sheet or lives decide; the odd cents go by honor points or by the order of names, as the
    rulebook says. A dropout has no prize unless the rulebook gives one. ``pools`` pay
    beside. Associates pay their ``dues`` out of their prize and never more than it. Raises
    ValueError for an associate who is in no row, or a negative prize or due.
    """
    strangers = sorted(set(dues.associates) - {row.player for row in rows})
    if strangers:
        raise ValueError(f"no place for {', '.join(strangers)}, who would owe dues")
    if dues.cents < 0:
        raise ValueError("dues are no less than nothing")
    missing = sheets_missing or {}
    beside = [_shares(pool, rulebook) for pool in pools]
    paid: list[Payout] = []
    for player, (name, own) in _shares(Pool("", rows, prizes_cents), rulebook).items():
        shares = (own, *(pool[player][1] for pool in beside if player in pool))
        won = sum(share.cents for share in shares)
        owed = min(dues.cents, won) if player in dues.associates else 0
        rounds = tuple(missing.get(player, ()))
        paid.append(Payout(player, name, shares, owed, _form_needed(rulebook, won), rounds))
    return tuple(paid)


def _shares(pool: Pool, rulebook: Rulebook) -> dict[str, tuple[str, Share]]:
    """Return each player's name and share, in order of the places."""
    found: dict[str, tuple[str, Share]] = {}
    tied = _tied(pool.rows, rulebook)
    shared = share_prizes(pool.prizes_cents, [len(group) for group in tied])
    for group, cents in zip(tied, shared, strict=True):
        places = (len(found) + 1, len(found) + len(group))
        for row, each in zip(group, cents, strict=True):
            found[row.player] = (row.name, Share(pool.name, places, each))
    return found


def may_be_associate(rulebook: Rulebook, age: int) -> bool:
    """Return whether a player of this age in years may be an Associate (ACF-1.III.B).

    True for all where the rulebook names no age.
    """
    limit = rulebook.prizes.associate_under_age if rulebook.prizes else None
    return limit is None or age < limit


def missing_copies(
    rulebook: Rulebook,
    matches: Mapping[str, tuple[str, str]],
    handed_in: Collection[tuple[str, int]],
) -> tuple[tuple[str, str], ...]:
    """Return matches of a round whose copies are due, each with the player who owes one
    (ACF-1.XII).

    ``matches`` maps a match uid to its players in seat order; ``handed_in`` holds (uid, seat).
    It blocks nothing: the referee decides about prize money. Nothing is due where the rulebook
    asks for no copies.
    """
    if rulebook.prizes is None or not rulebook.prizes.sheet_copies:
        return ()
    return tuple(
        (uid, players[seat])
        for uid, players in matches.items()
        if sum((uid, seat) in handed_in for seat in SEATS) < rulebook.prizes.sheet_copies
        for seat in SEATS
        if (uid, seat) not in handed_in
    )


def dollars(cents: int) -> str:
    """Return money as it is written on a receipt: ``$66.67``."""
    return f"${cents // 100}.{cents % 100:02d}"


def amounts_in(text: str) -> list[str]:
    """Return amounts that stand apart by blanks, with a comma or semicolon or without.

    ``66,50`` stays one, which ``cents_of`` does not read: it may be meant as one or as two.
    """
    return re.split(r"[,;]?\s+|;", text.strip(" ,;")) if text.strip(" ,;") else []


def cents_of(text: str) -> int | None:
    """Return an amount as people write it, in cents: ``450``, ``66.50``, ``$66.50``; None for
    none."""
    found = _MONEY.fullmatch(text.strip())
    return None if found is None else int(found[1]) * 100 + int(found[2] or 0)


def _tied(rows: Sequence[StandingsRow], rulebook: Rulebook) -> list[list[StandingsRow]]:
    rule = rulebook.prizes
    paid = [row for row in rows if row.rank is not None or not (rule and rule.dropouts_excluded)]
    if rulebook.places_by_exit:
        paid = [row for row in paid if row.rank is not None]
    paid.sort(key=lambda row: -row.match_points if row.stands == "by_points" else row.rank or 0)
    by_honor = rule is not None and rule.odd_cents == "higher_honor_points"
    return [
        sorted(
            group,
            key=lambda row: (
                -row.honor_points if by_honor else 0,
                (row.rank or 0) if row.tie else 0,
                row.name,
                row.player,
            ),
        )
        for _, group in groupby(paid, key=lambda row: _sharing(row, rulebook))
    ]


def _sharing(row: StandingsRow, rulebook: Rulebook) -> tuple[int, int | None]:
    """Return what those have in common who share prizes: match points, or the place where places
    count.

    Where honor points part places, equal match points share all the same (ACF-1.XIII.A).
    """
    if row.stands != "by_points":
        return 0, row.rank
    parted = row.tie and rulebook.tied_places == "shared"
    return row.match_points, row.rank if parted else None


def _form_needed(rulebook: Rulebook, share_cents: int) -> bool:
    limit = rulebook.prizes.form_from_cents if rulebook.prizes else None
    return limit is not None and share_cents >= limit
