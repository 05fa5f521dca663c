"""Walks through a table's day: every entry made to fit a session, and journals of them at random.

Knows no rule: which entries count in a phase is read off the day's own table.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, get_args

from hypothesis import strategies as st

from shared.core import clock as c
from shared.core import events as ev
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import Win
from shared.core.day import DAY, IllegalEntry, MatchInfo, Phase, Session, drawn, step
from shared.core.day import entries as e
from shared.core.day.table import happening
from shared.core.events import measures as m
from shared.core.match.outcome import SEATS, Code, Seat, other
from shared.core.rulebooks import rulebook
from tests.core.day.day_kit import replay

T = TypeVar("T")

SECOND, MINUTE = 1_000, 60_000
KINDS: tuple[type[Any], ...] = (
    *(kind for kind in get_args(e.Entry) if kind is not e.Clocked),
    *get_args(e.ClockEvent),
)
"""Every kind of entry that a journal can hold; for the clock alone each of its events."""

JOURNALED = [phase for phase in Phase if DAY[phase].entries]
"""The phases that a journal leads to: the others come from outside."""

ANYWHERE = (e.Recovered, e.TakenOver)
"""What counts in each of them: a restart, and a change of devices."""

_WAITS = (0, 0, SECOND, 5 * SECOND, 31 * SECOND, 61 * SECOND, 31 * MINUTE, 91 * MINUTE)
_PATHS = ((), (11, 15), (22, 18), (8, 11), (23, 19), (9, 14))
_CONTROLS = ("90:00", "5:00+3", "unclocked", "soon")
_MOST = 0xFFFFFF


class Pick:
    """Choices out of one number, which is spread first: each of them has digits of its own."""

    def __init__(self, number: int) -> None:
        mixed = (number + 1) * 0x9E3779B97F4A7C15 % 2**64
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        self._rest = mixed ^ mixed >> 31

    def of(self, options: Sequence[T]) -> T:
        self._rest, at = divmod(self._rest, len(options))
        return options[at]


Make = Callable[[Session, int, Pick], e.Entry]


def _to_move(session: Session, pick: Pick) -> Seat:
    """Mostly the seat whose time runs: an entry of the other one is refused."""
    clock = session.clock
    if clock is not None and True in clock.runs and pick.of((True, True, False)):
        return 0 if clock.runs[0] else 1
    return pick.of(SEATS)


def _missing(session: Session, pick: Pick) -> Seat:
    if session.seated[0] != session.seated[1] and pick.of((True, False)):
        return 1 if session.seated[0] else 0
    return pick.of(SEATS)


def _times(pick: Pick) -> tuple[int, int]:
    return pick.of((0, 9 * SECOND, MINUTE)), pick.of((SECOND, MINUTE))


def _clarified(session: Session, at: int, pick: Pick) -> e.Entry:
    return e.MoveClarified(pick.of(_CAPTURES), at)


def _captured(session: Session, at: int, pick: Pick) -> e.Entry:
    return e.Captured(pick.of(((3, 4), (5, 5), (0, 12), (9, 40))), at)


def _code(session: Session, pick: Pick) -> Code:
    clock = session.clock
    played = clock is not None and any(clock.runs)
    return pick.of(tuple(Code) if played else (Code.DRAW, Code.WIN_BY_FORFEIT, *Code))


def _acted(session: Session, at: int, pick: Pick) -> e.Entry:
    seat = _to_move(session, pick)
    win = pick.of(tuple(Win))
    if session.board is None or not session.board.in_game:
        between: tuple[a.Action, ...] = (
            a.Begin(at, seat),
            a.Begin(at, seat),
            a.BreakBegins(at, seat, urgent=True),
            a.BreakEnds(at, seat),
            a.ScoreSet(at, (1, 0)),
            a.LengthFound(at, 2),
            a.Delayed(at, seat, 11 * MINUTE),
            a.Penalized(at, seat, 1),
        )
        return e.Acted(pick.of(between))
    actions: tuple[a.Action, ...] = (
        a.EndTurn(at, seat),
        a.Won(at, seat, win),
        a.Double(at, seat),
        a.Take(at, other(seat)),
        a.Pass(at, other(seat)),
        a.Resign(at, seat, win),
        a.Claim(at, seat, win),
        a.Accept(at, other(seat)),
        a.Refuse(at, other(seat)),
        a.FlagNoticed(at, seat),
        a.FlagStands(at),
        a.FlagClaimed(at, win),
        a.FlagDisputed(at, seat, pick.of((None, win))),
        a.Forfeited(at, seat),
    )
    return e.Acted(pick.of(actions))


def measures_of(session: Session, pick: Pick) -> tuple[m.OfTable, ...]:
    """Return one measure of each kind that a table carries out, with what it needs."""
    return (
        m.GameLost(pick.of(SEATS), session.game),
        m.ClockAssigned("30:00", pick.of(("game", "match"))),
        m.ClockAssigned("90:00", "next"),
        m.ClockSet(*_times(pick)),
        m.TimeAdded(*pick.of(((MINUTE, 0), (0, -5 * SECOND)))),
        m.AbsentTimeStarted(pick.of(("", session.info.controls[0]))),
        m.Paused(),
        m.Resumed(),
        m.MovesTimed(pick.of(("five_minutes", "lowder"))),
        m.TimingEnded(),
        m.TimeCalled(),
        m.Excused(pick.of(SEATS)),
        m.PressForgotten(pick.of(SEATS), 5 * SECOND),
        m.PenaltyPoints(pick.of(SEATS), 1),
        m.LengthSet(pick.of((3, 7))),
    )


def _ordered(session: Session, at: int, pick: Pick) -> e.Entry:
    measure = pick.of(measures_of(session, pick))
    return e.Ordered(f"t{len(session.carried)}", measure, at, "ACF-1.VII", "so be it")


def _taken_over(session: Session, at: int, pick: Pick) -> e.Entry:
    over = pick.of((True, False))
    points, length = session.info.book.scoring == "points", session.info.length
    score = ev.ScoreLogged((0, length // 2), 2, 1) if points else None
    game, control = pick.of((1, 2)), pick.of(session.info.controls)
    return e.TakenOver(control, game, (MINUTE, 5 * SECOND), (3, 2), 1, over, 0, score=score)


def _recovered(session: Session, at: int, pick: Pick) -> e.Entry:
    """Return two times that were saved, with a flag now and then where one can fall."""
    stops = session.control is not None and session.control.flag == "stops"
    falls = stops and session.control is not None and session.control.clocked
    flag = pick.of((None, None, *SEATS)) if falls else None
    return e.Recovered(_times(pick), pick.of((None, _to_move(session, pick))), flag)


def _control_set(session: Session, at: int, pick: Pick) -> e.Entry:
    """Any control, but a reserve that is noticed where the match is one of points."""
    points = session.info.book.scoring == "points"
    return e.ControlSet(pick.of(session.info.controls if points else _CONTROLS))


MAKES: dict[type[Any], Make] = {
    e.Seated: lambda s, at, pick: e.Seated(_missing(s, pick)),
    e.DrawByHand: lambda s, at, pick: e.DrawByHand(pick.of((True, False))),
    e.CoinTossed: lambda s, at, pick: e.CoinTossed(pick.of(SEATS)),
    e.Drew: lambda s, at, pick: e.Drew(pick.of(SEATS), pick.of((0, 37))),
    e.ControlChosen: lambda s, at, pick: e.ControlChosen(
        pick.of(SEATS), pick.of((s.info.controls[0], *s.info.controls))
    ),
    e.ControlSet: _control_set,
    c.StartLate: lambda s, at, pick: e.Clocked(c.StartLate(_missing(s, pick), at)),
    c.StartBoth: lambda s, at, pick: e.Clocked(c.StartBoth(at)),
    c.Arrive: lambda s, at, pick: e.Clocked(c.Arrive(_to_move(s, pick), at)),
    e.Started: lambda s, at, pick: e.Started(at),
    e.Pressed: lambda s, at, pick: e.Pressed(_to_move(s, pick), at, pick.of(_PATHS)),
    c.Pause: lambda s, at, pick: e.Clocked(c.Pause(at, c.Here("at_table"))),
    c.Resume: lambda s, at, pick: e.Clocked(c.Resume(at, referee=pick.of((True, False)))),
    e.FlagFell: lambda s, at, pick: e.FlagFell(_to_move(s, pick), at),
    c.Notice: lambda s, at, pick: e.Clocked(c.Notice(_to_move(s, pick), at)),
    c.PassTurn: lambda s, at, pick: e.Clocked(c.PassTurn(_to_move(s, pick), at)),
    e.MovesTimed: lambda s, at, pick: e.MovesTimed(pick.of(("five_minutes", "lowder")), at),
    c.Release: lambda s, at, pick: e.Clocked(c.Release(at)),
    c.TimeTold: lambda s, at, pick: e.Clocked(c.TimeTold(at)),
    c.SingleJump: lambda s, at, pick: e.Clocked(c.SingleJump(at)),
    c.Tap: lambda s, at, pick: e.Clocked(c.Tap(at)),
    c.Plus: lambda s, at, pick: e.Clocked(c.Plus(pick.of(SEATS), at)),
    e.DrawOffered: lambda s, at, pick: e.DrawOffered(pick.of(SEATS), at),
    e.DrawAnswered: lambda s, at, pick: e.DrawAnswered(
        pick.of(SEATS), accepted=pick.of((False, False, True)), at=at
    ),
    e.CountBegun: lambda s, at, pick: e.CountBegun(
        pick.of(("quiet", "advantage", "strength", "lone_king", "long_line")), pick.of(SEATS), at
    ),
    e.CountAnew: lambda s, at, pick: e.CountAnew(at),
    e.CountEnded: lambda s, at, pick: e.CountEnded(at),
    e.Ordered: _ordered,
    e.PinSet: lambda s, at, pick: e.PinSet(pick.of(SEATS), "hash"),
    e.GameOver: lambda s, at, pick: e.GameOver(at, _code(s, pick)),
    e.CodeCorrected: lambda s, at, pick: e.CodeCorrected(pick.of((1, 1, 2, 3)), pick.of([*Code])),
    e.TimeCalled: lambda s, at, pick: e.TimeCalled(at, referee=pick.of((True, False))),
    e.Captured: _captured,
    e.ClockImposed: lambda s, at, pick: e.ClockImposed("30:00", pick.of(("game", "match")), at),
    c.Gap: lambda s, at, pick: e.Clocked(c.Gap(at, at + pick.of((0, MINUTE)))),
    c.Adjust: lambda s, at, pick: e.Clocked(
        c.Adjust(pick.of(((MINUTE, 0), (0, MINUTE), (-5 * SECOND, 0))), at, "ACF-1.X.A.e")
    ),
    c.Forgotten: lambda s, at, pick: e.Clocked(
        c.Forgotten(_to_move(s, pick), pick.of((5, 30 * SECOND)), at)
    ),
    e.NextGame: lambda s, at, pick: e.NextGame(),
    e.Recovered: _recovered,
    e.AgreedToGoOn: lambda s, at, pick: e.AgreedToGoOn(pick.of(SEATS)),
    e.RefereeResumed: lambda s, at, pick: e.RefereeResumed(
        pick.of((None, _times(pick))), pick.of((None, *SEATS))
    ),
    e.TakenOver: _taken_over,
    e.Recalled: lambda s, at, pick: e.Recalled(pick.of([*Code])),
    e.Acted: _acted,
    e.TakenBack: lambda s, at, pick: e.TakenBack(at),
    e.MovesEntered: lambda s, at, pick: e.MovesEntered(pick.of((True, False))),
    e.MoveClarified: _clarified,
    e.TermsSet: lambda s, at, pick: e.TermsSet(pick.of((("baffle_box",), (), ("dragons",)))),
    e.TermsAccepted: lambda s, at, pick: e.TermsAccepted(pick.of(SEATS)),
    e.Rolled: lambda s, at, pick: e.Rolled(pick.of(((3, 5), (4, 4)))),
}
"""How an entry of each kind is made: mostly one that fits the session, now and then one not."""


class Beginning(NamedTuple):
    """A match, and what has happened at its table when a walk sets out."""

    info: MatchInfo
    journal: tuple[e.Entry, ...] = ()

    def __repr__(self) -> str:
        info = self.info
        return f"<{info.book.name} {info.controls} {info.first_seat} after {self.journal}>"


def _info(book: str, *controls: str, **more: Any) -> MatchInfo:
    return MatchInfo("m-1", controls, rulebook(book), moves_set_up=0, **more)


_MOVES = (
    "9-13 23-19 10-14 27-23 6-10 22-18 5-9 32-27 13-17 24-20 17-22 26-17 1-5 31-26 11-16 20-11 8-13"
)
"""A game of pool checkers whose last move can be either of ``_CAPTURES``."""
_CAPTURES = ((8, 15, 22, 13), (8, 15, 24, 31, 22, 13))

SEATED = (e.Seated(0), e.Seated(1))
_FORK = tuple(
    e.Pressed(1 if number % 2 else 0, number * SECOND, tuple(map(int, move.split("-"))))
    for number, move in enumerate(_MOVES.split())
)
_ABSENT = (e.Seated(0), e.Clocked(c.StartLate(1, 0)))
_STARTED = (*SEATED, e.Started(0))
_COUNTED = (*_STARTED, e.CountBegun("strength", 0, SECOND))
_ENTERED = (*SEATED, e.MovesEntered(on=True), e.Started(0), *_FORK)
_BEGUN = (*SEATED, e.TermsAccepted(0), e.TermsAccepted(1), e.Acted(a.Begin(0, 0)))

BEGINNINGS: tuple[Beginning, ...] = (
    Beginning(_info("acf-masters", "90:00", "80:00+10")),
    Beginning(_info("acf-masters", "90:00", "80:00+10", first_seat=0), SEATED),
    Beginning(_info("acf-majors", "unclocked", first_seat=1), SEATED),
    Beginning(_info("acf-majors", "5:00/3", first_seat=0), _STARTED),
    Beginning(_info("acf-minors", "5:00", first_seat=0), _ABSENT),
    Beginning(_info("apca", "unclocked")),
    Beginning(_info("apca", "45:00", first_seat=0), _STARTED),
    Beginning(_info("apca", "unclocked", first_seat=0), _COUNTED),
    Beginning(_info("apca", "unclocked", first_seat=0), _ENTERED),
    Beginning(_info("standard", "unclocked", first_seat=0), _STARTED),
    Beginning(_info("contest", "unclocked", first_seat=0), _STARTED),
    Beginning(_info("usbgf-open", "2/12", length=3, first_seat=0), SEATED),
    Beginning(_info("usbgf-limited", "unclocked", length=1, first_seat=0), _BEGUN),
)


Walked = tuple[Beginning, list[int]]
"""Where a walk sets out, and a number for each of its steps."""


class Visit(NamedTuple):
    """One step of a walk. ``entry`` None: the draw came from outside. ``after`` None: refused."""

    before: Session
    at: int
    entry: e.Entry | None
    after: Session | None

    @property
    def what(self) -> e.Entry | e.ClockEvent | None:
        """What the day's table holds of the entry."""
        return None if self.entry is None else happening(self.entry)


