"""The rules once more, on a plain dictionary of squares: slow, and built on none of the engine."""

from collections.abc import Iterator

from shared.core.draughts.fen import fen
from shared.core.draughts.position import Position
from shared.core.draughts.rules import Rules

Place = tuple[int, int]
Board = dict[Place, str]
Path = tuple[int, ...]


def place(square: int) -> Place:
    row, at = divmod(square - 1, 4)
    return row, 2 * at + (1 if row % 2 == 0 else 0)


SQUARE = {place(square): square for square in range(1, 33)}


def board_of(position: Position) -> tuple[Board, str]:
    """Lower case for men, upper for kings, read from the position's text."""
    turn, white, black = fen(position).split(":")
    board: Board = {}
    for letter, side in (("w", white[1:]), ("b", black[1:])):
        for word in filter(None, side.split(",")):
            king = word.startswith("K")
            board[place(int(word.removeprefix("K")))] = letter.upper() if king else letter
    return board, turn.lower()


def paths(rules: Rules, position: Position) -> set[Path]:
    """Return the squares of every legal move."""
    board, turn = board_of(position)
    own = [at for at, piece in board.items() if piece.lower() == turn]
    captures = {path for at in own for path in _captures(rules, board, at)}
    return captures or {path for at in own for path in _steps(rules, board, at)}


def _on(at: Place) -> bool:
    return 0 <= at[0] < 8 and 0 <= at[1] < 8


def _steps(rules: Rules, board: Board, at: Place) -> Iterator[Path]:
    piece = board[at]
    ahead = 1 if piece.lower() == "b" else -1
    for down in (1, -1):
        if piece.islower() and down != ahead:
            continue
        for right in (1, -1):
            for far in range(1, 8 if piece.isupper() and rules.flying_king else 2):
                target = at[0] + far * down, at[1] + far * right
                if not _on(target) or target in board:
                    break
                yield SQUARE[at], SQUARE[target]


def _captures(rules: Rules, board: Board, at: Place) -> Iterator[Path]:
    piece = board[at]
    rest = {place: one for place, one in board.items() if place != at}
    yield from _go_on(rules, rest, at, piece, frozenset(), (SQUARE[at],))


def _go_on(
    rules: Rules, board: Board, at: Place, piece: str, dead: frozenset[Place], path: Path
) -> Iterator[Path]:
    last = 7 if piece.lower() == "b" else 0
    crowned = piece.islower() and rules.promotion == "stop" and at[0] == last
    leaps = [] if crowned else list(_leaps(rules, board, at, piece, dead))
    if not leaps and dead:
        yield path
    for over, landings in leaps:
        now_dead = dead | {over}
        onward = [
            target for target in landings if any(_leaps(rules, board, target, piece, now_dead))
        ]
        for target in onward or landings:
            yield from _go_on(rules, board, target, piece, now_dead, (*path, SQUARE[target]))


def _leaps(
    rules: Rules, board: Board, at: Place, piece: str, dead: frozenset[Place]
) -> Iterator[tuple[Place, list[Place]]]:
    ahead = 1 if piece.lower() == "b" else -1
    flies = piece.isupper() and rules.flying_king
    for down in (1, -1):
        if piece.islower() and down != ahead and not rules.men_capture_backward:
            continue
        for right in (1, -1):
            line = [(at[0] + far * down, at[1] + far * right) for far in range(1, 8)]
            line = [one for one in line if _on(one)]
            near = next((far for far, one in enumerate(line) if one in board), None)
            if near is None or (near and not flies):
                continue
            over = line[near]
            if board[over].lower() == piece.lower() or over in dead:
                continue
            landings = []
            for target in line[near + 1 :] if flies else line[near + 1 : near + 2]:
                if target in board:
                    break
                landings.append(target)
            if landings:
                yield over, landings
