"""Tells in sentences how a round was drawn, for the signed pairing log (ACF-3.VIII)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from shared.pairing.blocks import Block
from shared.pairing.field import Field, Pair
from shared.pairing.types import Entrant, counted

Called = Callable[[str], str]


def trace_groups(
    field: Field,
    blocks: Sequence[Block],
    pairs: Sequence[Pair],
    *,
    round_no: int,
    seed: str,
    because: str = "",
    called: Called = str,
) -> tuple[str, ...]:
    """One headline, the story of each score group from the top, the bye, the proof."""
    count = len(field.players)
    how = "drawn" if field.order == "draw" else "by rating, equal ratings drawn"
    lines = [
        f"Round {round_no}, seed {seed}: {counted(count, 'player')} in "
        f"{counted(len(field.groups) - field.odd, 'score group')}, {how} by BLAKE2b."
    ]
    if because:
        lines.append(because)
    for index, group in enumerate(field.groups):
        if group[0] < count:
            lines += _group_lines(field, index, pairs, called)
    if field.odd:
        has_bye = next(a for a, b in pairs if b == count)
        lines.append(_bye_line(field, has_bye, called))
    lines += _proof_lines(field, blocks)
    return tuple(lines)


def trace_halves(
    pairs: Sequence[tuple[Entrant, Entrant]],
    bye: Entrant | None,
    *,
    seed: str,
    called: Called = str,
) -> tuple[str, ...]:
    """How round 1 was paired by rating."""
    lines = [
        f"Round 1, seed {seed}: top half against bottom half in rating order; "
        "equal ratings by draw."
    ]
    lines += [f"{_rated(a, called)} meets {_rated(b, called)}." for a, b in pairs]
    if bye is not None:
        lines.append(f"{_rated(bye, called)}, the last by rating, has the bye.")
    return tuple(lines)


def _rated(entrant: Entrant, called: Called) -> str:
    rating = "unrated" if entrant.rating is None else str(entrant.rating)
    return f"{called(entrant.player)} ({rating})"


def _group_lines(field: Field, index: int, pairs: Sequence[Pair], called: Called) -> list[str]:
    group = field.groups[index]
    points = field.players[group[0]].match_points
    order = "in draw order" if field.order == "draw" else "in order of rating"
    lines = [f"{counted(points, 'point')}: {_names(field, group, called)} {order}."]

    def said(a: int, b: int) -> str:
        again = " again" if field.met(a, b) else ""
        return f"{called(field.players[a].player)}–{called(field.players[b].player)}{again}"

    here = [pair for pair in pairs if field.group_of[pair[1]] == index]
    joined = [pair for pair in here if field.group_of[pair[0]] != index]
    if joined:
        meetings = (
            f"{called(field.players[a].player)} "
            f"({counted(field.players[a].match_points, 'point')}) "
            f"meets {called(field.players[b].player)}{' again' if field.met(a, b) else ''}"
            for a, b in joined
        )
        lines.append(f"  Dropped from above and paired first: {', '.join(meetings)}.")
    own = [pair for pair in here if pair not in joined]
    if own:
        lines.append(f"  Paired within the group: {', '.join(said(*pair) for pair in own)}.")
    nobody = len(field.players)
    left = [a for a, b in pairs if field.group_of[a] == index != field.group_of[b] and b != nobody]
    if left:
        lines.append(f"  Dropped: {_names(field, left, called)}.")
    return lines


def _bye_line(field: Field, number: int, called: Called) -> str:
    entrant = field.players[number]
    passed = [
        a for a in range(number + 1, len(field.players)) if not field.legal(a, len(field.players))
    ]
    names = _names(field, passed, called)
    because = f"; passed over after an earlier bye: {names}" if passed else ""
    if entrant.byes:
        because += f"; the bye number {entrant.byes + 1} of this player"
    return f"The bye: {called(entrant.player)} ({counted(entrant.match_points, 'point')}){because}."


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
        return counted(ends[0], "point")
    return f"{ends[0]} to {counted(ends[1], 'point')}"


def _names(field: Field, numbers: Iterable[int], called: Called) -> str:
    return ", ".join(called(field.players[number].player) for number in numbers)
