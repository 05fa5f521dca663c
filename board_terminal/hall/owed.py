"""What the table owes the hall, and what referees have decided that the table owes the match.

Compares the session with the state, so nothing is lost by a crash in between. Writes nothing."""

from collections.abc import Callable

from board_terminal.desk.desk import Desk
from board_terminal.desk.due import timed_by
from board_terminal.desk.setting import book_of, controls_of, deck_of, names_of
from board_terminal.hall.takeover import again
from shared.core.clock import Alert
from shared.core.day import Phase, Session
from shared.core.day.entries import Ordered
from shared.core.day.ordered import obstacle, waiting
from shared.core.draughts.counts import Quiet
from shared.core.draughts.openings import STYLES, ballot, draws_below
from shared.core.draughts.pdn.game import PdnGame, Result
from shared.core.draughts.pdn.writer import write_pdn
from shared.core.events import (
    Actor,
    ControlChosen,
    DrawOffered,
    MeasureDone,
    MeasureRefused,
    MovesLogged,
    OpeningDrawn,
    PlayerSeated,
    ReportFiled,
    entities,
)
from shared.core.events.measures import AbsentTimeStarted, ClockAssigned, OfTable
from shared.core.events.reported import Found
from shared.core.match.controls import UNCLOCKED
from shared.core.match.outcome import SEATS, Code, other
from shared.core.state import HallState, InForce, Match
from shared.port import Draft

Purposes = list[tuple[str, Draft]]
"""What each draft is for, and the draft. A purpose is written once."""


def owed(desk: Desk) -> Purposes:
    """Return what the session has and the state has not: measures that were carried out, presence,
    time control, offers of a draw, moves."""
    match, session = desk.match, desk.session
    if match is None or session is None:
        return []
    purposes = _done(match, session)
    if desk.done:
        return purposes
    for seat in SEATS:
        if session.seated[seat] and not match.seated[seat]:
            ent = entities.presence(match.key, seat)
            draft = Draft(ent, PlayerSeated(), Actor(str(seat), "unverified press"))
            purposes.append((f"seated/{match.uid}/{seat}", draft))
    if session.control is not None and all(session.seated):
        name, known = session.control.name, match.control
        token, brought = _brought(match, session)
        assigned = brought == name
        if known is None or (assigned and known.name != name):
            by = "assigned" if assigned else _chosen_by(desk, match, session)
            body = ControlChosen(name, by)
            draft = Draft(entities.control(match.key), body)
            purposes.append((f"control/{match.uid}/{token}", draft))
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
    """Ask the referee if all is equal after the extra time: the sheet has no rule for it (SE-7)."""
    if session.captures is None or session.settled:
        return None
    ent = entities.match_report(match.key, "equal")
    body = ReportFiled("call", game=session.game, found="still_equal", numbers=session.captures)
    return Draft(ent, body, Actor("device", "software"))


def _full_count(match: Match, session: Session) -> Draft | None:
    """Propose a complete count to the referee, once. The game goes on (APCA-26, DARK-50)."""
    running, rule = session.counting, session.info.book.counts
    if running is None or rule is None or not running.full(rule):
        return None
    found: Found = "moves_of_both"
    if not isinstance(running.count, Quiet):
        found = "moves_of_left" if running.count.seat == 0 else "moves_of_right"
    ent = entities.match_report(match.key, f"count-{session.game}-{running.kind}-{running.began}")
    body = ReportFiled(
        "count_full",
        running.asker,
        which=running.kind,
        game=session.game,
        found=found,
        numbers=running.made(rule),
    )
    return Draft(ent, body, Actor("device", "software"))


def move_time_report(desk: Desk, match: Match, session: Session, over: Alert) -> tuple[str, Draft]:
    """Return the proposal that a game is lost on the time for a move; one for each turn."""
    moves = sum(session.clock.moves) if session.clock else 0
    ent = entities.match_report(match.key, f"time-{session.game}-{moves}-{over.seat}")
    which = timed_by(session)
    body = ReportFiled("move_time", None, over.seat, which=which, game=session.game)
    return ent, Draft(ent, body, Actor("device", "software"))


