"""What a match brings its two players, in match points and in words.

Owns scoring of one match. Knows nothing of rounds, standings or who reported what.
"""

from functools import lru_cache
from hashlib import blake2b
from itertools import product
from typing import Final

from shared.core.match.contest import winner_of
from shared.core.match.outcome import SEATS, Code, Outcome, Seat, Void
from shared.core.rulebooks import Rulebook
from shared.core.text.language import N_, _, ngettext
from shared.core.text.sentence import Refusal

_OVER_THE_BOARD = (Code.WIN, Code.DRAW, Code.LOSS)


class Unscored(Refusal):
    """A result that brings nobody match points; the sentence says why."""


@lru_cache(maxsize=4_096)
def match_points(rulebook: Rulebook, outcome: Outcome) -> tuple[int, int]:
    """Return match points of seat 0 and seat 1 (ACF-2.I.B, ACF-2.II, ACF-2.III, APCA-32, SE-2).

    A forfeited game counts as the win or loss it stands for; what one that both forfeited counts
    for, the rulebook says. The captures counted when time was called decide a contest match that
    its games leave equal (SE-7). A knock-out match that had to
    be continued is its winner's as a whole (DARK-KO). Raises Unscored for games that no match
    under the rulebook can have, or captures where none are counted.
    """
    if outcome.void in ("void", "again"):
        return outcome.awarded
    if outcome.void == "passed_over" and rulebook.open_play is not None:
        return rulebook.open_play.violation_points, rulebook.open_play.violation_points
    if outcome.void:
        return rulebook.agreed_void_points, rulebook.agreed_void_points
    _check_games(rulebook, outcome)
    if set(outcome.games) == {Code.WIN_BY_FORFEIT}:
        return rulebook.forfeited_round_points, 0
    if set(outcome.games) == {Code.LOSS_BY_FORFEIT}:
        return 0, rulebook.forfeited_round_points
    if len(outcome.games) > rulebook.games_per_match and rulebook.contest is None:
        won, lost = outcome.games_won()
        stake = rulebook.match_stake
        return (stake, 0) if won > lost else (0, stake)
    return _points(rulebook, outcome), _points(rulebook, outcome.reversed)


def _points(rulebook: Rulebook, outcome: Outcome) -> int:
    """Return the match points of seat 0."""
    if rulebook.scoring in ("ballot", "best_of"):
        scored = [_together(rulebook, outcome)]
    else:
        scored = [code.played for code in outcome.games]
    worth = {
        Code.WIN: rulebook.win_points,
        Code.DRAW: rulebook.draw_points,
        Code.LOSS: rulebook.loss_points,
    }
    return sum(worth[code] for code in scored)


def match_winner(rulebook: Rulebook, outcome: Outcome) -> Seat | None:
    """Return who goes on in a knock-out; None where the match is equal and has to be continued, or
    where both have forfeited it.

    Raises Unscored as :func:`match_points` does (DARK-KO, SE-1, SE-2).
    """
    points = match_points(rulebook, outcome)
    if set(outcome.games) in ({Code.WIN_BY_FORFEIT}, {Code.LOSS_BY_FORFEIT}):
        return 0 if outcome.games[0] is Code.WIN_BY_FORFEIT else 1
    return next((seat for seat in SEATS if points[seat] > points[1 - seat]), None)


def games_settle(rulebook: Rulebook, games: tuple[Code, ...], *, decisive: bool = False) -> bool:
    """Return whether a match ends after these games: all are played, or one side has won enough
    (SE-2).

    Equal games end no knock-out match, and under lives no ``decisive`` one: it is played on game
    by game until one side is ahead (DARK-KO), by two games at a time where the number has to be
    even, unless both have forfeited all of them. In the contest time is called then, and captures
    are counted (SE-7).
    """
    if len(games) >= rulebook.games_per_match and Outcome(games).lost_by_both:
        return True
    won = Outcome(games).games_won()
    if rulebook.contest is not None:
        return max(won) >= rulebook.contest.wins_needed
    if len(games) < rulebook.games_per_match:
        return False
    return not plays_on(rulebook, decisive=decisive) or _ahead(rulebook, games)


def games_needed(rulebook: Rulebook, games: tuple[Code, ...]) -> int:
    """Return how many of these games belong to the match: none after the one that ended it.

    An equal match that may be continued has not ended.
    """
    ends = _ahead if may_go_on(rulebook) else games_settle
    least = rulebook.games_per_match if may_go_on(rulebook) else 1
    found = (n for n in range(least, len(games)) if ends(rulebook, games[:n]))
    return next(found, len(games))


