"""Questions about what was ruled in a match: left out, contested, or not to be carried out."""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.decisions.facts import missing, with_games
from shared.core.decisions.words import OBSTACLES, all_said, in_full, said
from shared.core.standings.scoring import in_words, why_unscored
from shared.core.state import Decision, Match
from shared.core.text.language import _


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
        urgency=Urgency.SOON,
        since=max(version.at for version in match.result.versions),
        title=_("A ruling is not in the result"),
        clause=by.clause,
        evidence=(*(_ruled(moment, match, each) for each in ruled), *moment.result_lines(match)),
        proposal=told,
        opens="write" if whole else "decide",
        table=match.table,
        match=match.key,
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
        table=match.table,
        match=match.key,
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
            urgency=Urgency.SOON,
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
            table=match.table,
            match=match.key,
            case=case_of(
                moment, "refused", match, ident=f"after/{one.token}", replaces=(one.decision,)
            ),
        )
