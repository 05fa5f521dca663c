"""Tells in sentences how a round was drawn, for the signed pairing log (ACF-3.VIII)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shared.core.language import N_
from shared.core.sentence import Counted, Players, Row, Sentence
from shared.pairing.blocks import Block
from shared.pairing.field import Field, Pair
from shared.pairing.types import Entrant, points_said


def trace_groups(
    field: Field,
    blocks: Sequence[Block],
    pairs: Sequence[Pair],
    *,
    round_no: int,
    seed: str,
    because: Sentence | None = None,
) -> tuple[Sentence, ...]:
    """One headline, the story of each score group from the top, the bye, the proof."""
    count = len(field.players)
    message = N_(
        "Round {number}, seed {seed}: {players} in {groups}, by rating, equal ratings drawn by "
        "BLAKE2b."
    )
    if field.order == "draw":
        message = N_("Round {number}, seed {seed}: {players} in {groups}, drawn by BLAKE2b.")
    headline = Sentence(
        message,
        number=round_no,
        seed=seed,
        players=Counted("{count} player", "{count} players", count),
        groups=Counted("{count} score group", "{count} score groups", _groups_of_players(field)),
    )
    lines = [headline]
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
) -> tuple[Sentence, ...]:
    """How round 1 was paired by rating."""
    lines = [
        Sentence(
            "Round 1, seed {seed}: top half against bottom half in rating order; equal ratings by "
            "draw.",
            seed=seed,
        )
    ]
    lines += [Sentence("{one} meets {other}.", one=_rated(a), other=_rated(b)) for a, b in pairs]
    if bye is not None:
        lines.append(Sentence("{player}, the last by rating, has the bye.", player=_rated(bye)))
    return tuple(lines)


def _groups_of_players(field: Field) -> int:
    return len(field.groups) - field.odd


def _rated(entrant: Entrant) -> Sentence:
    player = Players(entrant.player)
    if entrant.rating is None:
        return Sentence("{player} (unrated)", player=player)
    return Sentence(_WITH_RATING, player=player, rating=entrant.rating)


def _group_lines(field: Field, index: int, pairs: Sequence[Pair]) -> list[Sentence]:
    group = field.groups[index]
    points = points_said(field.players[group[0]].match_points)
    message = N_("{points}: {names} in order of rating.")
    if field.order == "draw":
        message = N_("{points}: {names} in draw order.")
    lines = [Sentence(message, points=points, names=_names(field, group))]

    def said(a: int, b: int) -> Players | Sentence:
        pair = Players(field.players[a].player, field.players[b].player, between="–")
        return Sentence("{pair} again", pair=pair) if field.met(a, b) else pair

    def meeting(a: int, b: int) -> Sentence:
        one, other = field.players[a], field.players[b]
        message = N_("{one} ({points}) meets {other}")
        if field.met(a, b):
            message = N_("{one} ({points}) meets {other} again")
        return Sentence(
            message,
            one=Players(one.player),
            points=points_said(one.match_points),
            other=Players(other.player),
        )

    here = [pair for pair in pairs if field.group_of[pair[1]] == index]
    joined = [pair for pair in here if field.group_of[pair[0]] != index]
    if joined:
        meetings = Row(*(meeting(a, b) for a, b in joined), between=", ")
        lines.append(
            Sentence("  Dropped from above and paired first: {meetings}.", meetings=meetings)
        )
    own = [pair for pair in here if pair not in joined]
    if own:
        within = Row(*(said(*pair) for pair in own), between=", ")
        lines.append(Sentence("  Paired within the group: {pairs}.", pairs=within))
    nobody = len(field.players)
    left = [a for a, b in pairs if field.group_of[a] == index != field.group_of[b] and b != nobody]
    if left:
        lines.append(Sentence("  Dropped: {names}.", names=_names(field, left)))
    return lines


def _bye_line(field: Field, number: int) -> Sentence:
    entrant = field.players[number]
    passed = [
        a for a in range(number + 1, len(field.players)) if not field.legal(a, len(field.players))
    ]
    message = N_("The bye: {player} ({points}).")
    if passed:
        message = N_("The bye: {player} ({points}); passed over after an earlier bye: {names}.")
    if entrant.byes:
        message = N_("The bye: {player} ({points}); the bye number {count} of this player.")
    if entrant.byes and passed:
        message = N_(
            "The bye: {player} ({points}); passed over after an earlier bye: {names}; the bye "
            "number {count} of this player."
        )
    return Sentence(
        message,
        player=Players(entrant.player),
        points=points_said(entrant.match_points),
        names=_names(field, passed),
        count=entrant.byes + 1,
    )


def _proof_lines(field: Field, blocks: Sequence[Block]) -> list[Sentence]:
    lines: list[Sentence] = []
    for block in blocks:
        if block.by_count:
            continue
        where = _span(field, block)
        message = N_("Legal, but fewest and smallest floats not proved: {groups}.")
        if block.proved:
            message = N_("Fewest and smallest floats proved by exact matching: {groups}.")
        lines.append(Sentence(message, groups=where))
    if any(block.by_count for block in blocks) and all(block.proved for block in blocks):
        lines.append(Sentence("Fewest and smallest floats proved by counting: all other groups."))
    return lines


def _span(field: Field, block: Block) -> Counted | Sentence:
    if block.first == 0 and block.last == len(field.groups) - 1:
        return Sentence("all groups")
    last = min(block.last, len(field.groups) - 1 - field.odd)
    ends = [field.players[field.groups[i][0]].match_points for i in (min(block.first, last), last)]
    if ends[0] == ends[1]:
        return points_said(ends[0])
    return Sentence("{high} to {points}", high=ends[0], points=points_said(ends[1]))


def _names(field: Field, numbers: Iterable[int]) -> Players:
    return Players(*(field.players[number].player for number in numbers))


_WITH_RATING = "{player} ({rating})"
