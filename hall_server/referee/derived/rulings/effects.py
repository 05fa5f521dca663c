"""What else changes when a result is corrected: places and points, and rounds already paired."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import msgspec

from shared.core.events import DecisionMade, entities
from shared.core.events.measures import MatchDecided, PointsGranted, TieBroken, read
from shared.core.match.outcome import Outcome
from shared.core.standings.explain import points_or_exit, two_places
from shared.core.standings.order import StandingsRow
from shared.core.state import Decision, HallState, Match, Result
from shared.core.text.language import _, ngettext, pgettext
from shared.pairing.places import division_standings
from shared.port import Draft


@dataclass(frozen=True, slots=True)
class PlaceMoved:
    """One player's line before and after; ``rank`` None is a dropout, who has no place."""

    before: StandingsRow
    after: StandingsRow


def moved(state: HallState, after: HallState, division: str) -> tuple[PlaceMoved, ...]:
    """Return players whose place or points change; first those whose match points do."""
    before = {row.player: row for row in division_standings(state, division)}
    found = [
        PlaceMoved(before[row.player], row)
        for row in division_standings(after, division)
        if _said(before[row.player]) != _said(row)
    ]
    found.sort(key=lambda line: line.before.match_points == line.after.match_points)
    return tuple(found)


def corrected(state: HallState, match: Match, outcome: Outcome) -> HallState:
    """Return the state as it would be with another result of a match."""
    result = Result("ruled", outcome, match.result.versions, match.result.heads)
    changed = msgspec.structs.replace(match, result=result)
    return msgspec.structs.replace(state, matches={**state.matches, match.uid: changed})


def with_points(state: HallState, player: str, points: int) -> HallState:
    """Return the state as it would be with so many match points more, or fewer, outside the
    rounds."""
    known = state.players[player]
    changed = msgspec.structs.replace(known, granted=known.granted + points)
    return msgspec.structs.replace(state, players={**state.players, player: changed})


def with_tie(
    state: HallState, division: str, measure: TieBroken | None, without: Collection[str] = ()
) -> HallState:
    """Return the state as it would be with a tie broken so, and without some decisions (ids)."""
    known = state.divisions[division]
    ent = entities.division_decision(division)
    kept = tuple(each for each in known.decisions if each.event not in without)
    if measure is not None:
        kept += (Decision("", ent, "", "", 0, (("", measure),), "", "", (), (), ()),)
    changed = msgspec.structs.replace(known, decisions=kept)
    return msgspec.structs.replace(state, divisions={**state.divisions, division: changed})


def after_rulings(state: HallState, drafts: Iterable[Draft]) -> HallState:
    """Return the state as it would be with what drafts decide: results, and points outside the
    rounds."""
    for draft in drafts:
        parsed = entities.parse(draft.ent)
        if parsed is None or not isinstance(draft.body, DecisionMade):
            continue
        for measure in map(read, draft.body.measures):
            match = state.matches.get(parsed.match.uid) if parsed.match is not None else None
            if isinstance(measure, MatchDecided) and match is not None:
                state = corrected(state, match, measure.outcome)
            elif isinstance(measure, PointsGranted):
                state = with_points(state, parsed.ident, measure.points)
    return state


def paired_since(state: HallState, match: Match) -> tuple[int, ...]:
    """Later rounds of the division that were paired from the result as it stood."""
    return tuple(
        sorted(
            number
            for division, number in state.rounds
            if division == match.key.division and number > match.key.round_no
        )
    )


def _said(row: StandingsRow) -> tuple[object, ...]:
    if row.stands != "by_points":
        return row.rank, row.stands, row.out_at
    return row.rank, row.match_points, row.honor_points


def moved_lines(
    moved: tuple[PlaceMoved, ...], rounds: tuple[int, ...], shown: int
) -> tuple[str, ...]:
    """Return what else a correction changes: places and points of at most ``shown`` players,
    rounds."""
    lines = []
    for line in moved[:shown]:
        before, after = line.before, line.after
        heading = _("result") if after.stands != "by_points" else pgettext("match points", "MP")
        pairs = (
            (_("place"), _place(before), _place(after)),
            (heading, _points(before), _points(after)),
            (
                pgettext("honor points", "HP"),
                two_places(before.honor_points),
                two_places(after.honor_points),
            ),
        )
        changes = [f"{what} {old} → {new}" for what, old, new in pairs if old != new]
        lines.append(f"{after.name}: {', '.join(changes)}")
    if len(moved) > shown:
        count = len(moved) - shown
        more = ngettext("… and {count} more player.", "… and {count} more players.", count)
        lines.append(more.format(count=count))
    if not moved:
        lines.append(_("No place and no points change."))
    if rounds:
        numbers = ", ".join(str(number) for number in rounds)
        kept = ngettext(
            "Round {numbers} paired from the old result: not paired again.",
            "Rounds {numbers} paired from the old result: not paired again.",
            len(rounds),
        )
        lines.append(kept.format(numbers=numbers))
    return tuple(lines)


def _points(row: StandingsRow) -> str:
    return str(row.match_points) if row.stands == "by_points" else points_or_exit(row)


def _place(row: StandingsRow) -> str:
    return _("out") if row.rank is None else str(row.rank)
