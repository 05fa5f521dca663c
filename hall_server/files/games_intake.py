"""Plans the import of games in PDN: which match and game each one is. Writes nothing."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from shared.core.draughts.faults import WORDS
from shared.core.draughts.notation import path_text
from shared.core.draughts.pdn.game import RESULT_TEXT, PdnGame, Result
from shared.core.draughts.pdn.lexer import PdnError
from shared.core.draughts.pdn.reader import ReadGame, read_pdn
from shared.core.draughts.pdn.writer import write_pdn
from shared.core.draughts.record import GameRecord, Made, replay
from shared.core.draughts.rules import RULES
from shared.core.draughts.sheets import compare
from shared.core.events import Draft, MovesEntered, entities
from shared.core.match.outcome import Code
from shared.core.rulebooks import Rulebook
from shared.core.state import HallState, Match
from shared.core.state.persons import folded
from shared.core.text.fields import allowed, typed

LONGEST = 60_000
"""Characters of one game's PDN in an event, at most."""

_ROUND: Final = re.compile(r"\s*(?:round\s*)?([0-9]{1,3})(?:\.([0-9]{1,3}))?\s*", re.IGNORECASE)
_RESULTS: Final[dict[Code, Result]] = {
    Code.WIN: "first",
    Code.DRAW: "draw",
    Code.LOSS: "second",
}


class _No(Exception):
    """A game of the file is left out; the sentence says why."""


@dataclass(frozen=True, slots=True)
class EnteredGame:
    """A game that would be entered, in words, with notes on it."""

    words: str
    notes: tuple[str, ...]
    draft: Draft


@dataclass(frozen=True, slots=True)
class GamesPlan:
    """What an import of games would enter; ``left_out`` says why for each other game."""

    games: tuple[EnteredGame, ...]
    unchanged: int
    left_out: tuple[str, ...]


def plan_games(state: HallState, text: str, source: str, division: str | None = None) -> GamesPlan:
    """Return the plan for the games in ``text``: names, round and number say which each one is.

    A game without a number is the next one of its match. ``source`` is noted with each game.
    Raises PdnError for text that is no PDN.
    """
    lines = text.splitlines()
    entered: list[EnteredGame] = []
    left_out: list[str] = []
    unchanged = 0
    taken: set[str] = set()
    for number, read in enumerate(read_pdn(text), start=1):
        title = _title(number, read.game)
        try:
            match, game = _place(state, read.game, division, taken)
            ent = entities.moves(match.key, game)
            made = _entered(state, match, game, read, lines, source)
            if made is not None and ent in taken:
                raise _No(f"game {game} of this match stands in the file already")
            taken.add(ent)
        except _No as why:
            left_out.append(f"{title}: {why}.")
            continue
        if made is None:
            unchanged += 1
        else:
            entered.append(made)
    return GamesPlan(tuple(entered), unchanged, tuple(left_out))


def is_pdn(text: str) -> bool:
    """Return whether a text begins as PDN: with a tag or a first move."""
    begins = re.compile(r'\s*(?:(?:%|;)[^\n]*\n\s*)*(?:\[\s*\w+\s*"|1\.\s*[0-9]{1,2}[-x])')
    return begins.match(text.removeprefix("\ufeff")) is not None


def _title(number: int, game: PdnGame) -> str:
    names = f"{game.first or '?'} – {game.second or '?'}"
    return f"game {number} ({names}{f', round {game.round}' if game.round else ''})"


def _place(
    state: HallState, game: PdnGame, division: str | None, taken: set[str]
) -> tuple[Match, int]:
    """Return the match and the number of the game in it. Raises _No."""
    if not (game.first and game.second):
        raise _No('it names no players: add the tags [Black "…"] and [White "…"]')
    round_no, number = _numbers(game.round)
    both = {_name(game.first), _name(game.second)}
    names = {_name(player.name) for player in state.players.values()}
    for name in (game.first, game.second):
        if _name(name) not in names:
            raise _No(f"there is no player {name!r}")
    found = [
        match
        for match in state.matches.values()
        if match.standing == "in_force"
        and division in (None, match.key.division)
        and (round_no is None or match.key.round_no == round_no)
        and {_name(state.players[p].name) for p in match.players if p in state.players} == both
    ]
    if not found:
        raise _No("these two have no match" + (f" in round {round_no}" if round_no else ""))
    if len(found) > 1:
        raise _No('they have several matches: add the round, [Round "2"]')
    [match] = found
    outcome = match.result.outcome
    if outcome is None:
        raise _No("this match has no result that counts yet; its moves stay at its table till then")
    codes = outcome.games
    if not number:
        free = (n for n in range(1, len(codes) + 1) if entities.moves(match.key, n) not in taken)
        number = next(free, len(codes) + 1)
    if not 1 <= number <= len(codes):
        raise _No(f"this match has {len(codes)} games")
    return match, number


