"""Which question goes on from an earlier one: the cursor of the queue stays on its case. Pure."""

from collections.abc import Iterable
from typing import Final

from hall_server.referee.derived.questions.question import Kind, Question
from shared.core.match.outcome import Seat

_RESULT: Final[frozenset[Kind]] = frozenset({"dispute", "conflict", "unscored"})
"""What is asked about one result, as more of it becomes known."""


def following(before: Question, found: Iterable[Question]) -> Question | None:
    """Return the question that is about the same case as ``before``; None where none is.

    A case gets another key when what is asked about it changes: a call for which the referee has
    said that they are coming, an empty seat that is reported, a flag that costs more.
    """
    held = tuple(found)
    same = next((each for each in held if each.key == before.key), None)
    return same or next((each for each in held if _goes_on(before, each)), None)


def _goes_on(before: Question, now: Question) -> bool:
    if now.kind != before.kind and not {now.kind, before.kind} <= _RESULT:
        return False
    if before.reports and now.reports:
        return bool(set(before.reports) & set(now.reports))
    return before.match is not None and before.match == now.match and _seats(before) == _seats(now)


def _seats(question: Question) -> tuple[Seat, ...]:
    return question.case.seats if question.case is not None else ()
