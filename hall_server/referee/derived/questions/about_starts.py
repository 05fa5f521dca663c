"""The start of a round: whether it is to be given or may be taken back, as values. Pure."""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.rounds import has_begun, latest, matches_of
from shared.core.decisions.writing import REFEREE
from shared.core.events import RoundStarted, entities
from shared.core.state import Division, Round
from shared.core.text.language import _
from shared.port import Draft
from shared.tui.times import age


def to_start(moment: Moment, division: Division) -> Round | None:
    """Return the division's newest round, if its start was not given and no table plays by itself
    yet."""
    last = latest(moment, division.id)
    if last is None or last.begun_at or last.contested or not last.event:
        return None
    return last if _waits(moment, last) else None


def to_take_back(moment: Moment, division: Division) -> Round | None:
    """Return the division's newest round, if its start was given and no table plays by itself
    yet."""
    last = latest(moment, division.id)
    given = last is not None and bool(last.begun_at) and not last.contested
    return last if last is not None and given and _waits(moment, last) else None


def about_starts(moment: Moment) -> Iterator[Question]:
    """Yield that the hour of a round has come and its start was not given."""
    for division in moment.state.divisions.values():
        paired = to_start(moment, division)
        if (
            paired is None
            or moment.hall_ms < paired.starts_at
            or not moment.state.pairs(division.id)
        ):
            continue
        number, waits = paired.number, moment.hall_ms - paired.starts_at
        yield Question(
            key=f"start:{division.id}:{number}:{paired.event}",
            kind="start",
            urgency=Urgency.SOON,
            since=paired.starts_at,
            title=_("Start round {number}, {division}").format(
                number=number, division=division.name
            ),
            clause=division.book.clause("lateness"),
            evidence=(
                _("Scheduled {time}, {waits} ago; no table has begun.").format(
                    time=moment.minute(paired.starts_at), waits=age(waits)
                ),
            ),
            proposal=_(
                "Start round {number} of {division}: tables and lobby show it, and lateness is"
                " counted from now."
            ).format(number=number, division=division.name),
            drafts=(started(paired, moment.hall_ms),),
            division=division.id,
        )


def started(paired: Round, at: int) -> Draft:
    """Return that the start of a round is given at ``at`` (UTC ms), to be written."""
    return Draft(entities.start(*paired.key), RoundStarted(at, paired.event), REFEREE)


def _waits(moment: Moment, paired: Round) -> bool:
    matches = matches_of(moment, paired)
    return bool(matches) and not any(has_begun(moment, match) for match in matches)
