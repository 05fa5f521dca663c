"""Open play: whoever is free meets whoever is free, and a challenge has to be taken (APCA-31).

Owns the state of a division in open play, by the table of ``open_play_table``. An event that is
not allowed raises and changes nothing. Awards no points and judges no refusal: the director does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType

from shared.pairing.dropouts import Meeting
from shared.pairing.open_play_table import (
    TRANSITIONS,
    Accept,
    Challenge,
    Event,
    Excuse,
    Finish,
    Leave,
    Ready,
    Recall,
    Refuse,
    Start,
    Status,
)

Pair = frozenset[str]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal that is not made good yet. ``ready`` is None, or the order of declaring so."""

    refuser: str
    challenger: str
    ready: int | None = None


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """All players, as they stand now."""

    status: Mapping[str, Status]
    games_even: bool
    """Whether a match has an even number of games (APCA-32)."""
    asked: frozenset[tuple[str, str]] = frozenset()
    """Open challenges: challenger, opponent."""
    playing: frozenset[Pair] = frozenset()
    met: frozenset[Pair] = frozenset()
    """Pairs that have finished their match."""
    refusals: tuple[Refusal, ...] = ()

    def due(self, player: str) -> str | None:
        """Whom a player has to meet before anybody else; None if nobody.

        Of several, the one whose refuser was ready first.
        """
        ready = [r for r in self.refusals if r.ready is not None and player in _pair(r)]
        if not ready:
            return None
        first = min(ready, key=lambda refusal: refusal.ready or 0)
        return first.challenger if player == first.refuser else first.refuser

    def unmet(self, player: str) -> tuple[str, ...]:
        """Whom a player has still to meet, in order of id; nobody who has gone."""
        return tuple(
            other
            for other, status in sorted(self.status.items())
            if other != player
            and status is not Status.LEFT
            and frozenset((player, other)) not in self.met
        )

    def can_play_now(self, player: str) -> tuple[str, ...]:
        """With whom a player may sit down at once; the one that is due stands alone."""
        return tuple(
            other for other in self.unmet(player) if not _why_not(self, Start(player, other))
        )

    def meetings(self, player: str) -> tuple[Meeting, ...]:
        """All scheduled opponents of a player, for what happens when he leaves (APCA-30)."""
        return tuple(
            Meeting(other, "played" if frozenset((player, other)) in self.met else "unplayed")
            for other in sorted(self.status)
            if other != player
        )


class NotAllowed(Exception):
    """An event cannot happen now; the sentence says why. Nothing has changed."""


def open_play(players: Collection[str], *, games_even: bool = True) -> OpenPlay:
    """The start: everybody free, nobody met. Raises ValueError on a player given twice."""
    names = list(players)
    if len(set(names)) != len(names):
        raise ValueError("a player stands in the field twice")
    free = MappingProxyType(dict.fromkeys(sorted(names), Status.FREE))
    return OpenPlay(free, games_even)


def happen(play: OpenPlay, event: Event) -> OpenPlay:
    """The state after ``event``. Raises NotAllowed, and then nothing has changed."""
    reason = _why_not(play, event)
    if reason:
        raise NotAllowed(reason)
    status = dict(play.status)
    for player, table in zip(_players(event), TRANSITIONS[type(event)], strict=True):
        status[player] = table[status[player]]
    after = replace(play, status=MappingProxyType(status))
    match event:
        case Challenge(challenger, opponent):
            after = replace(after, asked=after.asked | {(challenger, opponent)})
        case Recall(challenger, opponent):
            after = replace(after, asked=after.asked - {(challenger, opponent)})
        case Accept(opponent, challenger):
            after = _sit_down(after, opponent, challenger)
        case Refuse(opponent, challenger):
            refusals = (*after.refusals, Refusal(opponent, challenger))
            asked = after.asked - {(challenger, opponent)}
            after = replace(after, asked=asked, refusals=refusals)
        case Ready(refuser, challenger):
            after = replace(after, refusals=_declared(after.refusals, refuser, challenger))
        case Excuse(refuser, challenger):
            after = _forget(after, lambda r: (r.refuser, r.challenger) == (refuser, challenger))
        case Start(one, other):
            after = _sit_down(after, one, other)
        case Finish(one, other, _):
            pair = frozenset((one, other))
            after = replace(after, playing=after.playing - {pair}, met=after.met | {pair})
        case Leave(player):
            after = _without(after, player)
    return _settled(after)


