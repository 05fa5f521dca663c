"""The scoreboard of a match of points: score, cube, clock, and what waits for whom (USBGF-4)."""

from __future__ import annotations

from collections.abc import Callable

from board_terminal.keys import GAP, OVER, PAUSE, REPORTS, SIDE_KEYS, SIDES, UNDO
from board_terminal.pages.clock import go_on, next_change, stopped_words
from board_terminal.pages.look import ACCEPT, Look
from board_terminal.view import Choice, Half, Tone, View
from shared.core.backgammon import Phase, Scoreboard, breaks_of
from shared.core.clock import face
from shared.core.day.points import scoreboard_of
from shared.core.language import N_, _, ngettext, pgettext
from shared.core.usbgf_score import Win, double_is_void, pass_is_void, points_of
from shared.core.words import SEATS, Seat, other
from shared.tui.times import duration

FLAG = Choice(
    "claim_flag", "9", N_("Claim flag"), N_("The reserve has expired: the director decides")
)
LENGTH = Choice(
    "length", "9", N_("Length"), N_("The match is played to a wrong length"), ("l", "L")
)
BREAK = Choice("break", "7", N_("Break"), N_("A player goes on a break, or is back"), ("b", "B"))
FIX = Choice(
    "fix", "4", N_("Set right"), N_("Set score, times or equipment right together"), ("c", "C")
)
TAKE, PASS = ("7", ("t", "T")), ("9", ("x", "X"))

WIN_WORDS = {
    Win.SINGLE: N_("single"),
    Win.GAMMON: N_("gammon"),
    Win.BACKGAMMON: N_("backgammon"),
}


def rolling(look: Look) -> View:
    """Before a game: the winner of the opening roll presses, and his time runs (USBGF-3.6)."""
    board = scoreboard_of(look.session)
    away = [seat for seat in SEATS if board.away_since[seat] is not None]
    halves = []
    for seat in SEATS:
        word, tone = _("Won the opening roll? Press here"), "ask"
        if seat in away:
            word, tone = _("on a break"), ""
        elif away:
            word, tone = "", ""
        key = SIDE_KEYS[seat] if tone else ""
        lines = (_break_words(look, board, seat),) if board.game else ()
        halves.append(_half(look, board, seat, word, tone, key, lines))  # type: ignore[arg-type]
    begun = (BREAK, UNDO, FIX) if board.game else (FIX,)
    return View(
        "rolling",
        look.title,
        corner(board),
        halves=(halves[0], halves[1]),
        message=(_next_game(board), *look.foot),
        alarm=look.alarm,
        sides=() if away else SIDES,
        choices=look.with_reports(*begun, LENGTH),
        grid=3,
        asks=(not away, not away),
    )


def playing(look: Look) -> View:
    """A game: turns, the cube, the end of the game."""
    board = scoreboard_of(look.session)
    waiting = _WAITING.get(board.phase)
    if waiting is not None:
        return waiting(look, board)
    reading = look.reading
    flag = (FLAG,) if reading and any(reading.fallen) else ()
    return View(
        "playing",
        look.title,
        corner(board),
        halves=(running_half(look, board, 0), running_half(look, board, 1)),
        message=(cube_words(look, board), *look.foot),
        alarm=look.alarm,
        sides=SIDES,
        choices=look.with_reports(*_doubles(look, board), OVER, PAUSE, *flag),
        next_ms=next_change(look),
        asks=reading.runs if reading else (False, False),
    )


def paused(look: Look) -> View:
    """Both clocks stand."""
    board = scoreboard_of(look.session)
    waiting = _WAITING.get(board.phase)
    if waiting is not None and board.phase is not Phase.DOUBLED:
        return waiting(look, board)
    why = stopped_words(look)
    return View(
        "paused",
        look.title,
        corner(board),
        halves=(running_half(look, board, 0), running_half(look, board, 1)),
        message=(f"{why} {cube_words(look, board)}", *look.foot),
        alarm=look.alarm,
        choices=look.with_reports(*go_on(look), UNDO, FIX, LENGTH),
        grid=3,
    )


