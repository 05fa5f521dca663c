"""A referee without hands: presses the dashboard's own keys and reads the dashboard's own screens.

It has no other way in: what it decides goes through the screens that a person uses.
"""

from collections.abc import Awaitable, Callable

from textual.events import Key
from textual.widgets import Input

from hall_server.referee.app.app import RefereeApp
from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.app.pairing.board_screen import BoardScreen
from hall_server.referee.app.pairing.pair_screen import PairScreen
from hall_server.referee.asked.parts.modals import AskText, PickScreen
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.pairing.boards import PLAYER, free_tables, with_board
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.rounds import matches_of
from shared.core.state import Match, Round
from shared.pairing.open_play import matches_in, who_sits_down
from shared.pairing.places import is_final
from shared.tui.confirm import Confirm

PACE_S = 0.05
"""Seconds between two looks at the screen."""

WITNESSES = "Assistant referee"
_REST_S = 0.5
_NAMED = {" ": "space", ",": "comma", ".": "full_stop", "+": "plus", ":": "colon", "-": "minus"}

Sleep = Callable[[float], Awaitable[None]]


async def preside(
    app: RefereeApp,
    *,
    rounds: int,
    said: Callable[[str], None],
    sleep: Sleep,
    start_in_ms: int | None = 0,
) -> None:
    """Run every division up to round ``rounds``: pair, publish, answer, until all is confirmed.

    Open play has no rounds: there players who are free are called until everybody has met.
    ``said`` hears a line after each completed round, at the end, and where a round cannot be
    paired; ``sleep`` waits, in seconds.
    ``start_in_ms`` is how long after its publication a round starts, in ms; None takes the time
    that the screen proposes.
    """
    told: set[tuple[str, int]] = set()
    troubles: set[str] = set()
    while True:
        for paired in complete(app, rounds):
            if paired.key not in told:
                told.add(paired.key)
                said(round_line(app, paired))
        if all_done(app, rounds):
            for division in _in_open_play(app):
                said(_told(app, division, "open play", matches_in(app.desk.hall, division)))
            said(f"All rounds done: {len(told)} completed.")
            return
        trouble = _trouble(app)
        if trouble and trouble not in troubles:
            troubles.add(trouble)
            said(trouble)
        await _act(app, rounds, sleep, start_in_ms)
        await sleep(PACE_S)


def complete(app: RefereeApp, rounds: int) -> tuple[Round, ...]:
    """Return the rounds up to ``rounds`` in which every match has a result that counts."""
    moment = app.desk.moment()
    return tuple(
        paired
        for paired in app.desk.hall.rounds.values()
        if paired.number <= rounds
        and not paired.contested
        and paired.division not in _in_open_play(app)
        and all(match.result.counts for match in matches_of(moment, paired))
    )


def all_done(app: RefereeApp, rounds: int) -> bool:
    """Return whether every division has all its rounds complete, up to ``rounds``, or is played
    out."""
    done = {paired.key for paired in complete(app, rounds)}
    called = _in_open_play(app)
    wanted = [
        (division.id, number)
        for division in app.desk.hall.divisions.values()
        if division.id not in called
        for number in range(1, min(rounds, division.rounds) + 1)
    ]
    played_out = all(
        is_final(app.desk.hall, division)
        and all(match.result.counts for match in matches_in(app.desk.hall, division))
        for division in called
    )
    return bool(wanted or called) and done.issuperset(wanted) and played_out


def _in_open_play(app: RefereeApp) -> tuple[str, ...]:
    """Return the divisions whose matches are called from the open-play board."""
    divisions = app.desk.hall.divisions.values()
    return tuple(d.id for d in divisions if d.book.pairing_system == "open_play")


def round_line(app: RefereeApp, paired: Round) -> str:
    """``round 3: 5 matches, all confirmed``, or how many of them were ruled."""
    matches = matches_of(app.desk.moment(), paired)
    return _told(app, paired.division, f"round {paired.number}", matches)


def _told(app: RefereeApp, division: str, what: str, matches: tuple[Match, ...]) -> str:
    ruled = sum(match.result.status == "ruled" for match in matches)
    name = app.desk.hall.divisions[division].name
    prefix = f"{name} " if len(app.desk.hall.divisions) > 1 else ""
    state = "all confirmed" if not ruled else f"{len(matches) - ruled} confirmed, {ruled} ruled"
    return f"{prefix}{what}: {len(matches)} matches, {state}"


def _trouble(app: RefereeApp) -> str:
    """Return why the round on the screen cannot be published, "" if it can."""
    screen = app.screen
    if not isinstance(screen, PairScreen):
        return ""
    return screen.round.trouble or str(screen.round.seats.trouble or "")


