"""Draw sheets for tests: entries by letter or number, and results decided by hashing."""

from collections.abc import Callable
from hashlib import blake2b

from shared.pairing.draw_sheet.build import Placing, double_elimination, single_elimination
from shared.pairing.draw_sheet.progress import MatchState, Progress, progress
from shared.pairing.draw_sheet.sheet import DrawSheet, Lengths, SheetEntry, SheetResult

POSTED = Lengths(main=(5, 7, 9), losers=(3, 5), consolation=(3,), final=(11, 7))


def entries(count: int) -> list[SheetEntry]:
    return [SheetEntry(str(number), (f"p{number}",)) for number in range(1, count + 1)]


def single(
    count: int, title: str = "Open", consolation_from: int = 0, last_chance_from: int = 0
) -> DrawSheet:
    """Entries 1, 2, … are seeded so."""
    entered = entries(count)
    return single_elimination(
        title,
        entered,
        Placing("s", [entry.id for entry in entered]),
        POSTED,
        consolation_from=consolation_from,
        last_chance_from=last_chance_from,
    )


def double(count: int, title: str = "Open") -> DrawSheet:
    """Entries 1, 2, … are seeded so."""
    entered = entries(count)
    seeded = [entry.id for entry in entered]
    return double_elimination(title, entered, Placing("s", seeded), POSTED)


Decide = Callable[[MatchState], str]


def favourite(state: MatchState) -> str:
    """Return the better seed as the winner."""
    return min((side for side in state.sides if side), key=int)


def by_hash(key: str) -> Decide:
    def decide(state: MatchState) -> str:
        digest = blake2b(f"{key}/{state.match.id}".encode()).digest()
        return state.sides[digest[0] % 2] or ""

    return decide


def play_out(sheet: DrawSheet, decide: Decide) -> dict[str, SheetResult]:
    """Return results of all matches that come to be played, in an order in which they can be."""
    results: dict[str, SheetResult] = {}
    while ready := progress(sheet, results).ready:
        for state in ready:
            results[state.match.id] = SheetResult(decide(state))
    return results


def sides(state: Progress, ident: str) -> tuple[str | None, str | None]:
    return state.state(ident).sides
