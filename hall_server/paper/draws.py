"""A knockout on paper: the draw sheet of a division, or its lives round by round."""

from collections import Counter

from hall_server.paper.brackets import draw_sheets
from hall_server.paper.look import Look
from hall_server.paper.sheet import BLANK, CannotPrint, Column, PaperSheet, Table, Text
from shared.core.standings.records import round_complete
from shared.core.state import Match
from shared.core.text.sentence import said
from shared.pairing import lives_now
from shared.pairing.from_hall import first_field, voided
from shared.pairing.knockout.by_lives import half_lives
from shared.pairing.knockout.by_sheet import draw_sheet_of
from shared.pairing.knockout.call_board import SHEETS, results_so_far
from shared.pairing.open_play import matches_in
from shared.pairing.types import PairingImpossible
from shared.tui.times import clock_time

_FEWEST = 2
"""Players of a draw sheet, at least."""
_EMPTY_ROUNDS = 4
"""Empty rounds on a sheet of lives."""


def is_drawn(look: Look) -> bool:
    """Return whether a division is played by a draw sheet or by lives."""
    return look.book.pairing_system in (*SHEETS, "double_knockout") and bool(look.rounds)


def knockout_sheets(look: Look, seed: str = "") -> tuple[PaperSheet, ...]:
    """Return the draw as it is now; before round 1 as ``seed`` draws it.

    Raises CannotPrint for a division without a draw, or with results that contradict it.
    """
    system = look.book.pairing_system
    if look.rounds and system not in (*SHEETS, "double_knockout"):
        raise CannotPrint(
            f"{look.division.name} is not played by a draw sheet. Nothing was printed."
        )
    try:
        return lives_sheets(look) if system == "double_knockout" else _sheets(look, seed)
    except (PairingImpossible, ValueError) as error:
        known = look.state.players
        raise CannotPrint(
            said(str(error), lambda player: known[player].name if player in known else player)
        ) from error


def for_kit(look: Look) -> tuple[PaperSheet, ...]:
    """Return the draw for the kit, or a sheet that says why there is none."""
    try:
        return knockout_sheets(look)
    except CannotPrint as error:
        return (PaperSheet(look.division.name, "draw sheet", (Text(str(error), "large"),)),)


def lives_sheets(look: Look) -> tuple[PaperSheet, ...]:
    """Return the lives of each player, what each round cost, and empty boxes (DARK-KO)."""
    rule = look.book.lives
    if rule is None or not look.rounds:
        raise CannotPrint(
            f"{look.division.name} has no round paired yet. Pair one, then print again."
        )
    done = [paired.number for paired in look.rounds if round_complete(look.state, paired)]
    after = {n: lives_now(look.state, look.division.id, n + 1).halves for n in (0, *done)}
    newest = after[max(after)]
    order = sorted(first_field(look.state, look.division.id, ()),
                   key=lambda p: (-newest[p], look.name(p)))  # fmt: skip
    number = {player: at for at, player in enumerate(order, start=1)}
    columns = [Column("No", "right", strong=True), Column("Name", strong=True)]
    columns += [Column("Lives", "right"), Column("Byes", "right")]
    columns += [Column(f"R{paired.number}", "centre") for paired in look.rounds]
    first = look.rounds[-1].number + 1
    columns += [Column(f"R{n}", "centre", least_mm=13) for n in range(first, first + _EMPTY_ROUNDS)]
    byes = Counter(player for paired in look.rounds for player in paired.byes)
    rows = []
    for player in order:
        cells = [str(number[player]), look.name(player), half_lives(newest[player])]
        cells.append(str(byes[player] or ""))
        for paired in look.rounds:
            before, then = after.get(paired.number - 1), after.get(paired.number)
            mine = [m for m in look.matches(paired) if player in m.players]
            other = next((p for m in mine for p in m.players if p != player), "")
            cell = f"{number[other]}" if other in number else ""
            cell = "bye" if player in paired.byes else cell
            if before is not None and then is not None and cell and cell != "bye":
                lost = before[player] - then[player]
                cell += f" −{half_lives(lost)}" if lost else " ="
            cells.append(cell)
        blank = BLANK if newest[player] else "–"
        rows.append((*cells, *(blank for _ in range(_EMPTY_ROUNDS))))
    loss, tie = half_lives(rule.loss_costs), half_lives(rule.tie_costs)
    words = (
        f"A loss costs {loss}, a continued tie {tie} each; at 0 a player is out. Where a tie in"
        " every match would leave nobody in, they are played on until one side is ahead."
        " In each round: the opponent's number and what was lost, '=' for nothing.",
        "To go on: pair all players who have lives left, first those with equal lives. Repeat a"
        " match only if there is no other way. With an odd number, the bye goes to a player who has"
        " had the fewest byes.",
    )
    table = Table(tuple(columns), tuple(rows), "desk", row_mm=7, ruled=True)
    note = f"{look.division.name}, {look.how_far()}"
    return (PaperSheet("Lives", note, (*(Text(line, "small") for line in words), table), index=1),)


def _sheets(look: Look, seed: str) -> tuple[PaperSheet, ...]:
    """Return the sheets from the field and the seed of round 1, with all results that count."""
    seed = look.rounds[0].seed if look.rounds else seed
    if not seed:
        raise CannotPrint(
            "A draw needs a seed that people saw being taken, such as a roll of dice: "
            "--seed 64153. Nothing was drawn."
        )
    entered = tuple(
        player.id
        for player in look.state.players.values()
        if player.division == look.division.id and player.withdrawn_after is None
    )
    field = first_field(look.state, look.division.id, ()) if look.rounds else entered
    if len(field) < _FEWEST:
        has = "one player" if field else "no player"
        raise CannotPrint(
            f"{look.division.name} has {has}; a draw sheet needs two. Nothing was printed."
        )
    drawn = draw_sheet_of(look.state, look.division, field, seed)
    results = results_so_far(look.state, look.division, drawn) if look.rounds else {}
    written = {
        match.slot: _written(look, match)
        for match in matches_in(look.state, look.division.id)
        if match.slot and not voided(match)
    }
    return draw_sheets(drawn, results, look.name, seed=seed, written=written)


def _written(look: Look, match: Match) -> str:
    """Return a match's score, the winner's first, or where and when it is played."""
    outcome = match.result.outcome
    if match.result.counts and outcome is not None:
        return max(outcome.score(), outcome.reversed.score(), key=_first)
    return f"{look.table_name(match.table)}, {clock_time(match.starts_at, look.zone)}"


def _first(score: str) -> tuple[int, str]:
    head = score.partition("–")[0].rstrip("½")
    return (int(head) if head.isdigit() else 0, score)
