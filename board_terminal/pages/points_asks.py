"""Questions at the scoreboard: how a game ended, breaks, a wrong length, taking back, the score."""

from __future__ import annotations

from msgspec.structs import replace

from board_terminal.keys import BACK, GAP, SIDES, named
from board_terminal.pages.look import Look, agreeing_halves
from board_terminal.pages.points import WIN_WORDS, corner, counted, running_half
from board_terminal.view import Choice, Half, View
from shared.core.backgammon import Phase as Board
from shared.core.backgammon import Scoreboard, breaks_of
from shared.core.day.points import scoreboard_of
from shared.core.language import N_, _
from shared.core.usbgf_score import Win, points_of
from shared.core.words import SEATS, Code, Seat
from shared.tui.times import duration

_KEYS = ("741", "963")
"""A column of the keypad for each side: single, gammon, backgammon from the top."""
_ALSO = {"1": ("z", "left"), "3": ("slash", "right")}
_LENGTHS = 8


def game_over(look: Look) -> View:
    """Who won, and how: one press more (USBGF-4.5)."""
    resigns = Choice("resign", "8", N_("Resigns…"), N_("A player resigns"), ("r", "R"))
    claims = Choice("claim", "2", N_("Claims…"), N_("A player claims the game"), ("c", "C"))
    return _grid(look, "points_over", _("Who won, and how?"), "won", resigns, _("plays on"), claims)


def resigning(look: Look) -> View:
    """Who resigns what; the opponent has to accept (USBGF-4.5)."""
    return _grid(
        look,
        "resigning",
        _("Who resigns what? Without contact only."),
        "resign",
        GAP,
        _("nobody resigns"),
    )


def claiming(look: Look) -> View:
    """Who claims what; the opponent has to accept (USBGF-4.5)."""
    return _grid(
        look,
        "claiming",
        _("Who claims what? Without contact only."),
        "claim",
        GAP,
        _("nobody claims"),
    )


def _grid(
    look: Look,
    phase: str,
    headline: str,
    does: str,
    top: Choice,
    back: str,
    below: Choice = GAP,
) -> View:
    board = scoreboard_of(look.session)
    cells: list[Choice] = []
    middle = (top, named(BACK, BACK.label, back), below)
    for row, win in enumerate(Win):
        worth = points_of(board.cube.value, win)
        pair = [
            Choice(
                f"{does}:{seat}:{win.value}",
                _KEYS[seat][row],
                _(WIN_WORDS[win]).capitalize(),
                f"{look.names[seat]}, {_(WIN_WORDS[win])}: {counted(worth)}",
                _ALSO.get(_KEYS[seat][row], ()),
                f"+{worth} {look.names[seat]}" if does == "won" else look.names[seat],
            )
            for seat in SEATS
        ]
        cells += [pair[0], middle[row], pair[1]]
    return View(
        phase,
        look.title,
        corner(board),
        headline=headline,
        halves=(running_half(look, board, 0), running_half(look, board, 1)),
        compact=True,
        alarm=look.alarm,
        choices=tuple(cells),
        grid=3,
        asks=(True, True),
    )


def breaks(look: Look) -> View:
    """Who goes on a break, or is back; what is used and left (USBGF-2.2a)."""
    board = scoreboard_of(look.session)
    taken = [breaks_of(board, seat, look.at) for seat in SEATS]
    urgent = any(one.urgent_only for one in taken)
    choices = []
    for seat, key in zip(SEATS, "46", strict=True):
        back = board.away_since[seat] is not None
        if back:
            label = _("{name} is back")
        elif taken[seat].urgent_only:
            label = _("{name}: urgent need")
        else:
            label = _("{name} goes")
        label = label.format(name=look.names[seat])
        choices.append(Choice(f"break:{seat}", key, label, N_("A break begins or ends")))
    halves = [
        Half(
            look.names[seat],
            word=_("used {used}, left {left}").format(
                used=duration(taken[seat].used_ms), left=duration(taken[seat].left_ms)
            ),
        )
        for seat in SEATS
    ]
    return View(
        "break",
        look.title,
        corner(board),
        headline=_("Break between games"),
        halves=(halves[0], halves[1]),
        compact=True,
        message=(
            *(
                (
                    _("In the first hour a break is for urgent need only ({clause}).").format(
                        clause=look.book.clause("usbgf_time.break_ms")
                    ),
                )
                * urgent
            ),
            *look.foot,
        ),
        alarm=look.alarm,
        choices=(choices[0], BACK, choices[1]),
        grid=3,
    )


