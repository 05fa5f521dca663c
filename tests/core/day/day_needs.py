"""What players and referee need at a table, by the facts of a session and with the reason.

Written from the rule sheets and from what the hall promises, not from the day's table: where the
facts are such, the entry has to be possible.
"""

from collections.abc import Callable, Mapping
from typing import Final

from shared.core import clock as c
from shared.core.backgammon import BoardPhase as Scoreboard
from shared.core.backgammon import actions as a
from shared.core.day import Phase
from shared.core.day import entries as e
from shared.core.day.moves import captures_meant, entered_now
from shared.core.draughts.record import Made
from shared.core.draughts.rules import RULES
from shared.core.match.outcome import SEATS, Code, other
from tests.core.day.day_facts import GAME, Facts

MINUTE: Final = 60_000
PLAYED: Final = (Phase.PLAYING, Phase.PAUSED)

Asked = Callable[[Facts], e.Entry | None]
"""The entry that has to be possible; None where the facts ask for none."""


# -- before a game ----------------------------------------------------------------------------


def sit(f: Facts) -> e.Entry | None:
    waits = f.phase in (Phase.SEATING, Phase.ABSENT) and f.free is not None
    return e.Seated(f.free) if waits and f.free is not None else None


def arrive(f: Facts) -> e.Entry | None:
    return None if f.absent is None else e.Clocked(c.Arrive(f.absent, f.at))


def set_pin(f: Facts) -> e.Entry | None:
    mine = (seat for seat in SEATS if f.session.seated[seat] and not f.session.pins[seat])
    return next((e.PinSet(seat, "hash") for seat in mine), None) if f.lobby else None


def draw_by_hand(f: Facts) -> e.Entry | None:
    fresh = f.session.toss is None and f.session.drew is None and not f.points
    waits = f.phase in (Phase.SEATING, Phase.DRAWING) and fresh
    return e.DrawByHand(not f.session.by_hand) if waits else None


def toss(f: Facts) -> e.Entry | None:
    waits = f.phase is Phase.DRAWING and f.session.toss is None
    return e.CoinTossed(0) if waits and f.book.colour_choice == "winner_chooses" else None


def draw(f: Facts) -> e.Entry | None:
    chooses = f.book.colour_choice == "winner_chooses" and f.session.toss is not None
    by_hand = f.book.colour_choice == "drawn" and f.session.by_hand
    waits = f.phase is Phase.DRAWING and f.session.drew is None and not f.points
    return e.Drew(0) if waits and (chooses or by_hand) else None


def choose_control(f: Facts) -> e.Entry | None:
    first = f.session.info.controls[0]
    return e.ControlChosen(0, first) if f.phase is Phase.CHOOSING else None


def settle_control(f: Facts) -> e.Entry | None:
    return e.ControlSet("unclocked") if f.lobby and f.unused else None


def start_absent(f: Facts) -> e.Entry | None:
    if f.phase is not Phase.SEATING or f.clock is None:
        return None
    if not any(f.session.seated):
        return e.Clocked(c.StartBoth(f.at))
    return e.Clocked(c.StartLate(1 if f.session.seated[0] else 0, f.at))


def set_terms(f: Facts) -> e.Entry | None:
    between = f.points and f.phase is Phase.BETWEEN
    return e.TermsSet(()) if between or f.phase is Phase.AGREEING else None


def accept_terms(f: Facts) -> e.Entry | None:
    waits = (seat for seat in SEATS if not f.session.terms.accepted[seat])
    asked = f.phase is Phase.AGREEING
    return next((e.TermsAccepted(seat) for seat in waits), None) if asked else None


def roll(f: Facts) -> e.Entry | None:
    return e.Rolled((3, 5)) if f.phase is Phase.AGREEING else None


def start(f: Facts) -> e.Entry | None:
    if f.phase is not Phase.READY or f.clock is None:
        return None
    if f.points:
        away = f.board is not None and f.board.away_since != (None, None)
        return None if away else e.Acted(a.Begin(f.at, 0))
    # Without time the referee rules on the game first (HALL-apca-flag).
    stops = f.clocked and f.clock.control.flag == "stops"
    return None if stops and 0 in c.reading(f.clock, f.at).remaining else e.Started(f.at)


