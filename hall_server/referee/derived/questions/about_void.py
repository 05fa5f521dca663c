"""Questions about matches that nobody has won: void ones that are played again, and a draw sheet
whose last match both players forfeited."""

from collections.abc import Iterator
from functools import partial

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.by_hand import played_again
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.state import Division
from shared.core.text.language import _
from shared.pairing.from_hall import lost_by_both
from shared.pairing.knockout.call_board import sheet_now
from shared.pairing.open_play import matches_in
from shared.pairing.types import PairingImpossible


def about_void(moment: Moment) -> Iterator[Question]:
    """Yield what is asked about matches that nobody has won."""
    yield from _again(moment)
    for division in moment.state.divisions.values():
        yield from _unwon(moment, division)


def _unwon(moment: Moment, division: Division) -> Iterator[Question]:
    """Yield a draw sheet that is played to its end, and has no winner."""
    try:
        found = sheet_now(moment.state, division)
    except PairingImpossible:
        return  # The call board says so.
    if found is None or found[1].champion is not None:
        return
    last = [found[1].state(ident) for ident in found[0].deciders]
    if any(at.status in ("waiting", "ready") for at in last):
        return
    slots = {at.match.id for at in last}
    for match in matches_in(moment.state, division.id):
        if match.slot in slots and lost_by_both(match):
            yield Question(
                key=f"unwon:{match.uid}:{','.join(match.result.heads)}",
                kind="unscored",
                urgency=Urgency.SOON,
                since=max(version.at for version in match.result.versions),
                title=_("Nobody has won {division}").format(division=division.name),
                clause=division.book.sheet.authority,
                evidence=tuple(moment.says(match, each) for each in match.result.versions),
                proposal=_(
                    "Both players have forfeited the last match, and no rule says who wins then."
                    " Rule on it again, or leave it so: nobody is first."
                ),
                opens="decide",
                table=match.table,
                match=match.key,
                case=case_of(moment, "result", match),
            )


def _again(moment: Moment) -> Iterator[Question]:
    """Yield void matches that their two players have not been paired for again.

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
