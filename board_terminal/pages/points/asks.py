"""Questions at the scoreboard: how a game ended, breaks, a wrong length."""

from typing import Literal

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.pages.game_over import go_back, stop_for
from board_terminal.pages.look import Does, Look, Page, asking, score_corner, seat_of
from board_terminal.pages.points.parts import WINS, act, counted, running_half
from board_terminal.view.keys import BACK, GAP, named
from board_terminal.view.view import Choice, Half, View
from shared.core.backgammon import actions as a
from shared.core.backgammon import breaks_of
from shared.core.backgammon.worth import Win, points_of
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import SEATS
from shared.core.state.points_words import WIN_WORDS
from shared.core.text.language import N_, _, headed
from shared.tui.times import duration

_KEYS = ("741", "963")
"""A column of the keypad for each side: single, gammon, backgammon from the top."""
_ALSO = {"1": ("z", "left"), "3": ("slash", "right")}
_LENGTHS = 8


class Over(Ask, frozen=True):
    """Who won this game, and how; ``resume``: going back lets the clock go on."""

    resume: bool = False


class Offering(Ask, frozen=True):
    """Who resigns or claims what; ``resume`` as before this question."""

    end: Literal["resign", "claim"]
    resume: bool


class Break(Ask, frozen=True):
    """Who goes on a break, or is back."""


class Length(Ask, frozen=True):
    """Which length the match has."""


def _over(look: Look) -> View:
    """Ask who won, and how (USBGF-4.5)."""
    resigns = Choice("resign", "8", N_("Resigns…"), N_("A player resigns"), ("r", "R"))
    claims = Choice("claim", "2", N_("Claims…"), N_("A player claims the game"), ("c", "C"))
    middle = (resigns, _back_to(_("plays on")), claims)
    return _grid(look, "points_over", _("Who won, and how?"), "won", middle)


def _offering(look: Look) -> View:
    """Ask who resigns or claims what; the opponent has to accept (USBGF-4.5)."""
    end = look.asked(Offering).end
    if end == "resign":
        phase, nobody = "resigning", _("nobody resigns")
        question = _("Who resigns what? Without contact only.")
    else:
        phase, nobody = "claiming", _("nobody claims")
        question = _("Who claims what? Without contact only.")
    return _grid(look, phase, question, end, (GAP, _back_to(nobody), GAP))


def _back_to(detail: str) -> Choice:
    return named(BACK, BACK.label, detail)


def _grid(
    look: Look,
    phase: str,
    headline: str,
    does: str,
    middle: tuple[Choice, Choice, Choice],
) -> View:
    """Show a column of results for each side, and ``middle`` between them."""
    board = scoreboard_of(look.session)
    cells: list[Choice] = []
    for row, win in enumerate(Win):
        worth = points_of(board.cube.value, win)
        pair = [
            Choice(
                f"{does}:{seat}:{win.value}",
                _KEYS[seat][row],
                _(WIN_WORDS[win]).capitalize(),
                headed(f"{look.names[seat]}, {_(WIN_WORDS[win])}", counted(worth)),
                _ALSO.get(_KEYS[seat][row], ()),
                f"+{worth} {look.names[seat]}" if does == "won" else look.names[seat],
            )
            for seat in SEATS
        ]
        cells += [pair[0], middle[row], pair[1]]
    return View(
        phase,
        corner=score_corner(board),
        headline=headline,
        halves=(running_half(look, 0), running_half(look, 1)),
        compact=True,
        choices=tuple(cells),
        grid=3,
        asks=(True, True),
    )


def _breaks(look: Look) -> View:
    """Ask who goes on a break, or is back; show what is used and left (USBGF-2.2a)."""
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
        corner=score_corner(board),
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
        choices=(choices[0], BACK, choices[1]),
        grid=3,
    )


def _length(look: Look) -> View:
    """Ask for the posted length, where another one was played to (USBGF-4.8)."""
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
        corner=score_corner(board),
        headline=_("Played to {length}: which length is right?").format(length=now),
        halves=(Half(look.names[0]), Half(look.names[1])),
        compact=True,
        message=(when.format(clause=look.book.sheet.wrong_length),),
        choices=(
            *cells[:7],
            named(BACK, BACK.label, _("{length} is right").format(length=now)),
            cells[7],
        ),
        grid=3,
    )


def over(change: Change, rest: str) -> None:
    """Stop both clocks and ask who won, and how."""
    resume = stop_for(change)
    if resume is not None:
        change.ask(Over(resume))


def _entering(end: type[a.Won | a.Resign | a.Claim]) -> Does:
    """Return what enters an end of the game: ``seat:win`` (USBGF-4.5)."""

    def does(change: Change, rest: str) -> None:
        seat, _colon, win = rest.partition(":")
        if win in WINS:
            act(change, end(change.at, seat_of(seat), WINS[win]))

    return does


def _ask_resigning(change: Change, rest: str) -> None:
    change.ask(Offering("resign", change.asked(Over).resume))


def _ask_claiming(change: Change, rest: str) -> None:
    change.ask(Offering("claim", change.asked(Over).resume))


def _back(change: Change, rest: str) -> None:
    go_back(change, change.asked(Over).resume)


def _back_to_over(change: Change, rest: str) -> None:
    change.ask(Over(change.asked(Offering).resume))


ask_break = asking(Break())
ask_length = asking(Length())


def _break(change: Change, rest: str) -> None:
    """Begin or end a break; in the first hour it is for urgent need."""
    seat, board = seat_of(rest), scoreboard_of(change.session)
    if board.away_since[seat] is not None:
        act(change, a.BreakEnds(change.at, seat))
    else:
        urgent = breaks_of(board, seat, change.at).urgent_only
        act(change, a.BreakBegins(change.at, seat, urgent))


def _set_length(change: Change, rest: str) -> None:
    """Correct the length (USBGF-4.8)."""
    if rest.isdigit():
        act(change, a.LengthFound(change.at, int(rest)))


OVER = Page(
    _over,
    {
        "won": _entering(a.Won),
        "resign": _ask_resigning,
        "claim": _ask_claiming,
        "back": _back,
    },
)
OFFERING = Page(
    _offering,
    {"resign": _entering(a.Resign), "claim": _entering(a.Claim), "back": _back_to_over},
)
BREAK = Page(_breaks, {"break": _break})
LENGTH = Page(_length, {"length": _set_length})
