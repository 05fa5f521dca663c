"""Questions about changes of a division: two made apart, and a round paired before one was seen.

Nothing changes while they are open: the division stays what both had seen, and a round is played as
it was paired.
"""

from collections.abc import Iterator

from hall_server.referee.derived.changes.effects import apart_lines, differences
from hall_server.referee.derived.changes.settling import as_paired
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.rounds import latest
from shared.core.standings.records import round_complete
from shared.core.state import Division, Round
from shared.core.text.language import _


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
        urgency=Urgency.SOON,
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
