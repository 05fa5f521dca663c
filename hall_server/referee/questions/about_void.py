"""Questions about matches that are void and played again: they are to be paired once more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hall_server.referee.moment import Moment
from hall_server.referee.pairing.by_hand import played_again
from hall_server.referee.questions.question import Question, Urgency
from shared.core.language import _


def about_void(moment: Moment) -> Iterator[Question]:
    """Yield a question for each void match that its two players have not been paired for again.

    On a draw sheet and in open play they are called like all others.
    """
    for match in moment.state.matches.values():
        if not match.again or match.standing != "in_force":
            continue
        [ruling, *_others] = match.result.versions
        draft = played_again(moment, match, partial(str, ruling.event))
        if draft is None:
            continue
        names = moment.names(match)
        yield Question(
            key=f"again:{ruling.event}",
            kind="again",
            urgency=Urgency.SOON,
            since=ruling.at,
            title=_("Void, to be played again: {name} – {other}").format(
                name=names[0], other=names[1]
            ),
            clause=ruling.clause,
            evidence=(moment.says(match, ruling),),
            proposal=_(
                "Publish round {number} again with a new match of {name} and {other} at {table}."
                " All other pairs and results stay."
            ).format(
                number=match.key.round_no,
                name=names[0],
                other=names[1],
                table=moment.table(match.table),
            ),
            drafts=(draft,),
            table=match.table,
            match=match.key,
        )
