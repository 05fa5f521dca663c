"""Questions that a result, a flag, or a decision about a match raises.

Proposes; it never says which of two players is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hall_server.referee.moment import Moment
from hall_server.referee.questions.cases import case_of
from hall_server.referee.questions.question import Question, Urgency
from shared.core.decisions.facts import missing, with_games
from shared.core.decisions.words import OBSTACLES, all_said, in_full, said
from shared.core.language import _
from shared.core.measures import token
from shared.core.rulebooks import Rulebook
from shared.core.scoring import in_words, why_unscored
from shared.core.state import Decision, Match
from shared.core.words import SEATS, Code, Outcome, Seat, other


def about_results(moment: Moment) -> Iterator[Question]:
    """Every question that a result, a flag, a withdrawal or a decision raises now."""
    for match in moment.state.matches.values():
        if match.standing == "withdrawn":
            continue
        if match.result.status == "disputed":
            yield _dispute(moment, match)
        elif match.result.status == "conflict":
            yield _conflict(moment, match)
        elif match.result.status == "none":
            yield from _flag(moment, match)
            yield from _withdrawn(moment, match)
        elif match.result.outcome is not None:
            yield from _unscored(moment, match, match.result.outcome)
        if match.decisions:
            yield from _left_out(moment, match)
            yield from _contested(moment, match)
            yield from _refused(moment, match)


def all_forfeited(book: Rulebook, seat: Seat) -> Outcome:
    """Return every game of a match forfeited by ``seat``."""
    outcome = Outcome((Code.LOSS_BY_FORFEIT,) * book.games_per_match)
    return outcome if seat == 0 else outcome.reversed


def _versions(moment: Moment, match: Match) -> tuple[str, ...]:
    lines = (moment.says(match, version) for version in match.result.versions)
    return (*lines, *moment.clock_lines(match))


def _since(match: Match) -> int:
    return max(version.at for version in match.result.versions)


def _dispute(moment: Moment, match: Match) -> Question:
    """In a match of points the only written record prevails (USBGF-4.7)."""
    book = moment.book(match)
    written = book.sheet.written_score
    return Question(
        key=f"dispute:{match.uid}:{','.join(match.result.heads)}",
        kind="dispute",
        urgency=Urgency.NOW,
        since=_since(match),
        title=_("Disputed result"),
        clause=written or book.sheet.authority,
        evidence=_versions(moment, match),
        proposal=_(
            "Hear both players. If one alone has kept a written score, that record takes"
            " precedence. Then choose the result that counts."
        )
        if written
        else _("Hear both players, then choose the result that counts."),
        opens="decide",
        table=match.table,
        match=match.key,
        case=case_of(moment, "result", match),
    )


def _conflict(moment: Moment, match: Match) -> Question:
    rulings = [version for version in match.result.versions if version.seat is None]
    question = Question(
        key=f"conflict:{match.uid}:{','.join(version.event for version in match.result.versions)}",
        kind="conflict",
        urgency=Urgency.NOW,
        since=_since(match),
        title=_("Two versions of a result"),
        clause=moment.book(match).sheet.authority,
        evidence=(
            _("Written on two sides of a cut, neither having seen the other:"),
            *_versions(moment, match),
        ),
        proposal=_("Choose the result that counts. Standings leave the match out until then."),
        opens="decide",
        table=match.table,
        match=match.key,
        case=case_of(moment, "result", match),
    )
    if len({version.outcome for version in rulings}) != 1:
        return question
    kept = rulings[0]
    words = in_words(kept.outcome, moment.names(match))
    return replace(
        question,
        proposal=_(
            "Keep the ruling: {result}. A version that it had not seen came in since."
        ).format(result=words),
        opens="write",
        case=case_of(moment, "result", match, proposed=(kept.outcome,), rule=kept.clause),
    )


def _unscored(moment: Moment, match: Match, outcome: Outcome) -> Iterator[Question]:
    """A result that counts and brings nobody points: no match ends so under the rulebook."""
    book = moment.book(match)
    why = why_unscored(book, outcome)
    if why is None:
        return
    yield Question(
        key=f"unscored:{match.uid}:{','.join(match.result.heads)}",
        kind="unscored",
        urgency=Urgency.NOW,
        since=_since(match),
        title=_("A result that cannot be scored"),
        clause=book.sheet.authority,
        evidence=(why.said(), *_versions(moment, match)),
        proposal=_("Rule on the result. Until then it brings neither player any points."),
        opens="decide",
        table=match.table,
        match=match.key,
        case=case_of(moment, "result", match),
    )


def _flag(moment: Moment, match: Match) -> Iterator[Question]:
    """What a flag costs by the sheet: the game, and under ACF-1.X.A.b those not yet started.

    Where it costs its game alone, the next one is the referee's to rule on (HALL-apca-flag).
    """
    seen = moment.live.get(match.uid)
    if seen is None or seen.live.flag is None:
        return
    seat, game = seen.live.flag, moment.game_now(match)
    loser = moment.names(match)[seat]
    if moment.book(match).scoring == "points":
        yield _reserve(moment, match, seat, seen.flag_at)
        return
    book = moment.book(match)
    games, clause, waits = book.games_per_match, book.clauses["flag_costs"], False
    if book.flag_costs == "game":
        # The flag that is down may be that of the game before, with the next one not begun.
        game -= game > 1 and not any(seen.live.moves) and not seen.live.running
        waits = game < games
    ident = f"flag/{match.uid}/{game}"
    if _ordered(match, ident):
        return
    # Where the next game is the referee's to rule on, nothing says how the match ends.
    ends = () if waits else tuple(_lost_on_time(game, games, seat))
    question = Question(
        key=f"flag:{match.uid}:{game}",
        kind="flag",
        urgency=Urgency.NOW,
        since=seen.flag_at,
        title=_("Flag down: {name}").format(name=loser),
        clause=clause,
        evidence=moment.clock_lines(match),
        proposal=_(
            "{name} loses game {game} on time. Choose the result with game 1 as played."
        ).format(name=loser, game=game),
        opens="decide",
        table=match.table,
        match=match.key,
        case=case_of(
            moment,
            "flag",
            match,
            ident=ident,
            seats=(seat,),
            proposed=ends,
        ),
    )
    if waits:
        words = _(
            "{name} loses game {game} on time, and no other by that. Rule on game {next}: the table"
            " waits until you say whether it is played, and with which times."
        ).format(name=loser, game=game, next=game + 1)
        yield replace(question, proposal=words)
        return
    if game > 1:
        yield question
        return
    outcome = ends[0]
    words = _("{name} loses game 1 on time: {result}. The players may sign this themselves.")
    if games > 1:
        words = _(
            "{name} loses game 1 on time and the game not yet started: {result}."
            " The players may sign this themselves."
        )
    yield replace(
        question,
        opens="write",
        proposal=words.format(name=loser, result=in_words(outcome, moment.names(match))),
    )


def _ordered(match: Match, ident: str) -> bool:
    """Whether the referee has decided the case, and its table has not said yet what came of it."""
    return any(
        one.token == token(ident, one.measure) and one.token not in match.carried
        for one in match.taken
    )


def _reserve(moment: Moment, match: Match, seat: Seat, since: int) -> Question:
    """USBGF-4.3: a noticed flag loses the match, unless game and match are claimed at once.

    The points of the other side are as the scoreboard stands; without one nothing is offered.
    """
    loser, length = moment.names(match)[seat], max(1, match.length)
    logged = match.clock.score if match.clock is not None else None
    points = logged.score if logged is not None else (0, 0)
    lost, claimed = (_by_flag(winner, points, length) for winner in (other(seat), seat))
    return Question(
        key=f"flag:{match.uid}:{moment.game_now(match)}",
        kind="flag",
        urgency=Urgency.NOW,
        since=since,
        title=_("The reserve of {name} has expired").format(name=loser),
        clause=moment.book(match).clauses["flag_costs"],
        evidence=moment.clock_lines(match),
        proposal=(
            _(
                "{name} has lost the match, unless {name} can claim game and match at this "
                "moment. The table asks which; a ruling here is final."
            ).format(name=loser)
        ),
        opens="decide",
        table=match.table,
        match=match.key,
        case=case_of(
            moment,
            "flag",
            match,
            ident=f"flag/{match.uid}",
            seats=(seat,),
            proposed=(lost, claimed),
        ),
    )


def _by_flag(winner: Seat, points: tuple[int, int], length: int) -> Outcome:
    most = [min(each, length - 1) for each in points]
    most[winner] = length
    return Outcome((Code.WIN if winner == 0 else Code.LOSS,), points=(most[0], most[1]))


def _lost_on_time(game: int, games: int, seat: Seat) -> Iterator[Outcome]:
    """Results in which ``seat`` loses ``game`` on time and, from game 1, what is not started."""
    if game == 1:
        lost = (Code.LOSS, *(Code.LOSS_BY_FORFEIT,) * (games - 1))
        yield Outcome(lost).for_seat(seat)
        return
    for earlier in (Code.WIN, Code.DRAW, Code.LOSS):
        yield Outcome((*(earlier,) * (game - 1), Code.LOSS)).for_seat(seat)


def _withdrawn(moment: Moment, match: Match) -> Iterator[Question]:
    """ACF-2.IV.D: who withdraws after the pairing forfeits the round."""
    gone = []
    for seat in SEATS:
        player = moment.state.players.get(match.players[seat])
        after = None if player is None else player.withdrawn_after
        if after is not None and after < match.key.round_no:
            gone.append(seat)
    if not gone or all(match.seated) or match.playoff:
        return
    seat = gone[0]
    name, opponent = moment.names(match)[seat], moment.names(match)[other(seat)]
    book = moment.book(match)
    outcome = all_forfeited(book, seat)
    words = _("The round is forfeited to {opponent}; it is not paired again.")
    if len(gone) == 2:
        outcome = Outcome((Code.LOST_BY_BOTH,) * book.games_per_match)
        words = _("Both players are withdrawn: the round is forfeited by both.")
    clause = book.sheet.withdrawal or book.clauses["withdrawn_after_pairing"]
    yield Question(
        key=f"withdrawn:{match.uid}",
        kind="withdrawn",
        urgency=Urgency.SOON,
        since=match.starts_at,
        title=_("Withdrawn after the pairing: {name}").format(name=name),
        clause=clause,
        evidence=(
            _("{name} is withdrawn; round {number} was paired with {opponent}.").format(
                name=name, number=match.key.round_no, opponent=opponent
            ),
        ),
        proposal=words.format(opponent=opponent),
        table=match.table,
        match=match.key,
        case=case_of(moment, "result", match, proposed=(outcome,), rule=clause),
    )


def _left_out(moment: Moment, match: Match) -> Iterator[Question]:
    """Games were decided, and both players then signed a result without them."""
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
        since=_since(match),
        title=_("A ruling is not in the result"),
        clause=by.clause,
        evidence=(*(_ruled(moment, match, each) for each in ruled), *_versions(moment, match)),
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
    """Two referees decided one case apart: neither counts until one decision replaces both."""
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
    """A table has said that it cannot carry a measure out: the case is open again."""
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
