"""Result slips, which both players mark and sign and one brings to the referee."""

from hall_server.paper.look import Look
from hall_server.paper.sheet import BLANK, Column, PaperSheet, Small, Strips, Table, Text
from shared.core.rulebooks import Rulebook
from shared.core.state import Match, Round
from shared.core.text.language import called

PER_PAGE = 4
SIGN_HERE = "✗"
"""The mark of a line to sign on."""
_BOX_MM, _ROW_MM, _NAME_MM, _SIGN_MM = 17, 11, 50, 55


def result_slips(look: Look, paired: Round) -> PaperSheet:
    """Return a slip for each match of a round, with lines for both signatures."""
    slips = tuple(_slip(look, paired, match) for match in look.matches(paired))
    return PaperSheet(
        f"Result slips, round {paired.number}",
        look.division.name,
        (Strips(slips, PER_PAGE, look.event),),
    )


def blank_slips(look: Look, count: int) -> PaperSheet:
    """Return ``count`` slips without names, for a round that is paired by hand."""
    heading = (
        Text(f"{look.division.name}   Round ____   Table ____", "large", strong=True),
        _marks(look.book, (BLANK, BLANK)),
        Text(called(_ASK), "small"),
    )
    return PaperSheet(
        "Blank result slips",
        look.division.name,
        (Strips((heading,) * count, PER_PAGE, look.event),),
    )


def _slip(look: Look, paired: Round, match: Match) -> tuple[Small, ...]:
    names = look.names(match)
    words = f"{look.table_name(match.table)}   {look.division.name}, round {paired.number}"
    return (
        Text(words, "large", strong=True),
        _marks(look.book, names),
        Text(called(_ASK), "small"),
    )


def _marks(book: Rulebook, names: tuple[str, str]) -> Table:
    """Return boxes for the winner of each game; for a match to a length, for the score."""
    sign = Column("Signature", least_mm=_SIGN_MM)
    if book.scoring == "points":
        columns: tuple[Column, ...] = (
            Column("Player", strong=True, least_mm=_NAME_MM),
            Column("Points in the match", "centre", least_mm=2 * _BOX_MM),
            Column("Winner  ✓", "centre", least_mm=_BOX_MM),
            sign,
        )
        rows: tuple[tuple[str, ...], ...] = tuple((name, BLANK, BLANK, SIGN_HERE) for name in names)
        return Table(columns, rows, "desk", row_mm=_ROW_MM, ruled=True)
    games = tuple(
        Column(f"Game {game}", "centre", least_mm=_BOX_MM)
        for game in range(1, book.games_per_match + 1)
    )
    columns = (
        Column("✓ the winner of each game", strong=True, least_mm=_NAME_MM),
        *games,
        Column("Points", "centre", least_mm=_BOX_MM),
        sign,
    )
    boxes = (BLANK,) * len(games)
    rows = (
        (names[0], *boxes, BLANK, SIGN_HERE),
        ("draw", *boxes, "–", ""),
        (names[1], *boxes, BLANK, SIGN_HERE),
    )
    return Table(columns, rows, "desk", row_mm=_ROW_MM, ruled=True)


_ASK = "Both sign, then one of you brings this slip to the referee. Not agreed? Do not sign: call."
