"""A playoff for a title as values: who still meets whom, what it has brought, its call. Pure.

Its matches are played at a table like all others and decide the title alone (ACF-1.XIII.B).
"""

from collections import Counter
from itertools import combinations, groupby

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE
from shared.core.events import PLAYOFF, MatchCalled, PairedMatch, entities
from shared.core.events.entities import MatchKey, at_venue
from shared.core.standings.records import division_rounds
from shared.core.standings.scoring import in_words, match_points
from shared.core.state import Division, HallState, Match
from shared.core.state.floor import finished
from shared.core.state.office import Decided
from shared.core.text.language import _
from shared.port import Draft

CALL, MATCH = "playoff call:", "playoff match:"

Pair = tuple[str, str]


def playoffs(state: HallState, division: str) -> tuple[Match, ...]:
    """Return the playoff matches of a division that stand, in order of their starts."""
    found = [
        match
        for match in state.matches.values()
        if match.playoff and match.key.division == division and match.standing != "withdrawn"
    ]
    return tuple(sorted(found, key=lambda match: (match.starts_at, match.uid)))


def winner_of(state: HallState, match: Match) -> str | None:
    """Return who scored more in a match with a result that counts; None for nobody."""
    outcome = match.result.outcome
    if outcome is None or match.standing != "in_force":
        return None
    try:
        played_by = state.divisions[match.key.division].at(match.key.round_no, match.rules)
        one, other = match_points(played_by.book, outcome)
    except ValueError:
        return None
    return None if one == other else match.players[0 if one > other else 1]


def won(state: HallState, division: str, players: tuple[str, ...]) -> str | None:
    """Return who has won the playoff of ``players``: all have met, and one has won most."""
    if _unmet(state, division, players):
        return None
    most = _most(state, division, players)
    return most[0] if len(most) == 1 else None


def to_call(state: HallState, division: str, players: tuple[str, ...]) -> tuple[Pair, ...]:
    """Return the pairs of ``players`` who still have to meet and are not at a table.

    Where all have met and several have won as often, those meet again.
    """
    busy = {p for m in playoffs(state, division) if not m.result.counts for p in m.players}
    pairs = _unmet(state, division, players)
    if not pairs and len(most := _most(state, division, players)) > 1:
        pairs = tuple(combinations(most, 2))
    return tuple(pair for pair in pairs if not busy & set(pair))


def places(
    state: HallState, division: str, players: tuple[str, ...], best: str
) -> tuple[tuple[str, ...], ...]:
    """Return the places of a playoff that ``best`` has won; others by their wins in it, and who
    has won as often shares one."""
    wins = Counter(winner_of(state, match) for match in playoffs(state, division))
    rest = sorted((p for p in players if p != best), key=lambda player: -wins[player])
    shared = groupby(rest, key=lambda player: wins[player])
    return ((best,), *(tuple(same) for _count, same in shared))


def _unmet(state: HallState, division: str, players: tuple[str, ...]) -> tuple[Pair, ...]:
    met = {
        frozenset(match.players)
        for match in playoffs(state, division)
        if winner_of(state, match) is not None
    }
    return tuple(pair for pair in combinations(players, 2) if frozenset(pair) not in met)


def _most(state: HallState, division: str, players: tuple[str, ...]) -> tuple[str, ...]:
    wins = Counter(winner_of(state, match) for match in playoffs(state, division))
    best = max(wins[player] for player in players)
    return tuple(player for player in players if wins[player] == best)


# -- how it is said -------------------------------------------------------------------------------


def lines(moment: Moment, division: str, decided: Decided) -> tuple[ListLine, ...]:
    """Return the matches that are to be called, then those that are at a table."""
    found = []
    for pair in to_call(moment.state, division, decided.players):
        words = _("Call the playoff {names} to a table").format(names=_names(moment, pair))
        found.append(ListLine(call_key(pair), f" {words}"))
    for match in playoffs(moment.state, division):
        if not match.result.counts:
            words = _("Playoff {names} at {table}").format(
                names=_names(moment, match.players), table=moment.table(match.table)
            )
            found.append(ListLine(f"{MATCH}{match.uid}", f" {words}", "notice"))
    return tuple(found)


def notes(moment: Moment, division: str) -> tuple[str, ...]:
    """Return the results of the playoff, and whether the title went to another."""
    matches = playoffs(moment.state, division)
    found = [
        _("Playoff: {result}").format(result=in_words(match.result.outcome, moment.names(match)))
        for match in matches
        if match.result.outcome is not None
    ]
    known = moment.state.awards.titles.get(division)
    if known is not None and known.title == "champion" and found:
        players = tuple(dict.fromkeys(player for match in matches for player in match.players))
        best = won(moment.state, division, players)
        if best not in (None, *known.players):
            found.append(_("! By the playoff it is {name}.").format(name=moment.name(best or "")))
    return tuple(found)


def call_key(pair: Pair) -> str:
    """Return the line of a match that is to be called."""
    return f"{CALL}{pair[0]}/{pair[1]}"


def pair_of(key: str) -> Pair:
    """Return the pair whose line has this key."""
    one, other = key.removeprefix(CALL).split("/")
    return one, other


def called(moment: Moment, division: Division, players: Pair, table: str, uid: str) -> Draft:
    """Return the call of a playoff match, now, to be written."""
    rounds = division_rounds(moment.state, division.id)
    number = 1 + max((paired.number for paired in rounds), default=0)
    paired = PairedMatch(at_venue(uid, division.venue), table, *players, PLAYOFF)
    ent = entities.call(MatchKey(division.id, number, paired.uid))
    return Draft(ent, MatchCalled(paired, moment.hall_ms, rules=division.rules_at(number)), REFEREE)


def may_take_back(match: Match) -> bool:
    """Return whether nobody has sat down to it yet."""
    return not (any(match.seated) or match.draw is not None or finished(match))


def _names(moment: Moment, pair: Pair) -> str:
    return " – ".join(moment.name(player) for player in pair)
