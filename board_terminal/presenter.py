"""From the desk to a view: which page this moment calls for. Pure; shows and decides nothing."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from board_terminal.desk import Desk
from board_terminal.languages import spoken
from board_terminal.pages import (
    captures,
    clock,
    drawing,
    extras,
    fixes,
    language,
    lobby,
    moves,
    pin,
    points,
    points_asks,
    quiet,
    reports,
    score,
    terms,
)
from board_terminal.pages.look import Look, announced
from board_terminal.setting import names_of
from board_terminal.view import Model, View, said
from shared.core.day import Phase, reading_at
from shared.core.day.moves import captures_meant, entered_now
from shared.core.words import SEATS, Seat

_BY_PHASE: dict[Phase, Callable[[Look], View]] = {
    Phase.CALLED: lobby.seating,
    Phase.SEATING: lobby.seating,
    Phase.DRAWING: drawing.drawing,
    Phase.CHOOSING: lobby.choosing,
    Phase.READY: lobby.ready,
    Phase.ABSENT: clock.absent,
    Phase.PLAYING: clock.playing,
    Phase.PAUSED: clock.paused,
    Phase.RECALLING: clock.recalling,
    Phase.RECOVERING: clock.recovering,
    Phase.BETWEEN: clock.between,
    Phase.COUNTING: captures.counting,
    Phase.SCORING: score.scoring,
    Phase.CONFIRMED: score.scoring,
    Phase.DISPUTED: score.disputed,
    Phase.RULED: quiet.ruled,
    Phase.DONE: quiet.done,
}
_BY_QUESTION: dict[str, Callable[[Look], View]] = {
    "winner": clock.winner,
    "whose": score.whose,
    "codes": score.codes,
    "sign_different": score.sign_different,
    "draw": extras.who_offers,
    "language": language.choosing,
    "pin_whose": pin.whose,
    "pin_set": pin.pad,
    "pin_sign": pin.pad,
    "undo": points_asks.undo,
    "captures": captures.number,
    "card": drawing.card,
    "cards": drawing.cards,
    "card_is": drawing.card_is,
}
_POINTS: dict[Phase, Callable[[Look], View]] = {
    Phase.AGREEING: terms.agreeing,
    Phase.READY: points.rolling,
    Phase.PLAYING: points.playing,
    Phase.PAUSED: points.paused,
    Phase.BETWEEN: points.rolling,
}
_POINTS_QUESTION: dict[str, Callable[[Look], View]] = {
    "winner": points_asks.game_over,
    "resign": points_asks.resigning,
    "claim": points_asks.claiming,
    "break": points_asks.breaks,
    "length": points_asks.length,
    "codes": points_asks.match_won,
    "points": points_asks.loser_points,
    "wishes": terms.wishes,
    "fix": fixes.fixing,
    "number": fixes.number,
    "equipment": fixes.equipment,
    "agree": fixes.agreeing,
}
"""In a match of points, before what holds for all matches."""
_OF_ONE_SIDE = ("codes", "captures", "points", "sign_different", "pin_set", "pin_sign")
"""Questions that one side answers, if they are asked of one."""
_SIDE_BY_SIDE = (
    "seating",
    "agreeing",
    "recovering",
    "undo",
    "agree",
    "doubled",
    "offered",
    "scoring",
)
"""Pages on which one side presses, and then the other."""


def present(desk: Desk, *, at: int, now: int, zone: str) -> View:
    """What the screen shows at ``at`` (monotonic ms) and ``now`` (UTC ms)."""

    def said_in(language: str) -> View:
        with spoken(language):
            view = said_view(_page(desk, at=at, now=now, zone=zone))
        told = announced(desk, now)
        return replace(view, message=(*view.message, told)) if told else view

    languages = desk.languages
    view = said_in(languages.chosen)
    if languages.of(0) == languages.of(1) == languages.shared:
        return view
    to = asked_alone(desk, view)
    shown = view if to is None else said_in(languages.of(to))
    if view.halves is None:
        return shown
    left, right = (said_in(languages.of(seat)).halves or view.halves for seat in SEATS)
    return replace(shown, halves=(left[0], right[1]))


def asked_alone(desk: Desk, view: View) -> Seat | None:
    """The side that a page is for; None where it is for both, as it is while they play."""
    if desk.ask.kind in _OF_ONE_SIDE:
        return desk.ask.seat
    left, right = view.asks
    return (0 if left else 1) if left != right and view.phase in _SIDE_BY_SIDE else None


def said_view(view: View) -> View:
    """The choices that stand in tables, said in the language spoken; a name stays a name."""
    names = {half.name for half in view.halves or ()}
    return replace(
        view,
        sides=tuple(said(choice, names) for choice in view.sides),
        choices=tuple(said(choice, names) for choice in view.choices),
    )


def _page(desk: Desk, *, at: int, now: int, zone: str) -> View:
    if desk.stopped:
        return quiet.stopped(desk, at)
    if desk.holder is not None:
        return quiet.replaced(desk, desk.holder, at)
    if desk.spare is not None:
        return quiet.spare(desk, desk.spare, at)
    if desk.refused not in ("", desk.overruled) and not desk.playing_here:
        return quiet.refused(desk)
    if not desk.known:
        return quiet.starting(desk)
    match, session = desk.match, desk.session
    if match is None:
        asked = desk.ask.kind == "reports"
        return reports.table_reports(desk, zone) if asked else quiet.waiting(desk, zone)
    if session is None:
        return quiet.reading_notes(desk, match)
    look = Look(desk, match, session, at, now, zone)
    if desk.ask.kind == "reports":
        return reports.reports(look)
    if desk.ask.kind == "report":
        return reports.report(look)
    phase = desk.phase
    pages, questions = _BY_PHASE, _BY_QUESTION
    if session.info.book.scoring == "points":
        pages, questions = _BY_PHASE | _POINTS, _BY_QUESTION | _POINTS_QUESTION
    if phase is Phase.PLAYING and entered_now(session) and not desk.ask.kind:
        return moves.playing(look)
    if phase is Phase.PAUSED and captures_meant(session) and not desk.ask.kind:
        return moves.which_capture(look)
    if phase is not Phase.RULED and desk.ask.kind in questions:
        return questions[desk.ask.kind](look)
    return pages[phase](look)


def model_of(desk: Desk, view: View, at: int) -> Model:
    """The same moment for somebody who plays without a screen."""
    choices = (*view.sides, *view.choices)
    offers = tuple((choice.does, choice.key) for choice in choices if choice.does)
    match, session = desk.match, desk.session
    if match is None:
        return Model(view.phase, desk.table, offers=offers)
    reading = reading_at(session, at) if session is not None else None
    return Model(
        phase=view.phase,
        table=desk.table,
        uid=match.uid,
        round_no=match.key.round_no,
        players=match.players,
        names=names_of(desk.state, match),
        game=session.game if session else 0,
        moves=reading.moves if reading else (0, 0),
        codes=session.codes if session else (),
        asks=view.asks,
        signatures=desk.signatures,
        offers=offers,
        typed=desk.ask.digits,
        counted=len(desk.ask.captured),
    )
