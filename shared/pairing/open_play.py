"""Open play: free players meet, and a player has to take a challenge (APCA-31); opponents of the
club, then the state, then the region come first (APCA-34).

Owns the step from the state of the hall to ``OpenPlay``. Calls nobody: it hints and warns, and the
director awards points and judges refusals and violations.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from shared.core.rulebooks.groups import Closeness, OpenPlayRule
from shared.core.standings.records import forfeited as was_forfeited
from shared.core.state import Division, HallState, Match
from shared.core.state.floor import finished
from shared.pairing.round_robin.dropouts import How, Meeting


class Status(Enum):
    """Where a player stands."""

    FREE = auto()
    PLAYING = auto()
    WITHHELD = auto()
    """Without a card until ready for the challenger."""
    BOUND = auto()
    """Plays the challenger first."""
    LEFT = auto()


Pair = frozenset[str]
_SITS_DOWN = (Status.FREE, Status.BOUND)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused challenge that was not played yet.

    ``ready`` is None, or the order of declaring so.
    """

    refuser: str
    challenger: str
    ready: int | None = None


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """All players, as they stand now."""

    status: Mapping[str, Status]
    met: frozenset[Pair] = frozenset()
    """Pairs that have finished their match."""
    forfeited: frozenset[Pair] = frozenset()
    """Those of them that did not play it."""
    refusals: tuple[Refusal, ...] = ()

    def due(self, player: str) -> str | None:
        """Return the opponent that a player has to meet first; None if there is none.

        Of several, the one whose refuser was ready first.
        """
        ready = [
            r for r in self.refusals if r.ready is not None and player in (r.refuser, r.challenger)
        ]
        if not ready:
            return None
        first = min(ready, key=lambda refusal: refusal.ready or 0)
        return first.challenger if player == first.refuser else first.refuser

    def unmet(self, player: str) -> tuple[str, ...]:
        """Return the opponents that a player has still to meet, in order of id."""
        return tuple(
            other
            for other, status in sorted(self.status.items())
            if other != player
            and status is not Status.LEFT
            and frozenset((player, other)) not in self.met
        )

    def can_play_now(self, player: str) -> tuple[str, ...]:
        """Return the opponents that a player may sit down with at once; one that is due stands
        alone."""
        if self.status.get(player) not in _SITS_DOWN:
            return ()
        return tuple(
            other
            for other in self.unmet(player)
            if self.status[other] in _SITS_DOWN
            and self.due(player) in (None, other)
            and self.due(other) in (None, player)
        )

    def meetings(self, player: str) -> tuple[Meeting, ...]:
        """Return all scheduled opponents of a player, for what a departure leaves (APCA-30)."""
        others = (other for other in sorted(self.status) if other != player)
        return tuple(Meeting(other, self._how(frozenset((player, other)))) for other in others)

    def _how(self, pair: Pair) -> How:
        if pair in self.forfeited:
            return "forfeited"
        return "played" if pair in self.met else "unplayed"


@dataclass(frozen=True, slots=True)
class Home:
    """Where a player comes from; "" is unknown and is never shared."""

    club: str = ""
    state: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """An opponent still to be met. ``shared`` is the closest thing in common, None for nothing."""

    opponent: str
    shared: Closeness | None
    free: bool


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A player sits down though closer opponents are still to be met."""

    player: str
    closer: tuple[str, ...]


def shared_home(a: Home, b: Home, rule: OpenPlayRule) -> Closeness | None:
    """Return the closest thing that two players have in common, in the rule's order."""
    for closeness in rule.first_play:
        mine, yours = (getattr(home, closeness) for home in (a, b))
        if mine and mine == yours:
            return closeness
    return None


def whom_to_play(
    play: OpenPlay, player: str, homes: Mapping[str, Home], rule: OpenPlayRule
) -> tuple[Hint, ...]:
    """Return the opponents still to meet, the closest first, among equals the free first."""
    hints = [
        Hint(
            other,
            shared_home(homes.get(player, Home()), homes.get(other, Home()), rule),
            play.status[other] is Status.FREE,
        )
        for other in play.unmet(player)
    ]
    return tuple(sorted(hints, key=lambda h: (_rank(h.shared, rule), not h.free, h.opponent)))


