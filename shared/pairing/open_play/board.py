"""Open play in the hall: which players are free, have met, or have their card withheld.

Owns the step from the state of the hall to ``OpenPlay``. Calls nobody.
"""

from collections.abc import Mapping
from types import MappingProxyType

from shared.core.standings.records import forfeited as was_forfeited
from shared.core.state import Division, HallState, Match
from shared.core.state.floor import finished
from shared.pairing.open_play.nearest_first import Home, whom_to_play
from shared.pairing.open_play.players import OpenPlay, Refusal
from shared.pairing.open_play.table import Status


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
        if ident == division
        and any(
            player in paired.byes or any(player in match.players for match in paired.matches)
            for player in players
        )
    ]
    return 1 + max(numbers, default=0)
