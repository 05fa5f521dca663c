"""What the hall has to know about a match and does not yet: who sits, the draw, offers, the clock.

Compares the session with the state, so that a crash between the two is made good. Writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from board_terminal.desk import Desk
from board_terminal.due import timed_by
from board_terminal.game_text import pdn_of
from board_terminal.setting import book_of, controls_of, deck_of
from shared.core import entities
from shared.core.ballots import ballot, draws_below
from shared.core.clock import Alert
from shared.core.counts import Quiet
from shared.core.day import Phase, Session
from shared.core.day.entries import Ordered
from shared.core.desks import GivenOrder
from shared.core.events import (
    Actor,
    ControlChosen,
    DrawOffered,
    MovesLogged,
    OpeningDrawn,
    PlayerSeated,
    ReportFiled,
)
from shared.core.openings import STYLES
from shared.core.state import Match
from shared.core.words import SEATS, other
from shared.port import Draft

Purposes = list[tuple[str, Draft]]
"""What each draft is for, and the draft. A purpose is written once."""


def owed(desk: Desk) -> Purposes:
    """Presence, time control and offers of a draw that the session has and the state has not."""
    match, session = desk.match, desk.session
    if match is None or session is None or desk.done:
        return []
    purposes: Purposes = []
    for seat in SEATS:
        if session.seated[seat] and not match.seated[seat]:
            ent = entities.presence(match.key, seat)
            draft = Draft(ent, PlayerSeated(), Actor(str(seat), "unverified press"))
            purposes.append((f"seated/{match.uid}/{seat}", draft))
    if session.control is not None and all(session.seated) and match.control is None:
        body = ControlChosen(session.control.name, _chosen_by(desk, match, session))
        purposes.append((f"control/{match.uid}", Draft(entities.control(match.key), body)))
    for offer in session.draws:
        when = entities.offer_token(offer.game, sum(offer.moves), offer.seat)
        ent = entities.draw_offer(match.key, when)
        fact = DrawOffered(offer.game, offer.seat, offer.moves, offer.answer)
        if match.draw_offers.get(ent) != fact:
            who = offer.seat if offer.answer == "open" else other(offer.seat)
            draft = Draft(ent, fact, Actor(str(who), "unverified press"))
            purposes.append((f"offer/{ent}/{offer.answer}", draft))
    level = _still_equal(match, session)
    if level is not None and level.ent not in desk.state.reports:
        purposes.append((level.ent, level))
    full = _full_count(match, session)
    if full is not None and full.ent not in desk.state.reports:
        purposes.append((full.ent, full))
    for game in session.records:
        ent = entities.moves(match.key, game)
        over = game <= len(session.codes)
        if over and ent not in match.moves:
            text = pdn_of(desk.state, match, session, game)
            purposes.append((f"moves/{ent}", Draft(ent, MovesLogged(game, text))))
    return purposes


def _still_equal(match: Match, session: Session) -> Draft | None:
    """The sheet is silent where all is equal after the extra time: the referee decides (SE-7)."""
    if session.captures is None or session.settled:
        return None
    first, second = session.captures
    note = f"all equal after the extra time, captured {first} and {second}"
    ent = entities.match_report(match.key, "equal")
    return Draft(
        ent, ReportFiled("call", note=note, game=session.game), Actor("device", "software")
    )


def _full_count(match: Match, session: Session) -> Draft | None:
    """A complete count is proposed to the referee, once; the game goes on (APCA-26, DARK-50)."""
    running, rule = session.counting, session.info.book.counts
    if running is None or rule is None or not running.full(rule):
        return None
    made, limit = running.made(rule)
    side = "" if isinstance(running.count, Quiet) else f" of {session.side(running.count.seat)}"
    ent = entities.match_report(match.key, f"count-{session.game}-{running.kind}-{running.began}")
    note = f"{made} of {limit} moves{side or ' of each side'}"
    body = ReportFiled(
        "count_full", running.asker, note=note, which=running.kind, game=session.game
    )
    return Draft(ent, body, Actor("device", "software"))


def move_time_report(desk: Desk, match: Match, session: Session, over: Alert) -> tuple[str, Draft]:
    """The proposal that a game is lost on the time for a move; one for each turn."""
    moves = sum(session.clock.moves) if session.clock else 0
    ent = entities.match_report(match.key, f"time-{session.game}-{moves}-{over.seat}")
    which = timed_by(session)
    body = ReportFiled("move_time", None, over.seat, which=which, game=session.game)
    return ent, Draft(ent, body, Actor("device", "software"))


def orders(desk: Desk, at: int) -> list[Ordered]:
    """What the referee's answers have this table do and it has not done yet, oldest first."""
    match, session = desk.match, desk.session
    if match is None or session is None or desk.done:
        return []
    found = []
    for report in sorted(desk.state.reports.values(), key=lambda r: (r.at, r.ent)):
        answer = report.answer
        if report.match != match.key or answer is None or answer.order is None:
            continue
        if answer.event not in session.orders:
            found.append(Ordered(answer.event, answer.order, at, answer.clause, answer.note))
    for given in still_to_do(desk.state.desks.orders_to(match.uid), session.orders):
        found.append(Ordered(given.event, given.order, at, given.clause, given.why))
    return found


