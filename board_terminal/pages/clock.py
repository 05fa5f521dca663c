"""While a game is played: the running clock, the pause, the restart, the question who won."""

from __future__ import annotations

from msgspec.structs import replace

from board_terminal.due import timed_by, too_long
from board_terminal.keys import (
    BACK,
    DIFFERENT,
    DRAWN,
    GO_ON,
    LEFT_WON,
    NEXT,
    OVER,
    PAUSE,
    REPORTS,
    RIGHT_WON,
    SIDE_KEYS,
    SIDES,
    UNDO,
    named,
)
from board_terminal.pages import extras
from board_terminal.pages.look import Look, agreeing_halves
from board_terminal.view import Choice, Half, Tone, View
from shared.core.clock import Asleep, ByReferee, Cause, Here, Reported, face, low_time
from shared.core.day import Phase, break_left_ms
from shared.core.decisions.words import with_grounds
from shared.core.language import N_, _, ngettext
from shared.core.reported import why_stopped
from shared.core.words import SEATS, Code, Seat
from shared.tui.times import duration

_NOT_CORRECT = replace(DIFFERENT, key="7")
"""Beside the next game, whose key is the 5."""

TENTHS_MS = 10_000
"""Below this the face shows tenths of a second."""


def playing(look: Look) -> View:
    """The clock fills the screen."""
    reading = look.reading
    runs = reading.runs if reading else (False, False)
    halves = (clock_half(look, 0), clock_half(look, 1))
    return View(
        "playing",
        look.title,
        look.corner,
        halves=halves,
        message=(*(extras.lines(look) or _opening(look)), *_too_long(look), *look.foot),
        alarm=look.alarm,
        board=look.board,
        board_at="below",
        sides=SIDES,
        choices=look.with_reports(OVER, PAUSE, *extras.choices(look)),
        grid=extras.grid(look),
        next_ms=next_change(look),
        asks=runs,
    )


def _too_long(look: Look) -> tuple[str, ...]:
    """A match beyond its time goes on; its players know that the director is told (APCA-9)."""
    cap = too_long(look.session, look.at)
    if cap is None:
        return ()
    return (
        _("This match is over {minutes} min: the director decides ({clause}).").format(
            minutes=cap.ms // 60_000, clause=look.book.clause("imposed_clocks")
        ),
    )


def absent(look: Look) -> View:
    """The time of whoever is not there runs, by the referee's word (ACF-1.VI.B)."""
    runs = look.reading.runs if look.reading else (False, False)
    halves = []
    for seat in SEATS:
        away = runs[seat] or not look.session.seated[seat]
        word = _("Not here. Time runs. Press here") if away else _("✓ here")
        tone: Tone = "ask" if away else "done"
        key = SIDE_KEYS[seat] if away else ""
        halves.append(replace(clock_half(look, seat), word=word, tone=tone, key=key))
    return View(
        "absent",
        look.title,
        look.corner,
        halves=(halves[0], halves[1]),
        message=(
            _("The time of whoever is not here runs. On arrival press your side."),
            *look.foot,
        ),
        alarm=look.alarm,
        sides=SIDES,
        choices=look.with_reports(),
        next_ms=next_change(look),
        asks=runs,
    )


def paused(look: Look) -> View:
    """Both clocks stand."""
    why = stopped_words(look)
    return View(
        "paused",
        look.title,
        look.corner,
        halves=(clock_half(look, 0), clock_half(look, 1)),
        message=(_("{why} Both clocks stand.").format(why=why), *(look.foot or _opening(look))),
        alarm=look.alarm,
        board=look.board,
        board_at="below",
        choices=look.with_reports(*go_on(look), *((UNDO,) if look.session.records else ())),
    )


def stopped_words(look: Look) -> str:
    """Who stopped the clocks, and why, in the language spoken."""
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
    """The way back into the game and out of it, where the players may take them."""
    return () if look.session.held else (GO_ON, OVER)


def recovering(look: Look) -> View:
    """After a restart: the last saved times, and who has to agree (HALL-power-cut)."""
    agreed = look.session.agreed
    halves = tuple(
        replace(clock_half(look, seat), word=asked.word, tone=asked.tone, key=asked.key)
        for seat, asked in zip(SEATS, agreeing_halves(look, agreed), strict=True)
    )
    return View(
        "recovering",
        look.title,
        look.corner,
        halves=(halves[0], halves[1]),
        message=(
            _slept(look) or _(_RECOVERED[look.session.taken_over]),
            *look.foot,
        ),
        alarm=look.alarm,
        sides=SIDES,
        choices=look.with_reports(OVER),
        asks=(not agreed[0], not agreed[1]),
    )


def _slept(look: Look) -> str:
    """What to say of clocks that stand because the machine slept under them."""
    why = look.session.clock.why if look.session.clock else None
    if not isinstance(why, Asleep):
        return ""
    return _(
        "This table slept for {time}. Both clocks stand as before it. "
        "The game goes on when both agree, or when the referee has answered."
    ).format(time=duration(why.ms))


_RECOVERED = {
    False: N_(
        "This table restarted. Both clocks stand as last saved. "
        "The game goes on when both agree, or when the referee has answered."
    ),
    True: N_(
        "This device took over. The clocks stand as last logged, "
        "up to 30 s and the last turn behind. Both agree, or the referee answers."
    ),
}
"""What the times are, by whether they come from the hall's log."""


