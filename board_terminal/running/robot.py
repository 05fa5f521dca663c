"""A robot that plays at a table as players do: it reads the model and presses keys.

It reaches the table through the screen alone, never through the port.
"""

from collections.abc import Awaitable, Callable

from textual import events

from board_terminal.app import TerminalApp
from board_terminal.view.view import Model
from shared.core.match.outcome import SEATS, Code, Seat, other
from shared.program.robot_scripts import RobotScript, disputer, planned

__all__ = ["RobotScript", "next_command", "play"]


async def play(
    app: TerminalApp,
    script: RobotScript,
    accepted: Callable[[str], None],
    sleep: Callable[[float], Awaitable[None]],
) -> None:
    """Play every match of the table until the app ends.

    ``accepted`` is told the event id of each signature once the screen shows it as held here;
    ``sleep`` waits a number of seconds.
    """
    noted: set[str] = set()
    rested: set[str] = set()
    answered = True

    def carried_out() -> None:
        nonlocal answered
        answered = True

    def note(model: Model) -> None:
        for signature in model.signatures:
            if signature.safe and signature.event not in noted:
                noted.add(signature.event)
                accepted(signature.event)

    app.watchers.append(note)
    try:
        note(app.model)
        while app.is_running:
            # One key at a time: a second one would answer what the first one brings up.
            waits = not answered or app.is_behind
            if app.model.phase == "between" and script.rest_ms and app.model.uid not in rested:
                rested.add(app.model.uid)
                await sleep(script.rest_ms / 1000)
                continue
            key = None if waits else _key(app.model, script)
            if key is not None:
                answered = False
                app.held.let_go()
                app.post_message(events.Key(key, key if len(key) == 1 else None))
                app.call_later(carried_out)
            await sleep(script.pace_ms / 1000)
    finally:
        app.watchers.remove(note)


def _key(model: Model, script: RobotScript) -> str | None:
    command = next_command(model, script)
    return model.key_for(command) if command is not None else None


def next_command(model: Model, script: RobotScript) -> str | None:
    """Return the command of players before ``model``; None to wait."""
    for command in ("retry", "overrule"):
        if model.key_for(command) is not None:
            return command
    match model.phase:
        case "seating" | "ready" | "recovering" | "agreeing" | "rolling" | "doubled" | "offered":
            return _asked(model)
        case "choosing":
            seat = next((seat for seat in SEATS if model.asks[seat]), None)
            return None if seat is None else f"control:{seat}:0"
        case "playing":
            return "over" if sum(model.moves) >= script.moves else _asked(model)
        case "paused":
            return "go_on"
        case "points_over":
            return _points_won(model, script)
        case "winner":
            return f"code:{_plan(model, script)}"
        case "recalling":
            return f"code:{planned(script, model.round_no, model.players, len(model.codes) + 1)}"
        case "between":
            return "next"
        case "scoring":
            return _score(model, script)
        case "whose":
            return f"seat:{disputer(script, model.round_no, model.players)}"
        case "codes":
            return _another(model, script)
        case "loser_points":
            return "points:0"
        case "tossed":
            return next(command for command, _ in model.offers if command.startswith("first:"))
        case "counting":
            return "count"
        case "captures":
            return _captured(model, script)
        case "sign_different":
            return "sign_different"
        case _:
            return None


def _captured(model: Model, script: RobotScript) -> str:
    """Type the captures: the winner by the script has one more."""
    if model.typed:
        return "ok"
    won = planned(script, model.round_no, model.players, model.game) is Code.WIN
    return f"digit:{9 if won is (model.counted == 0) else 8}"


def _asked(model: Model) -> str | None:
    seat = next((seat for seat in SEATS if model.asks[seat]), None)
    return None if seat is None else f"side:{seat}"


def _plan(model: Model, script: RobotScript) -> Code:
    return planned(script, model.round_no, model.players, model.game)


def _points_won(model: Model, script: RobotScript) -> str:
    """Return the end of a game: the winner by the script wins every game as a backgammon."""
    code = planned(script, model.round_no, model.players, 1)
    return f"won:{1 if code is Code.LOSS else 0}:3"


def _another(model: Model, script: RobotScript) -> str:
    """Enter a wrong score: all drawn, or all won by the loser of the first game."""
    if not script.drawless and model.key_for("code:D") is not None:
        return "code:D"
    return f"code:{planned(script, model.round_no, model.players, 1).reversed}"


def _score(model: Model, script: RobotScript) -> str | None:
    """Sign the score. The side that disputes waits for the other and enters another score."""
    seat = disputer(script, model.round_no, model.players)
    if seat is None:
        return _asked(model)
    rival: Seat = other(1 if seat == 1 else 0)
    return f"side:{rival}" if model.asks[rival] else "different"