def enter_moves(f: Facts) -> e.Entry | None:
    before = f.phase in (Phase.READY, Phase.BETWEEN) and f.book.game in RULES
    return e.MovesEntered(not f.session.entering) if before else None


def forfeit_unstarted(f: Facts) -> e.Entry | None:
    open_game = f.unstarted and f.board is None and not f.flag
    return e.GameOver(f.at, Code.LOSS_BY_FORFEIT) if open_game else None


def draw_unplayed(f: Facts) -> e.Entry | None:
    return e.GameOver(f.at, Code.DRAW) if f.lobby and not f.points else None


# -- turns and stops --------------------------------------------------------------------------


def press(f: Facts) -> e.Entry | None:
    return None if f.runs is None or f.turn_over else e.Pressed(f.runs, f.at)


def pass_turn(f: Facts) -> e.Entry | None:
    return e.Clocked(c.PassTurn(f.runs, f.at)) if f.runs is not None and f.turn_over else None


def pause(f: Facts) -> e.Entry | None:
    return None if f.runs is f.absent is None else e.Clocked(c.Pause(f.at, c.Here("at_table")))


def sleep(f: Facts) -> e.Entry | None:
    return None if f.runs is f.absent is None else e.Clocked(c.Gap(f.at, f.at + MINUTE))


def go_on(f: Facts) -> e.Entry | None:
    stands = (
        f.phase is Phase.PAUSED and f.clock is not None and f.clock.phase is c.ClockPhase.PAUSED
    )
    asked = f.board is not None and f.board.phase is Scoreboard.FLAGGED
    return (
        e.Clocked(c.Resume(f.at, referee=True)) if stands and not asked and not f.unclear else None
    )


def clarify(f: Facts) -> e.Entry | None:
    meant = captures_meant(f.session) if f.phase is Phase.PAUSED and not f.flag else ()
    return e.MoveClarified(meant[0].path, f.at) if meant else None


def call_flag(f: Facts) -> e.Entry | None:
    waits = f.phase in (*GAME, Phase.ABSENT) and not f.points
    down = f.fallen if f.flag and waits else None
    return None if down is None else e.FlagFell(down, f.at)


def notice_flag(f: Facts) -> e.Entry | None:
    waits = f.clock is not None and f.clock.control.flag == "noticed" and not f.flag
    down = f.fallen if waits and f.phase in PLAYED and not f.points else None
    return None if down is None else e.Clocked(c.Notice(down, f.at))


def accept_times(f: Facts) -> e.Entry | None:
    return e.AgreedToGoOn(0) if f.phase is Phase.RECOVERING else None


def recall(f: Facts) -> e.Entry | None:
    return e.Recalled(Code.DRAW) if f.phase is Phase.RECALLING else None


def restart(f: Facts) -> e.Entry | None:
    return e.Recovered((MINUTE, MINUTE))


def take_over(f: Facts) -> e.Entry | None:
    control = f.session.info.controls[0]
    return e.TakenOver(control, 1, (5, 6), (3, 2), 1, over=False, logged=0)


# -- what players say about a game ------------------------------------------------------------


def offer_draw(f: Facts) -> e.Entry | None:
    if f.phase is not Phase.PLAYING or f.runs is None or f.session.open_offer or f.clock is None:
        return None
    made = [(offer.game, offer.seat, offer.moves) for offer in f.session.draws]
    again = (f.session.game, f.runs, f.clock.moves) in made
    return None if again else e.DrawOffered(f.runs, f.at)


def answer_draw(f: Facts) -> e.Entry | None:
    offer = f.session.open_offer
    if offer is None or offer.game != f.session.game or f.phase not in PLAYED or f.flag:
        return None
    return e.DrawAnswered(other(offer.seat), accepted=False, at=f.at)


def begin_count(f: Facts) -> e.Entry | None:
    rule = f.book.counts
    if f.phase is not Phase.PLAYING or rule is None:
        return None
    if rule.quiet_moves is None and entered_now(f.session):
        return None  # The board says who may begin it.
    return e.CountBegun("quiet" if rule.quiet_moves else "strength", 0, f.at)


