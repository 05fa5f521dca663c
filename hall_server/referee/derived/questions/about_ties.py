"""Questions about ties that were broken and are not there any more: a result has changed since."""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.rulings.ties import broken, said
from shared.core.decisions.writing import undo
from shared.core.text.language import _


def about_ties(moment: Moment) -> Iterator[Question]:
    """Yield a question for each ruling that breaks a tie which is not there."""
    for division in moment.state.divisions.values():
        if division.unreadable:
            continue
        for decision, _measure, there in broken(moment, division.id):
            if not there:
                yield Question(
                    key=f"tie:{decision.event}",
                    kind="tie",
                    urgency=Urgency.SOON,
                    since=decision.at,
                    title=_("A broken tie is not there any more, {division}").format(
                        division=division.name
                    ),
                    clause=decision.clause,
                    evidence=(said(moment, decision),),
                    proposal=_(
                        "The players do not have the same points now, so the ruling does not"
                        " count. Take it back; another tie can be broken with the titles."
                    ),
                    drafts=(undo(decision),),
                    division=division.id,
                )
