"""Questions about rulings, broken ties, void matches, and draw sheets that nobody has won."""

from collections.abc import Iterator
from functools import partial

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.by_hand import played_again
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.question import Question, Urgency, at
from hall_server.referee.derived.rulings.ties import broken, said_tie
from shared.core.decisions.facts import missing, with_games
from shared.core.decisions.words import OBSTACLES, all_said, in_full, said
from shared.core.decisions.writing import undo
from shared.core.standings.scoring import in_words, why_unscored
from shared.core.state import Decision, Division, Match
from shared.core.text.language import _
from shared.pairing.from_hall import lost_by_both
from shared.pairing.knockout.call_board import sheet_now
from shared.pairing.open_play import matches_in
from shared.pairing.types import PairingImpossible


def about_rulings(moment: Moment, match: Match) -> Iterator[Question]:
    """Yield every question that what was ruled in a match raises now."""
    yield from _left_out(moment, match)
    yield from _contested(moment, match)
    yield from _refused(moment, match)


def _left_out(moment: Moment, match: Match) -> Iterator[Question]:
    """Ask where games were decided and both players then signed a result without them."""
    left, signed = missing(match), match.result.outcome
    if not left or signed is None:
        return
    outcome, names = with_games(signed, left), moment.names(match)
    told = _("{rulings} Then: {result}.").format(
        rulings=all_said(left, names), result=in_words(outcome, names)
    )
    whole = why_unscored(moment.book(match), outcome) is None
    if not whole:
        # With that game the match had not come to its end: how it ends, nothing says.
        told = _("{rulings} Rule on the result.").format(rulings=all_said(left, names))
    found = (one.decision for one in match.taken if one.measure in left)
    ruled = tuple({one.event: one for one in found}.values())
    by = ruled[-1]
    yield Question(
        key=f"forfeit:{match.uid}:{','.join(str(one.game) for one in left)}",
        kind="forfeit",
        since=max(version.at for version in match.result.versions),
        title=_("A ruling is not in the result"),
        clause=by.clause,
        evidence=(*(_ruled(moment, match, each) for each in ruled), *moment.result_lines(match)),
        proposal=told,
        opens="write" if whole else "decide",
        **at(match),
        case=case_of(moment, "result", match, proposed=(outcome,) if whole else (), rule=by.clause),
    )


def _ruled(moment: Moment, match: Match, decision: Decision) -> str:
    return _("Ruled {time}: {ruling}").format(
        time=moment.at(decision.at), ruling=in_full(decision, moment.names(match))
    )


def _contested(moment: Moment, match: Match) -> Iterator[Question]:
    """Ask where two referees decided one case apart: neither counts until one decision replaces
    both."""
    differ = tuple(d for d in match.decisions if d.standing == "contested" and d.decides is None)
    if not differ:
        return
    reports = tuple(
        report
        for report in moment.reports_of(match.key)
        if any(report.event in decision.settles for decision in differ)
    )
    yield Question(
        key=f"contested:{','.join(decision.event for decision in differ)}",
        kind="contested",
        urgency=Urgency.NOW,
        since=max(decision.at for decision in differ),
        title=_("Two rulings on one case"),
        clause=moment.book(match).sheet.authority,
        evidence=tuple(_ruled(moment, match, decision) for decision in differ),
        proposal=_("Neither counts until you choose one, or rule otherwise."),
        opens="decide",
        **at(match),
        reports=tuple(report.ent for report in reports),
        case=case_of(moment, "contested", match, reports, replaces=differ),
    )


def _refused(moment: Moment, match: Match) -> Iterator[Question]:
    """Ask again where a table has said that it cannot carry a measure out."""
    for one in match.taken:
        carried = match.carried.get(one.token)
        if carried is None or carried.refused is None or match.result.counts:
            continue
        names = moment.names(match)
        yield Question(
            key=f"refused:{one.token}",
            kind="refused",
            since=carried.at,
            title=_("The table cannot carry a ruling out"),
            clause=one.decision.clause,
            evidence=(
                _ruled(moment, match, one.decision),
                _("{table}: {why}.").format(
                    table=moment.table(match.table).capitalize(), why=_(OBSTACLES[carried.refused])
                ),
            ),
            proposal=_(
                "{ruling} The table cannot do that. Take it back, or rule otherwise."
            ).format(ruling=said(one.measure, names)),
            opens="decide",
            **at(match),
            case=case_of(
                moment, "refused", match, ident=f"after/{one.token}", replaces=(one.decision,)
            ),
        )


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
                    since=decision.at,
                    title=_("A broken tie is not there any more, {division}").format(
                        division=division.name
                    ),
                    clause=decision.clause,
                    evidence=(said_tie(moment, decision),),
                    proposal=_(
                        "The players do not have the same points now, so the ruling does not"
                        " count. Take it back; another tie can be broken with the titles."
                    ),
                    drafts=(undo(decision),),
                    division=division.id,
                )


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
                since=max(version.at for version in match.result.versions),
                title=_("Nobody has won {division}").format(division=division.name),
                clause=division.book.sheet.authority,
                evidence=tuple(moment.says(match, each) for each in match.result.versions),
                proposal=_(
                    "Both players have forfeited the last match, and no rule says who wins then."
                    " Rule on it again, or leave it so: nobody is first."
                ),
                opens="decide",
                **at(match),
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
            **at(match),
        )
