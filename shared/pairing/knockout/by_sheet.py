"""The rounds of a knockout or a draw sheet: round n is every match that can be played after n - 1.

Turns the hall's rounds into a sheet's results and back. The sheet is drawn once, from the field and
the seed of round 1.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from shared.core.state import Division, HallState
from shared.core.state.persons import persons
from shared.core.text.language import N_
from shared.core.text.sentence import Players, Tables
from shared.pairing.draw_sheet.build import Placing, double_elimination, single_elimination
from shared.pairing.draw_sheet.progress import progress
from shared.pairing.draw_sheet.sheet import NOBODY, DrawSheet, Lengths, SheetEntry, SheetResult
from shared.pairing.from_hall import decided, earlier_rounds, goes_on, late_entries, seeded, voided
from shared.pairing.log.lines import BySheet, LogLine, NoConsolation, WaitsOnSheet
from shared.pairing.types import Decided, PairingImpossible


@dataclass(frozen=True, slots=True)
class SheetRound:
    """A round off a sheet: its pairs in the sheet's order with slot and match length."""

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    slots: tuple[tuple[str, int], ...]
    trace: tuple[LogLine, ...]


def draw_sheet_of(
    state: HallState, division: Division, players: tuple[str, ...], seed: str
) -> DrawSheet:
    """Return the division's draw sheet.

    Raises PairingImpossible for a field that cannot be drawn.
    """
    plan = division.bracket
    backgammon = division.book.game == "backgammon"
    if backgammon and not plan.main:
        raise PairingImpossible(
            "{division} has no match lengths: post them as bracket.main in the event file. "
            "Nothing was drawn.",
            division=division.name,
        )
    lengths = Lengths(
        plan.main or (1,),
        plan.losers,
        plan.consolation_lengths,
        plan.final,
        plan.last_chance_lengths,
    )
    known = persons(state)
    entries = [SheetEntry(player, known.get(player, (player,))) for player in players]
    late = {
        opposite: SheetEntry(ident, known.get(ident, (ident,)))
        for opposite, ident in late_entries(state, division.id, players).items()
    }
    placing = Placing(seed, seeded(state, players), late)
    if plan.elimination == "double":
        return double_elimination(division.name, entries, placing, lengths)
    return single_elimination(
        division.name,
        entries,
        placing,
        lengths,
        consolation_from=plan.consolation,
        last_chance_from=plan.last_chance,
    )


def results_of(
    state: HallState, division: Division, sheet: DrawSheet, round_no: int, here: Collection[str]
) -> dict[str, SheetResult]:
    """Return results by sheet match before ``round_no``; a player who has left loses unplayed.

    Raises PairingImpossible while a round is open, or where a match is equal.
    """
    results: dict[str, SheetResult] = {}
    for paired in earlier_rounds(state, division.id, round_no):
        slots = {match.uid: match.slot for match in paired.matches}
        for match in decided(state, paired):
            if voided(match):
                continue
            result = goes_on(division, match)
            if result is None:
                raise PairingImpossible(
                    "The match at table {table} is equal. A knockout takes as many games as "
                    "are needed ({clause}): they play on, or the referee rules. Nothing was "
                    "paired.",
                    table=Tables(match.table),
                    clause=division.book.clause("pairing_system"),
                )
            results[slots[match.uid]] = result
    return walked_through(sheet, results, here)


def walked_through(
    sheet: DrawSheet,
    results: Mapping[str, SheetResult],
    here: Collection[str],
    playing: Collection[str] = (),
) -> dict[str, SheetResult]:
    """Return the results with those of matches that a player who has left loses unplayed.

    A match in ``playing`` is played on.
    """
    while True:
        walked = {
            at.match.id: unplayed(at.sides, here)
            for at in progress(sheet, results).ready
            if at.match.id not in playing and any(side not in here for side in at.sides)
        }
        results = {**results, **walked}
        if not walked:
            return results


def unplayed(sides: Iterable[str | None], here: Collection[str]) -> SheetResult:
    """Return the result of a match of which a side is not ``here``: the other one goes on."""
    return SheetResult(next((side for side in sides if side and side in here), NOBODY))


def draw_by_sheet(
    state: HallState,
    division: Division,
    round_no: int,
    players: tuple[str, ...],
    seed: str,
    here: Collection[str],
) -> SheetRound:
    """Return the matches of the sheet that can be played after the rounds before ``round_no``."""
    sheet = draw_sheet_of(state, division, players, seed)
    now = progress(sheet, results_of(state, division, sheet, round_no, here))
    # A bye lets no player play ahead of the round.
    ready = [at for at in now.ready if at.match.side != "main" or at.match.round_no <= round_no]
    if not ready:
        message = N_("Nobody has won {division}: there is no round {number}.")
        if now.champion:
            message = N_("{player} has won {division}: there is no round {number}.")
        raise Decided(
            message,
            player=Players(now.champion or ""),
            division=division.name,
            number=round_no,
        )
    pairs, slots = [], []
    for at in ready:
        one, other = (side or NOBODY for side in at.sides)
        pairs.append((one, other))
        slots.append((at.match.id, at.match.length if division.bracket.main else 0))
    waiting = tuple(p for p in sheet.bracket.byes if p in here) if round_no == 1 else ()
    trace: tuple[LogLine, ...] = (
        BySheet(round_no, len(players), seed, tuple(slot for slot, _ in slots)),
        *map(WaitsOnSheet, waiting),
        *([NoConsolation(division.name)] if sheet.loser_alone and round_no == 1 else []),
    )
    return SheetRound(tuple(pairs), waiting, tuple(slots), trace)
