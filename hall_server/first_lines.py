"""Rounds that need no results: a Berger table's, and the first one of a knockout or draw sheet.

Owns which systems beside the Swiss the command ``pair`` knows. Draws nothing by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shared.core.rulebooks import Rulebook
from shared.pairing import PairingImpossible
from shared.pairing.double_knockout import draw_round
from shared.pairing.knockout import bracket
from shared.pairing.round_robin import round_robin, without


@dataclass(frozen=True, slots=True)
class FirstLines:
    """Pairs in table order, and who plays nobody."""

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    trace: tuple[str, ...]
    sheet: tuple[tuple[str, str | None], ...] = ()
    """The lines of a bracket from the top, a bye as None."""


def first_lines(
    players: Sequence[str],
    gone: Sequence[str],
    *,
    seeded: Sequence[str] = (),
    round_no: int,
    total_rounds: int,
    seed: str,
    book: Rulebook,
) -> FirstLines:
    """The round of ``players`` by the rulebook's system, where that is not the Swiss.

    ``seeded`` have their places in a bracket, the first seed in front.
    ``gone`` have left a round robin, whose table stays as it was drawn; with more rounds than it
    has it is played again, sides changed. Raises PairingImpossible,
    also for a system or a round that cannot be paired from a list of players.
    """
    match book.pairing_system:
        case "round_robin":
            return _robin((*players, *gone), gone, round_no, total_rounds, seed, book)
        case "knockout" | "draw_sheet":
            _first_only(book, round_no)
            drawn = bracket(players, seed=seed, seeded=seeded)
            count = f"{len(players)} entrants in {drawn.size} places"
            trace = (f"Round 1, seed {seed}: {count}, drawn by BLAKE2b.",)
            return FirstLines(drawn.first_round, drawn.byes, trace, drawn.lines)
        case "double_knockout":
            _first_only(book, round_no)
            assert book.lives is not None
            lives = draw_round(players, (), seed=seed, rule=book.lives)
            trace = (f"Round 1, seed {seed}: {len(players)} players, drawn by BLAKE2b.",)
            return FirstLines(lives.pairs, (lives.bye,) if lives.bye else (), trace)
        case system:
            raise PairingImpossible(
                f"{book.title} has {system.replace('_', ' ')}: players challenge whom they like, "
                "so there is nothing to pair. Let the hall keep who has met whom, or override "
                "pairing_system for the division. Nothing was paired."
            )


def _robin(
    players: Sequence[str],
    gone: Sequence[str],
    round_no: int,
    total_rounds: int,
    seed: str,
    book: Rulebook,
) -> FirstLines:
    once = max(1, len(players) - 1 + len(players) % 2)
    cycles = -(-total_rounds // once)
    rounds = round_robin(players, seed=seed, rule=book.round_robin, cycles=cycles)
    drawn = without(rounds[round_no - 1], gone)
    trace = (
        f"Round {round_no} of {total_rounds} by the Berger table for {len(players)} players, seed "
        f"{seed}: numbers drawn by BLAKE2b.",
    )
    return FirstLines(drawn.pairs, drawn.byes, trace)


def _first_only(book: Rulebook, round_no: int) -> None:
    if round_no > 1:
        raise PairingImpossible(
            f"{book.title} is paired by {book.pairing_system.replace('_', ' ')}: only round 1 is "
            "drawn from a list of players, whoever wins goes on by the sheet. Ask for round 1. "
            "Nothing was paired."
        )
