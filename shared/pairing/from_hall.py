"""What the state of the hall says about a round to come: who plays, and how earlier ones ended.

Pairs nobody, and looks only at rounds before that one.
"""

from collections import Counter
from collections.abc import Collection

from shared.core.rulebooks.base import PairingSystem
from shared.core.standings.records import division_records, round_matches
from shared.core.standings.scoring import match_winner
from shared.core.state import Division, HallState, Match, Player, Round
from shared.core.text.language import N_
from shared.core.text.sentence import Refusal, Tables
from shared.pairing.draw_sheet.sheet import NOBODY, SheetResult
from shared.pairing.types import Entrant, PairingImpossible


def entrants(state: HallState, division: str, round_no: int) -> tuple[Entrant, ...]:
    """Return the players to pair, as they stand: without those who withdrew before the round
    (ACF-2.IV.D) or skip it (ACF-2.V.F).

    A published pairing counts as met, even if forfeited (ACF-2.V.D), unless the event says that
    a pairing with no game played does not.
    """
    swiss = state.divisions[division].at(round_no).book.swiss
    all_count = swiss is None or swiss.forfeited_pairing_counts
    points = {record.player: record.match_points for record in division_records(state, division)}
    met: dict[str, set[str]] = {}
    for match in state.matches.values():
        earlier = match.key.division == division and match.key.round_no < round_no
        if match.playoff:
            continue
        if earlier and match.standing != "withdrawn" and (all_count or not _unplayed(match)):
            first, second = match.players
            met.setdefault(first, set()).add(second)
            met.setdefault(second, set()).add(first)
    byes = Counter(
        player for paired in earlier_rounds(state, division, round_no) for player in paired.byes
    )
    return tuple(
        Entrant(
            player.id,
            points.get(player.id, 0),
            player.rating or None,
            byes[player.id] > 0,
            frozenset(met.get(player.id, ())),
            max(0, byes[player.id] - 1),
        )
        for player in state.players.values()
        if player.division == division and not is_away(player, round_no)
    )


def _unplayed(match: Match) -> bool:
    outcome = match.result.outcome
    if outcome is None or outcome.captures is not None:
        return False
    return all(code is not code.played for code in outcome.games)


def is_away(player: Player, round_no: int) -> bool:
    """Return whether a player is left out of a round: they have withdrawn, skip it, have a bye by
    request, were not here as check-in closed, or are suspended (ACF-3.II.B, ACF-3.II.C)."""
    gone = player.withdrawn_after is not None and player.withdrawn_after < round_no
    skips = player.opt_out is not None and player.opt_out.round_no == round_no
    absent = player.left_out(round_no)
    return gone or skips or absent or round_no in player.byes_granted or bool(player.suspended)


def opted_out(state: HallState, division: str, round_no: int) -> tuple[str, ...]:
    """Return the players who skip a round by leave (ACF-2.V.F)."""
    return tuple(
        player.id
        for player in state.players.values()
        if player.division == division
        and player.opt_out is not None
        and player.opt_out.round_no == round_no
    )


def asked_for_a_bye(state: HallState, division: str, round_no: int) -> dict[str, int]:
    """Return the players with a bye by request in a round, and which of theirs it is, from 1."""
    return {
        player.id: 1 + player.byes_granted.index(round_no)
        for player in state.players.values()
        if player.division == division and round_no in player.byes_granted
    }


def earlier_rounds(state: HallState, division: str, round_no: int) -> tuple[Round, ...]:
    """Return the published rounds of a division before ``round_no``, in order."""
    return tuple(
        paired
        for (name, number), paired in sorted(state.rounds.items())
        if name == division and number < round_no
    )


def rounds_of_new_opponents(players: int) -> int:
    """Return in how many rounds each of ``players`` can have a new opponent; at least 1."""
    return max(1, players - 1 + players % 2)


