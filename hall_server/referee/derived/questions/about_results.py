"""Questions that a result raises, or that a match raises which has none.

Proposes; it never says which of two players is right.
"""

from collections.abc import Iterator
from dataclasses import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_flags import about_flag
from hall_server.referee.derived.questions.about_rulings import about_rulings
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.question import Question, Urgency, at
from shared.core.events import GAME_END
from shared.core.match.outcome import SEATS, Code, Outcome, Seat, other
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import in_words, why_unscored
from shared.core.state import Match
from shared.core.text.language import _


def about_results(moment: Moment) -> Iterator[Question]:
    """Yield every question that a match raises by its result, its flag or what was ruled in it."""
    for match in moment.state.matches.values():
        if match.standing == "withdrawn":
            continue
        if match.result.status == "disputed":
            yield _dispute(moment, match)
        elif match.result.status == "conflict":
            yield _conflict(moment, match)
        elif match.result.status == "none":
            yield from about_flag(moment, match)
            yield from _withdrawn(moment, match)
        elif match.result.outcome is not None:
            yield from _unscored(moment, match, match.result.outcome)
        if match.decisions:
            yield from about_rulings(moment, match)


def all_forfeited(book: Rulebook, seat: Seat) -> Outcome:
    """Return every game of a match forfeited by ``seat``."""
    outcome = Outcome((Code.LOSS_BY_FORFEIT,) * book.games_per_match)
    return outcome if seat == 0 else outcome.reversed


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
        evidence=moment.result_lines(match),
        proposal=_(
            "Hear both players. If one alone has kept a written score, that record takes"
            " precedence. Then choose the result that counts."
        )
        if written
        else _("Hear both players, then choose the result that counts."),
        opens="decide",
        **at(match),
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
            *moment.result_lines(match),
        ),
        proposal=_("Choose the result that counts. Standings leave the match out until then."),
        opens="decide",
        **at(match),
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
    """Yield a result that counts and brings nobody points: no match ends so under the rulebook."""
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
        evidence=(why.said(), *moment.result_lines(match)),
        proposal=_("Rule on the result. Until then it brings neither player any points."),
        opens="decide",
        **at(match),
        case=case_of(moment, "result", match),
    )


def _withdrawn(moment: Moment, match: Match) -> Iterator[Question]:
    """ACF-2.IV.D: who leaves after the pairing forfeits what is not finished of the round.

    So does who skips the last round and says so only then (ACF-2.V.F).
    """
    gone = tuple(seat for seat in SEATS if _left(moment, match, seat))
    if not gone or match.playoff:
        return
    seat, book = gone[0], moment.book(match)
    name, opponent = moment.names(match)[seat], moment.names(match)[other(seat)]
    skips = len(gone) == 1 and _skips(moment, match, seat)
    title = _("Withdrawn after the pairing: {name}")
    fact = _("{name} is withdrawn; round {number} was paired with {opponent}.")
    clause = book.sheet.withdrawal or book.clauses["withdrawn_after_pairing"]
    if skips:
        title = _("Skips after the pairing: {name}")
        fact = _("{name} skips round {number}, which was paired with {opponent}.")
        clause = book.clause("opt_out_late_points")
    words = _("The round is forfeited to {opponent}; it is not paired again.")
    if len(gone) == 2:
        words = _("Both players are withdrawn: the round is forfeited by both.")
    over = _over(moment, match)
    if over != 0:
        words = _(
            "Once nobody plays on there: the games that are not finished are forfeited. Choose how"
            " the match ends."
        )
    yield Question(
        key=f"withdrawn:{match.uid}:{len(gone)}:{over}",
        kind="withdrawn",
        urgency=Urgency.SOON if over == 0 else Urgency.LATER,
        since=match.starts_at,
        title=title.format(name=name),
        clause=clause,
        evidence=(
            fact.format(name=name, number=match.key.round_no, opponent=opponent),
            *moment.clock_lines(match),
        ),
        proposal=words.format(opponent=opponent),
        opens="write" if over == 0 else "decide",
        **at(match),
        case=case_of(moment, "result", match, proposed=_forfeited(book, gone, over), rule=clause),
    )


def _left(moment: Moment, match: Match, seat: Seat) -> bool:
    """Return whether a player of a match has withdrawn before its round, or skips it."""
    player = moment.state.players.get(match.players[seat])
    after = None if player is None else player.withdrawn_after
    return (after is not None and after < match.key.round_no) or _skips(moment, match, seat)


def _skips(moment: Moment, match: Match, seat: Seat) -> bool:
    player = moment.state.players.get(match.players[seat])
    skipped = None if player is None else player.opt_out
    return skipped is not None and skipped.round_no == match.key.round_no


def _over(moment: Moment, match: Match) -> int | None:
    """Return how many games of a match are over; None where only its table knows, and told
    nothing."""
    told, log = moment.told_by(match), match.clock
    if not all(match.seated) and log is None:
        return 0
    if told is not None:
        return (told.waits or told.game) - 1
    return None if log is None else log.game - (log.why != GAME_END)


def _forfeited(book: Rulebook, gone: tuple[Seat, ...], over: int | None) -> tuple[Outcome, ...]:
    """Return how a match may end whose games after those that are over are forfeited by ``gone``.

    How a game ended is known at the table alone, until both have signed.
    """
    lost = all_forfeited(book, gone[0])
    if len(gone) == 2:
        lost = Outcome((Code.LOST_BY_BOTH,) * book.games_per_match)
    if over == 0 or book.scoring == "points":
        return (lost,)
    first = (Code.WIN, Code.DRAW, Code.LOSS)
    begun = tuple(Outcome((code, *lost.games[1:])) for code in first)
    return begun if over == 1 else (lost, *begun) if over is None else ()
