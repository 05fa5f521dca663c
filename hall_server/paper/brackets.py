"""Draw sheets on paper: each part of a draw as a tree of lines, with what is known written in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hall_server.paper.sheet import Bracket, BracketMatch, BracketSide, Sheet, Text
from shared.pairing.draw_sheet import (
    LoserOf,
    MatchState,
    Progress,
    SheetResult,
    WinnerOf,
    progress,
)
from shared.pairing.draw_sheet import Sheet as Draw
from shared.pairing.draw_sheet.sheet import Side, Source

Named = Callable[[str], str]
"""An entry's id → the name that is printed."""

_PARTS: Mapping[Side, str] = {
    "main": "main draw",
    "losers": "losers' side",
    "final": "final",
    "consolation": "consolation",
}


def draw_sheets(
    draw: Draw, results: Mapping[str, SheetResult], named: Named, *, seed: str = ""
) -> tuple[Sheet, ...]:
    """A sheet for each part of a draw. ``seed`` is printed for whoever checks the draw.

    Raises ValueError for results that are not of this draw.
    """
    stands = progress(draw, results)
    drawn = (Text(f"Drawn by the seed {seed}.", "small"),) if seed else ()
    sheets = []
    for side, title in _PARTS.items():
        states = [state for state in stands.states if state.match.side == side]
        if states:
            part = _part(states, results, named, _winner(side, states, stands, named))
            sheets.append(Sheet(draw.title, title, (part, *drawn)))
    return tuple(sheets)


def _part(
    states: list[MatchState],
    results: Mapping[str, SheetResult],
    named: Named,
    winner: str,
) -> Bracket:
    made: dict[str, BracketMatch] = {}
    for state in states:
        match = state.match
        one, other = (
            BracketSide(
                _side(source, known, named, made),
                made.get(source.match) if isinstance(source, WinnerOf) else None,
            )
            for source, known in zip(match.sources, state.sides, strict=True)
        )
        result = results.get(match.id)
        score = f"{result.score[0]}–{result.score[1]}" if result and result.score else ""
        needed = " if needed" if match.only_if else ""
        made[match.id] = BracketMatch(match.id + needed, match.round_no, (one, other), score)
    rounds = range(1, max(state.match.round_no for state in states) + 1)
    headings = tuple(f"Round {number}{_length(states, number)}" for number in rounds)
    return Bracket(made[states[-1].match.id], headings, winner)


def _length(states: list[MatchState], number: int) -> str:
    """What the matches of a round are played to; "" where that is one point, or none."""
    lengths = {state.match.length for state in states if state.match.round_no == number}
    if max(lengths) < 2:
        return ""
    return f", {' or '.join(map(str, sorted(lengths)))} points"


def _side(source: Source, known: str | None, named: Named, made: Mapping[str, BracketMatch]) -> str:
    if known is not None:
        return named(known) if known else "nobody"
    match source:
        case LoserOf(match):
            return f"loser of {match}"
        case WinnerOf(match) if match not in made:
            return f"winner of {match}"
        case _:
            return ""


def _winner(side: Side, states: list[MatchState], stands: Progress, named: Named) -> str:
    last = states[-1].winner
    if side == "final" or (side == "main" and stands.champion and last == stands.champion):
        last = stands.champion
    return named(last) if last else ""
