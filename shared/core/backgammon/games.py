"""Games on the scoreboard: turns, the cube, and how a game ends and what it brings.

Each function is one entry of the table.
"""

from typing import Literal

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.backgammon import actions as a
from shared.core.backgammon.state import (
    BoardPhase,
    DecidedBy,
    Dispute,
    IllegalAction,
    Offer,
    Scoreboard,
    no_double,
)
from shared.core.backgammon.worth import (
    Cube,
    MatchScore,
    Void,
    Win,
    doubled,
    game_won,
    new_match,
    pass_is_void,
    points_awarded,
    points_of,
    wrong_length,
)
from shared.core.match.outcome import Seat, other
from shared.core.text.language import N_
from shared.core.text.sentence import Refusal

_DOUBLE_VOID = N_("The double is null and void: {why}.")
_PASS_VOID = N_("The pass is null and void: {why}.")
_OWN = {
    "resignation": N_("The resignation is not yours to answer: you made it."),
    "claim": N_("The claim is not yours to answer: you made it."),
}


def begin(board: Scoreboard, action: a.Begin) -> Scoreboard:
    """Begin a game with the cube in the middle, at one."""
    if board.away_since != (None, None):
        raise IllegalAction("The game cannot begin: a player is on a break.")
    clock = board.clock
    if clock.phase is c.ClockPhase.ENDED:
        clock = c.apply(clock, c.NextGame())
    clock = c.apply(clock, c.Start(action.first, action.at))
    return replace(board, phase=BoardPhase.PLAYING, game=board.game + 1, cube=Cube(), clock=clock)


def end_turn(board: Scoreboard, action: a.EndTurn) -> Scoreboard:
    """Start the other's time. A press that answers the cube is no turn of the game."""
    clock = c.apply(board.clock, c.Press(action.seat, action.at))
    if board.phase is not BoardPhase.PLAYING:
        clock = replace(clock, moves=board.clock.moves)
    return replace(board, clock=clock)


def double(board: Scoreboard, action: a.Double) -> Scoreboard:
    """Double; the opponent has to take or to pass."""
    if not board.clock.runs[action.seat]:
        raise IllegalAction("The double does not count: it is the other player's turn.")
    _valid(_DOUBLE_VOID, no_double(board, action.seat))
    return replace(board, phase=BoardPhase.DOUBLED, doubler=action.seat)


def take(board: Scoreboard, action: a.Take) -> Scoreboard:
    """Double the cube; it belongs to the player who took."""
    doubler = _answered(board, action.seat)
    cube = doubled(board.cube, doubler)
    return replace(board, phase=BoardPhase.PLAYING, cube=cube, doubler=None)


def pass_double(board: Scoreboard, action: a.Pass) -> Scoreboard:
    """Pass: the doubler wins the cube as it was before the double."""
    doubler = _answered(board, action.seat)
    _valid(_PASS_VOID, pass_is_void(board.match, board.cube, action.seat))
    return ended(board, doubler, board.cube.value, action.at)


def won(board: Scoreboard, action: a.Won) -> Scoreboard:
    """End a game that was played out."""
    return ended(board, action.seat, points_of(board.cube.value, action.win), action.at)


def offer(board: Scoreboard, action: a.Resign | a.Claim) -> Scoreboard:
    """Offer the end of the game; the opponent has to accept or to refuse."""
    resigns = isinstance(action, a.Resign)
    end: Literal["resignation", "claim"] = "resignation" if resigns else "claim"
    winner = other(action.seat) if resigns else action.seat
    offered = Offer(action.seat, winner, action.win, end)
    return replace(board, phase=BoardPhase.OFFERED, offer=offered)


def accept(board: Scoreboard, action: a.Accept) -> Scoreboard:
    """End the game as offered."""
    offered = _offered(board, action.seat)
    points = points_of(board.cube.value, offered.win)
    return ended(board, offered.winner, points, action.at)


def refuse(board: Scoreboard, action: a.Refuse) -> Scoreboard:
    """Play the game on."""
    _offered(board, action.seat)
    return replace(board, phase=BoardPhase.PLAYING, offer=None)


