"""How a decision stands, in words: whether it counts, who voted, what its table made of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from shared.core.decisions.words import OBSTACLES, Names, said
from shared.core.events import Obstacle
from shared.core.events.measures import Measure
from shared.core.events.votes import Ballot, Vote
from shared.core.state import Carried, Decision, HallState, Standing
from shared.core.text.language import N_, _, headed

STANDINGS: Final[Mapping[Standing, str]] = {
    "in_force": "",
    "replaced": N_("another decision stands in its place"),
    "outranked": N_("the chief referee decided otherwise"),
    "contested": N_("another referee decided otherwise, and neither counts yet"),
    "unknown": N_("only newer software can read it"),
}
"""Whether a decision counts, and why it does not."""

_BALLOTS: Final[Mapping[Ballot, str]] = {
    "draw": N_("a draw"),
    "change": N_("for a change"),
    "uphold": N_("against a change"),
    "abstain": N_("abstains"),
}


def about_play(state: HallState) -> Iterator[Decision]:
    """Yield all that was decided about matches, players and divisions, however it stands."""
    for match in state.matches.values():
        yield from match.decisions
    for player in state.players.values():
        yield from player.decisions
    for division in state.divisions.values():
        yield from division.decisions


def every_decision(state: HallState) -> Collection[Decision]:
    """Return all that was decided about matches and players, and what answers a table's reports."""
    found = {decision.event: decision for decision in about_play(state)}
    for report in state.reports.values():
        if report.decision is not None:
            found.setdefault(report.decision.event, report.decision)
    return found.values()


def undoes(decision: Decision) -> bool:
    """Return whether a decision only takes back what was decided before it."""
    return not decision.measures and decision.standing != "unknown"


def undone_by(decision: Decision, decisions: Iterable[Decision]) -> Decision | None:
    """Return what took a decision back without another in its place; None if nothing did."""
    found = (one for one in decisions if undoes(one) and decision.event in one.replaces)
    return next((one for one in found if one.counts), None)


def why_not(decision: Decision, decisions: Iterable[Decision] = ()) -> str:
    """Return why a decision does not count, "" if it does; ``decisions`` are all of its entity."""
    if decision.counts:
        return ""
    if undone_by(decision, decisions) is not None:
        return _("it was undone")
    return _(STANDINGS[decision.standing])


def ground(decision: Decision) -> str:
    """Return by which rule and why something was decided: ``ACF-3.II.C: drunk``."""
    return ": ".join(filter(None, (decision.clause, decision.reason)))


def table_said(measure: Measure, refused: Obstacle | None, names: Names) -> str:
    """Return what a table made of a measure: it is done, or why the table could not."""
    what = said(measure, names)
    if refused is None:
        return _("Done at the table: {what}").format(what=what)
    words = _("Not done at the table, because {why}: {what}")
    return words.format(why=_(OBSTACLES[refused]), what=what)


def carried_out(
    decision: Decision, carried: Mapping[str, Carried], names: Names
) -> tuple[str, ...]:
    """Return what the table has made of each measure of a decision, as far as it has said."""
    return tuple(
        table_said(measure, carried[token].refused, names)
        for token, measure in decision.measures
        if token in carried
    )


def voted(votes: Iterable[Vote], names: Names) -> str:
    """Return how each member of a committee voted; "" where nobody did."""
    told = ", ".join(headed(vote.voter, _ballot(vote.ballot, names)) for vote in votes)
    return _("Votes: {votes}.").format(votes=told) if told else ""


def _ballot(ballot: Ballot, names: Names) -> str:
    if ballot == "first" or ballot == "second":
        return _("{name} wins").format(name=names[ballot == "second"])
    return _(_BALLOTS[ballot])