def length(look: Look) -> View:
    """The posted length, where another one was played to (USBGF-4.8)."""
    board = scoreboard_of(look.session)
    now = board.match.length
    first = max(1, now - _LENGTHS // 2)
    lengths = [n for n in range(first, first + _LENGTHS + 1) if n != now]
    cells = [
        Choice(
            f"length:{n}",
            key,
            _("to {length}").format(length=n),
            _("The match is to {length} points").format(length=n),
        )
        for key, n in zip("78945613", lengths, strict=True)
    ]
    when = _("The score decides now ({clause}).")
    if board.in_game:
        when = _("The score decides after this game ({clause}).")
    return View(
        "length",
        look.title,
        corner(board),
        headline=_("Played to {length}: which length is right?").format(length=now),
        halves=(Half(look.names[0]), Half(look.names[1])),
        compact=True,
        message=(when.format(clause=look.book.sheet.wrong_length),),
        alarm=look.alarm,
        choices=(
            *cells[:7],
            named(BACK, BACK.label, _("{length} is right").format(length=now)),
            cells[7],
        ),
        grid=3,
    )


def undo(look: Look) -> View:
    """Both take back the last entry, each on the own half (USBGF-4.7)."""
    before = look.session.before
    what, where = _("the last move"), look.corner
    if before is not None:
        board = scoreboard_of(look.session)
        what, where = _last_entry(before, board), corner(board)
    agreed = look.desk.ask.seat
    return View(
        "undo",
        look.title,
        where,
        headline=_("Take back {what}?").format(what=what),
        halves=agreeing_halves(look, (agreed == 0, agreed == 1)),
        message=(_("Each player presses on their own side. Then the game stands paused."),),
        alarm=look.alarm,
        sides=tuple(SIDES[seat] for seat in SEATS if seat != agreed),
        choices=(named(BACK, BACK.label, N_("change nothing")),),
        asks=(agreed != 0, agreed != 1),
    )


def _last_entry(before: Scoreboard, board: Scoreboard) -> str:
    """What was entered last, in words."""
    if board.game != before.game:
        return _("the start of game {game}").format(game=board.game)
    if board.phase is Board.OVER or board.match.score != before.match.score:
        first, second = board.match.score
        return _("the end of game {game} (now {first}–{second})").format(
            game=board.game, first=first, second=second
        )
    for entered, words in (
        (board.doubler != before.doubler and board.doubler is not None, _("the double")),
        (board.cube != before.cube, _("the take at {value}").format(value=board.cube.value)),
        (board.flag is not None, _("the claim of the flag")),
        (board.offer != before.offer, _("the last offer or its answer")),
        (board.away_since != before.away_since, _("the last word on a break")),
    ):
        if entered:
            return words
    return _("the last entry")


def match_won(look: Look) -> View:
    """A side's own version of the score begins with who won."""
    left, right = look.names
    ask = look.desk.ask
    assert ask.seat is not None, "a version belongs to a side"
    return View(
        "codes",
        look.title,
        _("Final score"),
        headline=_("{name} says: who won the match?").format(name=look.names[ask.seat]),
        halves=(Half(left), Half(right)),
        compact=True,
        alarm=look.alarm,
        choices=(
            Choice(
                "code:W",
                "1",
                _("{name} won").format(name=left),
                N_("The left player won"),
                _ALSO["1"],
            ),
            named(BACK, BACK.label, N_("change nothing")),
            Choice(
                "code:L",
                "3",
                _("{name} won").format(name=right),
                N_("The right player won"),
                _ALSO["3"],
            ),
        ),
        grid=3,
    )


def loser_points(look: Look) -> View:
    """How many points the other side had."""
    ask = look.desk.ask
    loser: Seat = 1 if ask.codes == (Code.WIN,) else 0
    points = ask.points or (0, 0)
    name = look.names[loser]
    return View(
        "loser_points",
        look.title,
        _("Final score"),
        headline=_("{winner} won. How many points had {name}?").format(
            winner=look.names[1 - loser], name=name
        ),
        halves=(
            Half(look.names[0], big=str(points[0])),
            Half(look.names[1], big=str(points[1])),
        ),
        alarm=look.alarm,
        choices=(
            Choice("points:-1", "4", N_("One less"), N_("One point less"), ("left", "minus")),
            Choice(
                "points:0",
                "5",
                _("{first}–{second} is it").format(first=points[0], second=points[1]),
                N_("This is the final score"),
            ),
            Choice("points:1", "6", N_("One more"), N_("One point more"), ("right", "plus")),
            replace(BACK, also=("escape", "backspace")),
        ),
    )
