"""What a game may show beside the clock: an offer of a draw, a running count, a timekeeper.

A count is advisory: the score sheets decide, and the referee judges a complete count.
"""

from collections.abc import Mapping

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask, Desk
from board_terminal.desk.due import time_over, timed_by
from board_terminal.pages.look import Does, Look, Page, by_name, seat_of
from board_terminal.view.keys import BACK, SIDES, named
from board_terminal.view.view import Choice, Half, View
from shared.core.clock import Plus, Release, SingleJump, Tap, face, settle
from shared.core.clock.watch import turn_ms
from shared.core.day import Session
from shared.core.day.entries import (
    Clocked,
    CountAnew,
    CountEnded,
    DrawAnswered,
    DrawOffered,
    MovesTimed,
)
from shared.core.draughts.counts import Quiet
from shared.core.events import GAME_END, ReportFiled, entities
from shared.core.events import measures as m
from shared.core.events.reported import MINUTE
from shared.core.match.move_time import LowderRule, MoveTimeRule
from shared.core.match.outcome import Seat, other
from shared.core.state import Match, Report
from shared.core.text.language import N_, _
from shared.core.text.sentence import Sentence

DRAW = Choice("draw", "8", N_("Draw?"), N_("Offer a draw"), ("d", "D"))
ACCEPT = Choice("draw_answer:yes", "8", N_("Accept draw"), N_("The game is drawn"), ("a", "A"))
REFUSE = Choice("draw_answer:no", "9", N_("Refuse draw"), N_("Play on"), ("n", "N"))
PLUS = Choice("plus", "plus", N_("One move"), N_("One move more in the count"), ("equals_sign",))
ANEW = Choice(
    "anew", "full_stop", N_("Anew"), N_("A capture, a crowning or a man's move"), ("c", "C")
)
NO_COUNT = Choice("no_count", "minus", N_("End count"), N_("Give the count up"), ("e", "E"))
TAP = Choice("tap", "2", N_("Moved"), N_("The timekeeper taps a move"), ("space", "t", "T"))
SINGLE = Choice(
    "single", "6", N_("One jump"), N_("Only one jump is possible: a minute"), ("j", "J")
)
TIMED = Choice("timed", "2", N_("Time moves"), N_("Five minutes a move, told aloud"), ("t", "T"))
UNTIMED = Choice("untimed", "4", N_("Untimed"), N_("Moves are not timed any more"), ("o", "O"))
ASK_MINUTE = Choice(
    "ask_minute", "6", N_("A minute"), N_("Ask the referee for a minute a move"), ("l", "L")
)
_ROW = 4


class WhoOffers(Ask, frozen=True):
    """Which side offers a draw."""


def lines(look: Look) -> tuple[str, ...]:
    """Return the lines that take the place of the opening."""
    return (*_unknown_words(look), *_offer_words(look), *_time_words(look), *_count_words(look))


def choices(look: Look) -> tuple[Choice, ...]:
    """Return the choices beside ending game or turn."""
    session = look.session
    found: list[Choice] = []
    if session.open_offer is not None:
        found += [ACCEPT, REFUSE]
    elif session.info.games:
        found.append(DRAW)
    timed = timed_by(session)
    if timed:
        found.append(TAP)
        if timed == "five_minutes":
            found.append(SINGLE)
    if session.counting is not None:
        pressed = session.control is not None and session.control.clocked
        found += [] if pressed or timed else [PLUS]
        if session.counting.kind in ("quiet", "strength"):
            found.append(ANEW)
        found.append(NO_COUNT)
    if timed == "five_minutes":
        found += [] if _by_referee(look.desk, look.match) else [UNTIMED]
    elif not timed and _may_time(session):
        found.append(TIMED)
        found += [ASK_MINUTE] if _may_ask(look.desk, look.match) else []
    return tuple(found)


