"""Tells in sentences how a round was drawn, for the signed pairing log (ACF-3.VIII)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hall_server.pairing.blocks import Block
from hall_server.pairing.field import Field, Pair
from hall_server.pairing.types import Entrant


def trace_groups(
    field: Field, blocks: Sequence[Block], pairs: Sequence[Pair], *, round_no: int, seed: str
) -> tuple[str, ...]:
    """One headline, the story of each score group from the top, the bye, the proof."""
    count = len(field.players)
    lines = [
        f"Round {round_no}, seed {seed}: {count} players in "
        f"{len(field.groups) - field.odd} score groups, drawn by BLAKE2b."
    ]
    for index, group in enumerate(field.groups):
        if group[0] < count:
            lines += _group_lines(field, index, pairs)
    if field.odd:
        has_bye = next(a for a, b in pairs if b == count)
        lines.append(_bye_line(field, has_bye))
    lines += _proof_lines(field, blocks)
    return tuple(lines)


def trace_halves(
    pairs: Sequence[tuple[Entrant, Entrant]], bye: Entrant | None, *, seed: str
) -> tuple[str, ...]:
    """How round 1 was paired by rating."""
    lines = [
        f"Round 1, seed {seed}: top half against bottom half in rating order; "
        "equal ratings by draw."
    ]
    lines += [f"{_rated(a)} meets {_rated(b)}." for a, b in pairs]
    if bye is not None:
        lines.append(f"{_rated(bye)}, the last by rating, has the bye.")
    return tuple(lines)


def _rated(entrant: Entrant) -> str:
    rating = "unrated" if entrant.rating is None else str(entrant.rating)
    return f"{entrant.player} ({rating})"


def _group_lines(field: Field, index: int, pairs: Sequence[Pair]) -> list[str]:
    group = field.groups[index]
    points = field.players[group[0]].match_points
    lines = [f"{points} points: {_names(field, group)} in draw order."]
    here = [pair for pair in pairs if field.group_of[pair[1]] == index]
    joined = [pair for pair in here if field.group_of[pair[0]] != index]
    if joined:
        said = (
            f"{field.players[a].player} ({field.players[a].match_points} points) meets "
            f"{field.players[b].player}"
            for a, b in joined
        )
        lines.append(f"  Dropped from above and paired first: {', '.join(said)}.")
    own = [pair for pair in here if pair not in joined]
    if own:
        said = (f"{field.players[a].player}–{field.players[b].player}" for a, b in own)
        lines.append(f"  Paired within the group: {', '.join(said)}.")
    nobody = len(field.players)
    left = [a for a, b in pairs if field.group_of[a] == index != field.group_of[b] and b != nobody]
    if left:
        lines.append(f"  Dropped: {_names(field, left)}.")
    return lines


def _bye_line(field: Field, number: int) -> str:
    entrant = field.players[number]
    passed = [
        a for a in range(number + 1, len(field.players)) if not field.legal(a, len(field.players))
    ]
    because = f"; passed over after an earlier bye: {_names(field, passed)}" if passed else ""
    return f"The bye: {entrant.player} ({entrant.match_points} points){because}."


def _proof_lines(field: Field, blocks: Sequence[Block]) -> list[str]:
    lines = []
    for block in blocks:
        if block.by_count:
            continue
        where = _span(field, block)
        if block.proved:
            lines.append(f"Fewest and smallest floats proved by exact matching: {where}.")
        else:
            lines.append(f"Legal, but fewest and smallest floats not proved: {where}.")
    if any(block.by_count for block in blocks) and all(block.proved for block in blocks):
        lines.append("Fewest and smallest floats proved by counting: all other groups.")
    return lines


def _span(field: Field, block: Block) -> str:
    if block.first == 0 and block.last == len(field.groups) - 1:
        return "all groups"
    last = min(block.last, len(field.groups) - 1 - field.odd)
    ends = [field.players[field.groups[i][0]].match_points for i in (min(block.first, last), last)]
    if ends[0] == ends[1]:
        return f"{ends[0]} points"
    return f"{ends[0]} to {ends[1]} points"


def _names(field: Field, numbers: Iterable[int]) -> str:
    return ", ".join(field.players[number].player for number in numbers)