def replay(play: OpenPlay, events: Iterable[Event]) -> OpenPlay:
    """The state after all ``events`` in order. Raises NotAllowed at the first that cannot be."""
    for event in events:
        play = happen(play, event)
    return play


def _why_not(play: OpenPlay, event: Event) -> str:
    named = _players(event)
    strangers = [player for player in named if player not in play.status]
    if strangers:
        return f"{strangers[0]} is not in the field."
    if len(set(named)) != len(named):
        return f"{named[0]} cannot play himself."
    for player, table in zip(named, TRANSITIONS[type(event)], strict=True):
        if play.status[player] not in table:
            return f"{player} is {play.status[player]}."
    return _why_not_these_two(play, event)


def _why_not_these_two(play: OpenPlay, event: Event) -> str:
    match event:
        case Challenge(one, other) | Start(one, other):
            if frozenset((one, other)) in play.met:
                return f"{one} and {other} have met."
            for player, partner in ((one, other), (other, one)):
                due = play.due(player)
                if due not in (None, partner):
                    return f"{player} has to meet {due} first."
        case Recall(challenger, opponent) | Accept(opponent, challenger):
            if (challenger, opponent) not in play.asked:
                return f"{challenger} has not challenged {opponent}."
        case Refuse(opponent, challenger):
            if (challenger, opponent) not in play.asked:
                return f"{challenger} has not challenged {opponent}."
        case Ready(refuser, challenger) | Excuse(refuser, challenger):
            if not any((r.refuser, r.challenger) == (refuser, challenger) for r in play.refusals):
                return f"{refuser} has not refused {challenger}."
        case Finish(one, other, games):
            if frozenset((one, other)) not in play.playing:
                return f"{one} and {other} are not playing each other."
            if games < 1 or (play.games_even and games % 2):
                return f"A match has an even number of games, not {games}."
        case Leave():
            pass
    return ""


def _sit_down(play: OpenPlay, one: str, other: str) -> OpenPlay:
    pair = frozenset((one, other))
    met = _forget(play, lambda refusal: _pair(refusal) == pair)
    return replace(
        met, playing=met.playing | {pair}, asked=met.asked - {(one, other), (other, one)}
    )


def _without(play: OpenPlay, player: str) -> OpenPlay:
    """Whoever played him, waited for him or owed him a match is free again."""
    status = dict(play.status)
    freed = {p for pair in play.playing if player in pair for p in pair}
    freed |= {p for asked in play.asked if player in asked for p in asked}
    freed |= {r.refuser for r in play.refusals if r.challenger == player and r.ready is None}
    status.update(dict.fromkeys(freed - {player}, Status.FREE))
    play = replace(
        play,
        status=MappingProxyType(status),
        playing=frozenset(pair for pair in play.playing if player not in pair),
        asked=frozenset(asked for asked in play.asked if player not in asked),
    )
    return _forget(play, lambda refusal: player in _pair(refusal))


def _forget(play: OpenPlay, made_good: Callable[[Refusal], bool]) -> OpenPlay:
    return replace(play, refusals=tuple(r for r in play.refusals if not made_good(r)))


def _declared(refusals: tuple[Refusal, ...], refuser: str, challenger: str) -> tuple[Refusal, ...]:
    order = 1 + max((r.ready for r in refusals if r.ready is not None), default=0)
    return tuple(
        replace(r, ready=order) if (r.refuser, r.challenger) == (refuser, challenger) else r
        for r in refusals
    )


def _settled(play: OpenPlay) -> OpenPlay:
    status = dict(play.status)
    lapsed = {
        asked for asked in play.asked if any(play.due(player) is not None for player in asked)
    }
    for player in {player for asked in lapsed for player in asked}:
        status[player] = Status.FREE
    for player, now in status.items():
        if now in (Status.FREE, Status.BOUND):
            status[player] = Status.FREE if play.due(player) is None else Status.BOUND
    return replace(play, status=MappingProxyType(status), asked=play.asked - lapsed)


def _players(event: Event) -> tuple[str, ...]:
    named = [getattr(event, field.name) for field in fields(event)]
    return tuple(value for value in named if isinstance(value, str))


def _pair(refusal: Refusal) -> Pair:
    return frozenset((refusal.refuser, refusal.challenger))
