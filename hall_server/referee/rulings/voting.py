"""The dialogues in which a committee votes: on a game (ACF-1.X.B.d), on an appeal (USBGF-5).

Every vote is kept in the ruling. Shows and routes; the counting is the core's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TYPE_CHECKING

from hall_server.referee.moment import sayings
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.committee import (
    ADJUDICATION,
    Ballot,
    Vote,
    adjudicated,
    appeal_clause,
    appealed,
)  # fmt: skip
from shared.core.events import RulingMade
from shared.core.state import Match
from shared.core.words import Code, Outcome
from shared.port import Draft

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

Write = Callable[[Draft, str], None]
"""Writes the ruling, with the sentence that says what it is."""

ON_A_GAME: Mapping[str, Ballot] = {"1": "first", "2": "second", "=": "draw"}
ON_AN_APPEAL: Mapping[str, Ballot] = {"+": "change", "-": "uphold", "0": "abstain"}
_BOARD = (Code.WIN, Code.DRAW, Code.LOSS)


def read_votes(text: str, signs: Mapping[str, Ballot]) -> tuple[Vote, ...]:
    """``Clark 1, Lee =`` as votes. Raises ValueError, with what to do, for anything else."""
    votes = []
    for part in text.split(","):
        name, _, sign = part.strip().rpartition(" ")
        if not name.strip() or sign not in signs:
            message = f"write a name and a sign for each vote, as Clark {next(iter(signs))}"
            raise ValueError(message)
        votes.append(Vote(" ".join(name.split()), signs[sign]))
    return tuple(votes)


def adjudicate(app: RefereeDesk, match: Match, write: Write) -> None:
    """Ask for game, position, three votes and the other games; the result is final."""
    games = app.moment().book(match).games_per_match
    names = app.moment().names(match)

    def picked(key: str | None) -> None:
        if key is not None:
            hint = "Pieces and side to move, as both players confirm it."
            title = f"Position of game {key}"
            app.push_screen(AskText(title, hint=hint), lambda text: placed(int(key) - 1, text))

    def placed(game: int, position: str | None) -> None:
        if position is None:
            return

        def voted(text: str | None) -> None:
            if text is not None:
                votes = read_votes(text, ON_A_GAME)
                others(game, position, votes, adjudicated(votes))

        hint = f"1 = {names[0]} wins, 2 = {names[1]} wins, = is a draw. Clark 1, Lee 1, Roe ="
        title = "Three votes; a program may be consulted"
        app.push_screen(AskText(title, hint=hint, objection=_objection(ON_A_GAME)), voted)

    def others(game: int, position: str, votes: tuple[Vote, ...], code: Code) -> None:
        found = [Outcome(c) for c in product(_BOARD, repeat=games) if c[game] == code]
        lines = [Line(str(n), f" {sayings(o, names)}") for n, o in enumerate(found)]

        def chosen(key: str | None) -> None:
            if key is not None:
                reason = f"Game {game + 1}, {position}"
                _confirm(app, match, found[int(key)], ADJUDICATION, reason, votes, write)

        title = f"Game {game + 1}: {_said(code, names)}. And the match?"
        app.push_screen(PickScreen(title, lines), chosen)

    numbers = [Line(str(n), f" Game {n}") for n in range(1, games + 1)]
    app.push_screen(PickScreen("Which game cannot be finished?", numbers), picked)


def appeal(app: RefereeDesk, match: Match, write: Write) -> None:
    """Ask for the result that is sought and the votes; a tie upholds the ruling."""
    names = app.moment().names(match)
    ruled = match.result.outcome
    assert ruled is not None
    games = app.moment().book(match).games_per_match
    found = [o for c in product(_BOARD, repeat=games) if (o := Outcome(c)) != ruled]
    lines = [Line(str(n), f" {sayings(o, names)}") for n, o in enumerate(found)]

    def chosen(key: str | None) -> None:
        if key is None:
            return
        sought = found[int(key)]

        def voted(text: str | None) -> None:
            if text is None:
                return
            votes = read_votes(text, ON_AN_APPEAL)
            came = appealed(votes)
            word = "changed" if came.changed else "upheld"
            reason = f"Appeal: {word}, {came.for_change} of {came.cast} votes cast for a change"
            outcome = sought if came.changed else ruled
            clause = appeal_clause(app.moment().book(match))
            _confirm(app, match, outcome, clause, reason, votes, write)

        hint = "+ changes it, - upholds it, 0 abstains. Clark +, Lee -, Roe 0"
        title = "The votes; the director may vote"
        app.push_screen(AskText(title, hint=hint, objection=_objection(ON_AN_APPEAL)), voted)

    app.push_screen(PickScreen("Which result does the appeal seek?", lines), chosen)


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
    said = f"{app.moment().table(match.table)} ruled, {words}. {reason}."

    def rule() -> None:
        body = RulingMade(outcome, clause, reason, votes)
        write(Draft(entities.result(match.key), body, REFEREE), said)

    app.confirm(f"{clause}: {words}. {reason}.", rule, yes="Rule")


def _said(code: Code, names: tuple[str, str]) -> str:
    return {Code.WIN: f"{names[0]} wins", Code.LOSS: f"{names[1]} wins"}.get(code, "a draw")
