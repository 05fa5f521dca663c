"""Who is paid what in a division, and whose score sheets are missing. Pure."""

from collections.abc import Iterator, Sequence

from shared.core.standings.order import StandingsRow
from shared.core.standings.prizes import Dues, Payout, Pool, missing_copies, payouts
from shared.core.standings.records import division_rounds, round_matches
from shared.core.state import HallState
from shared.core.state.office import BESIDE, PrizeFund
from shared.core.text.language import _
from shared.pairing.places import beside_standings, division_standings


def division_payouts(
    state: HallState, division: str, fund: PrizeFund | None = None
) -> tuple[Payout, ...]:
    """Return what a division's players are paid as it stands, first places first.

    Without ``fund`` the posted prizes count. An Associate without a place owes no dues
    (ACF-1.III.B).
    """
    fund = fund or state.awards.prizes.get(division)
    if fund is None:
        return ()
    rows = division_standings(state, division)
    placed = {row.player for row in rows}
    missing: dict[str, list[int]] = {}
    for paired in division_rounds(state, division):
        for _uid, player in copies_missing(state, division, paired.number):
            missing.setdefault(player, []).append(paired.number)
    return payouts(
        rows,
        fund.prizes,
        state.divisions[division].book,
        dues=Dues(fund.dues, {p for p in placed if owes_dues(state, p)}),
        sheets_missing=missing,
        pools=tuple(_pools(state, division, fund, rows)),
    )


def _pools(
    state: HallState, division: str, fund: PrizeFund, rows: Sequence[StandingsRow]
) -> Iterator[Pool]:
    """Yield what is paid beside the division's places."""
    beside = beside_standings(state, division) if any(map(fund.beside, BESIDE)) else {}
    for part, name in BESIDE.items():
        if fund.beside(part):
            yield Pool(_(name), beside.get(part, ()), fund.beside(part))
    for pool in fund.pools:
        within = [row for row in rows if row.player in pool.players]
        yield Pool(pool.name, within, pool.prizes)


def owes_dues(state: HallState, player: str) -> bool:
    """Return whether a player pays regular dues out of a prize (ACF-1.III.B).

    An Associate does, unless the desk has said otherwise.
    """
    said = state.awards.dues.get(player)
    known = state.players.get(player)
    return said if said is not None else known is not None and "associate" in known.flags


def copies_missing(state: HallState, division: str, round_no: int) -> tuple[tuple[str, str], ...]:
    """Return (match uid, player) for each score sheet of a round that is due and missing.

    A match without a game, a forfeit or an agreed void, owes none (ACF-1.XII).
    """
    paired = state.rounds.get((division, round_no))
    if paired is None:
        return ()
    due = {}
    for match in round_matches(state, paired):
        outcome = match.result.outcome
        played = outcome is None or any(code.played is code for code in outcome.games)
        if played:
            due[match.uid] = match.players
    return missing_copies(state.divisions[division].book, due, state.awards.handed_in)
