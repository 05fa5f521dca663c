"""Questions about a division: who belongs in it, changes made apart, what two desks entered.

A named division is a request until it is approved (ACF-1.IV.B). Nothing changes while a question is
open: of what was made apart one counts for now, the same at every node.
"""

from collections.abc import Iterator

from hall_server.referee.derived.changes.effects import apart_lines, differences
from hall_server.referee.derived.changes.versions import as_paired
from hall_server.referee.derived.moment import Moment, first_of
from hall_server.referee.derived.people import registration as reg
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.rounds import latest
from shared.core.standings.records import round_complete
from shared.core.state import Division, Round
from shared.core.text.language import N_, _, ngettext

_SHOWN = 6


def about_divisions(moment: Moment) -> Iterator[Question]:
    """Yield one question a division, with everybody in it whose rating or title belongs
    elsewhere."""
    for division in moment.state.divisions.values():
        asked = reg.unapproved(moment.state, division.id)
        if not asked:
            continue
        lines = [reg.asked_words(moment.state, player) for player in asked]
        title = ngettext(
            "{count} division to approve, {division}",
            "{count} divisions to approve, {division}",
            len(asked),
        )
        yield Question(
            key=f"classify:{division.id}",
            kind="classify",
            urgency=Urgency.LATER,
            since=moment.hall_ms,
            title=title.format(count=len(asked), division=division.name),
            clause=reg.classing_clause(division),
            evidence=first_of(lines, _SHOWN),
            proposal=" ".join(
                (
                    _("Put each where title or rating belongs; say who approves it and why."),
                    _("Otherwise: all as they named it, or one by one."),
                )
            ),
            opens="classify",
            division=division.id,
            rank=-1,
        )


def about_changes(moment: Moment) -> Iterator[Question]:
    """Yield what of each division's changes needs the referee."""
    for division in moment.state.divisions.values():
        if division.apart:
            yield _apart(moment, division)
            continue
        last = latest(moment, division.id)
        if last is not None and not round_complete(moment.state, last):
            yield from _paired_before(moment, division, last)


def _apart(moment: Moment, division: Division) -> Question:
    return Question(
        key=f"changes:{division.id}:{','.join(division.apart)}",
        kind="changes",
        urgency=Urgency.NOW,
        since=max((one.at for one in division.others), default=moment.hall_ms),
        title=_("Two changes side by side, {division}").format(division=division.name),
        clause=division.book.sheet.authority,
        evidence=tuple(apart_lines(moment, division)),
        proposal=_(
            "They were made apart and differ, so none of them counts yet. Say which one does."
        ),
        opens="changes",
        division=division.id,
    )


def _paired_before(moment: Moment, division: Division, last: Round) -> Iterator[Question]:
    version, meant = division.named(last.rules), division.version_at(last.number)
    if version is None or meant is None or version.played_like(meant):
        return
    played = division.at(last.number, last.rules)
    yield Question(
        key=f"paired_before:{division.id}:{last.number}:{meant.event}",
        kind="changes",
        since=meant.at,
        title=_("Round {number} was paired without the change, {division}").format(
            number=last.number, division=division.name
        ),
        clause=division.book.sheet.authority,
        evidence=(
            *differences(moment, played, division.at(last.number)),
            _("Why it was changed: {why}").format(why=meant.why or "–"),
        ),
        proposal=_(
            "Play round {number} as it was paired; the change counts from round {next} on. For the"
            " change at once, take the pairing back and pair again."
        ).format(number=last.number, next=last.number + 1),
        drafts=as_paired(division, last),
        division=division.id,
    )


_WHAT = {
    "player": N_("Registration entered twice, {name}"),
    "withdrawal": N_("Withdrawal entered twice, {name}"),
    "classification": N_("Division entered twice, {name}"),
    "opt_out": N_("Last round entered twice, {name}"),
    "attendance": N_("Check-in entered twice, {name}"),
    "placing": N_("Line of the draw sheet entered twice, {name}"),
    "prizes": N_("Prizes posted twice, {name}"),
    "title": N_("Title given twice, {name}"),
    "table": N_("Table put up and taken away, {name}"),
}
_WHERE = {
    "prizes": N_("Post them again at the prize desk (z): that counts."),
    "title": N_("Give it again with the titles (t), or take it back: that counts."),
    "opt_out": N_("Enter it again at the standings (s): that counts."),
    "attendance": N_("Enter it again at check-in (w): that counts."),
    "table": N_("Put it up (t) or take it away (x) once more, on the page q: that counts."),
    "placing": N_("Withdraw the entry and register it again (r)."),
}


def about_entries(moment: Moment) -> Iterator[Question]:
    """Yield a question for each fact that two desks entered otherwise, unseen by each other."""
    for ent, parsed in moment.conflicts(*_WHAT):
        division = moment.state.divisions.get(parsed.ident)
        player = moment.state.players.get(parsed.ident)
        about = division if player is None else moment.state.divisions.get(player.division)
        name = division.name if division is not None else moment.name(parsed.ident)
        if parsed.family == "table":
            name = moment.label(parsed.ident)
        again = N_("Enter it again with the players (r): that counts.")
        yield Question(
            key=f"entries:{ent}",
            kind="changes",
            since=moment.hall_ms,
            title=_(_WHAT[parsed.family]).format(name=name),
            clause="" if about is None else about.book.sheet.authority,
            evidence=(
                _("Two desks entered it, neither having seen the other, and they differ."),
                _("Both are kept. One is taken for now, the same at every screen."),
            ),
            proposal=_(_WHERE.get(parsed.family, again)),
            opens="note",
            division="" if about is None else about.id,
        )
