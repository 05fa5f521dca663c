"""What two score sheets of a game come to, in sentences. Pure: never says who is right."""

from __future__ import annotations

from collections.abc import Iterable

from shared.core.draughts.faults import WORDS
from shared.core.draughts.notation import path_text
from shared.core.draughts.pdn.lexer import PdnError
from shared.core.draughts.pdn.reader import read_pdn
from shared.core.draughts.record import Made, Record
from shared.core.draughts.rules import Rules
from shared.core.draughts.sheets import compare, sheet_of
from shared.core.rulebooks import Rulebook
from shared.core.state import Match

Sentence = tuple[str, str]
"""A tone of the theme, and words."""


def compared(
    rules: Rules, book: Rulebook, texts: tuple[str, str], names: tuple[str, str]
) -> tuple[Sentence, ...]:
    """Where the sheets differ first, and what on either cannot be (ACF-1.X.A.g, ACF-1.XII)."""
    read = []
    for text, name in zip(texts, names, strict=True):
        try:
            read.append(sheet_of(text))
        except ValueError as wrong:
            return (("danger", f"{name}'s sheet: {wrong}."),)
    if not read[0] and not read[1]:
        return (("ink-soft", "Type both sheets from the first move on, or load the table's."),)
    found = compare(rules, (read[0], read[1]))
    said: list[Sentence] = []
    if found.difference is not None:
        at = found.difference
        side = book.sides[0] if at.side == "first" else book.sides[1]
        ours, theirs = (text or "nothing more" for text in at.texts)
        where = f"Move {(at.half_move + 1) // 2}, {side}"
        said.append(("danger", f"{where}: {names[0]} has {ours}, {names[1]} has {theirs}."))
    for name, impossible in zip(names, found.impossible, strict=True):
        said += [
            ("caution", f"{name}, half-move {one.half_move}: {one.text}: {WORDS[one.fault]}.")
            for one in impossible
        ]
    if not said:
        said.append(("good", f"Both sheets agree: {max(found.lengths)} half-moves."))
    if found.ticked_from is not None:
        said.append(("ink-soft", f"From half-move {found.ticked_from} on both are only ticked."))
    return tuple(said)


def on_record(match: Match, game: int) -> str:
    """The moves of a game that is over, to lay beside a sheet: the table's before the desk's."""
    entered = {moves.game: moves.pdn for moves in match.entered.values()}
    logged = {moves.game: moves.pdn for moves in match.moves.values()}
    try:
        games = read_pdn((entered | logged).get(game, ""))
    except PdnError:
        return ""
    return " ".join(_paths(games[0].game.record)) if games else ""


def texts_of(match: Match) -> dict[int, str]:
    """The PDN of each game that is over and whose moves are known, by its number.

    Where a table logged a game that was entered at the desk as well, both stand below each other.
    """
    texts = {moves.game: moves.pdn for moves in match.moves.values()}
    for moves in match.entered.values():
        heading = f"; Entered from {moves.source}\n" if moves.source else "; Entered at the desk\n"
        logged = texts.get(moves.game)
        text = heading + moves.pdn
        texts[moves.game] = text if logged is None else f"; Logged by the table\n{logged}\n{text}"
    return dict(sorted(texts.items()))


def _paths(record: Record) -> Iterable[str]:
    return (path_text(one.path) for one in record.entries if isinstance(one, Made) and one.path)
