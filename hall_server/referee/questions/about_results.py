"""Questions that a match's result or clock raises: disputes, conflicts, flags, forfeits left out.

Proposes; it never says which of two players is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hall_server.referee.moment import Moment
from hall_server.referee.questions import reasons
from hall_server.referee.questions.question import Question, Urgency, ruling
from shared.core.desks import GivenOrder
from shared.core.language import _
from shared.core.rulebooks import Rulebook
from shared.core.scoring import in_words, why_unscored
from shared.core.state import Match, Report
from shared.core.words import SEATS, Code, Outcome, Seat, other
from shared.port import Draft

_GAME = re.compile(r"game (\d)", re.IGNORECASE)
_BY = "is forfeited by "
"""What every answer says that costs a game (``reasons.forfeited``), in English as all answers."""


def about_results(moment: Moment) -> Iterator[Question]:
    """Every question that a result, a flag or a withdrawal raises now."""
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
    for report in moment.state.reports.values():
        yield from _forfeit_left_out(moment, report)
    for given in moment.state.desks.orders.values():
        played, order = moment.state.matches.get(given.match), given.order
        if played is not None and order.kind == "forfeit" and order.seat is not None:
            yield from _left_out(moment, played, Forfeit.by(given, order.seat))


def lost_by_forfeit(games: tuple[Code, ...], game: int, seat: Seat) -> Outcome:
    """``games`` with game number ``game`` (from 1) forfeited by ``seat``, read for seat 0."""
    code = Code.LOSS_BY_FORFEIT if seat == 0 else Code.WIN_BY_FORFEIT
    return Outcome((*games[: game - 1], code, *games[game:]))


def all_forfeited(book: Rulebook, seat: Seat) -> Outcome:
    """Every game of a match forfeited by ``seat``."""
    outcome = Outcome((Code.LOSS_BY_FORFEIT,) * book.games_per_match)
    return outcome if seat == 0 else outcome.reversed


def _versions(moment: Moment, match: Match) -> tuple[str, ...]:
    said = tuple(moment.says(match, version) for version in match.result.versions)
    return said + moment.clock_lines(match)


def _choices(match: Match) -> tuple[Outcome, ...]:
    return tuple(dict.fromkeys(version.outcome for version in match.result.versions))


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
            "Hear both players. If one alone has kept a written score, his record takes"
            " precedence. Then choose the result that counts."
        )
        if written
        else _("Hear both players, then choose the result that counts."),
        opens="decide",
        table=match.table,
        match=match.key,
        choices=_choices(match),
    )


def _conflict(moment: Moment, match: Match) -> Question:
    rulings = [version for version in match.result.versions if version.seat is None]
    question = Question(
        key=f"conflict:{match.uid}:{','.join(match.result.heads)}",
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
        choices=_choices(match),
    )
    if len({version.outcome for version in rulings}) != 1:
        return question
    kept = rulings[0]
    words = in_words(kept.outcome, moment.names(match))
    reason = reasons.CAME_IN_SINCE
    return _writing(
        question,
        _("Keep the ruling: {result}. A version that it had not seen came in since.").format(
            result=words
        ),
        ruling(match, kept.outcome, kept.clause, reason),
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
    )


def _writing(question: Question, proposal: str, *drafts: Draft) -> Question:
    return replace(question, proposal=proposal, opens="write", drafts=drafts)


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
        choices=tuple(_lost_on_time(game, games, seat)),
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
    outcome = question.choices[0]
    words = _("{name} loses game 1 on time: {result}. The players may sign this themselves.")
    if games > 1:
        words = _(
            "{name} loses game 1 on time and the game not yet started: {result}."
            " The players may sign this themselves."
        )
    yield _writing(
        question,
        words.format(name=loser, result=in_words(outcome, moment.names(match))),
        ruling(match, outcome, clause, reasons.flag_down(loser, game)),
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
        choices=(lost, claimed),
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
    if len(gone) != 1 or all(match.seated) or match.playoff:
        return
    seat = gone[0]
    name, opponent = moment.names(match)[seat], moment.names(match)[other(seat)]
    book = moment.book(match)
    outcome = all_forfeited(book, seat)
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
        proposal=_("The round is forfeited to {opponent}; it is not paired again.").format(
            opponent=opponent
        ),
        drafts=(
            ruling(
                match,
                outcome,
                clause,
                reasons.withdrew(name),
            ),
        ),
        table=match.table,
        match=match.key,
    )


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game ruled forfeited by ``seat``, by the report or order ``ent``; ``at`` is UTC ms."""

    ent: str
    seat: Seat
    game: int
    clause: str
    note: str
    at: int

    @classmethod
    def by(cls, given: GivenOrder, seat: Seat) -> Forfeit:
        """What an order without a report ruled."""
        return cls(given.ent, seat, given.order.game, given.clause, given.why, given.at)


def _forfeit_left_out(moment: Moment, report: Report) -> Iterator[Question]:
    """A game was ruled forfeited at the table, and both then signed a result without it."""
    match = moment.match(report.match)
    if match is None or report.answer is None or report.answer.state != "ruled":
        return
    told = report.answer
    seat = _loser(moment.names(match), told.note, report.about)
    named = _GAME.search(told.note)
    game = int(named[1]) if named else 1
    if seat is None:
        return
    if report.type not in ("phone", "late"):
        # Of what happens at a board only what cost a game is looked for, and a game that was
        # entered as lost has cost it (APCA-35).
        signed = match.result.outcome
        if _BY not in told.note or signed is None or not 1 <= game <= len(signed.games):
            return
        if signed.for_seat(seat).games[game - 1].played is Code.LOSS:
            return
    yield from _left_out(
        moment, match, Forfeit(report.ent, seat, game, told.clause, told.note, told.at)
    )


def _loser(names: tuple[str, str], note: str, about: Seat | None) -> Seat | None:
    """Who forfeits by a note: it may be the other than the one whom the report was about."""
    return next((seat for seat in SEATS if f"{_BY}{names[seat]}" in note), about)


def _left_out(moment: Moment, match: Match, ruled: Forfeit) -> Iterator[Question]:
    signed, seat, game = match.result.outcome, ruled.seat, ruled.game
    if match.result.status != "confirmed" or signed is None or signed.agreed_void:
        return
    if Code.LOSS_BY_FORFEIT in signed.for_seat(seat).games or not 1 <= game <= len(signed.games):
        return
    outcome = lost_by_forfeit(signed.games, game, seat)
    names = moment.names(match)
    yield Question(
        key=f"forfeit:{ruled.ent}",
        kind="forfeit",
        urgency=Urgency.SOON,
        since=_since(match),
        title=_("A ruled forfeit is not in the result"),
        clause=ruled.clause,
        evidence=(
            _("Ruled {time}: {note}").format(
                time=moment.at(ruled.at), note=ruled.note or ruled.clause
            ),
            *_versions(moment, match),
        ),
        proposal=_("Game {game} forfeited by {name}: {result}.").format(
            game=game, name=names[seat], result=in_words(outcome, names)
        ),
        drafts=(ruling(match, outcome, ruled.clause, ruled.note),),
        table=match.table,
        match=match.key,
        choices=(outcome,),
    )
