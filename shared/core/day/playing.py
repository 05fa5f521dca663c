"""While games are played: presses, pauses, offers, flags, timekeepers, and how a game and a match
end.

Entries of the day's table.
"""

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.backgammon.actions import EndTurn, FlagNoticed
from shared.core.day import entries as e
from shared.core.day.lobby import clock_of, in_lobby, tick
from shared.core.day.moves import captures_meant, with_move, with_pass
from shared.core.day.phases import LOBBY, DrawOffer, IllegalEntry, Phase, Session
from shared.core.day.points import acted, clock_corrected
from shared.core.match.contest import contest_state
from shared.core.match.controls import parse_time_control
from shared.core.match.outcome import Code, Seat, other

CHECKERS = 12
"""What a side has on the board when a game begins, and the most that can be captured of it."""


def pressed(session: Session, entry: e.Pressed) -> Session:
    """End a turn; a move made refuses a draw that was offered before it."""
    if session.board is not None:
        return acted(session, e.Acted(EndTurn(entry.at, entry.seat)))
    after = with_move(tick(session, c.Press(entry.seat, entry.at), Phase.PLAYING), entry)
    return moved(session, after, entry.at)


def moved(before: Session, after: Session, at: int) -> Session:
    """``after``, in which a move of the other player has refused the draw that was offered."""
    offer = after.open_offer
    if offer is None or before.clock is None or after.clock is None:
        return after
    seat = other(offer.seat)
    refused = after.clock.moves[seat] > before.clock.moves[seat]
    return _answer(after, accepted=False, at=at) if refused else after


def turn_passed(session: Session, event: c.PassTurn) -> Session:
    """Pass a turn to the opponent without a move."""
    return with_pass(tick(session, event, Phase.PLAYING))


def paused(session: Session, event: c.Pause) -> Session:
    """Stop both clocks."""
    return tick(session, event, Phase.PAUSED)


def resumed(session: Session, event: c.Resume) -> Session:
    """Let the clock go on where it stood; what the referee has stopped goes on by the referee's
    word."""
    if session.held and not event.referee:
        raise IllegalEntry("The referee has stopped this game: it goes on by the referee's word.")
    if captures_meant(session):
        raise IllegalEntry("Say first which capture it was.")
    absent = clock_of(session).resumes is c.ClockPhase.ABSENT
    phase = Phase.ABSENT if absent else Phase.PLAYING
    return replace(tick(session, event, phase), held=False)


def slept(session: Session, event: c.Gap) -> Session:
    """Stop both clocks since the machine was away, and ask the players or the referee."""
    return tick(session, event, Phase.RECOVERING)


def time_given(session: Session, event: c.Adjust | c.Forgotten) -> Session:
    """Add time, take it or give it back.

    If that finds a flag that nobody had called, both stand until the game goes on."""
    session = clock_corrected(tick(session, event, session.phase))
    runs = clock_of(session).phase in (c.ClockPhase.RUNNING, c.ClockPhase.ABSENT)
    stands = session.phase in (Phase.PLAYING, Phase.ABSENT) and not runs
    return replace(session, phase=Phase.PAUSED) if stands else session


def clock_imposed(session: Session, entry: e.ClockImposed) -> Session:
    """Bring a clock to an unclocked match, into a game in progress only where a rule says so."""
    if session.info.book.imposed_clocks is None:
        raise IllegalEntry(
            "A clock can't be put into a game in progress ({clause}).",
            clause=session.info.book.clause("imposed_clocks"),
        )
    if not all(session.seated):
        raise IllegalEntry("No clock is brought before both players are here.")
    try:
        control = parse_time_control(entry.name)
    except ValueError as unknown:
        raise IllegalEntry(str(unknown)) from None
    imposed = tick(session, c.Impose(control, entry.scope, entry.at), session.phase)
    return replace(imposed, control=control)


def draw_offered(session: Session, entry: e.DrawOffered) -> Session:
    """Note the offer with its moment."""
    if session.open_offer is not None:
        raise IllegalEntry("A draw is offered already.")
    moves = c.reading(clock_of(session), entry.at).moves
    made = {(offer.game, offer.seat, offer.moves) for offer in session.draws}
    if (session.game, entry.seat, moves) in made:
        raise IllegalEntry("This draw has been refused: make a move before the next offer.")
    offer = DrawOffer(session.game, entry.seat, entry.at, moves)
    return replace(session, draws=(*session.draws, offer))


