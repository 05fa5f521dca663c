"""The queue of a large hall: of many questions of one kind the first few, and how many more."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from hall_server.referee.derived.moment import Moment, first_of
from hall_server.referee.derived.questions.question import Question
from shared.core.text.language import _, headed, ngettext

MANY, FEW = 12, 6
"""From more than so many of a kind on, only the first few are shown."""
_NAMED = 20


def folded(
    moment: Moment, found: Sequence[Question], unfolded: Collection[str], keep: str
) -> tuple[Question, ...]:
    """Return what the queue shows: in place of many questions of one kind and urgency the first
    few, and one line for the others.

    That line is a question whose key is in ``unfolded`` while the others are shown all the same.
    The question with the key ``keep`` is always shown: the cursor is on it.
    """
    return tuple(_folded(moment, found, unfolded, keep))


def _folded(
    moment: Moment, found: Sequence[Question], unfolded: Collection[str], keep: str
) -> Iterator[Question]:
    alike = Counter(map(_group, found))
    shown: Counter[str] = Counter()
    for question in found:
        group = _group(question)
        shown[group] += 1
        if alike[group] <= MANY or shown[group] <= FEW or group in unfolded or question.key == keep:
            yield question
        if alike[group] > MANY and shown[group] == FEW:
            others = [each for each in found if _group(each) == group][FEW:]
            yield _more(moment, others, folded=group not in unfolded)


def _group(question: Question) -> str:
    return f"more:{question.kind}:{question.urgency}"


def _more(moment: Moment, others: Sequence[Question], *, folded: bool) -> Question:
    title = ngettext("{count} more of this kind", "{count} more of this kind", len(others))

    def line(each: Question) -> str:
        return (
            headed(moment.table(each.table).capitalize(), each.title) if each.table else each.title
        )

    first = others[0]
    return Question(
        key=_group(first),
        kind=first.kind,
        since=first.since,
        title=title.format(count=len(others)),
        evidence=first_of(others, _NAMED, line),
        proposal=_("Show them all.") if folded else _("Show only the first of them."),
        urgency=first.urgency,
        opens="more",
    )
