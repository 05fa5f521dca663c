"""What two score sheets of a game come to, in sentences. Pure: never says who is right."""

from collections.abc import Iterable

from shared.core.draughts.faults import WORDS
from shared.core.draughts.notation import path_text
from shared.core.draughts.pdn.lexer import PdnError
from shared.core.draughts.pdn.reader import read_pdn
from shared.core.draughts.record import GameRecord, Made
from shared.core.draughts.rules import Rules
from shared.core.draughts.sheets import compare, read_score_sheet
from shared.core.rulebooks import Rulebook
from shared.core.state import Match
from shared.core.text.language import _, ngettext, pgettext

Sentence = tuple[str, str]
"""A tone of the theme, and words."""


def compared(
    rules: Rules, book: Rulebook, texts: tuple[str, str], names: tuple[str, str]
) -> tuple[Sentence, ...]:
    """Return where the sheets differ first, and what on either cannot be (ACF-1.X.A.g,
    ACF-1.XII)."""
    read = []
    for text, name in zip(texts, names, strict=True):
        try:
            read.append(read_score_sheet(text))
        except ValueError as wrong:
            return (("danger", _("{name}'s sheet: {wrong}.").format(name=name, wrong=wrong)),)
    if not read[0] and not read[1]:
        ask = _("Type both sheets from the first move on, or load the table's.")
        return (("ink-soft", ask),)
    found = compare(rules, (read[0], read[1]))
    said: list[Sentence] = []
    if found.difference is not None:
        at = found.difference
        side = book.sides[0] if at.side == "first" else book.sides[1]
        ours, theirs = (text or _("nothing more") for text in at.texts)
        words = _("Move {number}, {side}: {one} has {ours}, {other} has {theirs}.").format(
            number=(at.half_move + 1) // 2,
            side=pgettext("side", side),
            one=names[0],
            ours=ours,
            other=names[1],
            theirs=theirs,
        )
        said.append(("danger", words))
    for name, impossible in zip(names, found.impossible, strict=True):
        for one in impossible:
            words = _("{name}, half-move {number}: {move}: {fault}.").format(
                name=name, number=one.half_move, move=one.text, fault=_(WORDS[one.fault])
            )
            said.append(("caution", words))
    if not said:
        count = max(found.lengths)
        words = ngettext(
            "Both sheets agree: {count} half-moves.",
            "Both sheets agree: {count} half-moves.",
            count,
        )
        said.append(("good", words.format(count=count)))
    if found.ticked_from is not None:
        words = _("From half-move {number} on both are only ticked.")
        said.append(("ink-soft", words.format(number=found.ticked_from)))
    return tuple(said)


def on_record(match: Match, game: int) -> str:
    """Return the moves of a game that is over, to lay beside a sheet: the table's before the
    desk's."""
    entered = {moves.game: moves.pdn for moves in match.entered.values()}
    logged = {moves.game: moves.pdn for moves in match.moves.values()}
    try:
        games = read_pdn((entered | logged).get(game, ""))
    except PdnError:
        return ""
    return " ".join(_paths(games[0].game.record)) if games else ""


def texts_of(match: Match) -> dict[int, str]:
    """Return the PDN of each game that is over and whose moves are known, by its number.

    Where a table logged a game that was entered at the desk as well, both stand below each other.
    """
    texts = {moves.game: moves.pdn for moves in match.moves.values()}
    for moves in match.entered.values():
        source = _("Entered from {source}").format(source=moves.source)
        heading = source if moves.source else _("Entered at the desk")
        logged = texts.get(moves.game)
        text = f"; {heading}\n{moves.pdn}"
        if logged is not None:
            heading = _("Logged by the table")
            text = f"; {heading}\n{logged}\n{text}"
        texts[moves.game] = text
    return dict(sorted(texts.items()))


def _paths(record: GameRecord) -> Iterable[str]:
    return (path_text(one.path) for one in record.entries if isinstance(one, Made) and one.path)
