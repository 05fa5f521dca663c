"""The dialogues in which a committee votes: on a game (ACF-1.X.B.d), on an appeal (USBGF-5).

Every vote is kept in the ruling. Shows and routes; the counting is the core's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TYPE_CHECKING

from hall_server.referee.moment import Moment, sayings
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.questions import reasons
from hall_server.referee.questions.question import REFEREE
from hall_server.referee.questions.reasons import in_english
from hall_server.referee.rulings.points import ask_score, scored
from shared.core import entities
from shared.core.committee import (
    Ballot,
    Vote,
    adjudicated,
    appealed,
)  # fmt: skip
from shared.core.events import RulingMade
from shared.core.language import _
from shared.core.scoring import played_out
from shared.core.state import Match
from shared.core.words import Code, Outcome
from shared.port import Draft

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

Write = Callable[[Draft, str, str], None]
"""Writes the ruling, with the sentence that says what it is: for the referee, and in English."""

ON_A_GAME: Mapping[str, Ballot] = {"1": "first", "2": "second", "=": "draw"}
ON_AN_APPEAL: Mapping[str, Ballot] = {"+": "change", "-": "uphold", "0": "abstain"}
_SCORE = "score"
_BOARD = (Code.WIN, Code.DRAW, Code.LOSS)


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


def adjudicate(app: RefereeDesk, match: Match, write: Write) -> None:
    """Ask for game, position, three votes and the other games; the result is final."""
    book = app.moment().book(match)
    games, clause = book.games_per_match, book.sheet.adjudication
    names = app.moment().names(match)

    def picked(key: str | None) -> None:
        if key is not None:
            hint = _("Pieces and side to move, as both players confirm it.")
            title = _("Position of game {game}").format(game=key)
            app.push_screen(AskText(title, hint=hint), lambda text: placed(int(key) - 1, text))

    def placed(game: int, position: str | None) -> None:
        if position is None:
            return

        def voted(text: str | None) -> None:
            if text is not None:
                votes = read_votes(text, ON_A_GAME)
                others(game, position, votes, adjudicated(votes))

        hint = _("1 = {name} wins, 2 = {other} wins, = is a draw. Clark 1, Lee 1, Roe =").format(
            name=names[0], other=names[1]
        )
        title = _("Three votes; a program may be consulted")
        app.push_screen(AskText(title, hint=hint, objection=_objection(ON_A_GAME)), voted)

    def others(game: int, position: str, votes: tuple[Vote, ...], code: Code) -> None:
        found = [Outcome(c) for c in product(_BOARD, repeat=games) if c[game] == code]
        lines = [Line(str(n), f" {sayings(o, names)}") for n, o in enumerate(found)]

        def chosen(key: str | None) -> None:
            if key is not None:
                reason = reasons.position(game + 1, position)
                _confirm(app, match, found[int(key)], clause, reason, votes, write)

        title = _("Game {game}: {result}. And the match?").format(
            game=game + 1, result=_said(code, names)
        )
        app.push_screen(PickScreen(title, lines), chosen)

    numbers = [Line(str(n), f" {_numbered(n)}") for n in range(1, games + 1)]
    app.push_screen(PickScreen(_("Which game cannot be finished?"), numbers), picked)


def appeal(app: RefereeDesk, match: Match, write: Write) -> None:
    """Ask for the result that is sought and the votes; a tie upholds the ruling."""
    names = app.moment().names(match)
    ruled = match.result.outcome
    assert ruled is not None
    moment = app.moment()
    found = _appealable(moment, match, ruled)
    lines = [Line(str(n), f" {sayings(o, names)}") for n, o in enumerate(found)]
    if moment.book(match).scoring == "points":
        lines.append(Line(_SCORE, " " + _("Another score")))

    def chosen(key: str | None) -> None:
        if key == _SCORE:
            ask_score(app, match, vote)
        elif key is not None:
            vote(found[int(key)])

    def vote(sought: Outcome) -> None:

        def voted(text: str | None) -> None:
            if text is None:
                return
            votes = read_votes(text, ON_AN_APPEAL)
            came = appealed(votes)
            reason = reasons.appeal(came)
            outcome = sought if came.changed else ruled
            clause = app.moment().book(match).sheet.appeal
            _confirm(app, match, outcome, clause, reason, votes, write)

        hint = _("+ changes it, - upholds it, 0 abstains. Clark +, Lee -, Roe 0")
        title = _("The votes; the director may vote")
        app.push_screen(AskText(title, hint=hint, objection=_objection(ON_AN_APPEAL)), voted)

    app.push_screen(PickScreen(_("Which result does the appeal seek?"), lines), chosen)


def _appealable(moment: Moment, match: Match, ruled: Outcome) -> list[Outcome]:
    """What may be sought against a ruling: what was signed, and every other end of the match."""
    book = moment.book(match)
    if book.scoring != "points":
        ends = [Outcome(codes) for codes in product(_BOARD, repeat=book.games_per_match)]
        return [outcome for outcome in ends if outcome != ruled]
    signed = [version.outcome for version in match.result.versions]
    ends = [scored(moment, match, outcome) for outcome in played_out(book)]
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


def _confirm(
    app: RefereeDesk,
    match: Match,
    outcome: Outcome,
    clause: str,
    reason: str,
    votes: tuple[Vote, ...],
    write: Write,
) -> None:
    words = sayings(outcome, app.moment().names(match))

    def said() -> str:
        return _("{table} ruled, {words}. {reason}.").format(
            table=app.moment().table(match.table),
            words=sayings(outcome, app.moment().names(match)),
            reason=reason,
        )

    def rule() -> None:
        body = RulingMade(outcome, clause, reason, votes)
        write(Draft(entities.result(match.key), body, REFEREE), said(), in_english(said))

    app.confirm(f"{clause}: {words}. {reason}.", rule, yes=_("Rule"))


def _said(code: Code, names: tuple[str, str]) -> str:
    return {
        Code.WIN: _("{name} wins").format(name=names[0]),
        Code.LOSS: _("{name} wins").format(name=names[1]),
    }.get(code, _("a draw"))


def _numbered(game: int) -> str:
    return _("Game {game}").format(game=game)