def span(state: HallState, division: str, round_no: int) -> range:
    """Return the rounds around ``round_no`` that the same system draws.

    One part of an event may be a Swiss and another a round robin (ACF-2.VI.A)."""
    opened = state.divisions[division]

    def system(number: int) -> PairingSystem:
        paired = state.rounds.get((division, number))
        return opened.at(number, paired.rules if paired else "").book.pairing_system

    first, last = round_no, round_no
    while first > 1 and system(first - 1) == system(round_no):
        first -= 1
    while last < opened.rounds and system(last + 1) == system(round_no):
        last += 1
    return range(first, last + 1)


def first_field(
    state: HallState, division: str, field: tuple[Entrant, ...], first: int = 1
) -> tuple[str, ...]:
    """Return the players of round ``first`` as drawn; those of ``field`` while it is not."""
    drawn = state.rounds.get((division, first))
    if drawn is None:
        return tuple(entrant.player for entrant in field)
    if drawn.field:
        return tuple(entry.player for entry in drawn.field)
    return drawn.players


def late_entries(state: HallState, division: str, players: Collection[str]) -> dict[str, str]:
    """Return player with a bye → late entry on that line of a drawn sheet; ``players`` were drawn.

    If two are put on one line, neither stands there until one is placed elsewhere.
    """
    came = [
        player
        for player in state.players.values()
        if player.division == division and player.opposite and player.id not in players
    ]
    lines = Counter(player.opposite for player in came)
    return {player.opposite: player.id for player in came if lines[player.opposite] == 1}


def seeded(state: HallState, players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seeded ones of ``players``, the first seed in front."""
    seeds = {player: state.players[player].seed for player in players if player in state.players}
    return tuple(sorted((p for p, seed in seeds.items() if seed > 0), key=lambda p: (seeds[p], p)))


def decided(state: HallState, paired: Round) -> tuple[Match, ...]:
    """Return the matches of an earlier round. Raises PairingImpossible while one has no result."""
    matches = round_matches(state, paired)
    silent = [match.table for match in matches if not match.settled]
    if paired.contested or len(matches) < len(paired.matches) or silent:
        message = N_(
            "Round {number} is not complete. Who goes on depends on it. Nothing was paired: enter "
            "the results or rule on them, and pair again."
        )
        if silent:
            message = N_(
                "Round {number} is not complete: no result counts at table {tables}. Who goes on "
                "depends on it. Nothing was paired: enter the results or rule on them, and pair "
                "again."
            )
        raise PairingImpossible(message, number=paired.number, tables=Tables(*silent))
    return matches


def voided(match: Match) -> bool:
    """Return whether a match counts for nothing: a draw sheet has it played again (USBGF-4.6)."""
    return match.result.outcome is not None and bool(match.result.outcome.void)


def lost_by_both(match: Match) -> bool:
    """Return whether both players forfeited a match: nobody goes on from it (ACF-1.VI.A)."""
    outcome = match.result.outcome
    return outcome is not None and outcome.lost_by_both


def goes_on(division: Division, match: Match) -> SheetResult | None:
    """Return what a match brings a draw sheet: who goes on, or that nobody does; None while that is
    open.

    Raises PairingImpossible for a result that cannot be.
    """
    if not match.result.counts:
        return None
    if lost_by_both(match):
        return SheetResult(NOBODY)
    won = winner(division, match)
    return None if won is None else SheetResult(won)


def winner(division: Division, match: Match) -> str | None:
    """Return who won a match; None where it is equal. Raises PairingImpossible for one without
    result."""
    if match.result.outcome is None:
        raise PairingImpossible(
            "The match at table {table} has no result. Nothing was paired.",
            table=Tables(match.table),
        )
    try:
        book = division.at(match.key.round_no, match.rules).book
        seat = match_winner(book, match.result.outcome)
    except ValueError as error:
        raise PairingImpossible(
            "The result at table {table} cannot be: {why}. Correct it first.",
            table=Tables(match.table),
            why=error if isinstance(error, Refusal) else str(error),
        ) from error
    return None if seat is None else match.players[seat]
