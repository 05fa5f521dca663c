"""The view of the page on the table, in the readers' languages, and the model for robots."""

from msgspec.structs import replace

from board_terminal.desk.desk import Desk
from board_terminal.desk.languages import spoken
from board_terminal.desk.setting import names_of
from board_terminal.pages import routing, signing
from board_terminal.pages.captures import Captures
from board_terminal.pages.codes import Codes, LoserPoints, MatchWon
from board_terminal.pages.look import announced
from board_terminal.pages.signing import Signing
from board_terminal.view.view import Model, View, said
from shared.core.day import reading_at
from shared.core.match.outcome import SEATS, Seat

_OF_ONE_SIDE = (Codes, Captures, MatchWon, LoserPoints, Signing, signing.Chosen, signing.Proof)
"""Questions that may be for one side alone."""
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
    """Return what the screen shows at ``at`` (monotonic ms) and ``now`` (UTC ms)."""

    def said_in(language: str) -> View:
        with spoken(language):
            view = said_view(routing.shown(desk, at=at, now=now, zone=zone))
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
    """Return the side that a page is for; None if it is for both."""
    if isinstance(desk.ask, _OF_ONE_SIDE):
        return desk.ask.seat
    left, right = view.asks
    return (0 if left else 1) if left != right and view.phase in _SIDE_BY_SIDE else None


def said_view(view: View) -> View:
    """Return the view with its choices in the language spoken; names stay as they are."""
    names = {half.name for half in view.halves or ()}
    return replace(
        view,
        sides=tuple(said(choice, names) for choice in view.sides),
        choices=tuple(said(choice, names) for choice in view.choices),
    )


def model_of(desk: Desk, view: View, at: int) -> Model:
    """Return the same moment for a robot, which reads no screen."""
    choices = (*view.sides, *view.choices)
    offers = tuple((choice.does, choice.key) for choice in choices if choice.does)
    match, session, asked = desk.match, desk.session, desk.ask
    if match is None:
        return Model(view.phase, desk.table, offers=offers)
    counting = asked if isinstance(asked, Captures) else None
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
        typed=counting.digits if counting else "",
        counted=len(counting.counted) if counting else 0,
    )