def flag_noticed(board: Scoreboard, action: a.FlagNoticed) -> Scoreboard:
    """Stop everything until both have signed what the flag brings, or the director rules."""
    clock = c.settle(board.clock, action.at)
    if clock.phase is not c.ClockPhase.FLAGGED or not clock.fallen[action.seat]:
        clock = c.apply(clock, c.Notice(action.seat, action.at))
    return replace(board, phase=BoardPhase.FLAGGED, clock=clock, flag=action.seat)


def flag_stands(board: Scoreboard, action: a.FlagStands) -> Scoreboard:
    """Lose the match by the flag (USBGF-4.3)."""
    return decided(board, other(_flag(board)), "flag", action.at)


def flag_claimed(board: Scoreboard, action: a.FlagClaimed) -> Scoreboard:
    """Game and match at that moment, or nothing."""
    seat, points = _flag(board), points_of(board.cube.value, action.win)
    if not claim_wins(board, seat, action.win):
        raise IllegalAction("The claim does not count: it would not win the match.")
    return ended(board, seat, points, action.at)


def flag_disputed(board: Scoreboard, action: a.FlagDisputed) -> Scoreboard:
    """Leave the flag to the director, unless both sign after all (USBGF-5)."""
    seat = _flag(board)
    if action.win is not None and (seat == action.seat or not claim_wins(board, seat, action.win)):
        raise IllegalAction("There is no claim to disagree with.")
    return replace(board, dispute=Dispute(action.seat, action.win))


def claim_wins(board: Scoreboard, seat: Seat, win: Win) -> bool:
    """Return whether ``win`` now would bring ``seat`` the match as well as the game."""
    points = points_of(board.cube.value, win)
    return board.decider or board.match.score[seat] + points >= board.match.length


def ended(board: Scoreboard, winner: Seat, points: int, at: int) -> Scoreboard:
    """End the game: ``winner`` scores, and the match is decided, or goes on."""
    if board.decider:
        score = points_awarded(board.match, winner, points, game_in_progress=True)
        return decided(replace(board, match=score), winner, "wrong_length", at)
    match = game_won(board.match, winner, points)
    if board.correct is not None:
        return length_decided(_still(board, match, at), board.correct)
    if match.winner is not None:
        return decided(replace(board, match=match), match.winner, "points", at)
    return _still(board, match, at)


def decided(board: Scoreboard, winner: Seat, by: DecidedBy, at: int) -> Scoreboard:
    """End the match."""
    over = _still(board, board.match, at)
    return replace(over, phase=BoardPhase.OVER, winner=winner, decided_by=by, decider=False)


def length_decided(board: Scoreboard, correct: int) -> Scoreboard:
    """Carry out what follows from a wrong length once no game is in progress (USBGF-4.8)."""
    follows = wrong_length(correct, board.match.length, board.match.score)
    board = replace(board, correct=None)
    if follows.next == "won":
        winner = follows.winner
        return replace(board, phase=BoardPhase.OVER, winner=winner, decided_by="wrong_length")
    if follows.next == "one_more_game":
        match = MatchScore(correct, board.match.score, "post_crawford")
        return replace(board, match=match, decider=True)
    return replace(board, match=new_match(correct, board.match.score))


def _still(board: Scoreboard, match: MatchScore, at: int) -> Scoreboard:
    clock = board.clock
    if clock.phase is not c.ClockPhase.ENDED:
        clock = c.apply(clock, c.EndGame(at))
    return replace(
        board,
        phase=BoardPhase.BETWEEN,
        match=match,
        clock=clock,
        cube=Cube(),
        doubler=None,
        offer=None,
        flag=None,
        dispute=None,
    )


def _valid(message: str, void: Void | None) -> None:
    if void is not None:
        why = Refusal(void.message, points=void.points)
        raise IllegalAction(message, why=why)


def _answered(board: Scoreboard, seat: Seat) -> Seat:
    doubler = board.doubler
    assert doubler is not None, "a player has doubled"
    if seat == doubler:
        raise IllegalAction("The double is not yours to answer: you offered it.")
    return doubler


def _offered(board: Scoreboard, seat: Seat) -> Offer:
    offered = board.offer
    assert offered is not None, "something is offered"
    if seat == offered.by:
        raise IllegalAction(_OWN[offered.end])
    return offered


def _flag(board: Scoreboard) -> Seat:
    flag = board.flag
    assert flag is not None, "a flag was noticed"
    return flag
