"""One thing that can be decided, and how a match can end: as it was signed, by any other result, or
without one.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from shared.core.decisions.facts import Case
from shared.core.events import measures as m
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import played_out
from shared.core.state import Match

Asks = Literal[
    "", "reason", "words", "score", "games", "times", "press", "points", "length", "votes", "appeal"
]
"""What has to be asked before an option is whole: nothing; the referee's reason; a ruling in their
own words; the points of both sides; the games one by one; both clocks' times; whose press was
forgotten, and for how long; the player that penalty points are against, and how many; the length; a
committee's votes on a game, or on an appeal."""


class Option(msgspec.Struct, frozen=True):
    """One thing that can be decided. ``coming`` decides nothing: it says that the referee comes."""

    measures: tuple[m.Measure, ...] = ()
    clause: str = ""
    asks: Asks = ""
    coming: bool = False

    @property
    def outcome(self) -> Outcome | None:
        """How the match ends by it; None where it does not say."""
        decides = (one for one in self.measures if isinstance(one, m.MatchDecided))
        return next((one.outcome for one in decides), None)

    @property
    def decides_match(self) -> bool:
        """Whether it says how the match ends, or will once that has been asked."""
        return self.outcome is not None or self.asks in ("score", "games", "votes", "appeal")


def may_be_adjudicated(book: Rulebook, match: Match) -> bool:
    """Return whether a committee may be the last resort: where rounds of unclocked matches end."""
    rule = book.schedule
    ends = rule is not None and rule.no_new_game_before_end_ms is not None
    return ends and not match.result.counts


def scored(book: Rulebook, match: Match, outcome: Outcome) -> Outcome:
    """Return the same result with a score, where points are played for and a score is known.

    The winner has the length; the other side what the scoreboard, or the result so far, gives it.
    """
    known = _known_score(match)
    known = None if outcome.lost_by_both else known
    if book.scoring != "points" or outcome.points is not None or known is None:
        return outcome
    length, won = max(1, match.length), outcome.games[0].played is Code.WIN
    lost = min(known[1 if won else 0], length - 1)
    return msgspec.structs.replace(outcome, points=(length, lost) if won else (lost, length))


def _known_score(match: Match) -> tuple[int, int] | None:
    """Return the score as the board stood before the last game, else as the result has it."""
    if match.clock is not None and match.clock.score is not None:
        return match.clock.score.score
    told = match.result.outcome
    return told.points if told is not None else None


def clause_of_result(case: Case) -> str:
    """Return by which clause the result of a case is decided."""
    if case.kind == "flag":
        return case.book.clauses["flag_costs"]
    return case.rule or case.book.sheet.written_score or case.book.sheet.authority


def decides(outcome: Outcome, clause: str) -> Option:
    """Return that the match ends so."""
    return Option((m.MatchDecided.by(outcome),), clause)


def endings(case: Case, clause: str) -> Iterator[Option]:
    """Yield how the match can end: as it was signed, left before right, then every other way."""
    match, book = case.match, case.book
    assert match is not None
    versions = sorted(match.result.versions, key=lambda v: (v.seat is None, v.seat or 0))
    played = (scored(book, match, outcome) for outcome in played_out(book))
    for outcome in (*case.proposed, *(v.outcome for v in versions), *played):
        yield decides(outcome, clause)
    if may_be_adjudicated(book, match):
        yield Option((), book.sheet.adjudication, "votes")
    if book.sheet.appeal and match.result.status == "ruled" and not case.put_out:
        yield Option((), book.sheet.appeal, "appeal")
    if book.scoring == "points":
        yield Option((), clause, "score")
    yield Option((), clause, "games")
    yield from without_result(book, match)


DRAW_SHEETS: Final = ("knockout", "draw_sheet")
"""Pairing systems in which one player of each match has to go on."""


def without_result(book: Rulebook, match: Match) -> Iterator[Option]:
    """Yield how a match can count for nothing: what the sheet has a rule for (ACF-2.I.B, APCA-34),
    then that it is void, played again or not.

    On a draw sheet one player has to go on: there it is played again (USBGF-4.6).
    """
    sheet = book.sheet
    if match.slot and book.pairing_system in DRAW_SHEETS:
        yield played_again(book)
        return
    if sheet.agreed_result:
        yield decides(Outcome((), "agreed"), sheet.agreed_result)
    if book.open_play is not None:
        clause = book.clauses["open_play.violation_points"]
        yield decides(Outcome((), "passed_over"), clause)
    yield decides(Outcome((), "void"), sheet.authority)
    yield played_again(book)


def played_again(book: Rulebook) -> Option:
    """Return that a match is void and is played again."""
    return decides(Outcome((), "again"), book.sheet.replay or book.sheet.authority)
