"""What a corrected result knocks on beside places and points: brackets, prizes, titles. Pure."""

from collections.abc import Iterator

from hall_server.derived.prizes import division_payouts
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings.effects import corrected
from shared.core.match.outcome import Outcome
from shared.core.standings.prizes import dollars
from shared.core.standings.titles import first_place
from shared.core.state import HallState, Match
from shared.core.text.language import _, ngettext
from shared.pairing import lives_now
from shared.pairing.from_hall import lost_by_both, voided
from shared.pairing.knockout.by_lives import Otherwise, drawn_otherwise
from shared.pairing.knockout.call_board import fitting, knock_on
from shared.pairing.places import division_standings, is_final
from shared.pairing.types import PairingImpossible


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
