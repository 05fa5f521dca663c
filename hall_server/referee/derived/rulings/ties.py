"""Ties of a division: which are open, which were broken, and what breaking one writes. Pure."""

from collections.abc import Sequence
from hashlib import blake2b

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings.effects import with_tie
from shared.core.decisions.words import Names, in_full
from shared.core.decisions.writing import Ground, decide
from shared.core.events import entities
from shared.core.events import measures as m
from shared.core.events.measures import TieBroken
from shared.core.rulebooks import Rulebook
from shared.core.standings.order import StandingsRow, ties
from shared.core.state import Decision, HallState
from shared.core.text.language import _, listed
from shared.pairing.places import division_standings
from shared.port import Draft

OPEN, BROKEN = "tie:", "broken:"


def open_tie(
    state: HallState, division: str, players: Sequence[str], without: Sequence[str] = ()
) -> tuple[StandingsRow, ...]:
    """Return the rows of exactly these players where they share a place, else nothing.

    ``without`` are decisions (ids) that are taken as undone.
    """
    rows = division_standings(with_tie(state, division, None, without), division)
    mine = set(players)
    return next((tie for tie in ties(rows) if {row.player for row in tie} == mine), ())


def broken(moment: Moment, division: str) -> tuple[tuple[Decision, TieBroken, bool], ...]:
    """Return the decisions that break a tie, and whether that tie is still there."""
    made = [
        (each, measure)
        for each in moment.state.divisions[division].decisions
        for _token, measure in each.measures
        if each.counts and isinstance(measure, TieBroken)
    ]
    if not made:
        return ()
    rows = division_standings(moment.state, division)
    there = {frozenset(row.tie) for row in rows if row.tie}
    return tuple((each, tie, frozenset(tie.players) in there) for each, tie in made)


def lines(moment: Moment, division: str, on: Sequence[str] = ()) -> tuple[ListLine, ...]:
    """Return the open ties of a division, without the one that is played off by those who are
    ``on``, then the ties that were broken."""
    found = []
    for tie in ties(division_standings(moment.state, division)):
        if {row.player for row in tie} == set(on):
            continue
        words = _("Break the tie for place {place}: {names}").format(
            place=tie[0].rank, names=listed([row.name for row in tie])
        )
        found.append(ListLine(f"{OPEN}{tie[0].rank}", f" {words}"))
    for decision, _measure, _there in broken(moment, division):
        found.append(
            ListLine(f"{BROKEN}{decision.event}", f" {said_tie(moment, decision)}", "notice")
        )
    return tuple(found)


def said_tie(moment: Moment, decision: Decision) -> str:
    """Return a broken tie in full, with its rule and the referee's words."""
    return in_full(decision, tie_names(moment, decision))


def clause_of(book: Rulebook, method: str) -> str:
    """Return by which clause a tie is broken."""
    if method == "playoff" and book.titles is not None:
        return book.clause("titles.first_place_tie")
    return book.clause("tied_places") if book.tied_places == "shared" else book.sheet.authority


def breaking(
    division: str,
    measure: TieBroken,
    ground: Ground,
    instead: Sequence[Decision] = (),
) -> Draft:
    """Return the decision, to be written. Two who break one tie apart decide the same case."""
    about = "/".join((division, *sorted(measure.players)))
    case = blake2b(about.encode(), digest_size=16).hexdigest()
    return decide(
        entities.division_decision(division),
        case,
        (measure,),
        ground,
        settles=(case,),
        instead=instead,
    )


def tie_names(moment: Moment, decision: Decision) -> Names:
    """Return the names of those whom a decision about a division names, in its order."""
    measures = (measure for _token, measure in decision.measures)
    ties = (measure for measure in measures if isinstance(measure, m.TieBroken))
    return tuple(moment.name(player) for tie in ties for player in tie.players)