def draw_answered(session: Session, entry: e.DrawAnswered) -> Session:
    """Draw the game as the opponent accepts, or note that the offer is refused."""
    offer = session.open_offer
    if offer is None:
        raise IllegalEntry("No draw is offered.")
    if entry.seat == offer.seat:
        raise IllegalEntry("The player who offered the draw cannot answer it.")
    answered = _answer(session, accepted=entry.accepted, at=entry.at)
    return game_over(answered, e.GameOver(entry.at, Code.DRAW)) if entry.accepted else answered


def _answer(session: Session, *, accepted: bool, at: int) -> Session:
    answer = "accepted" if accepted else "refused"
    last = replace(session.draws[-1], answer=answer, answered_at=at)
    return replace(session, draws=(*session.draws[:-1], last))


def flag_fell(session: Session, entry: e.FlagFell) -> Session:
    """Take what the rulebook says for a flag that stops the clock (ACF-1.X.A.b, HALL-apca-flag)."""
    clock = c.settle(clock_of(session), entry.at)
    if not clock.fallen[entry.seat]:
        raise IllegalEntry("This flag has not fallen.")
    if clock.phase is not c.ClockPhase.FLAGGED:
        raise IllegalEntry(
            "This flag has to be noticed by a player ({clause}).",
            clause=session.info.book.clause("flag_costs"),
        )
    if session.board is not None:
        return acted(session, e.Acted(FlagNoticed(entry.at, entry.seat)))
    session = replace(session, clock=clock, phase=Phase.SCORING)
    if all(clock.fallen):
        return session  # nobody can say which fell first: the referee gives the codes
    return _lost(session, entry.seat, entry.at)


def flag_noticed(session: Session, event: c.Notice) -> Session:
    """Propose the game as lost by an expired reserve, until the director has spoken."""
    if session.board is not None:
        raise IllegalEntry("A flag in a match of points is claimed on the scoreboard.")
    return _lost(tick(session, event, Phase.SCORING), event.seat, event.at)


def _lost(session: Session, seat: Seat, at: int) -> Session:
    """Take from ``seat`` what a fallen flag costs: this game, games not started, or the match."""
    info, clock = session.info, clock_of(session)
    played = clock.resumes is c.ClockPhase.RUNNING
    code = Code.LOSS if played else Code.LOSS_BY_FORFEIT
    session = _with_code(session, code if seat == 0 else code.reversed)
    more = {"game": 0, "game_and_next": 1, "match": info.games}[info.book.flag_costs]
    for _ in range(more):
        if not session.settled:
            lost = Code.LOSS_BY_FORFEIT
            session = _with_code(session, lost if seat == 0 else lost.reversed)
    return session if session.settled else tick(session, c.EndGame(at), Phase.BETWEEN)


def _with_code(session: Session, code: Code) -> Session:
    return replace(session, codes=(*session.codes, code))


_UNPLAYED = (Code.DRAW, Code.WIN_BY_FORFEIT, Code.LOSS_BY_FORFEIT, Code.LOST_BY_BOTH)


def game_over(session: Session, entry: e.GameOver) -> Session:
    """Give the game its code; the match is settled or goes on."""
    if session.board is not None:
        raise IllegalEntry("The match is decided on the scoreboard, or by the referee.")
    clock = session.clock
    started = session.phase not in LOBBY and clock_of(session).resumes is c.ClockPhase.RUNNING
    if not started and entry.code not in _UNPLAYED:
        raise IllegalEntry("A game that has not started is forfeited, or drawn and not played.")
    _check(session, entry.code)
    if clock is not None:
        if c.settle(clock, entry.at).phase is c.ClockPhase.FLAGGED:
            raise IllegalEntry("A flag fell before the game ended.")
        clock = c.apply(clock, c.EndGame(entry.at))
    session = _with_code(replace(session, clock=clock), entry.code)
    return replace(session, phase=_after_games(session))


def _after_games(session: Session) -> Phase:
    """Return where a match stands that has another code: it is over, or its time is (SE-7), or
    neither."""
    info = session.info
    if session.settled:
        return Phase.SCORING
    all_played = info.book.contest is not None and len(session.codes) == info.games
    # In the extra time the game that was begun is over; time goes on with the next one.
    return Phase.COUNTING if all_played and session.called_ms is None else Phase.BETWEEN


def corrected(session: Session, entry: e.CodeCorrected) -> Session:
    """Correct a code that was entered wrongly. The match may be settled by it, or have a game to
    play again."""
    # Scoring without all codes: two flags fell together, and the referee fills in what is open.
    known = len(session.codes)
    scoring = session.phase is Phase.SCORING
    open_game = scoring and not session.settled and session.captures is None
    last = min(known + 1, session.info.games) if open_game else known
    if not 1 <= entry.game <= last:
        raise IllegalEntry("This game has no result yet.")
    _check(session, entry.code)
    cut = entry.game - 1
    codes = (*session.codes[:cut], entry.code, *session.codes[entry.game :])
    after = replace(session, codes=codes)
    if clock_flagged(session):
        return after
    if session.phase in LOBBY:
        return _not_started(after) if after.settled else after
    if scoring and session.captures is not None:
        return after
    return replace(after, phase=_after_games(after))