def setting_out(beginning: Beginning) -> Session:
    return replay(beginning.info, beginning.journal)


def walk(beginning: Beginning, numbers: Sequence[int]) -> Iterator[Visit]:
    """Go through a day, a number a step: mostly what the phase holds, now and then anything."""
    session = setting_out(beginning)
    at = (session.clock.at or 0) if session.clock else 0
    for number in numbers:
        pick = Pick(number)
        at += pick.of(_WAITS)
        if session.phase is Phase.DRAWING and pick.of((True, False, False)):
            after: Session | None = drawn(session, pick.of(SEATS), 42)
            yield Visit(session, at, None, after)
        else:
            entry = _entry(session, at, pick)
            try:
                after = step(session, entry)
            except IllegalEntry:
                after = None
            yield Visit(session, at, entry, after)
        session = after or session
        if session.clock is not None and session.clock.at is not None:
            at = max(at, session.clock.at)


def _entry(session: Session, at: int, pick: Pick) -> e.Entry:
    held = [kind for kind in DAY[session.phase].entries if kind not in ANYWHERE]
    kinds = pick.of((*[held] * 18, KINDS, ANYWHERE))
    return MAKES[pick.of(kinds or KINDS)](session, at, pick)


def _numbers(drawn_bytes: bytes) -> list[int]:
    """Return one number of three bytes a step: drawn at once, which is much quicker than one by
    one."""
    return [int.from_bytes(drawn_bytes[at : at + 3]) for at in range(0, len(drawn_bytes), 3)]


