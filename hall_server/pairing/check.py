"""Checks a drawn round against the sheet, for the referee who has to verify it (ACF-3.VIII).

It shares the definition of the fewest and smallest floats with the pairing, but no code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hall_server.pairing.types import Drawn, Entrant

BRUTE_FORCE_UP_TO = 12
"""Players up to which every possible round is tried: 12 players have 10,395 of them."""

Cost = tuple[tuple[int, int], ...]
"""For each score group from the top: players floated, and groups they were dropped in all."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the check report."""

    clause: str
    ok: bool
    sentence: str


def check_round(entrants: Iterable[Entrant], drawn: Drawn) -> tuple[Finding, ...]:
    """Return the check report of an ordinary round, one finding or more for each clause.

    Everybody is paired once or has the bye, the bye is allowed (ACF-2.V.B), nobody meets an
    earlier opponent (ACF-2.V.D), the list of floats is complete, and up to 12 players no other
    legal round floats fewer or less far (ACF-2.V.C). A fault that makes the rest meaningless
    ends the report.
    """
    field = {entrant.player: entrant for entrant in entrants}
    attendance = _attendance(field, drawn)
    if any(not finding.ok for finding in attendance):
        return attendance
    return (
        *attendance,
        *_byes(field, drawn),
        *_re_pairings(field, drawn),
        *_order(field, drawn),
        *_floats(field, drawn),
        _smallest(field, drawn),
    )


def _attendance(field: Mapping[str, Entrant], drawn: Drawn) -> tuple[Finding, ...]:
    seated = Counter(player for pair in drawn.player_pairs for player in pair)
    if drawn.bye is not None:
        seated[drawn.bye] += 1
    faults = [f"{p} is paired, but is not in the field." for p in sorted(seated) if p not in field]
    faults += [f"{p} is neither paired nor has the bye." for p in sorted(field) if p not in seated]
    faults += [f"{p} stands in the round {n} times." for p, n in sorted(seated.items()) if n > 1]
    return _findings("ACF-2.V.C", faults, f"All {len(field)} players stand in the round once.")


def _byes(field: Mapping[str, Entrant], drawn: Drawn) -> tuple[Finding, ...]:
    if drawn.bye is None:
        return _findings("ACF-2.V.B", [], "The field is even and nobody has a bye.")
    again = field[drawn.bye].had_bye
    faults = [f"{drawn.bye} has the bye, but already had one."] if again else []
    return _findings(
        "ACF-2.V.B", faults, f"{drawn.bye} has the bye, the first one for this player."
    )


def _re_pairings(field: Mapping[str, Entrant], drawn: Drawn) -> tuple[Finding, ...]:
    faults = [
        f"{a} and {b} have met before." for a, b in drawn.player_pairs if _have_met(field, a, b)
    ]
    return _findings("ACF-2.V.D", faults, "No pairing repeats an earlier one.")


def _order(field: Mapping[str, Entrant], drawn: Drawn) -> tuple[Finding, ...]:
    points = [tuple(field[player].match_points for player in pair) for pair in drawn.player_pairs]
    in_order = points == sorted(points, reverse=True) and all(a >= b for a, b in points)
    faults = [] if in_order else ["The tables do not run from the most match points down."]
    return _findings("ACF-2.V.C", faults, "The tables run from the most match points down.")


def _floats(field: Mapping[str, Entrant], drawn: Drawn) -> tuple[Finding, ...]:
    levels = _levels(field)
    seen = {}
    for a, b in drawn.player_pairs:
        high, low = sorted((a, b), key=lambda p: levels[field[p].match_points])
        from_points, to_points = field[high].match_points, field[low].match_points
        if from_points != to_points:
            groups = levels[to_points] - levels[from_points]
            seen[high] = (low, from_points, to_points, groups)
    listed = {f.player: (f.opponent, f.from_points, f.to_points, f.groups) for f in drawn.floats}
    faults = [f"{p} is floated, but not listed so." for p in sorted(seen) if p not in listed]
    faults += [f"{p} is listed as floated, but is not." for p in sorted(listed) if p not in seen]
    both = sorted(seen.keys() & listed.keys())
    faults += [f"The float of {p} is listed wrongly." for p in both if seen[p] != listed[p]]
    if len(listed) != len(drawn.floats):
        faults.append("A player is listed as floated twice.")
    steps = sum(float_[3] for float_ in seen.values())
    return _findings(
        "ACF-2.V.C", faults, f"Players floated: {len(seen)}, by {steps} score groups in all."
    )


def _smallest(field: Mapping[str, Entrant], drawn: Drawn) -> Finding:
    if len(field) > BRUTE_FORCE_UP_TO:
        sentence = (
            f"Whether another round floats fewer was not tried: more than {BRUTE_FORCE_UP_TO} "
            "players. The trace says how it was proved."
        )
        return Finding("ACF-2.V.C", True, sentence)
    levels = _levels(field)
    mine = _cost(field, levels, [*drawn.player_pairs, *([(drawn.bye, None)] if drawn.bye else [])])
    best = min((_cost(field, levels, r) for r in _rounds(field, sorted(field))), default=None)
    if best is not None and best < mine:
        sentence = "Another legal round floats fewer players, or less far, from the top."
        return Finding("ACF-2.V.C", False, sentence)
    sentence = "Of all legal rounds, none floats fewer players or less far, from the top."
    return Finding("ACF-2.V.C", True, sentence)


def _rounds(
    field: Mapping[str, Entrant], waiting: list[str], bye_given: bool = False
) -> Iterator[list[tuple[str, str | None]]]:
    """Every legal round among ``waiting``; (player, None) is the bye."""
    if not waiting:
        yield []
        return
    player, others = waiting[0], waiting[1:]
    for other in others:
        if not _have_met(field, player, other):
            rest = [p for p in others if p != other]
            for pairs in _rounds(field, rest, bye_given):
                yield [(player, other), *pairs]
    if len(field) % 2 and not bye_given and not field[player].had_bye:
        for pairs in _rounds(field, others, True):
            yield [(player, None), *pairs]


def _cost(
    field: Mapping[str, Entrant],
    levels: Mapping[int, int],
    pairs: Iterable[tuple[str, str | None]],
) -> Cost:
    """The bye counts as an opponent one group below the lowest."""
    floated = [0] * len(levels)
    steps = [0] * len(levels)
    for player, other in pairs:
        reached = [levels[field[player].match_points]]
        reached.append(len(levels) if other is None else levels[field[other].match_points])
        high, low = min(reached), max(reached)
        if high != low:
            floated[high] += 1
            steps[high] += low - high
    return tuple(zip(floated, steps, strict=True))


def _levels(field: Mapping[str, Entrant]) -> dict[int, int]:
    points = sorted({entrant.match_points for entrant in field.values()}, reverse=True)
    return {value: level for level, value in enumerate(points)}


def _have_met(field: Mapping[str, Entrant], a: str, b: str) -> bool:
    return b in field[a].met or a in field[b].met


def _findings(clause: str, faults: list[str], otherwise: str) -> tuple[Finding, ...]:
    if faults:
        return tuple(Finding(clause, False, fault) for fault in faults)
    return (Finding(clause, True, otherwise),)