def count_anew(f: Facts) -> e.Entry | None:
    running = f.session.counting
    goes_on = running is not None and running.kind in ("quiet", "strength")
    return e.CountAnew(f.at) if goes_on and f.phase is Phase.PLAYING else None


def end_count(f: Facts) -> e.Entry | None:
    runs = f.session.counting is not None and f.phase in PLAYED
    return e.CountEnded(f.at) if runs else None


def end_game(f: Facts) -> e.Entry | None:
    on = f.phase in GAME and f.turn is not None and not f.flag
    return e.GameOver(f.at, Code.LOSS) if on and not f.points else None


def next_game(f: Facts) -> e.Entry | None:
    return e.NextGame() if f.phase is Phase.BETWEEN and not f.points else None


def correct(f: Facts) -> e.Entry | None:
    still = f.phase in (Phase.READY, Phase.BETWEEN, Phase.SCORING)
    return e.CodeCorrected(1, Code.LOSS_BY_FORFEIT) if still and f.session.codes else None


def note_delay(f: Facts) -> e.Entry | None:
    over = f.board is not None and f.board.phase is Scoreboard.OVER
    waits = f.phase in (Phase.READY, Phase.BETWEEN, *PLAYED)
    return e.Acted(a.Delayed(f.at, 0, MINUTE)) if f.points and waits and not over else None


def take_back(f: Facts) -> e.Entry | None:
    known = f.board is not None and f.session.before is not None
    return e.TakenBack(f.at) if known and f.phase is not Phase.RECOVERING else None


def take_move_back(f: Facts) -> e.Entry | None:
    record = f.session.records.get(f.session.game)
    made = record is not None and record.entries and isinstance(record.entries[-1], Made)
    return e.TakenBack(f.at) if made and f.phase is Phase.PAUSED else None


# -- by the referee's word --------------------------------------------------------------------


def time_moves(f: Facts) -> e.Entry | None:
    may = f.book.move_time is not None and f.unclocked and f.phase in PLAYED and not f.flag
    return e.MovesTimed("five_minutes", f.at) if may else None


def stop_timing(f: Facts) -> e.Entry | None:
    watched = f.watch is not None and f.phase in PLAYED and not f.flag
    return e.Clocked(c.Release(f.at)) if watched else None


def tell(f: Facts) -> e.Entry | None:
    untold = f.watch is not None and f.watch.told is None and f.timed
    return e.Clocked(c.TimeTold(f.at)) if untold and f.runs is not None else None


def single_jump(f: Facts) -> e.Entry | None:
    five_minutes = f.watch is not None and f.watch.rule == f.book.move_time
    return e.Clocked(c.SingleJump(f.at)) if five_minutes and f.runs is not None else None


def tap(f: Facts) -> e.Entry | None:
    return e.Clocked(c.Tap(f.at)) if f.timed and f.runs is not None else None


def count_move(f: Facts) -> e.Entry | None:
    return e.Clocked(c.Plus(0, f.at)) if f.unclocked and f.runs is not None else None


def set_time(f: Facts) -> e.Entry | None:
    lost_by_it = f.phase is Phase.SCORING and f.flag
    may = f.clocked and (f.phase in (Phase.READY, *GAME) or lost_by_it)
    return e.RefereeResumed((MINUTE, MINUTE)) if may else None


def add_time(f: Facts) -> e.Entry | None:
    may = f.clocked and f.phase in (Phase.READY, Phase.ABSENT, *GAME, Phase.BETWEEN)
    return e.Clocked(c.Adjust((MINUTE, MINUTE), f.at, "ACF-1.X.A.e")) if may else None


def impose_clock(f: Facts) -> e.Entry | None:
    slow = f.unclocked and not f.flag and all(f.session.seated)
    may = slow and f.book.imposed_clocks is not None
    return (
        e.ClockImposed("30:00", "game", f.at) if may and f.phase in (Phase.READY, *PLAYED) else None
    )


def give_back(f: Facts) -> e.Entry | None:
    thought = f.clock is not None and f.turn is not None and f.clock.thought[f.turn] > 0
    given = f.turn is not None and thought and f.phase in GAME
    return e.Clocked(c.Forgotten(f.turn, 1, f.at)) if given and f.turn is not None else None


