"""Which page is on the table, by phase and question: for the view and for the commands."""

from typing import NamedTuple

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask, Desk, FlagAgreed
from board_terminal.pages import (
    captures,
    codes,
    drawing,
    extras,
    game_over,
    lobby,
    moves,
    paused,
    playing,
    quiet,
    reports,
    score,
    service,
    signing,
    undoing,
)
from board_terminal.pages.look import Does, Look, Page
from board_terminal.pages.points import answers, asks, fixes, scoreboard, terms
from board_terminal.view.view import View
from shared.core.backgammon import BoardPhase
from shared.core.day import LOBBY, Phase
from shared.core.day.moves import captures_meant, entered_now

_BY_PHASE: dict[Phase, Page] = {
    Phase.CALLED: lobby.SEATING,
    Phase.SEATING: lobby.SEATING,
    Phase.DRAWING: drawing.DRAWING,
    Phase.CHOOSING: lobby.CHOOSING,
    Phase.AGREEING: terms.AGREEING,
    Phase.READY: lobby.READY,
    Phase.ABSENT: playing.ABSENT,
    Phase.PLAYING: playing.PLAYING,
    Phase.PAUSED: paused.PAUSED,
    Phase.RECALLING: paused.RECALLING,
    Phase.RECOVERING: paused.RECOVERING,
    Phase.BETWEEN: paused.BETWEEN,
    Phase.COUNTING: captures.COUNTING,
    Phase.SCORING: score.SCORING,
    Phase.CONFIRMED: score.SCORING,
    Phase.DISPUTED: score.DISPUTED,
    Phase.RULED: quiet.RULED,
    Phase.DONE: quiet.DONE,
}
_OF_POINTS: dict[Phase, Page] = {
    Phase.READY: scoreboard.ROLLING,
    Phase.PLAYING: scoreboard.PLAYING,
    Phase.PAUSED: scoreboard.PAUSED,
    Phase.RECOVERING: scoreboard.RECOVERING,
    Phase.BETWEEN: scoreboard.ROLLING,
}
"""Pages of a match of points, which go before ``_BY_PHASE``."""
_ANSWERED: dict[tuple[Phase, BoardPhase], Page] = {
    (Phase.PLAYING, BoardPhase.DOUBLED): answers.DOUBLED,
    (Phase.PLAYING, BoardPhase.OFFERED): answers.OFFERED,
    (Phase.PLAYING, BoardPhase.FLAGGED): answers.FLAGGED,
    (Phase.PAUSED, BoardPhase.OFFERED): answers.OFFERED,
    (Phase.PAUSED, BoardPhase.FLAGGED): answers.FLAGGED,
}
"""Pages of a match of points whose scoreboard waits for an answer."""


class Asked(NamedTuple):
    """The page of a question, and the phases in which it can be asked."""

    page: Page
    phases: frozenset[Phase]


_ANY = frozenset(Phase)
_OVER = frozenset({Phase.PAUSED, Phase.RECOVERING})
_SCORE = frozenset({Phase.SCORING, Phase.BETWEEN})
_FIXED = frozenset({Phase.PAUSED, Phase.BETWEEN, Phase.READY})

QUESTIONS: dict[type[Ask], Asked] = {
    reports.Reports: Asked(reports.REPORTS, _ANY),
    reports.Reporting: Asked(reports.REPORT, _ANY),
    lobby.Language: Asked(lobby.SPEAKING, frozenset({Phase.SEATING})),
    signing.WhosePin: Asked(signing.WHOSE, LOBBY),
    signing.Chosen: Asked(signing.CHOOSING, LOBBY),
    signing.Proof: Asked(signing.PROVING, frozenset({Phase.SCORING})),
    drawing.Letters: Asked(drawing.LETTERS, frozenset({Phase.DRAWING})),
    drawing.CardNumber: Asked(drawing.NUMBER, frozenset({Phase.DRAWING})),
    drawing.IsIt: Asked(drawing.IS_IT, frozenset({Phase.DRAWING})),
    terms.Wishes: Asked(terms.WISHING, frozenset({Phase.AGREEING})),
    extras.WhoOffers: Asked(extras.WHO_OFFERS, frozenset({Phase.PLAYING})),
    moves.Others: Asked(moves.WHICH_CAPTURE, frozenset({Phase.PAUSED})),
    game_over.Winner: Asked(game_over.WINNER, _OVER),
    asks.Over: Asked(asks.OVER, _OVER),
    asks.Offering: Asked(asks.OFFERING, _OVER),
    asks.Break: Asked(asks.BREAK, frozenset({Phase.BETWEEN})),
    asks.Length: Asked(asks.LENGTH, _FIXED),
    fixes.Fix: Asked(fixes.FIXING, _FIXED),
    fixes.FixNumber: Asked(fixes.NUMBER, _FIXED),
    fixes.Equipment: Asked(fixes.EQUIPMENT, _FIXED),
    fixes.Agree: Asked(fixes.AGREEING, _FIXED),
    FlagAgreed: Asked(answers.AGREEING, frozenset({Phase.PLAYING, Phase.PAUSED})),
    undoing.Undo: Asked(undoing.UNDOING, _ANY - LOBBY),
    captures.Captures: Asked(captures.CAPTURES, _SCORE | {Phase.COUNTING}),
    codes.WhoseScore: Asked(codes.WHOSE, _SCORE),
    codes.Codes: Asked(codes.CODES, _SCORE),
    codes.MatchWon: Asked(codes.MATCH_WON, _SCORE),
    codes.LoserPoints: Asked(codes.LOSER_POINTS, _SCORE),
    signing.Signing: Asked(signing.SIGNING, _SCORE),
}


