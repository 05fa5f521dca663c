"""A draft of a round paired or changed by hand, and the changes to it. Publishes nothing.

The warnings about a draft are in ``warnings``.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class HandPair:
    """Two players and their table; None while they have none."""

    players: tuple[str, str]
    table: str | None = None


@dataclass(frozen=True, slots=True)
class HandRound:
    """A draft. It may be wrong or half done; it does not count before it is published."""

    pairs: tuple[HandPair, ...] = ()
    byes: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """All players in the draft, as often as they stand there."""
        return (*(player for pair in self.pairs for player in pair.players), *self.byes)


class NotInDraft(ValueError):
    """A change names a player whom the draft does not hold exactly once. Nothing has changed."""


def pair_up(draft: HandRound, one: str, other: str, table: str | None = None) -> HandRound:
    """Return the draft with one more pair at its end; a bye of either player is gone."""
    byes = tuple(player for player in draft.byes if player not in (one, other))
    return HandRound((*draft.pairs, HandPair((one, other), table)), byes)


def give_bye(draft: HandRound, player: str) -> HandRound:
    """Return the draft with one more bye."""
    return replace(draft, byes=(*draft.byes, player))


def take_apart(draft: HandRound, player: str) -> HandRound:
    """Return the draft without the pair or the bye of ``player``. Raises NotInDraft."""
    _once(draft, (player,))
    return HandRound(
        tuple(pair for pair in draft.pairs if player not in pair.players),
        tuple(other for other in draft.byes if other != player),
    )


def swap(draft: HandRound, one: str, other: str) -> HandRound:
    """Return the draft with two players in each other's place. Raises NotInDraft.

    Two players of one pair change seats.
    """
    _once(draft, (one, other))
    return _placed(draft, {one: other, other: one})


def stand_in(draft: HandRound, out: str, into: str) -> HandRound:
    """Return the draft with ``into``, who is not in it, in the place of ``out``.

    Raises NotInDraft.
    """
    _once(draft, (out,))
    return _placed(draft, {out: into})


def put_at(draft: HandRound, player: str, table: str) -> HandRound:
    """Return the draft with the pair of ``player`` at ``table``; a pair that was there swaps
    tables.

    Raises NotInDraft, also for a player who has the bye.
    """
    _once(draft, (player,))
    mine = next((pair for pair in draft.pairs if player in pair.players), None)
    if mine is None:
        raise NotInDraft(f"{player} has the bye and sits at no table")
    pairs = []
    for pair in draft.pairs:
        if pair is mine:
            pairs.append(replace(pair, table=table))
        elif pair.table == table:
            pairs.append(replace(pair, table=mine.table))
        else:
            pairs.append(pair)
    return replace(draft, pairs=tuple(pairs))


def _placed(draft: HandRound, instead: dict[str, str]) -> HandRound:
    """Return the draft with other players in the places of some."""

    def moved(player: str) -> str:
        return instead.get(player, player)

    pairs = (replace(p, players=(moved(p.players[0]), moved(p.players[1]))) for p in draft.pairs)
    return HandRound(tuple(pairs), tuple(map(moved, draft.byes)))


def _once(draft: HandRound, players: tuple[str, ...]) -> None:
    for player in players:
        times = draft.named.count(player)
        if times != 1:
            raise NotInDraft(f"{player} stands in the draft {times} times, not once")