def call_time(f: Facts) -> e.Entry | None:
    may = f.book.contest is not None and f.phase in (*PLAYED, Phase.BETWEEN) and not f.flag
    return e.TimeCalled(f.at, referee=True) if may else None


def count_captures(f: Facts) -> e.Entry | None:
    again = f.phase is Phase.SCORING and f.session.captures is not None
    return e.Captured((3, 4), f.at) if again or f.phase is Phase.COUNTING else None


NEEDS: Final[Mapping[str, Asked]] = {
    "a player who is missing sits down": sit,
    "a player who comes late sits down (ACF-1.VI.B)": arrive,
    "a player sets a PIN before the game starts": set_pin,
    "players draw with cards and a coin of their own (ACF-1.VIII.A)": draw_by_hand,
    "a coin is tossed for the choice of sides (APCA-6)": toss,
    "the winner of the toss, or the cards, say who moves first (APCA-6)": draw,
    "a player names a time control (ACF-1.X.A.a)": choose_control,
    "chance or the referee settles the control of an unused clock (ACF-1.X.A.a)": settle_control,
    "the referee starts the time of a player who is not there (ACF-1.VI.B)": start_absent,
    "equipment is agreed on before the match and between games (USBGF-3.6, 3.7)": set_terms,
    "a player accepts the equipment (USBGF-3.6)": accept_terms,
    "the larger roll decides about the equipment (USBGF-3.6)": roll,
    "a game starts once nothing is missing": start,
    "players choose whether to enter the moves of the next game": enter_moves,
    "a game that nobody has started is forfeited (ACF-1.VI.A)": forfeit_unstarted,
    "a game that was not started in time is drawn (ACF-1.X.B.e)": draw_unplayed,
    "a player presses at the end of the turn (ACF-1.X.A.d)": press,
    "a turn that lasted too long passes (SE-5)": pass_turn,
    "an interruption stops time that runs (ACF-1.X.A.f)": pause,
    "the table stops time that ran while its machine slept (HALL-power-cut)": sleep,
    "the referee lets a game go on that stands (ACF-1.X.A.f)": go_on,
    "the mover says which capture it was (ACF-3.III.A)": clarify,
    "a flag that stopped the clock is called (ACF-1.X.A.b)": call_flag,
    "an expired reserve is noticed (USBGF-4.3)": notice_flag,
    "players accept the times after a restart (HALL-power-cut)": accept_times,
    "players say who won a game that the log does not know": recall,
    "a restart finds the table as it was (HALL-power-cut)": restart,
    "another device takes the match over": take_over,
    "a player offers a draw (ACF-3.IV)": offer_draw,
    "a draw that is offered is answered, in a pause too (ACF-3.IV)": answer_draw,
    "a player announces a count of moves (APCA-26, DARK-40)": begin_count,
    "a count begins anew when the board has changed (APCA-26)": count_anew,
    "a count is given up": end_count,
    "a game ends at any time after its start (DARK-end)": end_game,
    "the next game is set up": next_game,
    "a wrong result is corrected while no game is played (USBGF-4.6)": correct,
    "a delay is noted until a match of points is over (USBGF-2.2b)": note_delay,
    "both take the last entry on the scoreboard back (USBGF-4.7)": take_back,
    "both take the last move back (ACF-3.III.A)": take_move_back,
    "a timekeeper comes to a slow game (ACF-1.X.B.a)": time_moves,
    "a timekeeper leaves (ACF-1.X.B.a)": stop_timing,
    "a player is told that the time for the move is over (DARK-time)": tell,
    "a single jump shortens the time for the move (DARK-time)": single_jump,
    "a timekeeper taps a move (ACF-1.X.B.a)": tap,
    "a move is counted where nobody presses (ACF-1.X.B.a)": count_move,
    "the referee sets the times of a game (HALL-power-cut)": set_time,
    "the referee adds time for what a clock did wrong (ACF-1.X.A.e)": add_time,
    "the director brings a clock to a slow game (APCA-9)": impose_clock,
    "the time of a forgotten press is given back (USBGF-4.1.8)": give_back,
    "the referee calls time (SE-7)": call_time,
    "captures are counted, and a wrong count again (SE-7)": count_captures,
}
"""Why something has to be possible, and what."""
