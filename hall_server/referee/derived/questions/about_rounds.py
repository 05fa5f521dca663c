"""Questions that rounds and tables raise: what to pair next, what is missing, what is contested."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby

from hall_server.derived.about import about
from hall_server.derived.prizes import division_payouts
from hall_server.referee.derived.moment import Moment, first_of
from hall_server.referee.derived.people import registration as reg
from hall_server.referee.derived.questions.about_overtime import in_overtime
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.rounds import latest, matches_of, missing
from shared.core.decisions.writing import REFEREE
from shared.core.events import DeviceAssigned, RoundPaired, entities
from shared.core.match.schedule import ScheduleError, registration_closes
from shared.core.standings.records import when_next
from shared.core.standings.titles import too_few
from shared.core.state import Division, Match, Round, Table
from shared.core.state.floor import hall_order
from shared.core.text.language import _, ngettext
from shared.core.text.sentence import said
from shared.pairing import decided_already
from shared.pairing.from_hall import rounds_of_new_opponents
from shared.pairing.log.lines import Kept, written
from shared.pairing.places import division_standings, is_final
from shared.port import Draft
from shared.tui.times import age

_NOTICED = 3
_SHOWN = 6


def about_rounds(moment: Moment) -> Iterator[Question]:
    """Yield every question that rounds, tables and alarms raise now."""
    state = moment.state
    for paired in state.rounds.values():
        if paired.contested:
            yield _contested(moment, paired)
    for table in state.tables.values():
        if table.contested:
            yield _two_devices(moment, table)
    for division in state.divisions.values():
        last = latest(moment, division.id)
        if last is not None:
            yield from _on_paper(moment, division, last)
            yield from _unreported(moment, division, last)
        yield from _next_round(moment, division, last)
        yield from _closing(moment, division, last)
    yield from _noticed(moment)


def _noticed(moment: Moment) -> Iterator[Question]:
    """Yield what the hall noticed, each kind once: nobody buries the queue by what nobody can
    read."""
    alarms = [a for a in moment.state.alarms if a.kind not in ("conflict", "equivocation")]
    for kind, group in groupby(alarms, key=lambda alarm: alarm.kind):
        found = tuple(group)
        lines = [
            line
            for alarm in found[:_NOTICED]
            for line in (
                said(alarm.sentence, moment.device_name),
                _("About: {ent}").format(ent=about(moment.state, alarm.ent)),
            )
        ]
        left = len(found) - _NOTICED
        more = (_("and {count} more").format(count=left),) if left > 0 else ()
        yield Question(
            # Taken off the list, it comes back when there are twice as many.
            key=f"alarm:{kind}:{len(found).bit_length()}",
            kind="alarm",
            since=moment.hall_ms,
            title=_("The hall noticed something"),
            clause=_authority(moment),
            evidence=(*lines, *more),
            proposal=_("Both versions are kept. Look into it, then take this off the list."),
            opens="note",
        )


def _authority(moment: Moment) -> str:
    """Return the clause of what concerns no match; none where divisions of several sheets play."""
    known = {d.book.sheet.authority for d in moment.state.divisions.values() if not d.unreadable}
    return known.pop() if len(known) == 1 else ""


def _contested(moment: Moment, paired: Round) -> Question:
    own = {match.uid for match in paired.matches}
    begun = [
        match
        for match in matches_of(moment, paired)
        if any(match.seated) or match.draw is not None or match.result.status != "none"
    ]
    mine = [match for match in begun if match.uid in own]
    others = [match for match in begun if match.uid not in own]
    name = moment.state.divisions[paired.division].name
    here, there = ([match.table for match in group] for group in (mine, others))
    none = _("nothing")
    lines = [
        _("This pairing: {count} matches, drawn with seed {seed}").format(
            count=len(own), seed=paired.seed[:12]
        ),
        _("Under way in it: {tables}").format(tables=moment.tables(here) if here else none),
        _("Under way in another: {tables}").format(tables=moment.tables(there) if there else none),
    ]
    body = RoundPaired(
        paired.starts_at,
        paired.seed,
        paired.matches,
        paired.byes,
        paired.witnesses,
        (*paired.trace, *written((Kept(),))),
        paired.algorithm,
        paired.field,
        by_hand=paired.by_hand,
        rules=paired.rules,
    )
    keep = len(mine) >= len(others)
    return Question(
        key=f"round:{paired.division}:{paired.number}:{paired.event}",
        kind="round_contested",
        urgency=Urgency.NOW,
        since=paired.starts_at,
        title=_("Two pairings of round {number}, {division}").format(
            number=paired.number, division=name
        ),
        clause=moment.state.divisions[paired.division].book.draw_clause,
        evidence=tuple(lines),
        proposal=_("Keep this pairing; the matches of the other are withdrawn.")
        if keep
        else _("More is under way in the other pairing: the referee decides, or pairs again."),
        opens="write" if keep else "pair",
        drafts=(Draft(entities.pairing(*paired.key), body, REFEREE),) if keep else (),
        division=paired.division,
    )


def _two_devices(moment: Moment, table: Table) -> Question:
    label = moment.device_name(table.device)
    return Question(
        key=f"table:{table.id}:{table.device}",
        kind="table_contested",
        since=moment.hall_ms,
        title=_("Two devices are assigned to {table}").format(table=moment.table(table.id)),
        clause=_authority(moment),
        evidence=(_("First of them: {label} ({key})").format(label=label, key=table.device[:8]),),
        proposal=_("Keep {label} at {table}.").format(label=label, table=moment.table(table.id)),
        drafts=(Draft(entities.table_device(table.id), DeviceAssigned(table.device), REFEREE),),
        table=table.id,
    )


def _on_paper(moment: Moment, division: Division, paired: Round) -> Iterator[Question]:
    """Yield that results are to come on slips, from tables without a device."""
    due = [match for match in missing(moment, paired) if moment.is_on_paper(match)]
    if not due or moment.hall_ms < paired.starts_at:
        return
    sheet = division.book.sheet
    yield Question(
        key=f"slips:{division.id}:{paired.number}",
        kind="slips",
        since=paired.starts_at,
        title=ngettext("{count} slip is to come", "{count} slips are to come", len(due)).format(
            count=len(due)
        ),
        clause=sheet.score_report or sheet.authority,
        evidence=_by_table(moment, due),
        proposal=_("Type each result as its slip comes to you."),
        opens="slips",
        division=division.id,
    )


def _unreported(moment: Moment, division: Division, paired: Round) -> Iterator[Question]:
    """ACF-3.II.I: the first duty after a match is to report the score."""
    length_ms = division.book.round_length_ms
    if length_ms is None or moment.hall_ms <= (end := paired.starts_at + length_ms):
        return
    silent = [
        match
        for match in missing(moment, paired)
        if match.result.status in ("none", "entered") and not in_overtime(moment, match)
        if not moment.is_on_paper(match)
    ]
    if not silent:
        return
    sheet = division.book.sheet
    yield Question(
        key=f"unreported:{division.id}:{paired.number}",
        kind="unreported",
        since=end,
        title=_("{count} not reported, {division} round {number}").format(
            count=len(silent), division=division.name, number=paired.number
        ),
        clause=sheet.score_report or sheet.authority,
        evidence=(
            _("The round was to end {time}, {age} ago.").format(
                time=moment.minute(end), age=age(moment.hall_ms - end)
            ),
            *_by_table(moment, silent),
        ),
        proposal=_("Look at these tables on the floor and collect the scores."),
        opens="look",
        division=division.id,
    )


def _by_table(moment: Moment, matches: Sequence[Match]) -> tuple[str, ...]:
    """Return a line for each of the first matches in table order, and how many more there are."""

    def line(match: Match) -> str:
        said = _("Table {label}: {players}")
        if match.result.status == "entered":
            said = _("Table {label}: {players}, signed by one side only")
        return said.format(label=moment.label(match.table), players=" – ".join(moment.names(match)))

    return first_of(sorted(matches, key=lambda match: hall_order(match.table)), _SHOWN, line)


def _next_round(moment: Moment, division: Division, last: Round | None) -> Iterator[Question]:
    number = 1 if last is None else last.number + 1
    players = [p for p in moment.state.players.values() if p.division == division.id]
    if number > division.rounds or len(players) < 2 or not moment.state.pairs(division.id):
        return
    if division.book.pairing_system == "open_play":
        return
    if last is not None and (last.contested or missing(moment, last)):
        return
    if decided_already(moment.state, division.id, number):
        return
    since = moment.hall_ms
    line = _("{count} players are registered.").format(count=len(players))
    if last is not None:
        results = [m.result for m in matches_of(moment, last)]
        since = max((v.at for r in results for v in r.versions), default=since)
        line = ngettext(
            "Round {number}: {count} match, with its result.",
            "Round {number}: {count} matches, all with a result.",
            len(results),
        ).format(number=last.number, count=len(results))
        by_referee = sum(result.status == "ruled" for result in results)
        if by_referee:
            line += " " + _("The referee wrote {count} of them.").format(count=by_referee)
    yield Question(
        key=f"pair:{division.id}:{number}",
        kind="pair",
        urgency=Urgency.LATER,
        since=since,
        title=_("Pair round {number} of {rounds}, {division}").format(
            number=number, rounds=division.rounds, division=division.name
        ),
        clause=division.book.draw_clause,
        evidence=(
            line,
            *_too_few(division, number, len(players)),
            *_too_many_rounds(division, number, len(players)),
            *_unapproved(moment, division),
            *_paired_before(moment, division, number),
            *_hour(moment, division),
        ),
        proposal=_("Name the witnesses, throw the seed, check the pairing, publish."),
        opens="pair",
        division=division.id,
        rank=division.book.schedule.pairing_rank if division.book.schedule is not None else 0,
    )


def _closing(moment: Moment, division: Division, last: Round | None) -> Iterator[Question]:
    """Yield what is left to do once every round is played, until title and prizes are settled."""
    state = moment.state
    if last is None or last.contested or missing(moment, last) or not is_final(state, division.id):
        return
    due = [p for p in division_payouts(state, division.id) if p.share_cents]
    paid = sum(payout.player in state.awards.payments for payout in due)
    if division.id in state.awards.titles and paid == len(due):
        return
    first = [row for row in division_standings(state, division.id) if row.rank is not None]
    lines = [f"{row.rank}. {row.name}  {row.points_shown}" for row in first[:_NOTICED]]
    if due:
        lines.append(_("Prizes: {paid} of {count} paid.").format(paid=paid, count=len(due)))
    results = (match.result for match in matches_of(moment, last))
    yield Question(
        key=f"closing:{division.id}:{last.number}",
        kind="closing",
        urgency=Urgency.LATER,
        since=max((v.at for result in results for v in result.versions), default=moment.hall_ms),
        title=_("Every round is played: {division}").format(division=division.name),
        clause=division.book.sheet.authority,
        evidence=tuple(lines),
        proposal=_(
            "Settle the title (t) and the prizes (z), and hang up the standings. Keep an archive: "
            "hall-server export event."
        ),
        opens="note",
        division=division.id,
    )


def _too_few(division: Division, number: int, players: int) -> Iterator[str]:
    """ACF-1.IV.C: where the event names a least number, a smaller division is merged upwards."""
    rule = division.book.entry
    if rule is not None and number == 1 and too_few(division.book, players):
        yield _("Fewer than {count} players: merge the division upwards ({clause}).").format(
            count=rule.merge_below_players,
            clause=division.book.clause("entry.merge_below_players"),
        )


def _too_many_rounds(division: Division, number: int, players: int) -> Iterator[str]:
    """Before round 1: whether the rounds outnumber the opponents of each player (ACF-2.V.D)."""
    without = rounds_of_new_opponents(players)
    if division.book.pairing_system == "swiss" and number == 1 and division.rounds > without:
        yield _(
            "! {rounds} rounds are set, and {count} players have all met after {without}: in later"
            " rounds some meet again."
        ).format(rounds=division.rounds, count=players, without=without)


def _unapproved(moment: Moment, division: Division) -> Iterator[str]:
    """ACF-1.IV.B: a named division is a request; who is paired in it stays there."""
    asked = len(reg.unapproved(moment.state, division.id))
    if asked:
        book = division.book
        yield ngettext(
            "{count} player's division is not approved yet ({clause}): once paired they stay.",
            "{count} players' divisions are not approved yet ({clause}): once paired they stay.",
            asked,
        ).format(count=asked, clause=book.sheet.classing or book.clause("entry"))


def _paired_before(moment: Moment, division: Division, number: int) -> Iterator[str]:
    """ACF-1.V.A: the Masters are paired first, then the Majors and Minors; a reminder."""
    rule = division.book.schedule
    for other in moment.state.divisions.values():
        theirs = other.book.schedule
        if rule is None or theirs is None or theirs.pairing_rank >= rule.pairing_rank:
            continue
        last = latest(moment, other.id)
        if number <= other.rounds and (last is None or last.number < number):
            said = _("{division} are paired first ({clause}): their round {number} is not.")
            clause = division.book.clause("schedule.pairing_rank")
            yield said.format(division=other.name, clause=clause, number=number)


def _hour(moment: Moment, division: Division) -> Iterator[str]:
    """Yield when the round can start, where the division keeps a timetable (ACF-1.V.B)."""
    following = when_next(moment.state, division.id, moment.hall_ms)
    if following is not None and following.starts_at is not None:
        yield _("It can start {time}: {why}.").format(
            time=moment.minute(following.starts_at), why=following.why
        )
    rule = division.book.schedule
    closes = None
    if following is not None and following.number == 1 and rule is not None and division.first_day:
        with suppress(ScheduleError):  # what another program has written as the first day
            closes = registration_closes(rule, division.first_day, moment.zone)
    if closes is not None:
        yield _("Registration ought to be complete {time} ({clause}).").format(
            time=moment.minute(closes), clause=division.book.clause("schedule.registration_day")
        )