def _doubled(look: Look, board: Scoreboard) -> View:
    """A double waits for a take or a pass; the answerer's half takes."""
    doubler = board.doubler
    assert doubler is not None, "somebody has doubled"
    seat = other(doubler)
    value = 2 * board.cube.value
    may_pass = pass_is_void(board.match, board.cube, seat) is None
    passes = Choice(
        f"pass:{seat}",
        PASS[0],
        pgettext("double", "Pass"),
        _("The game is lost at the value before the double"),
        PASS[1],
        _("loses {value}").format(value=board.cube.value),
    )
    return _answer(
        look,
        board,
        "doubled",
        seat,
        (
            _("{name} doubles to {value}. {other}: take or pass?")
            if may_pass
            else _("{name} doubles to {value}. {other} takes: a pass would lose the match.")
        ).format(name=look.names[doubler], value=value, other=look.names[seat]),
        _("Take? Press here"),
        (
            Choice(
                f"take:{seat}",
                TAKE[0],
                _("Take"),
                _("Play on at {value}").format(value=value),
                TAKE[1],
                _("at {value}").format(value=value),
            ),
            passes if may_pass else GAP,
        ),
    )


def _offered(look: Look, board: Scoreboard) -> View:
    """A resignation or a claim waits for its answer (USBGF-4.5)."""
    offer = board.offer
    assert offer is not None, "something is offered"
    seat = other(offer.by)
    points = points_of(board.cube.value, offer.win)
    told = (
        _("{name} resigns: {win}, {points}. {other}: accept?")
        if offer.end == "resignation"
        else _("{name} claims: {win}, {points}. {other}: accept?")
    )
    return _answer(
        look,
        board,
        "offered",
        seat,
        told.format(
            name=look.names[offer.by],
            win=_(WIN_WORDS[offer.win]),
            points=counted(points),
            other=look.names[seat],
        ),
        _(ACCEPT[0]),
        (
            Choice(f"accept:{seat}", TAKE[0], N_("Accept"), N_("The game ends so"), ("a", "A")),
            Choice(f"refuse:{seat}", PASS[0], N_("Refuse"), N_("The game is played on"), PASS[1]),
        ),
    )


def _answer(
    look: Look,
    board: Scoreboard,
    phase: str,
    seat: Seat,
    question: str,
    word: str,
    choices: tuple[Choice, Choice],
) -> View:
    halves = [running_half(look, board, s) for s in SEATS]
    halves[seat] = _half(look, board, seat, word, "ask", SIDE_KEYS[seat])
    return View(
        phase,
        look.title,
        corner(board),
        headline=question,
        halves=(halves[0], halves[1]),
        message=look.foot,
        alarm=look.alarm,
        sides=(SIDES[seat],),
        choices=look.with_reports(choices[0], UNDO, choices[1]),
        next_ms=next_change(look),
        asks=(seat == 0, seat == 1),
    )


def _flagged(look: Look, board: Scoreboard) -> View:
    """A reserve has expired and somebody has noticed: the director speaks (USBGF-4.3)."""
    flag = board.flag
    assert flag is not None, "a flag was noticed"
    name = look.names[flag]
    claims = tuple(
        Choice(
            f"flag_claimed:{win.value}",
            key,
            _("Claims {win}").format(win=_(WIN_WORDS[win])),
            _("{name} claims game and match: {win}").format(name=name, win=_(WIN_WORDS[win])),
            detail=counted(points_of(board.cube.value, win)),
        )
        for key, win in zip("456", Win, strict=True)
    )
    stands = Choice(
        "flag_stands", "7", _("Flag stands"), _("{name} has lost the match").format(name=name)
    )
    return View(
        "flag_noticed",
        look.title,
        corner(board),
        headline=_("The reserve of {name} has expired.").format(name=name),
        halves=(running_half(look, board, 0), running_half(look, board, 1)),
        compact=True,
        message=(
            _("The director decides: lost, or game and match claimed now ({clause}).").format(
                clause=look.book.clause("flag_costs")
            ),
        ),
        alarm=look.alarm,
        choices=(stands, UNDO, REPORTS, *claims),
        grid=3,
    )


_WAITING: dict[Phase, Callable[[Look, Scoreboard], View]] = {
    Phase.DOUBLED: _doubled,
    Phase.OFFERED: _offered,
    Phase.FLAGGED: _flagged,
}


