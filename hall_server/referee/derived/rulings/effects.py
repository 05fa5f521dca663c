"""What else changes with a ruling: places and points, prizes and titles, rounds already paired."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from hall_server.derived.prizes import division_payouts
from hall_server.referee.derived.moment import Moment
from shared.core.events import DecisionMade, entities
from shared.core.events.measures import MatchDecided, PointsGranted, TieBroken, read
from shared.core.match.outcome import Outcome
from shared.core.standings.explain import points_or_exit, two_places
from shared.core.standings.order import StandingsRow
from shared.core.standings.prizes import dollars
from shared.core.standings.titles import first_place
from shared.core.state import Decision, HallState, Match, Result
from shared.core.text.language import _, headed, ngettext, pgettext
from shared.pairing import lives_now
from shared.pairing.from_hall import lost_by_both, voided
from shared.pairing.knockout.by_lives import Otherwise, drawn_otherwise
from shared.pairing.knockout.call_board import fitting, knock_on
from shared.pairing.places import division_standings, is_final
from shared.pairing.types import PairingImpossible
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
        lines.append(headed(after.name, ", ".join(changes)))
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


def knock_on_lines(moment: Moment, match: Match, outcome: Outcome) -> tuple[str, ...]:
    """Next bracket matches, later matches of both players, prizes already paid, first place."""
    state = moment.state
    after = corrected(state, match, outcome)
    return (
        *_brackets(moment, match, after),
        *_lives(moment, match, after),
        *_later_matches(moment, match),
        *desk_lines(moment, match.key.division, after),
    )


def desk_lines(moment: Moment, division: str, after: HallState) -> tuple[str, ...]:
    """Return what other places change at the desks: prizes that were paid, first place, title."""
    payments = _payments(moment, division, after)
    return (*payments, *_first_place(moment, division, after))


def _brackets(moment: Moment, match: Match, after: HallState) -> Iterator[str]:
    if voided(after.matches[match.uid]):
        yield from _played_again(moment, match, after)
        return
    if lost_by_both(after.matches[match.uid]):
        yield from _nobody_goes_on(moment, match, after)
    try:
        changed = knock_on(moment.state, after, match.uid)
    except PairingImpossible as error:
        yield _("! Draw sheet: {sentence}").format(sentence=moment.said(error.sentence))
        return
    for each in changed:
        yield _("Draw sheet: {sentence}").format(sentence=moment.said(each.sentence))


def _nobody_goes_on(moment: Moment, match: Match, after: HallState) -> Iterator[str]:
    """Yield who comes through a draw sheet without a match, because both have forfeited theirs."""
    division = moment.state.divisions[match.key.division]
    try:
        found, before = fitting(after, division), fitting(moment.state, division)
    except PairingImpossible:
        return  # Said where the results are compared.
    if found is None or before is None or match.slot not in found.states:
        return
    yield _("Draw sheet: nobody goes on from {slot}.").format(slot=match.slot)
    for slot, at in found.states.items():
        if at.status == "walked_through" and at.winner and not before.states[slot].winner:
            yield _("Draw sheet: {name} comes through {slot} without a match.").format(
                name=moment.name(at.winner), slot=slot
            )


def _played_again(moment: Moment, match: Match, after: HallState) -> Iterator[str]:
    """Yield who plays a match of a draw sheet that is void, and what was played after it."""
    try:
        found = fitting(after, moment.state.divisions[match.key.division])
    except PairingImpossible as error:
        yield _("! Draw sheet: {sentence}").format(sentence=moment.said(error.sentence))
        return
    if found is None or match.slot not in found.states:
        return
    at = found.states[match.slot]
    if at.status == "ready":
        names = " – ".join(moment.name(side) for side in at.sides if side)
        yield _("Draw sheet: {slot} is played again, {names}.").format(
            slot=at.match.id, names=names
        )
    elif at.status == "waiting":
        yield _("Draw sheet: {slot} waits for both its players.").format(slot=at.match.id)
    else:
        yield _("Draw sheet: {slot} is not played.").format(slot=at.match.id)
    for other in found.misplaced:
        names = " – ".join(moment.names(other))
        yield _("! Draw sheet: {slot}, {names}, does not fit then: rule it void too.").format(
            slot=other.slot, names=names
        )


def _lives(moment: Moment, match: Match, after: HallState) -> Iterator[str]:
    """Yield who would be out, or in again, of a double knockout (DARK-KO)."""
    division = match.key.division
    book = moment.state.divisions[division].book
    if book.pairing_system != "double_knockout":
        return
    clause = book.clause("lives")
    # As it stood after the match's own round: a player who goes out now may have been drawn since.
    number = match.key.round_no + 1
    try:
        before, then = (lives_now(state, division, number) for state in (moment.state, after))
        drawn = drawn_otherwise(moment.state, after, match.uid)
    except PairingImpossible as error:
        yield _("! Lives: {sentence}").format(sentence=moment.said(error.sentence))
        return
    for player, halves in then.halves.items():
        if halves != before.halves[player]:
            left = _("none: out")
            if halves:
                left = ngettext("{count} half-life", "{count} half-lives", halves)
            again = "" if before.halves[player] else _(", in again")
            yield _("Lives of {name}: {left}{again} ({clause}).").format(
                name=moment.name(player), left=left.format(count=halves), again=again, clause=clause
            )
    yield from _drawn_otherwise(moment, drawn, clause)


def _drawn_otherwise(moment: Moment, drawn: tuple[Otherwise, ...], clause: str) -> Iterator[str]:
    """Yield every match drawn since whose players would be others; what comes of it is ruled."""
    hanging: dict[int, list[str]] = {}
    for each in drawn:
        match = each.match
        if each.instead is None:
            hanging.setdefault(match.key.round_no, []).append(match.table)
            continue
        where = _("R{number} table {label}").format(
            number=match.key.round_no, label=moment.label(match.table)
        )
        others = [
            " – ".join(moment.name(player) for player in pair)
            if len(pair) > 1
            else _("{name} with the bye").format(name=moment.name(pair[0]))
            for pair in each.instead
        ]
        out = set(match.players) - {player for pair in each.instead for player in pair}
        others += [_("{name} out").format(name=moment.name(player)) for player in sorted(out)]
        yield _("{match}, {names}: would be {others} ({clause}).").format(
            match=where,
            names=" – ".join(moment.names(match)),
            others=", ".join(others),
            clause=clause,
        )
    for number, tables in hanging.items():
        yield _("Round {number} hangs on that, at {tables}: draw it again or rule.").format(
            number=number, tables=moment.tables(tables)
        )


def _later_matches(moment: Moment, match: Match) -> Iterator[str]:
    """Yield where the two were paired since: those pairings stand (ACF-2.V)."""
    for player in match.players:
        later = [
            _("R{number} table {label}").format(
                number=other.key.round_no, label=moment.label(other.table)
            )
            for other in sorted(moment.state.matches.values(), key=lambda m: m.key.round_no)
            if player in other.players
            and other.key.division == match.key.division
            and other.key.round_no > match.key.round_no
            and other.standing == "in_force"
        ]
        if later:
            yield _("{name} was paired since: {matches}.").format(
                name=moment.name(player), matches=", ".join(later)
            )


def _payments(moment: Moment, division: str, after: HallState) -> Iterator[str]:
    now = {each.player: each for each in division_payouts(after, division)}
    for player, payment in moment.state.awards.payments.items():
        known = moment.state.players.get(player)
        if known is None or known.division != division:
            continue
        due = now[player].paid_cents if player in now else 0
        if due != payment.cents:
            paid = dollars(payment.cents)
            yield _("! {name} was paid {paid}; after it, {due} is due.").format(
                name=known.name, paid=paid, due=dollars(due)
            )


def _first_place(moment: Moment, division: str, after: HallState) -> Iterator[str]:
    book = moment.state.divisions[division].book
    before_players = first_place(division_standings(moment.state, division), book).players
    after_players = first_place(division_standings(after, division), book).players
    if before_players != after_players and is_final(moment.state, division):
        names = _(" and ").join(moment.name(player) for player in after_players) or _("nobody")
        yield _("First place: {names}.").format(names=names)
    title = moment.state.awards.titles.get(division)
    if title is not None and not set(title.players) <= set(after_players):
        yield _("! The title that was declared is not of who stands first then.")