def passed_over(
    play: OpenPlay, one: str, other: str, homes: Mapping[str, Home], rule: OpenPlayRule
) -> tuple[PassedOver, ...]:
    """Return which of ``one`` and ``other`` has closer opponents left, before they sit down.

    Empty when the order is kept. The director rules whether it was a violation; then both keep
    the rule's points of this match and no more (APCA-34).
    """
    found = []
    for player, partner in ((one, other), (other, one)):
        hints = whom_to_play(play, player, homes, rule)
        chosen = shared_home(homes.get(player, Home()), homes.get(partner, Home()), rule)
        closer = tuple(
            hint.opponent for hint in hints if _rank(hint.shared, rule) < _rank(chosen, rule)
        )
        if closer:
            found.append(PassedOver(player, closer))
    return tuple(found)


def _rank(shared: Closeness | None, rule: OpenPlayRule) -> int:
    return len(rule.first_play) if shared is None else rule.first_play.index(shared)


def matches_in(state: HallState, division: str) -> tuple[Match, ...]:
    """Return the matches of a division in order of their starts, without playoffs for its title."""
    found = [
        match
        for match in state.matches.values()
        if match.key.division == division and match.standing != "withdrawn" and not match.playoff
    ]
    return tuple(sorted(found, key=lambda match: (match.starts_at, match.uid)))


def open_play_now(state: HallState, division: Division) -> OpenPlay:
    """Return where each player of a division stands now (APCA-31).

    A refusal is made good by the match of the two, and forgotten where the director excused it or
    one of them has gone.
    """
    players = {p.id: p for p in state.players.values() if p.division == division.id}
    gone = {p.id for p in players.values() if p.withdrawn_after is not None}
    met: set[frozenset[str]] = set()
    forfeited: set[frozenset[str]] = set()
    playing: set[frozenset[str]] = set()
    for match in matches_in(state, division.id):
        pair = frozenset(match.players)
        if not pair <= players.keys():
            continue
        if match.again:
            continue
        if finished(match):
            met.add(pair)
            if was_forfeited(match):
                forfeited.add(pair)
        elif not pair & gone:
            playing.add(pair)
    refusals = tuple(
        Refusal(r.refuser, r.challenger, r.at if r.state == "ready" else None)
        for r in state.office.refusals.values()
        if r.state != "excused"
        and {r.refuser, r.challenger} <= players.keys() - gone
        and frozenset((r.refuser, r.challenger)) not in met | playing
    )
    # A suspended player keeps what they have played, and comes back once that is lifted.
    out = {p.id for p in players.values() if p.suspended}
    at_table = {player for pair in playing for player in pair}
    withheld = {r.refuser for r in refusals if r.ready is None}
    status = {}
    for player in sorted(players):
        if player in gone | out:
            status[player] = Status.LEFT
        elif player in at_table:
            status[player] = Status.PLAYING
        else:
            status[player] = Status.WITHHELD if player in withheld else Status.FREE
    play = OpenPlay(
        MappingProxyType(status),
        frozenset(met),
        frozenset(forfeited),
        refusals,
    )
    for player, now in status.items():
        if now is Status.FREE and play.due(player) is not None:
            status[player] = Status.BOUND
    return play


def homes(state: HallState, division: str) -> Mapping[str, Home]:
    """Return where the players of a division come from (APCA-34)."""
    return {
        p.id: Home(p.club, p.state, p.region)
        for p in state.players.values()
        if p.division == division
    }


def who_sits_down(state: HallState, division: Division, tables: int) -> tuple[tuple[str, str], ...]:
    """Return pairs who can sit down at so many free tables, each player with the closest opponent.

    The player with most opponents left chooses first.
    """
    play, known = open_play_now(state, division), homes(state, division.id)
    rule, busy = division.book.open_play, set[str]()
    pairs: list[tuple[str, str]] = []
    for player in sorted(play.status, key=lambda p: (-len(play.unmet(p)), p)):
        if len(pairs) == tables:
            break
        others = play.unmet(player)
        if rule is not None:
            others = tuple(hint.opponent for hint in whom_to_play(play, player, known, rule))
        open_now = {*play.can_play_now(player)} - busy
        opponent = next((other for other in others if other in open_now), None)
        if player not in busy and opponent is not None:
            busy |= {player, opponent}
            pairs.append((player, opponent))
    return tuple(pairs)


def next_number(state: HallState, division: str, players: tuple[str, str]) -> int:
    """Return the round of a called match: one after the last that either player was paired in.

    So nobody has two matches in a round, and each round scores as one.
    """
    numbers = [
        number
        for (ident, number), paired in state.rounds.items()
        if ident == division and not set(players).isdisjoint(paired.players)
    ]
    return 1 + max(numbers, default=0)