def _entered(
    state: HallState, match: Match, game: int, read: ReadGame, lines: list[str], source: str
) -> EnteredGame | None:
    """Return the game to enter, None if it is there already. Raises _No."""
    book = state.divisions[match.key.division].at(match.key.round_no, match.rules).book
    pdn, record = read.game, read.game.record
    rules = RULES.get(book.game)
    if rules is None:
        raise _No(f"{book.title} is not played on a checkers board")
    if rules != record.rules:
        raise _No(f"it is a game of {record.rules.game} checkers, and {book.title} is {rules.game}")
    impossible = tuple(_impossible(book, read, lines))
    if impossible:
        raise _No("; ".join(impossible))
    names = tuple(state.players[player].name for player in match.players)
    first = 0 if _name(pdn.first) == _name(names[0]) else 1
    event = pdn.event or (state.tournament.name if state.tournament else "")
    kept = msgspec.structs.replace(
        pdn,
        event=event,
        round=f"{match.key.round_no}.{game}",
        first=names[first],
        second=names[1 - first],
    )
    text = write_pdn([kept])
    if len(text) > LONGEST:
        raise _No(f"it is longer than the {LONGEST} characters that one game may have")
    if not allowed(text.replace("\n", " ")):
        raise _No("it holds a control character or another one that cannot be seen")
    notes = []
    logged = {moves.game: moves.pdn for moves in match.moves.values()}.get(game)
    if logged is not None:
        other = _difference(book, record, logged)
        if not other:
            return None
        notes.append(other)
    before = {moves.game: moves.pdn for moves in match.entered.values()}.get(game)
    if before == text:
        return None
    if before is not None:
        notes.append("it takes the place of what was entered before")
    notes += _about_result(match, game, first, pdn.result)
    half_moves = sum(isinstance(entry, Made) for entry in record.entries)
    where = f"round {match.key.round_no}, game {game}: {kept.first} – {kept.second}"
    ent = entities.moves(match.key, game)
    return EnteredGame(
        f"+ {where}, {half_moves} moves",
        tuple(notes),
        Draft(ent, MovesEntered(game, text, typed(source)[:200])),
    )


def _impossible(book: Rulebook, read: ReadGame, lines: list[str]) -> Iterator[str]:
    """Yield each illegal move that the file does not mark as illegal."""
    faulty = [
        line for line in replay(read.game.record) if line.fault and isinstance(line.entry, Made)
    ]
    said = [f"{path_text(line.entry.path)}: {WORDS[line.fault]}" for line in faulty
            if isinstance(line.entry, Made) and line.fault]  # fmt: skip
    notes = iter(read.notes)
    for line, words in zip(faulty, said, strict=True):
        note = next((one for one in notes if one.text == words), None)
        if note is None or lines[note.line - 1][note.column - 1 : note.column] in ("{", ";"):
            continue
        side = book.sides[0] if line.side == "first" else book.sides[1]
        yield f"line {note.line}, move {(line.half_move + 1) // 2}, {side}: {words}"


def _difference(book: Rulebook, record: GameRecord, logged: str) -> str:
    """Return where the file and the table's log differ, "" if they do not."""
    try:
        [table] = read_pdn(logged)
    except (PdnError, ValueError):
        return "what the table logged cannot be read; both are kept"
    found = compare(record.rules, (_paths(table.game.record), _paths(record)))
    if found.difference is None:
        return ""
    at = found.difference
    side = book.sides[0] if at.side == "first" else book.sides[1]
    ours, theirs = (text or "nothing more" for text in at.texts)
    return (
        f"the table has other moves: move {(at.half_move + 1) // 2}, {side}, it has {ours}, the"
        f" file {theirs}; both are kept"
    )


def _about_result(match: Match, game: int, first: int, result: Result) -> Iterable[str]:
    assert match.result.outcome is not None
    code = match.result.outcome.games[game - 1]
    counts = _RESULTS[(code if first == 0 else code.reversed).played]
    if result in ("open", counts):
        return ()
    said, theirs = RESULT_TEXT[result], RESULT_TEXT[counts]
    return (f"the file says {said}, and {theirs} counts: the result stays as it is",)


def _paths(record: GameRecord) -> list[tuple[int, ...]]:
    return [entry.path for entry in record.entries if isinstance(entry, Made) and entry.path]


def _numbers(text: str) -> tuple[int | None, int | None]:
    """Return round and game: 2 and 1 for ``2.1``, None and None for ``?`` or nothing."""
    found = _ROUND.fullmatch(text)
    if found is None:
        return None, None
    return int(found[1]), int(found[2]) if found[2] else None


def _name(text: str) -> tuple[str, ...]:
    """Return a name for comparison: ``King, Anna`` equals ``Anna King``."""
    return tuple(sorted(folded(text).split()))
