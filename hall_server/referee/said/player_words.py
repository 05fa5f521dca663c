"""One player's page as lines: results, incidents across rounds, cautions, requests, prize. Pure."""

from hall_server.derived.prizes import copies_missing, division_payouts
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings.incidents import found, is_caution, is_penalty, is_wish
from hall_server.referee.said.incident_words import outcome, title, tone
from hall_server.referee.said.prize_words import before_paying, places
from shared.core.decisions.requests import answer_to, asked, wish_words
from shared.core.decisions.standing import ground
from shared.core.decisions.words import in_full, sayings
from shared.core.standings.explain import points_or_exit
from shared.core.standings.prizes import dollars
from shared.core.standings.records import division_rounds
from shared.core.state import Match, Player
from shared.core.state.floor import hall_order
from shared.core.state.persons import sort_key
from shared.core.text.language import N_, _, headed, ngettext
from shared.pairing.places import division_standings
from shared.tui.names import columns
from shared.tui.times import clock_time

Toned = tuple[str, str]
"""(tone, line)"""


def player_order(moment: Moment) -> tuple[Player, ...]:
    """Return every player, by surname."""
    return tuple(sorted(moment.state.players.values(), key=lambda p: (sort_key(p.name), p.id)))


def player_page(moment: Moment, player: Player) -> tuple[Toned, ...]:
    """Return all that the referee asks about a player."""
    lines: list[Toned] = [("ink", who(moment, player)), *_standing(moment, player)]
    lines += results_told(moment, player)
    incidents = [each for each in found(moment, "all", player.id) if not is_wish(each)]
    cautions = sum(is_caution(each, player.id) for each in incidents)
    penalties = sum(is_penalty(each, player.id) for each in incidents)
    count = _("Incidents: {count}, cautions {cautions}, penalties {penalties}").format(
        count=len(incidents), cautions=cautions, penalties=penalties
    )
    lines += [("ink-soft", ""), ("accent", count)]
    for each in incidents:
        place = moment.round_sign(each.match) if each.match is not None else ""
        at = clock_time(each.at, moment.zone)
        said = f"{place} {at} {title(each)}".strip()
        lines.append((tone(each, player.id), f"{said} – {outcome(moment, each)}"))
    lines += _requests(moment, player)
    lines += owed(moment, player)
    return tuple(lines)


def player_told(moment: Moment, ident: str) -> tuple[Toned, ...]:
    """Return the page of a player under the name; () where none has this id."""
    player = moment.state.players.get(ident)
    return () if player is None else (("accent", player.name), *player_page(moment, player))


def results_told(moment: Moment, player: Player) -> list[Toned]:
    """Return a player's results, one a round, under a headline."""
    found = _results(moment, player) or [("ink-soft", _("No round yet."))]
    return [("ink-soft", ""), ("accent", _("Results")), *found]


def who(moment: Moment, player: Player) -> str:
    """Return division, rating and where a player is from, in one line."""
    division = moment.state.divisions.get(player.division)
    parts = [division.name if division is not None else player.division]
    rated = _("rated {rating}").format(rating=player.rating)
    parts.append(rated if player.rating else _("unrated"))
    parts += [part for part in (player.club, player.state, player.region) if part]
    if player.table:
        parts.append(_("keeps {table}").format(table=moment.table(player.table)))
    return " · ".join(parts)


def _standing(moment: Moment, player: Player) -> list[Toned]:
    lines: list[Toned] = []
    if player.suspended is not None:
        said = _("! Out until you lift it: {until}").format(until=ground(player.suspended))
        lines.append(("danger", said))
    if player.withdrawn_after is not None:
        after = player.withdrawn_after
        said = _("! Withdrawn after round {number}") if after else _("! Withdrawn before round 1")
        lines.append(("caution", said.format(number=after)))
    if player.opt_out is not None:
        in_time = player.opt_out.in_time
        said = (
            _("! Skips round {number}, told in time")
            if in_time
            else _("! Skips round {number}, told late")
        )
        lines.append(("caution", said.format(number=player.opt_out.round_no)))
    if player.attendance is not None and player.attendance.out_of:
        said = _("! Left out of round {number}: not here as check-in closed")
        lines.append(("caution", said.format(number=player.attendance.out_of)))
    if player.division in moment.state.divisions:
        rows = division_standings(moment.state, player.division)
        row = next((row for row in rows if row.player == player.id), None)
        if row is not None and (row.rank is not None or row.match_points):
            if row.stands != "by_points":
                said = _("Stands at place {place}: {result}")
                lines.append(("ink", said.format(place=row.rank, result=points_or_exit(row))))
                return lines
            said = (
                ngettext(
                    "Stands at no place with {count} match point",
                    "Stands at no place with {count} match points",
                    row.match_points,
                )
                if row.rank is None
                else ngettext(
                    "Stands at place {place} with {count} match point",
                    "Stands at place {place} with {count} match points",
                    row.match_points,
                )
            )
            lines.append(("ink", said.format(place=row.rank, count=row.match_points)))
    return lines