def _ahead(rulebook: Rulebook, games: tuple[Code, ...]) -> bool:
    """Return whether one side is ahead after these games, and no game is owed to their even
    number."""
    won, lost = Outcome(games).games_won()
    return won != lost and not (rulebook.even_games and len(games) % 2)


def plays_on(rulebook: Rulebook, *, decisive: bool = False) -> bool:
    """Return whether an equal match is continued until one side is eliminated (DARK-KO).

    Lives outlast a tie, but for a match that was paired as ``decisive``; a match of points has
    none.
    """
    return may_go_on(rulebook) and (decisive or rulebook.pairing_system != "double_knockout")


def may_go_on(rulebook: Rulebook) -> bool:
    """Return whether an equal match can be continued: in a knock-out always, under lives where a
    tie would leave nobody (DARK-KO)."""
    return rulebook.places_by_exit and rulebook.scoring in ("ballot", "per_game")


def bye_points(rulebook: Rulebook, earlier_byes: int = 0) -> int:
    """Return match points for a bye after ``earlier_byes`` others (ACF-2.II.C, ACF-2.III)."""
    return rulebook.bye_points[min(earlier_byes, len(rulebook.bye_points) - 1)]


def why_unscored(rulebook: Rulebook, outcome: Outcome) -> Unscored | None:
    """Return why a result brings nobody match points; None where it does."""
    try:
        match_points(rulebook, outcome)
    except Unscored as why:
        return why
    return None


def opt_out_points(rulebook: Rulebook, *, before_pairing: bool, left: bool) -> int:
    """Return match points for skipping the last round (ACF-2.V.F).

    They are the full ones only if the referee was told before the pairing and the player has left
    before play. Raises ValueError where the rulebook lets nobody skip a round.
    """
    if rulebook.opt_out_points is None or rulebook.opt_out_late_points is None:
        raise ValueError(f"nobody skips the last round under {rulebook.title}")
    return rulebook.opt_out_points if before_pairing and left else rulebook.opt_out_late_points


def possible_scores(rulebook: Rulebook) -> frozenset[tuple[int, int]]:
    """Return every pair of match points that a match can end with, an agreed result included."""
    played = {match_points(rulebook, outcome) for outcome in played_out(rulebook)}
    if rulebook.scoring == "best_of":
        played |= {(rulebook.win_points, rulebook.loss_points)}
        played |= {(rulebook.loss_points, rulebook.win_points)}
    return frozenset(played | {(rulebook.agreed_void_points, rulebook.agreed_void_points)})


def outcome_for(points_a: int, points_b: int, key: str, rulebook: Rulebook) -> Outcome:
    """Return games that bring seat 0 ``points_a`` and seat 1 ``points_b``.

    A crosstable keeps the points and not the games: ``key`` chooses among the games that fit,
    always in the same way. No points for either is an agreed result. Raises ValueError where
    no match ends so.
    """
    fitting = [
        outcome
        for outcome in played_out(rulebook)
        if match_points(rulebook, outcome) == (points_a, points_b)
    ]
    if fitting:
        digest = blake2b(key.encode(), digest_size=8).digest()
        return fitting[int.from_bytes(digest) % len(fitting)]
    if points_a == points_b == rulebook.agreed_void_points:
        return Outcome((), "agreed")
    raise ValueError(f"no match under {rulebook.title} ends {points_a}–{points_b}")


def in_words(outcome: Outcome, names: tuple[str, str]) -> str:
    """Say an outcome as players say it: the score as every list has it, then draws and forfeits.

    ``names`` are those of seat 0 and seat 1. Gives "Ed King wins 1½–½, 1 game drawn",
    "Drawn 1–1", "Both games drawn", "Ed King wins 2–0 by forfeit", "Ed King wins 7–3" to points.
    """
    if outcome.void:
        return _in_vain(outcome, names)
    if outcome.captures is not None:
        return _("Time was called: {result}").format(result=_by_captures(outcome, names))
    if outcome.lost_by_both:
        return _("Forfeited by both players")
    if both := outcome.games.count(Code.LOST_BY_BOTH):
        rest = tuple(code for code in outcome.games if code is not Code.LOST_BY_BOTH)
        return ngettext(
            "{result}, {count} game forfeited by both",
            "{result}, {count} games forfeited by both",
            both,
        ).format(result=in_words(Outcome(rest), names), count=both)
    drawn = outcome.games.count(Code.DRAW)
    forfeited = sum(code is not code.played for code in outcome.games)
    if drawn == len(outcome.games):
        known = {1: _("Game drawn"), 2: _("Both games drawn")}
        return known.get(drawn) or _("All {count} games drawn").format(count=drawn)
    won, lost = outcome.games_won()
    first, second = outcome.scored() if won >= lost else outcome.scored()[::-1]
    sentence = _("{name} wins {won}–{lost}").format(name=names[won < lost], won=first, lost=second)
    if won == lost:
        sentence = _("Drawn {won}–{lost}").format(won=first, lost=second)
    if drawn:
        sentence = ngettext(
            "{result}, {count} game drawn", "{result}, {count} games drawn", drawn
        ).format(result=sentence, count=drawn)
    if forfeited == len(outcome.games):
        return _("{said} by forfeit").format(said=sentence)
    if forfeited:
        sentence = ngettext(
            "{result}, {count} game by forfeit", "{result}, {count} games by forfeit", forfeited
        ).format(result=sentence, count=forfeited)
    return sentence


