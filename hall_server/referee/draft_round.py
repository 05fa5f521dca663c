"""A round before it is published: who plays whom, where, when, and what stands in its way.

Pure: seeds and match uids come from the token that the caller hands in. Publishes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hall_server.pairing import (
    Drawn,
    Entrant,
    Finding,
    PairingImpossible,
    check_round,
    pair_round,
)
from hall_server.referee.about_rounds import latest, matches_of, missing
from hall_server.referee.moment import Moment, natural
from hall_server.referee.question import REFEREE
from shared.core import entities
from shared.core.events import PairedMatch, RoundPaired
from shared.core.state import HallState
from shared.core.tables import division_records
from shared.port import Draft

MINUTE_MS = 60_000
NOTICE_MS = 10 * MINUTE_MS
_STEP_MS = 5 * MINUTE_MS


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round that could be published; ``findings`` is the check report, clause by clause."""

    drawn: Drawn
    findings: tuple[Finding, ...]


class PairingSource(Protocol):
    """Where a round's pairs come from. Raises PairingImpossible with a sentence."""

    def pair(self, state: HallState, division: str, round_no: int, seed: str) -> Proposal:
        """Propose round ``round_no`` of a division from a fresh ``seed``."""


class Swiss:
    """Pairs by the public draw and checks the round with the checker that shares no code."""

    def pair(self, state: HallState, division: str, round_no: int, seed: str) -> Proposal:
        """Propose a Swiss round (ACF-2.V)."""
        field = entrants(state, division, round_no)
        drawn = pair_round(field, round_no=round_no, seed=seed)
        return Proposal(drawn, check_round(field, drawn))


class PublishedPairings:
    """Replays a tournament that was played: ``rounds`` holds the pairs of player ids by round."""

    def __init__(self, rounds: Mapping[int, Sequence[tuple[str, str]]]) -> None:
        self._rounds = rounds

    def pair(self, state: HallState, division: str, round_no: int, seed: str) -> Proposal:
        """Propose the round as it was published; who is in no pair has the bye."""
        if round_no not in self._rounds:
            raise PairingImpossible(f"No published pairing of round {round_no} was given.")
        pairs = tuple((a, b) for a, b in self._rounds[round_no])
        here = {entrant.player for entrant in entrants(state, division, round_no)}
        paired = {player for pair in pairs for player in pair}
        if paired - here:
            unknown = ", ".join(sorted(paired - here))
            raise PairingImpossible(f"Not in the division or withdrawn: {unknown}.")
        left = sorted(here - paired)
        if len(left) > 1:
            raise PairingImpossible(f"In no pair of round {round_no}: {', '.join(left)}.")
        trace = (f"Round {round_no} as it was published; the seed {seed} decides nothing.",)
        return Proposal(Drawn(pairs, left[0] if left else None, (), trace), ())


def entrants(state: HallState, division: str, round_no: int) -> tuple[Entrant, ...]:
    """Who is to be paired, as they stand: nobody who withdrew before the round (ACF-2.IV.D).

    A published pairing counts as met, even if forfeited (ACF-2.V.D).
    """
    points = {record.player: record.match_points for record in division_records(state, division)}
    met: dict[str, set[str]] = {}
    for match in state.matches.values():
        earlier = match.key.division == division and match.key.round_no < round_no
        if earlier and match.standing != "withdrawn":
            first, second = match.players
            met.setdefault(first, set()).add(second)
            met.setdefault(second, set()).add(first)
    byes = {r.bye for r in state.rounds.values() if r.division == division and r.number < round_no}
    return tuple(
        Entrant(
            player.id,
            points.get(player.id, 0),
            player.rating or None,
            player.id in byes,
            frozenset(met.get(player.id, ())),
        )
        for player in state.players.values()
        if player.division == division
        and (player.withdrawn_after is None or player.withdrawn_after >= round_no)
    )


@dataclass(frozen=True, slots=True)
class Seats:
    """Tables for a round, top pairing first; ``missing`` says how many there are too few."""

    tables: tuple[str, ...]
    missing: int


def free_tables(moment: Moment, division: str, wanted: int) -> Seats:
    """The first ``wanted`` tables in natural order that no other division still plays at."""
    taken = {
        match.table
        for match in moment.playing
        if match.key.division != division and not match.result.counts
    }
    free = [t for t in sorted(moment.state.tables, key=natural) if t not in taken]
    return Seats(tuple(free[:wanted]), max(0, wanted - len(free)))


def open_tables(moment: Moment, division: str) -> list[str]:
    """Tables of the division's last round whose results do not count yet."""
    last = latest(moment, division)
    if last is None:
        return []
    return [match.table for match in missing(moment, last)]


def on_one_disk(moment: Moment, division: str, copies: Callable[[str], int | None]) -> list[str]:
    """Tables of the last round with a result of which fewer than two lasting copies are known."""
    last = latest(moment, division)
    if last is None:
        return []
    counted = {
        match.table: [copies(version.event) for version in match.result.versions]
        for match in matches_of(moment, last)
    }
    return [
        table for table, found in counted.items() if any(n is not None and n < 2 for n in found)
    ]


def next_start(now_ms: int, notice_ms: int = NOTICE_MS) -> int:
    """``notice_ms`` from now, rounded up to five minutes; without notice, now (UTC ms)."""
    return -(-(now_ms + notice_ms) // _STEP_MS) * _STEP_MS if notice_ms else now_ms


def witnesses(text: str) -> tuple[str, ...]:
    """Names typed with commas, semicolons or " and " between them."""
    for mark in (";", " and ", "&"):
        text = text.replace(mark, ",")
    return tuple(
        dict.fromkeys(name for part in text.split(",") if (name := " ".join(part.split())))
    )


def witnesses_missing(names: Sequence[str], is_player: Callable[[str], bool]) -> str:
    """ "" where one assistant referee or two players watch (ACF-3.VIII), else what is missing."""
    if not names:
        return "Name one assistant referee, or at least two players."
    if len(names) == 1 and is_player(names[0]):
        return f"{names[0]} is a player: one more player, or one assistant referee."
    return ""


def publication(
    key: tuple[str, int],
    proposal: Proposal,
    tables: Sequence[str],
    *,
    starts_at: int,
    seed: str,
    names: tuple[str, ...],
    notes: Sequence[str],
    token: Callable[[], str],
) -> Draft:
    """The published round, to be written; ``notes`` are redraws and overrides with reasons.

    Raises ValueError where there are too few tables.
    """
    pairs = proposal.drawn.player_pairs
    matches = tuple(
        PairedMatch(token(), table, pair) for pair, table in zip(pairs, tables, strict=True)
    )
    body = RoundPaired(
        starts_at,
        seed,
        matches,
        proposal.drawn.bye or "",
        names,
        (*notes, *proposal.drawn.trace),
    )
    return Draft(entities.pairing(*key), body, REFEREE)
