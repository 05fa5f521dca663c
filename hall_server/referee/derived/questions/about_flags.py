"""The question that a flag raises: what it costs by the sheet."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.question import Question, Urgency, at
from shared.core.events import FlagLogged
from shared.core.events.measures import token
from shared.core.match.outcome import Code, Outcome, Seat, other
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import in_words, why_unscored
from shared.core.state import Match
from shared.core.state.points_words import WIN_WORDS
from shared.core.text.language import _

CLAIM_UNSIGNED_MS = 60_000
"""A claim of game and match that waits so long for the opponent is the director's (HALL)."""
FLAG_UNSIGNED_MS = 5 * 60_000
"""A noticed flag that waits so long for both players is the director's (HALL)."""


def about_flag(moment: Moment, match: Match) -> Iterator[Question]:
    """Yield what a flag costs by the sheet: the game, and under ACF-1.X.A.b those not yet started.

    Where it costs its game alone, the next one is the referee's to rule on (HALL-apca-flag).
    """
    seen, book = moment.live.get(match.uid), moment.book(match)
    if book.scoring == "points":
        yield from _reserve(moment, match)
        return
    if seen is None or seen.live.flag is None:
        return
    seat, game = seen.live.flag, moment.game_now(match)
    loser = moment.names(match)[seat]
    games, clause, waits = book.games_per_match, book.clauses["flag_costs"], False
    if book.flag_costs == "game":
        # Once the next game waits, the flag that is down is that of the one before.
        waits = seen.live.waits > 1 or game == 1 < games
        game = seen.live.waits - 1 if seen.live.waits > 1 else game
    ident = f"flag/{match.uid}/{game}"
    if _ordered(match, ident):
        return
    # Where the next game is the referee's to rule on, nothing says how the match ends.
    ends = () if waits else tuple(_lost_on_time(book, game, seat))
    question = Question(
        key=f"flag:{match.uid}:{game}",
        kind="flag",
        urgency=Urgency.NOW,
        since=seen.flag_at,
        title=_("Flag down: {name}").format(name=loser),
        clause=clause,
        evidence=moment.clock_lines(match),
        proposal=_(
            "{name} loses game {game} on time. Choose the result with the other games as played."
        ).format(name=loser, game=game),
        opens="decide",
        **at(match),
        case=case_of(moment, "flag", match, ident=ident, seats=(seat,), proposed=ends),
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
    """Return whether the referee has decided the case: a flag falls once in a game."""
    return any(one.token == token(ident, one.measure) for one in match.taken)


def _reserve(moment: Moment, match: Match) -> Iterator[Question]:
    """USBGF-4.3: a noticed flag loses the match, unless game and match are claimed at once.

    The players sign that at the table. The director is asked where one of them does not agree,
    where a claim is not signed, where they have called, and where they do nothing for long. The
    points of the other side are as the scoreboard stands; without one nothing is offered.
    """
    score, seen = moment.score(match), moment.live.get(match.uid)
    if score is None or score.flag is None:
        return
    flag = score.flag
    why, since = _why_asked(moment, match, flag)
    if not why:
        return
    seat, length = flag.seat, max(1, match.length)
    loser = moment.names(match)[seat]
    lost, claimed = (_by_flag(winner, score.score, length) for winner in (other(seat), seat))
    yield Question(
        key=f"flag:{match.uid}:{moment.game_now(match)}",
        kind="flag",
        urgency=Urgency.NOW,
        since=since or (seen.noticed_at if seen is not None else moment.hall_ms),
        title=_("The reserve of {name} has expired").format(name=loser),
        clause=moment.book(match).clauses["flag_costs"],
        evidence=(why, *moment.clock_lines(match)),
        proposal=_(
            "{name} has lost the match, unless {name} can claim game and match at this moment."
            " Look at the board, then rule. Both can still sign at the table."
        ).format(name=loser),
        opens="decide",
        **at(match),
        case=case_of(
            moment,
            "flag",
            match,
            ident=f"flag/{match.uid}",
            seats=(seat,),
            proposed=(lost, claimed),
        ),
    )


def _why_asked(moment: Moment, match: Match, flag: FlagLogged) -> tuple[str, int]:
    """Return why the director is asked about a noticed flag and since when, 0 for since it was
    noticed.

    "" while the players still can sign it themselves.
    """
    names, seen = moment.names(match), moment.live.get(match.uid)
    loser, opponent = names[flag.seat], names[other(flag.seat)]
    win = _(WIN_WORDS[flag.claim]) if flag.claim is not None else ""
    if flag.disputed is not None:
        who = names[flag.disputed]
        if win:
            words = _("{who} does not agree that {name} wins game and match: {win}.")
            return words.format(who=who, name=loser, win=win), 0
        return _("{who} does not agree that {name} loses the match.").format(who=who, name=loser), 0
    calls = (each for each in moment.reports_of(match.key) if each.open and each.type == "call")
    called = min((each.at for each in calls), default=0)
    if called:
        return _("The table has called you."), called
    claimed_at, noticed_at = (seen.claimed_at, seen.noticed_at) if seen is not None else (0, 0)
    if claimed_at and moment.now_ms - claimed_at >= CLAIM_UNSIGNED_MS:
        words = _("{name} claims game and match: {win}. {opponent} has not signed.")
        return words.format(name=loser, win=win, opponent=opponent), claimed_at
    if noticed_at and moment.now_ms - noticed_at >= FLAG_UNSIGNED_MS:
        return _("The flag was noticed {time}, and not both players have signed.").format(
            time=moment.minute(noticed_at)
        ), noticed_at
    return "", 0


def _by_flag(winner: Seat, points: tuple[int, int], length: int) -> Outcome:
    most = [min(each, length - 1) for each in points]
    most[winner] = length
    return Outcome((Code.WIN if winner == 0 else Code.LOSS,), points=(most[0], most[1]))


def _lost_on_time(book: Rulebook, game: int, seat: Seat) -> Iterator[Outcome]:
    """Yield results in which ``seat`` loses ``game`` on time and, from game 1, what is not
    started."""
    if game == 1:
        lost = (Code.LOSS, *(Code.LOSS_BY_FORFEIT,) * (book.games_per_match - 1))
        yield Outcome(lost).for_seat(seat)
        return
    for earlier in product((Code.WIN, Code.DRAW, Code.LOSS), repeat=game - 1):
        outcome = Outcome((*earlier, Code.LOSS)).for_seat(seat)
        if why_unscored(book, outcome) is None:
            yield outcome