async def _act(app: RefereeApp, rounds: int, sleep: Sleep, start_in_ms: int | None) -> None:
    """One step on the screen that is on top."""
    screen = app.screen
    if not screen.is_mounted:
        return
    match screen:
        case MainScreen():
            await _main(app, screen, rounds, sleep)
        case PairScreen():
            await _pair(app, screen, sleep, start_in_ms)
        case BoardScreen():
            await _board(app, screen, sleep)
        case PickScreen():
            await _challenge(app, screen, sleep)
        case DecideScreen() if screen.lapsed:
            await _press(app, sleep, "escape")
        case DecideScreen():
            await _press(app, sleep, "enter")
        case Confirm():
            await _press(app, sleep, "y")
        case AskText():
            offered = screen.query_one(Input).value
            await _press(app, sleep, "enter" if screen.objection(offered) == "" else "escape")
        case _:
            await _press(app, sleep, "escape")


async def _main(app: RefereeApp, screen: MainScreen, rounds: int, sleep: Sleep) -> None:
    """Accept the first question that is the robot's to answer, else call who can sit down."""
    wanted = next((q for q in app.desk.questions if _answers(app, q, rounds)), None)
    queue = screen.query_one("#queue", PickList)
    if wanted is None and _can_sit_down(app):
        await _press(app, sleep, "b")
        return
    if wanted is None or not queue.lines_shown:
        await sleep(_REST_S)
        return
    if not queue.has_focus:
        await _press(app, sleep, "tab")
        return
    if await _point(app, queue, wanted.key, sleep) and screen.chosen is not None:
        await _press(app, sleep, "a")


async def _point(app: RefereeApp, lines: PickList, key: str, sleep: Sleep) -> bool:
    """Put the cursor on a line; whether it stands there."""
    keys = [line.key for line in lines.lines_shown]
    if key not in keys:
        return False
    steps = keys.index(key) - lines.cursor
    for _ in range(abs(steps)):
        await _press(app, sleep, "down" if steps > 0 else "up")
    return lines.here == key


def _can_sit_down(app: RefereeApp) -> dict[str, dict[str, str]]:
    """Return by division in open play: player → opponent, of those who can be called to a table
    now.

    Nobody while a call is on its way: it changes who is free.
    """
    if any(entry.place in ("saving", "held") for entry in app.desk.ledger.waiting()):
        return {}
    moment = app.desk.moment()
    found = {}
    for division in with_board(moment.state):
        if division.id in _in_open_play(app):
            tables = len(free_tables(moment, division))
            found[division.id] = dict(who_sits_down(moment.state, division, tables))
    return {division: pairs for division, pairs in found.items() if pairs}


async def _board(app: RefereeApp, screen: BoardScreen, sleep: Sleep) -> None:
    """Let the first who can sit down challenge; show another board where none can here."""
    calls, shown = _can_sit_down(app), screen.shown
    if shown is None or not calls:
        await _press(app, sleep, "escape")
    elif shown.id not in calls:
        await _press(app, sleep, "right")
    else:
        player = next(iter(calls[shown.id]))
        if await _point(app, screen.query_one(PickList), f"{PLAYER}{player}", sleep):
            await _press(app, sleep, "enter")


async def _challenge(app: RefereeApp, screen: PickScreen, sleep: Sleep) -> None:
    """Whom the player under the board's cursor meets."""
    board = app.screen_stack[-2]
    opponent = None
    if isinstance(board, BoardScreen) and board.shown is not None:
        pairs = _can_sit_down(app).get(board.shown.id, {})
        opponent = pairs.get(board.here.removeprefix(PLAYER))
    lines = screen.query_one(PickList)
    chosen = opponent is not None and await _point(app, lines, opponent, sleep)
    await _press(app, sleep, "enter" if chosen else "escape")


def _answers(app: RefereeApp, question: Question, rounds: int) -> bool:
    """Return whether the question has something to write, or is a round that is due.

    A late player is waited for: the other robots come.
    """
    if question.kind == "late":
        return False
    if question.opens == "pair":
        due = {(division, number) for division, number in app.desk.hall.rounds}
        last = max((n for d, n in due if d == question.division), default=0)
        return last < rounds
    return question.opens in ("write", "decide")


async def _pair(app: RefereeApp, screen: PairScreen, sleep: Sleep, start_in_ms: int | None) -> None:
    box = screen.query_one("#pair-input", Input)
    match screen.round.step:
        case "preview" if screen.round.proposal is not None and not screen.round.seats.trouble:
            await _press(app, sleep, "enter")
        case "seed":
            await _press(app, sleep, "enter")
        case "witnesses":
            await _fill(app, sleep, box, WITNESSES)
            await _press(app, sleep, "enter")
        case "start":
            if start_in_ms is not None:
                late = f"+{start_in_ms // 1000} s" if start_in_ms else "now"
                await _fill(app, sleep, box, late)
            await _press(app, sleep, "enter")
        case _:
            await _press(app, sleep, "escape")


async def _fill(app: RefereeApp, sleep: Sleep, box: Input, text: str) -> None:
    for _ in range(len(box.value)):
        await _press(app, sleep, "backspace")
    await _type(app, sleep, text)


async def _type(app: RefereeApp, sleep: Sleep, text: str) -> None:
    for letter in text:
        app.post_message(Key(_NAMED.get(letter, letter), letter))
    await sleep(PACE_S)


async def _press(app: RefereeApp, sleep: Sleep, key: str) -> None:
    app.post_message(Key(key, key if len(key) == 1 else None))
    await sleep(PACE_S)