def running_half(look: Look, board: Scoreboard, seat: Seat) -> Half:
    """A player's half while a game is played: clock, points, cube, and whether his time runs."""
    clock = board.clock
    reading = look.reading
    word, key = "", ""
    tone: Tone = ""
    if reading is not None and reading.fallen[seat]:
        word, tone = _("■ FLAG DOWN"), "alarm"
        key = SIDE_KEYS[seat] if reading.runs[seat] else ""
    elif reading is not None and reading.runs[seat]:
        word = _("▶ THINKING") if clock.control.clocked else _("▶ TO MOVE")
        tone, key = "run", SIDE_KEYS[seat]
    elif clock.runs[seat] and not (reading and any(reading.runs)):
        word = _("‖ paused, to move")
    return _half(look, board, seat, word, tone, key)


def _half(
    look: Look,
    board: Scoreboard,
    seat: Seat,
    word: str = "",
    tone: Tone = "",
    key: str = "",
    more: tuple[str, ...] = (),
) -> Half:
    score = board.match.score[seat]
    owns: tuple[str, ...] = ()
    if board.cube.owner == seat:
        owns = (_("owns the cube: {value}").format(value=board.cube.value),)
    reading = look.reading
    if reading is not None and board.clock.control.clocked:
        # Where room is short the last line stays: the score.
        big = face(reading.remaining[seat])
        points = [_("{score} of {length}").format(score=score, length=board.match.length)]
    else:
        big, points = str(score), []
    return Half(look.names[seat], look.side(seat), big, word, (*owns, *more, *points), tone, key)


def corner(board: Scoreboard) -> str:
    """Game, score and length: "Game 3 · 4–2 to 7"."""
    first, second = board.match.score
    return _("Game {game} · {first}–{second} to {length}").format(
        game=max(1, board.game), first=first, second=second, length=board.match.length
    )


def cube_words(look: Look, board: Scoreboard) -> str:
    """What the cube is worth and who may turn it; Crawford is said by its word (USBGF-4.4.6)."""
    if board.decider:
        return _("This game decides the match ({clause}).").format(
            clause=look.book.sheet.wrong_length
        )
    if board.match.phase == "crawford":
        return _("Crawford game: no cube.")
    owner = board.cube.owner
    cube = _("Cube at {value}, in the middle.")
    if owner is not None:
        cube = _("Cube at {value}, owned by {name}.")
    said = [cube.format(value=board.cube.value, name=look.names[owner or 0])]
    if board.match.phase == "post_crawford":
        said.insert(0, _("Post-Crawford."))
    if board.correct:
        said.append(_("Wrong length: to {length} after this game.").format(length=board.correct))
    return " ".join(said)


def counted(points: int) -> str:
    """Points in words: "1 point"."""
    return ngettext("{count} point", "{count} points", points).format(count=points)


def _next_game(board: Scoreboard) -> str:
    number = board.game + 1
    if board.decider:
        said = _("Game {number} decides the match. Roll for the start.")
    elif board.match.phase == "crawford":
        said = _("Game {number}, the Crawford game: no cube. Roll for the start.")
    elif board.match.phase == "post_crawford":
        said = _("Game {number}, post-Crawford: the cube is back. Roll for the start.")
    else:
        said = _("Game {number}. Roll for the start.")
    return said.format(number=number)


def _break_words(look: Look, board: Scoreboard, seat: Seat) -> str:
    taken = breaks_of(board, seat, look.at)
    return _("break {time}").format(time=duration(taken.left_ms))


def _doubles(look: Look, board: Scoreboard) -> tuple[Choice, ...]:
    """Whoever is to move and may double now; where nobody presses, either side that may."""
    free = [seat for seat in SEATS if double_is_void(board.match, board.cube, seat) is None]
    if board.clock.control.clocked:
        seat: Seat = 1 if board.clock.runs[1] else 0
        words = _("{name} offers a double").format(name=look.names[seat])
        double = Choice(f"double:{seat}", "8", N_("Double"), words, ("d", "D", "up"))
        return (double,) if seat in free else ()
    return tuple(
        Choice(
            f"double:{seat}",
            "46"[seat],
            N_("Double"),
            N_("A double is offered"),
            detail=look.names[seat],
        )
        for seat in free
    )
