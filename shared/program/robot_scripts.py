"""What robots do, as JSON: at a table, at several tables, at the referee's dashboard. Pure."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated

from msgspec import Meta, Struct

from shared.core.match.outcome import Code

_Count = Annotated[int, Meta(ge=0)]


class RobotScript(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The orders of the robot at a table.

    ``outcomes``: "round:playerA:playerB" → codes read for player A, one a game; the two may stand
    in either order. ``seed`` makes up what is not given. ``moves`` is the number of presses a
    game, ``pace_ms`` the time between two looks at the table, in real ms. ``ledger`` is where
    the ids of accepted signatures are noted. ``disputes`` holds keys, as of ``outcomes``, of
    matches, or numbers of rounds: there player B signs that all games were drawn, or where
    somebody has to win that the loser of the first game won them all. ``drawless``: no made-up
    game is drawn. ``rest_ms`` is how long the two rest once in a match, between two games, as
    people do: nobody presses and the clock stands (real ms).
    """

    outcomes: dict[str, list[Code]] = {}
    seed: int = 0
    moves: _Count = 4
    pace_ms: _Count = 50
    ledger: str = ""
    disputes: list[str] = []
    drawless: bool = False
    rest_ms: _Count = 0


class Seat(Struct, frozen=True):
    """One of several tables: its folder, its invite and its robot's script."""

    home: str
    invite: str
    script: RobotScript


class TablesScript(Struct, frozen=True):
    """The tables of one process; their clocks run ``speed`` times as fast."""

    tables: tuple[Seat, ...]
    speed: float = 1.0


class RefereeScript(Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee's robot presides over: ``published`` gives the pairs of a round by id, and
    the program pairs a round that is not there."""

    rounds: Annotated[int, Meta(ge=1)]
    published: dict[int, list[tuple[str, str]]] = {}


def planned(script: RobotScript, round_no: int, players: tuple[str, str], game: int) -> Code:
    """The code of a game (from 1), read for ``players[0]``: W, D or L, as a table can enter it."""
    first, second = players
    codes = script.outcomes.get(f"{round_no}:{first}:{second}")
    if codes is not None and game <= len(codes):
        return codes[game - 1].played
    codes = script.outcomes.get(f"{round_no}:{second}:{first}")
    if codes is not None and game <= len(codes):
        return codes[game - 1].reversed.played
    return _made_up(script, round_no, players, game)


def disputer(script: RobotScript, round_no: int, players: tuple[str, str]) -> int | None:
    """The seat that disputes the score, or None."""
    first, second = players
    if not {f"{round_no}", f"{round_no}:{first}:{second}"}.isdisjoint(script.disputes):
        return 1
    return 0 if f"{round_no}:{second}:{first}" in script.disputes else None


def _made_up(script: RobotScript, round_no: int, players: tuple[str, str], game: int) -> Code:
    """The same for both orders of the players, and on every machine."""
    low, high = sorted(players)
    digest = blake2b(
        f"{script.seed}:{round_no}:{low}:{high}:{game}".encode(), digest_size=8
    ).digest()
    codes = (Code.WIN, Code.LOSS) if script.drawless else (Code.WIN, Code.DRAW, Code.LOSS)
    code = codes[int.from_bytes(digest) % len(codes)]
    return code if low == players[0] else code.reversed
