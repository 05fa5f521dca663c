"""Pages with both clocks stopped: a pause, the break between two games, a restart to agree on, a
game that was not logged."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.changes.unasked import take_answer
from board_terminal.pages.codes import different
from board_terminal.pages.game_over import PLAYED, as_decided, one_game, over
from board_terminal.pages.halves import clock_half
from board_terminal.pages.look import Look, Page, agreeing_halves, opening_line, seat_of
from board_terminal.pages.undoing import undo
from board_terminal.view.keys import (
    DIFFERENT,
    DRAWN,
    GO_ON,
    LEFT_WON,
    NEXT,
    OVER,
    REPORTS,
    RIGHT_WON,
    SIDES,
    UNDO,
    named,
)
from board_terminal.view.view import Choice, Half, View
from shared.core.clock import Asleep, ByReferee, Cause, Here, Reported, Resume
from shared.core.day import Phase, break_left_ms
from shared.core.day.entries import AgreedToGoOn, Clocked, NextGame, Recalled
from shared.core.decisions.words import with_grounds
from shared.core.events import ReportFiled
from shared.core.events.reported import why_stopped
from shared.core.match.outcome import SEATS, Code
from shared.core.text.language import N_, _
from shared.tui.times import duration


def _paused(look: Look) -> View:
    """Show that both clocks are stopped."""
    why = stopped_words(look)
    return View(
        "paused",
        halves=(clock_half(look, 0), clock_half(look, 1)),
        message=(
            _("{why} Both clocks are stopped.").format(why=why),
            *(look.foot or opening_line(look)),
        ),
        board=look.board,
        board_at="below",
        choices=look.with_reports(*go_on(look), *((UNDO,) if look.session.records else ())),
    )


def stopped_words(look: Look) -> str:
    """Return who stopped the clocks, and why, in the language spoken."""
    why = look.session.clock.why if look.session.clock else None
    if look.session.held:
        ruled = why if isinstance(why, ByReferee) else ByReferee()
        return with_grounds(_("Stopped by the referee."), ruled.clause, ruled.reason)
    match why:
        case Here(cause):
            reason = _(_CAUSES[cause])
        case Reported(kind, which):
            reason = why_stopped(kind, which)
        case Asleep(ms):
            reason = _("this table slept for {time}").format(time=duration(ms))
        case _:
            reason = ""
    return _("Paused: {reason}.").format(reason=reason) if reason else _("Paused.")


_CAUSES: dict[Cause, str] = {
    "at_table": N_("stopped at the table"),
    "game_over": "",
    "another_device": N_("another device held this table"),
    "no_table": N_("this device had no table"),
    "which_capture": N_("which capture it was"),
    "time_called": N_("time is called"),
    "taken_back": N_("the last entry was taken back by both"),
}
"""What stopped the clocks at the table, as the end of a sentence."""


def go_on(look: Look) -> tuple[Choice, ...]:
    """Return the choices to go on or end the game; none while the referee holds it."""
    return () if look.session.held else (GO_ON, OVER)


def _recovering(look: Look) -> View:
    """After a restart: the last saved times, and who has to agree (HALL-power-cut)."""
    agreed = look.session.agreed
    halves = tuple(
        replace(clock_half(look, seat), word=asked.word, tone=asked.tone, key=asked.key)
        for seat, asked in zip(SEATS, agreeing_halves(look, agreed), strict=True)
    )
    return View(
        "recovering",
        halves=(halves[0], halves[1]),
        message=(
            _slept(look) or _(_RECOVERED[look.session.taken_over]),
            *look.foot,
        ),
        sides=SIDES,
        choices=look.with_reports(OVER),
        asks=(not agreed[0], not agreed[1]),
    )


def _slept(look: Look) -> str:
    """Return what to say if the machine slept while a clock ran, else ""."""
    why = look.session.clock.why if look.session.clock else None
    if not isinstance(why, Asleep):
        return ""
    return _(
        "This table slept for {time}. Both clocks are stopped and show the times from before. "
        "The game goes on when both agree, or when the referee has answered."
    ).format(time=duration(why.ms))


_RECOVERED = {
    False: N_(
        "This table restarted. Both clocks are stopped and show the last saved times. "
        "The game goes on when both agree, or when the referee has answered."
    ),
    True: N_(
        "This device took over. The clocks show the last logged times, "
        "up to 30 s and the last turn behind. Both agree, or the referee answers."
    ),
}
"""Where the times are from, by whether the hall's log gave them."""


