"""How a match can end by decision: as it was signed, by any other result, or without one."""

from collections.abc import Iterator
from typing import Final

from shared.core.decisions.facts import Case
from shared.core.decisions.option import Option
from shared.core.decisions.scores import may_be_adjudicated, scored
from shared.core.events import measures as m
from shared.core.match.outcome import Outcome
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import played_out
from shared.core.state import Match


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
