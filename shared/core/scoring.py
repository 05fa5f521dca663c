"""What a match brings its two players, in match points and in words.

Owns scoring of one match. Knows nothing of rounds, standings or who reported what.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import product

from shared.core.rulebooks import Rulebook
from shared.core.words import Code, Outcome

_OVER_THE_BOARD = (Code.WIN, Code.DRAW, Code.LOSS)


def match_points(rulebook: Rulebook, outcome: Outcome) -> tuple[int, int]:
    """Match points of seat 0 and seat 1 (ACF-2.I.B, ACF-2.II, ACF-2.III).

    A forfeited game counts as the win or loss it stands for. Raises ValueError where the
    outcome has not one code for each game of a match.
    """
    if outcome.agreed_void:
        return rulebook.agreed_void_points, rulebook.agreed_void_points
    if len(outcome.games) != rulebook.games_per_match:
        message = (
            f"a match under {rulebook.title} has {rulebook.games_per_match} games, "
            f"not {len(outcome.games)}"
        )
        raise ValueError(message)
    if set(outcome.games) == {Code.WIN_BY_FORFEIT}:
        return rulebook.forfeited_round_points, 0
    if set(outcome.games) == {Code.LOSS_BY_FORFEIT}:
        return 0, rulebook.forfeited_round_points
    if rulebook.scoring == "ballot":
        won, lost = outcome.games_won()
        scored = [Code.WIN if won > lost else Code.LOSS if won < lost else Code.DRAW]
    else:
        scored = [code.played for code in outcome.games]
    worth = {
        Code.WIN: rulebook.win_points,
        Code.DRAW: rulebook.draw_points,
        Code.LOSS: rulebook.loss_points,
    }
    return sum(worth[code] for code in scored), sum(worth[code.reversed] for code in scored)


def bye_points(rulebook: Rulebook, earlier_byes: int = 0) -> int:
    """Match points for a bye after ``earlier_byes`` others (ACF-2.II.C, ACF-2.III)."""
    return rulebook.bye_points[min(earlier_byes, len(rulebook.bye_points) - 1)]


def possible_scores(rulebook: Rulebook) -> frozenset[tuple[int, int]]:
    """Every pair of match points that a match can end with, an agreed result included."""
    return frozenset(
        {match_points(rulebook, outcome) for outcome in _all_played(rulebook)}
        | {(rulebook.agreed_void_points, rulebook.agreed_void_points)}
    )


def outcome_for(points_a: int, points_b: int, key: str, rulebook: Rulebook) -> Outcome:
    """Return games that bring seat 0 ``points_a`` and seat 1 ``points_b``.

    A crosstable keeps the points and not the games: ``key`` chooses among the games that fit,
    always in the same way. No points for either is an agreed result. Raises ValueError where
    no match ends so.
    """
    fitting = [
        outcome
        for outcome in _all_played(rulebook)
        if match_points(rulebook, outcome) == (points_a, points_b)
    ]
    if fitting:
        digest = blake2b(key.encode(), digest_size=8).digest()
        return fitting[int.from_bytes(digest) % len(fitting)]
    if points_a == points_b == rulebook.agreed_void_points:
        return Outcome((), agreed_void=True)
    message = f"no match under {rulebook.title} ends {points_a}–{points_b}"
    raise ValueError(message)


def in_words(outcome: Outcome, names: tuple[str, str]) -> str:
    """Say an outcome as players say it: games won first, then draws and forfeits.

    ``names`` are those of seat 0 and seat 1. Gives "Ed King wins 1–0 with 1 draw",
    "Drawn 1–1", "Both games drawn", "Ed King wins 2–0 by forfeit".
    """
    if outcome.agreed_void:
        return "Agreed result: no points for either player"
    won, lost = outcome.games_won()
    drawn = outcome.games.count(Code.DRAW)
    forfeited = sum(code is not code.played for code in outcome.games)
    if drawn == len(outcome.games):
        return {1: "Game drawn", 2: "Both games drawn"}.get(drawn, f"All {drawn} games drawn")
    if won == lost:
        sentence = f"Drawn {won}–{lost}"
    else:
        sentence = f"{names[won < lost]} wins {max(won, lost)}–{min(won, lost)}"
    if drawn:
        sentence += f" with {drawn} {'draw' if drawn == 1 else 'draws'}"
    if forfeited == len(outcome.games):
        return f"{sentence} by forfeit"
    if forfeited:
        sentence += f", {forfeited} {'game' if forfeited == 1 else 'games'} by forfeit"
    return sentence


def _all_played(rulebook: Rulebook) -> list[Outcome]:
    return [Outcome(games) for games in product(_OVER_THE_BOARD, repeat=rulebook.games_per_match)]
