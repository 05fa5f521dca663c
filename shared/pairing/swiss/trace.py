"""Tells line by line how a Swiss round was drawn, for the signed pairing log (ACF-3.VIII)."""

from collections.abc import Iterable, Sequence

from shared.pairing.log.lines import (
    ByGroups,
    ByHalves,
    Dropped,
    FromAbove,
    Group,
    GroupBye,
    LastByRating,
    LogLine,
    Proved,
    ProvedByCounting,
    Rated,
    Within,
    score,
)
from shared.pairing.swiss.blocks import Block
from shared.pairing.swiss.field import Field, Pair
from shared.pairing.types import Entrant


def trace_groups(
    field: Field,
    blocks: Sequence[Block],
    pairs: Sequence[Pair],
    *,
    round_no: int,
    seed: str,
    because: LogLine | None = None,
) -> tuple[LogLine, ...]:
    """Return one headline, the story of each score group from the top, the bye, the proof."""
    count = len(field.players)
    groups = len(field.groups) - field.odd
    lines: list[LogLine] = [ByGroups(round_no, seed, count, groups, field.order == "draw")]
    if because is not None:
        lines.append(because)
    for index, group in enumerate(field.groups):
        if group[0] < count:
            lines += _group_lines(field, index, pairs)
    if field.odd:
        has_bye = next(a for a, b in pairs if b == count)
        lines.append(_bye_line(field, has_bye))
    lines += _proof_lines(field, blocks)
    return tuple(lines)


def trace_halves(
    pairs: Sequence[tuple[Entrant, Entrant]],
    bye: Entrant | None,
    *,
    seed: str,
) -> tuple[LogLine, ...]:
    """Return how round 1 was paired by rating."""
    lines: list[LogLine] = [ByHalves(seed)]
    lines += [Rated(a.player, a.rating, b.player, b.rating) for a, b in pairs]
    if bye is not None:
        lines.append(LastByRating(bye.player, bye.rating))
    return tuple(lines)


def _group_lines(field: Field, index: int, pairs: Sequence[Pair]) -> list[LogLine]:
    group = field.groups[index]
    points = score(field.players[group[0]].match_points)
    lines: list[LogLine] = [Group(points, _ids(field, group), field.order == "draw")]
    here = [pair for pair in pairs if field.group_of[pair[1]] == index]
    joined = [pair for pair in here if field.group_of[pair[0]] != index]
    if joined:
        scores = tuple(score(field.players[a].match_points) for a, _ in joined)
        lines.append(FromAbove(*_sides(field, joined), scores, _again(field, joined)))
    own = [pair for pair in here if pair not in joined]
    if own:
        lines.append(Within(*_sides(field, own), _again(field, own)))
    nobody = len(field.players)
    left = [a for a, b in pairs if field.group_of[a] == index != field.group_of[b] and b != nobody]
    if left:
        lines.append(Dropped(_ids(field, left)))
    return lines


def _bye_line(field: Field, number: int) -> LogLine:
    entrant, nobody = field.players[number], len(field.players)
    passed = [a for a in range(number + 1, nobody) if not field.legal(a, nobody)]
    points = score(entrant.match_points)
    return GroupBye(entrant.player, points, entrant.byes + 1, _ids(field, passed))


def _proof_lines(field: Field, blocks: Sequence[Block]) -> list[LogLine]:
    lines: list[LogLine] = [_proved(field, block) for block in blocks if not block.by_count]
    if any(block.by_count for block in blocks) and all(block.proved for block in blocks):
        lines.append(ProvedByCounting())
    return lines


def _proved(field: Field, block: Block) -> Proved:
    if block.first == 0 and block.last == len(field.groups) - 1:
        return Proved(block.proved)
    last = min(block.last, len(field.groups) - 1 - field.odd)
    high, low = (
        score(field.players[field.groups[i][0]].match_points)
        for i in (min(block.first, last), last)
    )
    return Proved(block.proved, high, low)


def _ids(field: Field, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(field.players[number].player for number in numbers)


def _sides(field: Field, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return _ids(field, (a for a, _ in pairs)), _ids(field, (b for _, b in pairs))


def _again(field: Field, pairs: Sequence[Pair]) -> tuple[str, ...]:
    return _ids(field, (a for a, b in pairs if field.met(a, b)))
