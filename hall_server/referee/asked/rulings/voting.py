"""The dialogues in which a committee votes: on a game (ACF-1.X.B.d), on an appeal (USBGF-5).

Every vote is kept in the ruling. Shows and routes; the counting is the core's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

from hall_server.referee.asked.ask import Ask
from hall_server.referee.asked.rulings.points import ask_score
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.endings import scored
from shared.core.decisions.words import sayings
from shared.core.events.measures import Adjudicated, Appealed
from shared.core.events.votes import (
    Ballot,
    Vote,
    adjudicated,
    appealed,
)  # fmt: skip
from shared.core.match.outcome import Code, Outcome
from shared.core.standings.scoring import played_out
from shared.core.state import Match
from shared.core.text.language import _

ON_A_GAME: Mapping[str, Ballot] = {"1": "first", "2": "second", "=": "draw"}
ON_AN_APPEAL: Mapping[str, Ballot] = {"+": "change", "-": "uphold", "0": "abstain"}
_SCORE = "score"
_BOARD = (Code.WIN, Code.DRAW, Code.LOSS)


@dataclass(frozen=True, slots=True)
class Voted:
    """What a committee decided on a match, and its votes."""

    outcome: Outcome
    heard: Adjudicated | Appealed
    votes: tuple[Vote, ...]


def read_votes(text: str, signs: Mapping[str, Ballot]) -> tuple[Vote, ...]:
    """``Clark 1, Lee =`` as votes. Raises ValueError, with what to do, for anything else."""
    votes = []
    for part in text.split(","):
        name, _blank, sign = part.strip().rpartition(" ")
        if not name.strip() or sign not in signs:
            message = _("write a name and a sign for each vote, as Clark {sign}").format(
                sign=next(iter(signs))
            )
            raise ValueError(message)
        votes.append(Vote(" ".join(name.split()), signs[sign]))
    return tuple(votes)


async def adjudicate(ask: Ask, match: Match) -> Voted:
    """Ask for game, position, three votes and the other games; the result is final."""
    moment = ask.desk.moment()
    book, names = moment.book(match), moment.names(match)
    numbers = [ListLine(str(n), f" {_numbered(n)}") for n in range(1, book.games_per_match + 1)]
    game = int(await ask.pick(_("Which game cannot be finished?"), numbers))
    hint = _("Pieces and side to move, as both players confirm it.")
    position = await ask.text(_("Position of game {game}").format(game=game), hint=hint)
    hint = _("1 = {name} wins, 2 = {other} wins, = is a draw. Clark 1, Lee 1, Roe =").format(
        name=names[0], other=names[1]
    )
    title = _("Three votes; a program may be consulted")
    votes = read_votes(await ask.text(title, hint=hint, objection=_objection(ON_A_GAME)), ON_A_GAME)
    code = adjudicated(votes)
    every = product(_BOARD, repeat=book.games_per_match)
    found = [Outcome(codes) for codes in every if codes[game - 1] == code]
    lines = [ListLine(str(n), f" {sayings(o, names)}") for n, o in enumerate(found)]
    title = _("Game {game}: {result}. And the match?").format(game=game, result=_said(code, names))
    outcome = found[int(await ask.pick(title, lines))]
    return Voted(outcome, Adjudicated(game, position), votes)


async def appeal(ask: Ask, match: Match) -> Voted:
    """Ask for the result that is sought and the votes; a tie upholds the ruling."""
    moment = ask.desk.moment()
    ruled = match.result.outcome
    assert ruled is not None
    found = _appealable(moment, match, ruled)
    lines = [ListLine(str(n), f" {sayings(o, moment.names(match))}") for n, o in enumerate(found)]
    if moment.book(match).scoring == "points":
        lines.append(ListLine(_SCORE, " " + _("Another score")))
    key = await ask.pick(_("Which result does the appeal seek?"), lines)
    sought = await ask_score(ask, match) if key == _SCORE else found[int(key)]
    votes = await votes_on(ask)
    came = appealed(votes)
    outcome = sought if came.changed else ruled
    return Voted(outcome, Appealed.by(came), votes)


async def votes_on(ask: Ask, ruling: str = "") -> tuple[Vote, ...]:
    """Ask for the votes on an appeal; ``ruling`` is what they are about, where that is not seen."""
    hint = _("+ changes it, - upholds it, 0 abstains. Clark +, Lee -, Roe 0")
    title = " ".join(filter(None, (ruling, _("The votes; the director may vote"))))
    text = await ask.text(title, hint=hint, objection=_objection(ON_AN_APPEAL))
    return read_votes(text, ON_AN_APPEAL)


def _appealable(moment: Moment, match: Match, ruled: Outcome) -> list[Outcome]:
    """Return what may be sought against a ruling: what was signed, and every other end of the
    match."""
    book = moment.book(match)
    if book.scoring != "points":
        ends = [Outcome(codes) for codes in product(_BOARD, repeat=book.games_per_match)]
        return [outcome for outcome in ends if outcome != ruled]
    signed = [version.outcome for version in match.result.versions]
    ends = [scored(book, match, outcome) for outcome in played_out(book)]
    return [outcome for outcome in dict.fromkeys([*signed, *ends]) if outcome != ruled]


def _objection(signs: Mapping[str, Ballot]) -> Callable[[str], str]:
    def objection(text: str) -> str:
        try:
            votes = read_votes(text, signs)
            if signs is ON_A_GAME:
                adjudicated(votes)
            else:
                appealed(votes)
        except ValueError as error:
            sentence = str(error)
            return f"{sentence[0].upper()}{sentence[1:]}."
        return ""

    return objection


def _said(code: Code, names: tuple[str, str]) -> str:
    return {
        Code.WIN: _("{name} wins").format(name=names[0]),
        Code.LOSS: _("{name} wins").format(name=names[1]),
    }.get(code, _("a draw"))


def _numbered(game: int) -> str:
    return _("Game {game}").format(game=game)
