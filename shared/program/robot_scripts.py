"""Robots' scripts as JSON, for a table, several tables and the dashboard; and a robot's ledger."""

import os
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, TypeVar

import click
from msgspec import Meta, Struct, json

from shared.core.match.outcome import Code
from shared.core.text.for_people import why

_Number = Annotated[int, Meta(ge=0)]

S = TypeVar("S", bound=Struct)


class RobotScript(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The script of the robot at a table. Times are real milliseconds.

    ``outcomes``: "round:playerA:playerB" → codes for player A, one a game; the players may stand in
    either order. ``seed`` makes up the missing ones. ``moves`` is the number of presses a game,
    ``pace_ms`` the time between two looks at the table. ``ledger`` is the file for the ids of
    accepted signatures. ``disputes`` holds keys as in ``outcomes``, or round numbers: there player
    B signs that all games were drawn or, if a draw is impossible, that the loser of the first game
    won them all. ``drawless``: no made-up game is drawn. ``rest_ms`` is a rest between two games,
    once in a match, with the clock stopped.
    """

    outcomes: dict[str, list[Code]] = {}
    seed: int = 0
    moves: _Number = 4
    pace_ms: _Number = 50
    ledger: str = ""
    disputes: list[str] = []
    drawless: bool = False
    rest_ms: _Number = 0


class RobotTable(Struct, frozen=True):
    """One of several tables: its folder, its invite and its robot's script."""

    home: str
    invite: str
    script: RobotScript


class TablesScript(Struct, frozen=True):
    """The tables of one process; their clocks run ``speed`` times as fast."""

    tables: tuple[RobotTable, ...]
    speed: float = 1.0


class RefereeScript(Struct, frozen=True, forbid_unknown_fields=True):
    """The script of the referee's robot. ``published`` gives the pairs of a round by id.

    The program pairs the other rounds.
    """

    rounds: Annotated[int, Meta(ge=1)]
    published: dict[int, list[tuple[str, str]]] = {}


def planned(script: RobotScript, round_no: int, players: tuple[str, str], game: int) -> Code:
    """Return the code of a game (from 1) for ``players[0]``: W, D or L."""
    first, second = players
    codes = script.outcomes.get(f"{round_no}:{first}:{second}")
    if codes is not None and game <= len(codes):
        return codes[game - 1].played
    codes = script.outcomes.get(f"{round_no}:{second}:{first}")
    if codes is not None and game <= len(codes):
        return codes[game - 1].reversed.played
    return _made_up(script, round_no, players, game)


def disputer(script: RobotScript, round_no: int, players: tuple[str, str]) -> int | None:
    """Return the seat that disputes the score, or None."""
    first, second = players
    if not {f"{round_no}", f"{round_no}:{first}:{second}"}.isdisjoint(script.disputes):
        return 1
    return 0 if f"{round_no}:{second}:{first}" in script.disputes else None


def _made_up(script: RobotScript, round_no: int, players: tuple[str, str], game: int) -> Code:
    """Return a made-up code: the same for both orders of the players, and on every machine."""
    low, high = sorted(players)
    digest = blake2b(
        f"{script.seed}:{round_no}:{low}:{high}:{game}".encode(), digest_size=8
    ).digest()
    codes = (Code.WIN, Code.LOSS) if script.drawless else (Code.WIN, Code.DRAW, Code.LOSS)
    code = codes[int.from_bytes(digest) % len(codes)]
    return code if low == players[0] else code.reversed


def read_script(file: Path, kind: type[S]) -> S:
    """Return a robot's script from a JSON file. Raises ClickException if it is none."""
    try:
        return json.decode(file.read_bytes(), type=kind)
    except (OSError, ValueError, RecursionError) as error:
        raise click.ClickException(
            f"{file} is no script for a robot ({why(error)}). Nothing was started."
        ) from error


class RobotLedger:
    """A file of a robot's notes. Each line is on the disk before ``note`` returns."""

    def __init__(self, name: str) -> None:
        """Open the file of that name. Raises ClickException if it cannot be written."""
        if not name:
            raise click.ClickException(
                "The robot's script must name a ledger: a file in which the robot notes what was"
                " accepted. Nothing was started."
            )
        try:
            self._file = Path(name).open("a", encoding="utf-8")  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise click.ClickException(
                f"The robot's ledger {name} cannot be written ({why(error)}). Nothing was started."
            ) from error

    def note(self, line: str) -> None:
        """Add a line."""
        self._file.write(line + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