def orders(desk: Desk, at: int) -> list[Ordered]:
    """Return the decisions that this table still has to carry out, oldest first."""
    return [
        Ordered(
            one.token,
            one.measure,
            at,
            one.decision.clause,
            one.decision.reason,
            _runs_since(one),
        )
        for one in _to_do(desk)
        if isinstance(one.measure, OfTable)
    ]


def _to_do(desk: Desk) -> list[InForce]:
    """Return the measures that this table has neither carried out nor refused."""
    match, session = desk.match, desk.session
    if match is None or session is None or desk.done:
        return []
    return [
        one
        for one in waiting(match.taken, session.carried, session.held)
        if _refused(one.token) not in desk.receipts and _open(match, one)
    ]


def _open(match: Match, one: InForce) -> bool:
    """Return whether no table has answered a measure, or it has to be carried out again."""
    carried = match.carried.get(one.token)
    return carried is None or (carried.refused is None and again(match, one))


def _runs_since(one: InForce) -> int:
    """Return how long before the decision (ms) the time of an absent player begins."""
    since = one.measure.since if isinstance(one.measure, AbsentTimeStarted) else 0
    return max(0, one.decision.at - since) if since else 0


def refusals(desk: Desk, at: int) -> Purposes:
    """Return the refusals still to be written: what this table can never carry out, and why."""
    match, session = desk.match, desk.session
    if match is None or session is None:
        return []
    purposes: Purposes = []
    for order in orders(desk, at):
        why = obstacle(session, order.measure, at)
        if why is not None and order.token not in match.carried:
            ent = entities.carried(match.key, order.token)
            purposes.append((_refused(order.token), Draft(ent, MeasureRefused(why))))
    return purposes


def _done(match: Match, session: Session) -> Purposes:
    """Return what was carried out here and is not in the log yet."""
    return [
        (f"carried/{token}", Draft(entities.carried(match.key, token), MeasureDone()))
        for token in session.carried
        if token not in match.carried
    ]


def _refused(token: str) -> str:
    """Return the purpose under which a refusal is written."""
    return f"refused/{token}"


def owes_draw(desk: Desk) -> str | None:
    """Return the purpose of the draw that this table has to make now, or None."""
    match, session = desk.match, desk.session
    if match is None or session is None or desk.done or match.draw is not None:
        return None
    if session.phase is not Phase.DRAWING or not (session.draws_itself or session.drew):
        return None
    return f"draw/{match.uid}"


def owes_toss(desk: Desk) -> bool:
    """Return whether the table has to toss the coin that gives the choice of side (APCA-6)."""
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
    """Return whether an opening is drawn in this match, from a deck that is here."""
    _, deck = deck_of(desk.state, match, desk.deck)
    moves = STYLES[book_of(desk.state, match).opening_mode].moves
    return bool(moves) and any(len(opening.moves) == moves for opening in deck)


def _brought(match: Match, session: Session) -> tuple[str, str]:
    """Return the measure's token and the control that the referee brought last before a game;
    "" for none (ACF-1.X.B.b)."""
    found = ("", "")
    for one in match.taken:
        measure = one.measure
        if isinstance(measure, ClockAssigned) and measure.scope == "next":
            found = (one.token, measure.control) if one.token in session.carried else found
    return found


def _chosen_by(desk: Desk, match: Match, session: Session) -> str:
    if len(controls_of(desk.state, match)) == 1:
        return "event"
    if session.chosen[0] == session.chosen[1]:
        return "agreed"
    return "sheet" if UNCLOCKED in session.chosen else "drawn"


def pdn_of(state: HallState, match: Match, session: Session, game: int) -> str:
    """Return the game as entered: names, opening and result; clocks and faults in comments."""
    first = 0 if session.info.first_player(game) == 0 else 1
    names = names_of(state, match)
    code = session.codes[game - 1]
    played = (code if first == 0 else code.reversed).played
    results: dict[Code, Result] = {Code.WIN: "first", Code.DRAW: "draw", Code.LOSS: "second"}
    draw = match.draw
    numbered = draw is not None and bool(draw.moves)
    return write_pdn(
        [
            PdnGame(
                record=session.records[game],
                result=results[played],
                event=state.tournament.name if state.tournament is not None else "",
                round=f"{match.key.round_no}.{game}",
                first=names[first],
                second=names[1 - first],
                ballot=" ".join(session.info.opening),
                ballot_number=str(draw.opening) if draw is not None and numbered else "",
            )
        ]
    )
