"""A round paired or changed by hand: the draft, and swapping players and tables in it.

Owns the draft alone; what is to be said about it is in ``manual_warnings``. Publishes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class HandPair:
    """Two players and the table they are put at; None while it has none."""

    players: tuple[str, str]
    table: str | None = None


@dataclass(frozen=True, slots=True)
class HandRound:
    """A draft. It may be wrong or half done; nothing of it counts before it is published."""

    pairs: tuple[HandPair, ...] = ()
    byes: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """Everybody in the draft, as often as they stand there."""
        return (*(player for pair in self.pairs for player in pair.players), *self.byes)


class NotInDraft(ValueError):
    """A change names a player whom the draft does not hold exactly once. Nothing has changed."""


def pair_up(draft: HandRound, one: str, other: str, table: str | None = None) -> HandRound:
    """The draft with one pair more at its end; a bye that one of them had is gone."""
    byes = tuple(player for player in draft.byes if player not in (one, other))
    return HandRound((*draft.pairs, HandPair((one, other), table)), byes)


def give_bye(draft: HandRound, player: str) -> HandRound:
    """The draft with a bye more."""
    return replace(draft, byes=(*draft.byes, player))


def take_apart(draft: HandRound, player: str) -> HandRound:
    """The draft without the pair or the bye of ``player``. Raises NotInDraft."""
    _once(draft, (player,))
    return HandRound(
        tuple(pair for pair in draft.pairs if player not in pair.players),
        tuple(other for other in draft.byes if other != player),
    )


def swap(draft: HandRound, one: str, other: str) -> HandRound:
    """Two players change places, opponents, tables and byes stay. Raises NotInDraft.

    Two players of one pair change seats.
    """
    _once(draft, (one, other))
    places = {one: other, other: one}
    return HandRound(
        tuple(
            replace(
                pair, players=(_moved(pair.players[0], places), _moved(pair.players[1], places))
            )
            for pair in draft.pairs
        ),
        tuple(_moved(player, places) for player in draft.byes),
    )


def stand_in(draft: HandRound, out: str, into: str) -> HandRound:
    """Return the draft with ``into``, who is not in it, in the place of ``out``.

    Raises NotInDraft.
    """
    _once(draft, (out,))
    places = {out: into}
    pairs = tuple(
        replace(pair, players=(_moved(pair.players[0], places), _moved(pair.players[1], places)))
        for pair in draft.pairs
    )
    return HandRound(pairs, tuple(_moved(player, places) for player in draft.byes))


def put_at(draft: HandRound, player: str, table: str) -> HandRound:
    """The pair of ``player`` goes to ``table``; a pair of the draft there takes the old table.

    Raises NotInDraft, also for a player who has the bye.
    """
    _once(draft, (player,))
    mine = next((pair for pair in draft.pairs if player in pair.players), None)
    if mine is None:
        message = f"{player} has the bye and sits at no table"
        raise NotInDraft(message)
    pairs = []
    for pair in draft.pairs:
        if pair is mine:
            pairs.append(replace(pair, table=table))
        elif pair.table == table:
            pairs.append(replace(pair, table=mine.table))
        else:
            pairs.append(pair)
    return replace(draft, pairs=tuple(pairs))


def _moved(player: str, places: dict[str, str]) -> str:
    return places.get(player, player)


def _once(draft: HandRound, players: tuple[str, ...]) -> None:
    for player in players:
        times = draft.named.count(player)
        if times != 1:
            message = f"{player} stands in the draft {times} times, not once"
            raise NotInDraft(message)