_WHY_VOID: Final[dict[Void, str]] = {
    "agreed": N_("Agreed result: no points for either player"),
    "passed_over": N_("Closer opponents were passed over: no points for either player"),
    "void": N_("Void, not played again"),
    "again": N_("Void, played again"),
}


def _in_vain(outcome: Outcome, names: tuple[str, str]) -> str:
    """Say why a match counts for nothing, whether it is rated, and who gets points instead."""
    words = _(_WHY_VOID[outcome.void])
    if outcome.games:
        words = _("Void, but counts for rating")
    for name, points in zip(names, outcome.awarded, strict=True):
        if points:
            words += ngettext(
                "; {count} match point for {name}", "; {count} match points for {name}", points
            ).format(count=points, name=name)
    return words


def _by_captures(outcome: Outcome, names: tuple[str, str]) -> str:
    assert outcome.captures is not None, "asked only where captures were counted"
    first, second = outcome.captures
    said = _("{name} wins by captures, {most} to {least}").format(
        name=names[first < second], most=max(first, second), least=min(first, second)
    )
    if first == second:
        said = _("each side captured {count}").format(count=first)
    if not outcome.games:
        return _("{said}, no game finished").format(said=said)
    won, lost = outcome.scored()
    return _("{said}, games {won}–{lost}").format(said=said, won=won, lost=lost)


def _check_games(rulebook: Rulebook, outcome: Outcome) -> None:
    games, most = outcome.games, rulebook.games_per_match
    if outcome.captures is not None and rulebook.contest is None:
        raise Unscored("A match under {rules} is decided by its games alone.", rules=rulebook.title)
    if rulebook.scoring != "best_of":
        early = any(_ahead(rulebook, games[:n]) for n in range(most, len(games)))
        if len(games) > most and may_go_on(rulebook) and _ahead(rulebook, games) and not early:
            return
        if len(games) != most:
            raise Unscored(
                "A match under {rules} has {most} games, not {count}.",
                rules=rulebook.title,
                most=most,
                count=len(games),
            )
        if rulebook.scoring == "points" and Code.DRAW in games:
            raise Unscored(
                "A match under {rules} is played until one side has won.", rules=rulebook.title
            )
        return
    # A game that is begun in the extra time may end in it.
    if len(games) > most + (outcome.captures is not None):
        raise Unscored(
            "A match under {rules} has at most {most} games, not {count}.",
            rules=rulebook.title,
            most=most,
            count=len(games),
        )
    if all(code is not code.played for code in games):
        return  # Nothing was played, however many codes stand for it.
    ends = range(1, len(games) + (outcome.captures is not None))
    ended = next((n for n in ends if games_settle(rulebook, games[:n])), None)
    if ended is not None:
        raise Unscored("The match was over after game {game}.", game=ended)


def _together(rulebook: Rulebook, outcome: Outcome) -> Code:
    """Return all games of a match as one for seat 0, with the captures where time was called
    (SE-7)."""
    if rulebook.contest is not None:
        captures = outcome.captures or (0, 0)
        winner = winner_of(rulebook.contest, outcome.games_won(), captures)
        return Code.DRAW if winner is None else (Code.WIN, Code.LOSS)[winner]
    games = [code.played for code in outcome.games]
    if rulebook.game_lost_by_both == "rest_decides" and not outcome.lost_by_both:
        games = [code.played for code in outcome.games if code is not Code.LOST_BY_BOTH]
    won, lost = games.count(Code.WIN), games.count(Code.LOSS)
    return Code.WIN if won > lost else Code.LOSS if won < lost else Code.DRAW


def played_out(rulebook: Rulebook) -> list[Outcome]:
    """Return every way to play a match to its end over the board."""
    codes = (Code.WIN, Code.LOSS) if rulebook.scoring == "points" else _OVER_THE_BOARD
    lengths = range(1, rulebook.games_per_match + 1)
    return [
        Outcome(games)
        for length in lengths
        for games in product(codes, repeat=length)
        if games_settle(rulebook, games)
        and not any(games_settle(rulebook, games[:n]) for n in range(1, length))
    ]