WALKS: st.SearchStrategy[Walked] = st.tuples(
    st.sampled_from(BEGINNINGS),
    st.integers(0, 40).flatmap(lambda n: st.binary(min_size=3 * n, max_size=3 * n)).map(_numbers),
)
"""Walks, as often long as short."""


def settled_walks(count: int, steps: int) -> Iterator[Walked]:
    """Yield the same walks every time, for what has to be seen in them."""
    chance = random.Random("the same walks every time")
    for number in range(count):
        numbers = [chance.randrange(_MOST) for _ in range(steps)]
        yield BEGINNINGS[number % len(BEGINNINGS)], numbers


def possible(session: Session, entry: e.Entry) -> bool:
    try:
        step(session, entry)
    except IllegalEntry:
        return False
    return True


def sessions(walked: Walked) -> Iterator[tuple[Session, int]]:
    """Yield every session on the way, at the moment when the next step is tried, and the last
    one."""
    session, at = setting_out(walked[0]), 0
    for visit in walk(*walked):
        yield visit.before, visit.at
        session, at = visit.after or visit.before, visit.at
    yield session, at


def last_of(walked: Walked) -> tuple[Session, int]:
    *_, last = sessions(walked)
    return last


def accepted(walked: Walked) -> Iterator[tuple[Visit, Session]]:
    """Yield every step that counted, with the session after it."""
    for visit in walk(*walked):
        if visit.after is not None:
            yield visit, visit.after