def _recalling(look: Look) -> View:
    """Ask one question for each game whose code no log holds, where this device took the match
    over."""
    left, right = look.names
    choices = (
        named(LEFT_WON, _("{name} won").format(name=left)),
        named(DRAWN, _("Draw")),
        named(RIGHT_WON, _("{name} won").format(name=right)),
    )
    return View(
        "recalling",
        halves=(Half(left), Half(right)),
        compact=True,
        headline=_("Who won game {game}?").format(game=len(look.session.codes) + 1),
        message=(_("The device here before this one did not log it."), *look.foot),
        choices=(*choices, REPORTS),
        grid=3,
        asks=(True, True),
    )


def resume(change: Change, rest: str) -> None:
    """Let the game go on."""
    change.enter(Clocked(Resume(change.at)))


def _agree(change: Change, rest: str) -> None:
    seat = seat_of(rest)
    if change.session.agreed[seat]:
        return
    change.enter(AgreedToGoOn(seat))
    if change.phase is Phase.PAUSED and change.enter(Clocked(Resume(change.at))):
        _tell_agreed(change)


def _tell_agreed(change: Change) -> None:
    """Note on the report of an interruption that both have agreed (HALL-power-cut)."""
    for ent, receipt in change.desk.receipts.items():
        body = receipt.draft.body
        if isinstance(body, ReportFiled) and body.type == "restart" and body.found in _BROKE_OFF:
            agreed = replace(body, found="agreed")
            change.write(ent, replace(receipt.draft, body=agreed))


_BROKE_OFF = ("restarted", "slept", "taken_over")
"""Interruptions after which both may go on by themselves; the referee sees to damaged notes."""


def _recall(change: Change, rest: str) -> None:
    """Take what the players say of a game that the log has no code of."""
    if rest not in PLAYED:
        return
    code = as_decided(change, len(change.session.codes) + 1, Code(rest))
    if change.enter(Recalled(code)):
        change.notice_flag()
        take_answer(change)


PAUSED = Page(_paused, {"go_on": resume, "over": over, "undo": undo})
RECOVERING = Page(_recovering, {"side": _agree, "over": over})
RECALLING = Page(_recalling, {"code": _recall})


_NOT_CORRECT = replace(DIFFERENT, key="7")
"""Beside the next game, whose key is the 5."""


def _between(look: Look) -> View:
    """Between two games: the break, then the sides change and the clocks go on."""
    ended = one_game(look.session.codes[-1], look.names)
    halves = []
    for seat in SEATS:
        halves.append(replace(clock_half(look, seat), word="", tone=""))
    logged = (
        (_("This device took over: clocks as last logged."),) if look.session.taken_over else ()
    )
    return View(
        "between",
        halves=(halves[0], halves[1]),
        message=(
            _("Game {game}: {ended}.{more}").format(
                game=look.session.game, ended=ended, more=_goes_on(look)
            ),
            *(logged or (_break_words(look),)),
            *look.foot,
        ),
        choices=look.with_reports(NEXT, _NOT_CORRECT),
    )


def _goes_on(look: Look) -> str:
    """Return why there is another game after the last one."""
    session = look.session
    if session.called_ms is not None:
        return _(" The extra time runs ({clause}).").format(
            clause=look.book.clause("contest.extra_ms")
        )
    if len(session.codes) < look.book.games_per_match:
        return ""
    return _(" Equal: play on until one side is ahead ({clause}).").format(
        clause=look.book.clause("even_games")
    )


def _break_words(look: Look) -> str:
    """Return the break between the games, counted down from the end of the game (ACF-3.II.A)."""
    same = _(", same opening") if look.book.same_opening else ""
    if not look.book.smoking_break_ms:
        return _("Change sides{same}.").format(same=same)
    left = break_left_ms(look.session, look.at)
    if not left:
        return _("The break is over. Change sides{same}.").format(same=same)
    return _("Break: {time} left. Then change sides{same}.").format(
        time=duration(left + 999), same=same
    )


def _next(change: Change, rest: str) -> None:
    change.enter(NextGame())


BETWEEN = Page(_between, {"next": _next, "different": different})