def _not_started(session: Session) -> Session:
    """Leave out the game that was set up and is not needed: the match stands as before it."""
    game = session.game - 1
    clock = session.clock
    if clock is not None:
        clock = replace(c.apply(clock, c.EndGame(clock.at or 0)), game=game)
    return replace(session, game=game, clock=clock, phase=Phase.SCORING)


def clock_flagged(session: Session) -> bool:
    """Return whether everything stands still under a fallen flag."""
    return session.clock is not None and session.clock.phase is c.ClockPhase.FLAGGED


def _check(session: Session, code: Code) -> None:
    """Games of points end on the scoreboard; a match of them may be forfeited."""
    if session.info.book.scoring == "points" and code is code.played:
        raise IllegalEntry("Games of this match are won on the scoreboard.")


def next_game(session: Session, _: e.NextGame) -> Session:
    """Swap the sides and keep the clock (ACF-1.VIII.A, ACF-1.X.A.b)."""
    if session.board is not None:
        raise IllegalEntry("The next game begins on the scoreboard.")
    clock = c.apply(session.clock, c.NextGame()) if session.clock else None
    control = clock.control if clock else session.control
    return in_lobby(replace(session, clock=clock, control=control, game=session.game + 1))


def time_called(session: Session, entry: e.TimeCalled) -> Session:
    """Stop both clocks: the time of the match is over, or its extra time (SE-7)."""
    rule = session.info.book.contest
    if rule is None:
        raise IllegalEntry("No time is called in this match.")
    clock = clock_of(session)
    age = c.match_age(clock, entry.at)
    due = rule.match_ms if session.called_ms is None else session.called_ms + rule.extra_ms
    if age < due and not entry.referee:
        raise IllegalEntry("The time of this match is not over.")
    if clock.phase is c.ClockPhase.RUNNING:
        clock = c.apply(clock, c.Pause(entry.at, c.Here("time_called")))
    return replace(session, clock=clock, phase=Phase.COUNTING)


def captured(session: Session, entry: e.Captured) -> Session:
    """Let the count decide the match, or give it its extra time, or leave it to the referee.

    A count that was entered wrongly is entered again while the score is signed."""
    rule = session.info.book.contest
    if rule is None or (session.phase is Phase.SCORING and session.captures is None):
        raise IllegalEntry("Nothing is counted in this match.")
    most = CHECKERS * max(session.game, len(session.codes))
    if not 0 <= min(entry.captures) <= max(entry.captures) <= most:
        raise IllegalEntry("A side has captured from 0 to {most} checkers.", most=most)
    clock, called_ms = clock_of(session), session.called_ms
    age = c.match_age(clock, entry.at)
    over = rule.match_ms if called_ms is None else called_ms + rule.extra_ms
    winners = [_winner(code) for code in session.codes]
    # Time has been called, however old the match was then.
    state = contest_state(rule, winners, entry.captures, max(age, over), called_ms)
    if state.next != "extra_time":
        return replace(session, phase=Phase.SCORING, captures=entry.captures)
    if session.phase is Phase.SCORING:
        raise IllegalEntry(
            "The score is equal: call the referee, who decides how this match goes on."
        )
    playing = clock.phase is c.ClockPhase.PAUSED
    return replace(session, phase=Phase.PAUSED if playing else Phase.BETWEEN, called_ms=age)


def _winner(code: Code) -> Seat | None:
    if code in (Code.DRAW, Code.LOST_BY_BOTH):
        return None
    return 0 if code.played is Code.WIN else 1


def moves_timed(session: Session, entry: e.MovesTimed) -> Session:
    """Time each move from now on, by the five-minute rule or by Lowder's minute."""
    book = session.info.book
    rule = book.move_time if entry.by == "five_minutes" else book.lowder
    if rule is None:
        raise IllegalEntry("No such rule times the moves under {rulebook}.", rulebook=book.title)
    return tick(session, c.Keep(rule, entry.at), session.phase)


def timing_changed(session: Session, event: c.Release | c.TimeTold | c.SingleJump) -> Session:
    """Note that the timekeeper leaves, has told the player to move, or sees a single jump."""
    return tick(session, event, session.phase)


def move_counted(session: Session, event: c.Tap | c.Plus) -> Session:
    """Count a move that the timekeeper tapped for the player to move, or one move more."""
    return moved(session, tick(session, event, session.phase), event.at)