def _may_time(session: Session) -> bool:
    """Return whether the players may use the five-minute rule on their own (ACF-1.X.B.a)."""
    keeps = session.control is not None and session.control.clocked
    return session.info.book.move_time is not None and not keeps


def _by_referee(desk: Desk, match: Match) -> bool:
    """Return whether the referee, or the crew for them, has the moves timed: only they end it."""
    said = [one.measure for one in match.taken if isinstance(one.measure, m.OF_TIMING)]
    if said:
        return isinstance(said[-1], m.MovesTimed)
    return any(report.found == "crew" for report in _asked(desk, match))


def _asked(desk: Desk, match: Match) -> list[Report]:
    """Return the reports that ask for timed moves here."""
    reports = desk.state.reports.values()
    return [r for r in reports if r.match == match.key and r.type == "timekeeper"]


def _may_ask(desk: Desk, match: Match) -> bool:
    """Return whether players can ask for a minute a move: announced, and not yet asked for."""
    notice = entities.lowder_notice(match.key.division, match.key.round_no)
    told = desk.state.office.announcements.get(notice)
    waits = any(report.which == MINUTE and report.open for report in _asked(desk, match))
    return told is not None and told.until > 0 and not waits


def grid(look: Look) -> int:
    """Return how many buttons stand in a row, 0 for all in one."""
    return 0 if len(choices(look)) <= 1 else _ROW


def _who_offers(look: Look) -> View:
    """Ask which side offers a draw."""
    first, second = by_name(look, "offer", _("{name} offers a draw"))
    return View(
        "draw",
        headline=_("Who offers a draw?"),
        halves=(Half(look.names[0], look.side(0)), Half(look.names[1], look.side(1))),
        compact=True,
        message=(_("The clock runs on. The offer and its answer are logged."),),
        sides=SIDES,
        asks=look.reading.runs if look.reading else (False, False),
        choices=(first, named(BACK, _("Back"), _("no offer")), second),
        grid=3,
    )


def thinking(look: Look, seat: Seat) -> str:
    """Return how old the timed turn of ``seat`` is, "" if it is not timed."""
    clock = look.session.clock
    if clock is None or not timed_by(look.session) or not clock.runs[seat]:
        return ""
    seconds = turn_ms(settle(clock, look.at)) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def _unknown_words(look: Look) -> tuple[str, ...]:
    """Return that the moves of this game are unknown, if they were entered (ACF-3.III.A)."""
    record = look.session.records.get(look.session.game)
    if record is None or record.unknown is None:
        return ()
    return (_("The moves of this game are unknown from here: only press, keep your score sheets."),)


def _offer_words(look: Look) -> tuple[str, ...]:
    offer = look.session.open_offer
    if offer is None:
        return ()
    who, to = look.names[offer.seat], look.names[other(offer.seat)]
    return (
        _("{who} offers a draw. {to} accepts, refuses, or moves, which refuses.").format(
            who=who, to=to
        ),
    )


def _time_words(look: Look) -> tuple[str, ...]:
    clock = look.session.clock
    watch = clock.watch if clock else None
    over = time_over(look.session, look.at)
    if over is not None:
        return (
            _("TIME IS OVER for {name}'s move. The referee decides.").format(
                name=look.names[over.seat]
            ),
        )
    if watch is None or not timed_by(look.session):
        return ()
    if watch.told is not None:
        return (_("TOLD: the last time for this move runs."),)
    if isinstance(watch.rule, MoveTimeRule):
        limit = watch.rule.single_jump_ms if watch.single_jump else watch.rule.move_ms
        return (
            _("Timekeeper: warning at {time}, then {more}.").format(
                time=face(limit), more=face(watch.rule.after_told_ms)
            ),
        )
    if isinstance(watch.rule, LowderRule):
        warned = watch.rule.move_ms - watch.rule.warning_ms
        return (
            _("One minute a move: warned at {time}, lost past {limit}.").format(
                time=face(warned), limit=face(watch.rule.move_ms)
            ),
        )
    return ()


