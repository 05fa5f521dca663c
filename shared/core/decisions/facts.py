"""What is known about a case that a referee decides, as a value."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from shared.core.events.measures import (
    OF_GAME,
    AbsentTimeStarted,
    BothLose,
    Excused,
    GameDrawn,
    GameLost,
    Measure,
    OfGame,
    Paused,
    Resumed,
)
from shared.core.events.reported import rule_of
from shared.core.match.controls import UNCLOCKED
from shared.core.match.outcome import Code, Outcome, Seat
from shared.core.rulebooks import Rulebook
from shared.core.state import Decision, Match, Report
from shared.core.state.office import Request

CaseKind = Literal[
    "call", "phone", "incident", "late", "restart", "flag", "result", "clock", "contested",
    "refused", "request", "delay",
]  # fmt: skip
"""What a case is about: a call, a phone, what happened at a board, an absence, a restart, a flag,
a result, nothing but the clocks of a match, several decisions that differ, a measure that a table
cannot carry out, a wish at a kiosk, or what a player's delays cost."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a case.

    ``ident`` names it: a measure that is decided twice there is carried out once. ``game`` is the
    game that is on. ``seats`` are those it is about: the accused, the absent, whose flag fell.
    """

    kind: CaseKind
    ident: str
    book: Rulebook
    match: Match | None = None
    reports: tuple[Report, ...] = ()
    request: Request | None = None
    """What was asked at a kiosk."""
    game: int = 1
    seats: tuple[Seat, ...] = ()
    earlier: int = 0
    """How often the same was ruled before: in this match, or, for a warning, in the event."""
    turns: tuple[int, int] | None = None
    """How many turns each has ended, where that decides about a wrong set-up."""
    lowder_told: bool = False
    """Whether a minute a move may be required: the players have been told (ACF-1.X.B.c)."""
    controls: tuple[str, ...] = ()
    """The controls under which the time of who is absent can run."""
    clock_replaces: bool = False
    """Whether a clock keeps the time, so that no game is lost by lateness (ACF-1.VI.B)."""
    proposed: tuple[Outcome, ...] = ()
    """How the match ends by the sheet, as far as that is known; the likeliest first."""
    losing: tuple[GameLost | BothLose, ...] = ()
    """The games that are lost now by the sheet."""
    due: bool = False
    """Whether the time of who is absent can be started (ACF-1.VI.B)."""
    grace_over: int = 0
    """From when on it can be, UTC ms; 0 where that is not known."""
    running: bool = False
    """Whether it runs already."""
    points: int = 0
    """The penalty points that are due (USBGF-2.2b)."""
    alike: str = ""
    """The first report of the same (the id of its event), "" for none."""
    rule: str = ""
    """The clause that it falls under, where no report says so."""
    replaces: tuple[Decision, ...] = ()
    """The decisions in whose place the next one stands."""
    put_out: bool = False
    """Whether a player of the match is put out: against that there is no appeal (USBGF-5)."""

    @property
    def clause(self) -> str:
        """The rule that the case falls under."""
        if self.rule or not self.reports:
            return self.rule or self.book.sheet.authority
        return rule_of(self.book, self.reports[0].type, self.reports[0].which)[0]

    @property
    def clocked(self) -> bool:
        """Whether a match clock keeps the time."""
        control = self.match.control if self.match is not None else None
        return control is not None and control.name != UNCLOCKED

    @property
    def paused(self) -> bool:
        """Whether the referee has paused the match and not let it go on."""
        return self.match is not None and stands_paused(self.match)


def stands_paused(match: Match) -> bool:
    """Return whether the referee has paused a match and not let it go on."""
    said = [one.measure for one in match.taken if isinstance(one.measure, Paused | Resumed)]
    return bool(said) and isinstance(said[-1], Paused)


def decided(match: Match, measure: Measure) -> bool:
    """Return whether a measure counts already."""
    return any(one.measure == measure for one in match.taken)


def excused(match: Match, seat: Seat) -> Decision | None:
    """Return the decision that excuses the absence of ``seat`` (ACF-1.VI.B).

    What is decided about that side after it takes it back.
    """
    found = None
    for one in match.taken:
        match one.measure:
            case Excused(by) if by == seat:
                found = one.decision
            case AbsentTimeStarted():
                found = None
            case GameLost(by, _) if by == seat:
                found = None
            case BothLose():
                found = None
    return found


def missing(match: Match) -> tuple[OfGame, ...]:
    """Return the decided games that the result, as both players signed it, does not contain.

    Of two decisions about one game the later one counts.
    """
    signed = match.result.outcome
    if match.result.status != "confirmed" or signed is None or signed.void:
        return ()
    last = {one.game: one for one in games_decided(match)}
    return tuple(one for _game, one in sorted(last.items()) if not _contains(signed, one))


def games_decided(match: Match) -> tuple[OfGame, ...]:
    """Return how games of a match end by what is decided, the oldest decision first."""
    return tuple(one.measure for one in match.taken if isinstance(one.measure, OF_GAME))


def game_decided(match: Match, game: int) -> Code | None:
    """Return how a game ends by what is decided, read for the left player; None where nothing is.

    Of two decisions the later one counts.
    """
    ends = [_code(one) for one in games_decided(match) if one.game == game]
    return ends[-1] if ends else None


def _contains(outcome: Outcome, measure: OfGame) -> bool:
    """Return whether a game ended as it was decided; one that was entered as lost has cost it."""
    if not 1 <= measure.game <= len(outcome.games):
        return True  # The match was over before it.
    code = outcome.games[measure.game - 1]
    if not isinstance(measure, GameLost):
        return code is _code(measure)
    return (code if measure.seat == 0 else code.reversed).played is Code.LOSS


def with_games(outcome: Outcome, measures: Iterable[Measure]) -> Outcome:
    """Return an outcome with the games as they were decided."""
    games = list(outcome.games)
    for one in measures:
        if isinstance(one, OF_GAME) and 1 <= one.game <= len(games):
            games[one.game - 1] = _code(one)
    return msgspec.structs.replace(outcome, games=tuple(games))


def _code(measure: OfGame) -> Code:
    if isinstance(measure, GameDrawn):
        return Code.DRAW
    if isinstance(measure, BothLose):
        return Code.LOST_BY_BOTH
    return Code.LOSS_BY_FORFEIT if measure.seat == 0 else Code.WIN_BY_FORFEIT