def recalling(look: Look) -> View:
    """This device took the match over: one question for each game whose code no log holds."""
    left, right = look.names
    choices = (
        named(LEFT_WON, _("{name} won").format(name=left)),
        named(DRAWN, _("Draw")),
        named(RIGHT_WON, _("{name} won").format(name=right)),
    )
    return View(
        "recalling",
        look.title,
        look.corner,
        halves=(Half(left), Half(right)),
        compact=True,
        headline=_("Who won game {game}?").format(game=len(look.session.codes) + 1),
        message=(_("The device here before this one did not log it."), *look.foot),
        alarm=look.alarm,
        choices=(*choices, REPORTS),
        grid=3,
        asks=(True, True),
    )


def winner(look: Look) -> View:
    """The game has ended: who won? In words, with names."""
    game = look.session.game
    return View(
        "winner",
        look.title,
        look.corner,
        halves=(clock_half(look, 0), clock_half(look, 1)),
        compact=True,
        headline=_("Game {game} is over. Who won?").format(game=game),
        message=look.foot,
        alarm=look.alarm,
        choices=(*who_won(look), named(BACK, _("Back"), _("the game goes on"))),
        grid=3,
        asks=(True, True),
    )


def who_won(look: Look) -> tuple[Choice, Choice, Choice]:
    """Left, draw, right: in the order of the seats."""
    left, right = look.names
    return (
        named(LEFT_WON, _("{name} won").format(name=left), look.side(0)),
        named(DRAWN, _("Draw")),
        named(RIGHT_WON, _("{name} won").format(name=right), look.side(1)),
    )


def between(look: Look) -> View:
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
        look.title,
        look.corner,
        halves=(halves[0], halves[1]),
        message=(
            _("Game {game}: {ended}.{more}").format(
                game=look.session.game, ended=ended, more=_goes_on(look)
            ),
            *(logged or (_break_words(look),)),
            *look.foot,
        ),
        alarm=look.alarm,
        choices=look.with_reports(NEXT, _NOT_CORRECT),
    )


def _goes_on(look: Look) -> str:
    """Why there is another game after the last one."""
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
    """The break between the games, counted down from the end of the game (ACF-3.II.A)."""
    same = _(", same opening") if look.book.same_opening else ""
    if not look.book.smoking_break_ms:
        return _("Change sides{same}.").format(same=same)
    left = break_left_ms(look.session, look.at)
    if not left:
        return _("The break is over. Change sides{same}.").format(same=same)
    return _("Break: {time} left. Then change sides{same}.").format(
        time=duration(left + 999), same=same
    )


def next_change(look: Look) -> int:
    """In how many ms the running display changes: a second, or a tenth below ten seconds."""
    reading, control = look.reading, look.session.control
    if reading is None or control is None or not control.clocked:
        return 0
    running = [reading.remaining[seat] for seat in SEATS if reading.runs[seat]]
    steps = [(left, 100 if left <= TENTHS_MS else 1_000) for left in running if left > 0]
    return min((left % step or step for left, step in steps), default=0)


def clock_half(look: Look, seat: Seat) -> Half:
    """A player's half with his clock as it reads now."""
    reading, session = look.reading, look.session
    side, name = look.side(seat), look.names[seat]
    if reading is None or session.control is None:
        return Half(name, side)
    moves = reading.moves[seat]
    count = ngettext("{count} move", "{count} moves", moves).format(count=moves)
    if not session.control.clocked:
        lines: tuple[str, ...] = (_("moves"),)
        big = str(moves)
        if timed_by(session):
            lines, big = (count,), extras.thinking(look, seat)
    else:
        lines, big = (count,), face(reading.remaining[seat])
        low_ms = look.book.low_time_ms
        if session.clock is not None and low_time(session.clock, look.at, low_ms)[seat]:
            lines = (count, _("ticks allowed (≤ {time})").format(time=face(low_ms)))
    word, key = "", ""
    tone: Tone = ""
    if reading.fallen[seat]:
        word, tone = _("■ FLAG DOWN"), "alarm"
    elif session.phase is Phase.PAUSED and session.clock and session.clock.runs[seat]:
        word = _("‖ paused, to move")
    elif session.phase is Phase.PAUSED:
        word = _("‖ paused")
    elif reading.runs[seat]:
        word = _("▶ THINKING") if session.control.clocked else _("▶ TO MOVE")
        tone, key = "run", SIDE_KEYS[seat]
    return Half(name, side, big, word, lines, tone, key)


def _opening(look: Look) -> tuple[str, ...]:
    opening = look.opening
    return (opening[:1].upper() + opening[1:],) if opening else ()


def one_game(code: Code, names: tuple[str, str]) -> str:
    """One game in words; ``code`` is read for the left player."""
    if code is Code.LOST_BY_BOTH:
        return _("forfeited by both")
    match code.played:
        case Code.WIN:
            said = _("{name} won").format(name=names[0])
        case Code.LOSS:
            said = _("{name} won").format(name=names[1])
        case _:
            return _("drawn")
    return said if code is code.played else _("{said} by forfeit").format(said=said)