def fits(desk: Desk) -> bool:
    """Return whether the open question can still be asked."""
    if desk.ask is None:
        return True
    phase = Phase.WAITING if desk.session is None else desk.session.phase
    ruled = desk.phase in (Phase.RULED, Phase.DONE)
    if isinstance(desk.ask, FlagAgreed) and not (desk.session and answers.flagged(desk.session)):
        return False
    reported = isinstance(desk.ask, reports.Reports | reports.Reporting)
    return reported or (phase in QUESTIONS[type(desk.ask)].phases and not ruled)


def shown(desk: Desk, *, at: int, now: int, zone: str) -> View:
    """Return the view of the page at ``at`` (monotonic ms) and ``now`` (UTC ms)."""
    if desk.stopped:
        return quiet.stopped(desk, at)
    if desk.holder is not None:
        return quiet.replaced(desk, desk.holder, at)
    if desk.spare is not None:
        return quiet.spare(desk, desk.spare, at)
    if desk.away:
        return quiet.away(desk)
    if desk.refused not in ("", desk.overruled) and not desk.playing_here:
        return quiet.refused(desk)
    if not desk.known:
        return quiet.starting(desk)
    if desk.match is None:
        asked = isinstance(desk.ask, reports.Reports)
        return reports.table_reports(desk, zone) if asked else quiet.waiting(desk, zone)
    if desk.session is None:
        return quiet.reading_notes(desk, desk.match)
    look = Look(desk, desk.match, desk.session, at, now, zone)
    view = _page(desk).shows(look)
    return replace(
        view,
        title=view.title or look.title,
        corner=view.corner if view.title or view.corner else look.corner,
        alarm=(*view.alarm, *look.alarm),
    )


def answer(change: Change, word: str, rest: str) -> None:
    """Do what the page does for a command; nothing if it does not offer it."""
    does = _does(change.desk, word)
    if does is not None:
        does(change, rest)


def _does(desk: Desk, word: str) -> Does | None:
    if desk.session is None or desk.match is None:
        return _EVERYWHERE.get(word)
    page = _page(desk)
    if word == "side" and desk.ask is not None and desk.session.phase is Phase.PLAYING:
        page = _page_of_match(desk) if word not in page.does else page
    return page.does.get(word) or _EVERYWHERE.get(word)


def _page(desk: Desk) -> Page:
    """Return the page of the question, else of the phase; there is a match."""
    return _page_of_match(desk) if desk.ask is None else QUESTIONS[type(desk.ask)].page


def _page_of_match(desk: Desk) -> Page:
    session, phase = desk.session, desk.phase
    assert session is not None, "a match is on the table"
    if session.info.book.scoring == "points":
        board = session.board.phase if session.board is not None else None
        if board is not None and (phase, board) in _ANSWERED:
            return _ANSWERED[phase, board]
        return _OF_POINTS.get(phase) or _BY_PHASE[phase]
    if phase is Phase.PLAYING and entered_now(session):
        return moves.ENTERING
    if phase is Phase.PAUSED and captures_meant(session):
        return moves.WHICH_CAPTURE
    return _BY_PHASE[phase]


def _back(change: Change, rest: str) -> None:
    change.ask(None)


def _retry(change: Change, rest: str) -> None:
    change.write_again("")


_EVERYWHERE: dict[str, Does] = {
    "back": _back,
    "retry": _retry,
    "reports": reports.ask,
    "overrule": quiet.overrule,
    **reports.REPORTS.does,
    **service.DOES,
}