def still_to_do(given: Sequence[GivenOrder], done: Collection[str]) -> list[GivenOrder]:
    """The orders, oldest first, that are not carried out yet.

    A pause that was lifted before it could be carried out is gone, and so is what lifted it: it
    must not end a pause that somebody asks for later.
    """
    found: list[GivenOrder] = []
    paused: GivenOrder | None = None
    for order in given:
        if order.order.kind == "pause":
            paused = order
        elif order.order.kind == "resume":
            if paused is None or paused.event not in done:
                found = [other for other in found if other is not paused]
                paused = None
                continue
            paused = None
        if order.event not in done:
            found.append(order)
    return found


def owes_draw(desk: Desk) -> str | None:
    """The purpose of the draw that this table has to make now, or None."""
    match, session = desk.match, desk.session
    if match is None or session is None or desk.done or match.draw is not None:
        return None
    if session.phase is not Phase.DRAWING or not (session.draws_itself or session.drew):
        return None
    return f"draw/{match.uid}"


def owes_toss(desk: Desk) -> bool:
    """Whether the table has to toss the coin for who chooses the side (APCA-6)."""
    match, session = desk.match, desk.session
    if match is None or session is None or desk.done or match.draw is not None:
        return False
    waits = session.phase is Phase.DRAWING and session.toss is None
    return waits and not session.draws_itself and not session.by_hand


def draw(desk: Desk, match: Match, draw_below: Callable[[int], int]) -> Draft:
    """Draw colors and opening from fresh randomness, or as the players did (ACF-1.VIII.A)."""
    name, deck = deck_of(desk.state, match, desk.deck)
    own = desk.session.drew if desk.session is not None else None
    mode = book_of(desk.state, match).opening_mode
    # A mode whose deck is not here is played as the players please.
    mode = mode if any(len(o.moves) == STYLES[mode].moves for o in deck) else "go_as_you_please"
    drawn = ballot(mode, deck, [draw_below(bound) for bound in draws_below(mode, deck)])
    first, number = own or (drawn.first_seat, 0)
    opening = deck[number - 1] if number else drawn.opening
    if opening is None:
        return Draft(entities.draw(match.key), OpeningDrawn(first, 0, ()))
    body = OpeningDrawn(first, opening.number, opening.moves, name)
    return Draft(entities.draw(match.key), body)


def has_cards(desk: Desk, match: Match) -> bool:
    """Whether an opening is drawn in this match, from a deck that is here."""
    _, deck = deck_of(desk.state, match, desk.deck)
    moves = STYLES[book_of(desk.state, match).opening_mode].moves
    return bool(moves) and any(len(opening.moves) == moves for opening in deck)


def _chosen_by(desk: Desk, match: Match, session: Session) -> str:
    if len(controls_of(desk.state, match)) == 1:
        return "event"
    return "agreed" if session.chosen[0] == session.chosen[1] else "drawn"