def _count_words(look: Look) -> tuple[str, ...]:
    running, rule = look.session.counting, look.book.counts
    if running is None or rule is None:
        return ()
    made, limit = running.made(rule)
    if running.full(rule):
        return (
            _("Count complete: {made} of {limit}. Play on; the referee decides.").format(
                made=made, limit=limit
            ),
        )
    if isinstance(running.count, Quiet):
        left, right = (f"{look.side(s) or look.names[s]} {running.count.made[s]}" for s in (0, 1))
        return (
            _("Count: {left}, {right} of {limit} each").format(left=left, right=right, limit=limit),
        )
    side = look.called(running.count.seat)
    return (_("Count: {side}: {made} of {limit} moves").format(side=side, made=made, limit=limit),)


def _draw(change: Change, rest: str) -> None:
    """Ask who offers a draw."""
    if change.session.open_offer is None and change.session.info.games:
        change.ask(WhoOffers())


def _offer(change: Change, rest: str) -> None:
    """Offer a draw, which is logged (ACF-3.IV)."""
    change.ask(None)
    change.enter(DrawOffered(seat_of(rest), change.at))


def _answer(change: Change, rest: str) -> None:
    """Accept the draw, or refuse it."""
    offer, accepted = change.session.open_offer, rest == "yes"
    if offer is None:
        return
    if change.enter(DrawAnswered(other(offer.seat), accepted, change.at)) and accepted:
        change.log_presses(GAME_END)


def _plus(change: Change, rest: str) -> None:
    """Count one more move at a table that does not press."""
    running = change.session.counting
    if running is None:
        return
    count = running.count
    if isinstance(count, Quiet):
        # A pair of moves is counted by two presses, the side behind first.
        seat: Seat = 0 if count.made[0] <= count.made[1] else 1
    else:
        seat = count.seat
    change.enter(Clocked(Plus(seat, change.at)))


def _anew(change: Change, rest: str) -> None:
    change.enter(CountAnew(change.at))


def _no_count(change: Change, rest: str) -> None:
    change.enter(CountEnded(change.at))


def _tap(change: Change, rest: str) -> None:
    """Tap the move of the player to move, as timekeeper (ACF-1.X.B.a)."""
    if timed_by(change.session):
        change.enter(Clocked(Tap(change.at)))


def _single(change: Change, rest: str) -> None:
    """Note that only one jump is possible (DARK-time)."""
    if timed_by(change.session) == "five_minutes":
        change.enter(Clocked(SingleJump(change.at)))


def _timed(change: Change, rest: str) -> None:
    """Let the players time the moves themselves from now on (DARK-time, ACF-1.X.B.a)."""
    if _may_time(change.session) and not timed_by(change.session):
        change.enter(MovesTimed("five_minutes", change.at))


def _untimed(change: Change, rest: str) -> None:
    if timed_by(change.session) == "five_minutes" and not _by_referee(change.desk, change.match):
        change.enter(Clocked(Release(change.at)))


def _ask_minute(change: Change, rest: str) -> None:
    """Ask for a minute a move; the referee chooses when it begins (ACF-1.X.B.c)."""
    if _may_time(change.session) and _may_ask(change.desk, change.match):
        change.report(ReportFiled("timekeeper", which=MINUTE, game=change.session.game))
        change.say(Sentence("The referee is asked for a minute a move. Play on."))


DOES: Mapping[str, Does] = {
    "ask_minute": _ask_minute,
    "timed": _timed,
    "untimed": _untimed,
    "draw": _draw,
    "draw_answer": _answer,
    "plus": _plus,
    "anew": _anew,
    "no_count": _no_count,
    "tap": _tap,
    "single": _single,
}
"""What players and a timekeeper do during a game beside pressing."""
WHO_OFFERS = Page(_who_offers, {"offer": _offer})