def _results(moment: Moment, player: Player) -> list[Toned]:
    lines: list[Toned] = []
    for paired in division_rounds(moment.state, player.division):
        if player.id in paired.byes:
            place = _("R{number}").format(number=paired.number)
            lines.append(("ink", place + "  " + _("bye")))
    matches = [m for m in moment.state.matches.values() if player.id in m.players]
    for match in matches:
        if match.standing != "withdrawn":
            lines.append(_result(moment, player, match))
    lines.sort(key=lambda line: hall_order(line[1]))
    return lines


def _result(moment: Moment, player: Player, match: Match) -> Toned:
    names = moment.names(match)
    other = names[1] if match.players[0] == player.id else names[0]
    places = (
        moment.round_sign(match),
        _("T{table}").format(table=moment.label(match.table)),
    )
    head = columns(places, (3, moment.sign_width(4)), gap=1)
    if match.result.outcome is not None:
        said = sayings(match.result.outcome, names)
        if match.result.status == "ruled":
            said = _("{result}, ruled").format(result=said)
        return "ink", headed(f"{head} {other}", said)
    tone = "caution" if match.result.open_question else "ink-soft"
    return tone, headed(f"{head} {other}", _(_STATUS[match.result.status]))


_STATUS = {
    "none": N_("no result yet"),
    "entered": N_("signed by one side"),
    "disputed": N_("! DISPUTED"),
    "conflict": N_("! CONFLICT"),
    "confirmed": N_("signed by both"),
    "ruled": N_("ruled"),
}


def _requests(moment: Moment, player: Player) -> list[Toned]:
    """Return what the player asked at a kiosk, and what became of it."""
    found = asked(moment.state, player.id)
    if not found:
        return []
    lines: list[Toned] = [("ink-soft", ""), ("accent", _("Asked at the kiosk"))]
    for request in found:
        answer = answer_to(moment.state, request)
        said = wish_words(request.what, request.round_no)
        if answer is not None:
            said = in_full(answer, (player.name, player.name))
        elif request.open:
            said = _("{wish} – waits for you").format(wish=said)
        lines.append(("caution" if request.open else "ink", f"{moment.minute(request.at)} {said}"))
    return lines


def owed(moment: Moment, player: Player) -> list[Toned]:
    """Return what the desks wait for from a player or have for them, under a headline."""
    lines: list[Toned] = []
    missing = [
        paired.number
        for paired in division_rounds(moment.state, player.division)
        if any(who == player.id for _, who in copies_missing(
            moment.state, player.division, paired.number
        ))
    ]  # fmt: skip
    if missing:
        rounds = ", ".join(str(number) for number in missing)
        clause = moment.state.divisions[player.division].book.clause("prizes.sheet_copies")
        said = _("! Score sheets missing ({clause}): round {rounds}").format(
            clause=clause, rounds=rounds
        )
        lines.append(("caution", said))
    for payout in division_payouts(moment.state, player.division):
        if payout.player == player.id and payout.share_cents:
            first = before_paying(payout)
            said = _("Prize as it stands: {amount}, place {place}").format(
                amount=dollars(payout.paid_cents), place=places(payout)
            )
            lines.append(("ink", f"{said}{f' – {first}' if first else ''}"))
    paid = moment.state.awards.payments.get(player.id)
    if paid is not None:
        at = moment.minute(paid.at)
        said = _("√ Paid {amount} at {time} by {by}")
        lines.append(("good", said.format(amount=dollars(paid.cents), time=at, by=paid.by)))
    return [("ink-soft", ""), ("accent", _("Desks")), *lines] if lines else []
