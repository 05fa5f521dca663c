"""Games and results that tables have of a round that is changed by hand, and whose they are. Pure.

Where two sat down wrongly, their table knows game and result under the names of the published pair.
The referee says whose it is; nothing is moved by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hall_server.referee.derived.pairing.boards import begun
from hall_server.referee.derived.pairing.by_hand import Hand
from hall_server.referee.derived.rounds import has_begun, matches_of
from shared.core.decisions.writing import Ground, decide_match
from shared.core.events import RoundPaired
from shared.core.events.entities import MatchKey
from shared.core.state import Match
from shared.port import Draft


@dataclass(frozen=True, slots=True)
class Played:
    """A match as it was published, with its result, and the new pair at its table in seat order."""

    match: Match
    players: tuple[str, str]

    @property
    def score(self) -> str:
        """The result as it was entered, read for the first seat."""
        outcome = self.match.result.outcome
        return "" if outcome is None else outcome.score()


def found(hand: Hand) -> tuple[Played, ...]:
    """Return the results of pairs that are no longer, at whose tables others are paired now."""
    paired = hand.base.published
    if paired is None:
        return ()
    now = {pair.table: pair.players for pair in hand.draft.pairs}
    stay = set(now.values())
    return tuple(
        Played(match, now[match.table])
        for match in matches_of(hand.moment, paired)
        if match.result.counts and match.players not in stay and match.table in now
    )


def going_on(hand: Hand) -> tuple[Played, ...]:
    """Return the matches that are being played, at whose tables others are paired now."""
    paired = hand.base.published
    if paired is None:
        return ()
    now = {pair.table: pair.players for pair in hand.draft.pairs}
    return tuple(
        Played(match, now[match.table])
        for match in matches_of(hand.moment, paired)
        if not match.result.counts
        and (has_begun(hand.moment, match) or begun(match))
        and now.get(match.table, match.players) != match.players
    )


def seated(going: Sequence[Played]) -> Mapping[str, tuple[str, str]]:
    """Return who plays on in which match, its uid → its players by seat."""
    return {each.match.uid: each.players for each in going}


def go_along(hand: Hand, change: Draft, played: Sequence[Played]) -> tuple[Draft, ...]:
    """Return the decisions that give the new pairs of a ``change`` what they played."""
    body = change.body
    assert isinstance(body, RoundPaired)
    new = {paired.players: paired for paired in body.matches}
    book = hand.moment.state.divisions[hand.base.division].book
    drafts = []
    for each in played:
        paired, outcome = new[each.players], each.match.result.outcome
        if outcome is None:
            continue
        key = MatchKey(*hand.base.key, paired.uid)
        match = Match(key, paired.table, paired.players, paired.starts_at, "in_force")
        drafts.append(decide_match(match, outcome, Ground(book.draw_clause)))
    return tuple(drafts)
