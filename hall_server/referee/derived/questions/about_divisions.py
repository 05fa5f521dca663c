"""Questions about divisions named at registration that ratings or titles do not bear out.

A named division is a request until it is approved (ACF-1.IV.B). Moves nobody.
"""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.people import registration as reg
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.text.language import _, ngettext

_SHOWN = 6


def about_divisions(moment: Moment) -> Iterator[Question]:
    """Yield one question a division, with everybody in it whose rating or title belongs
    elsewhere."""
    for division in moment.state.divisions.values():
        asked = reg.unapproved(moment.state, division.id)
        if not asked:
            continue
        lines = [reg.asked_words(moment.state, player) for player in asked]
        if len(lines) > _SHOWN:
            lines[_SHOWN:] = [_("and {count} more").format(count=len(lines) - _SHOWN)]
        title = ngettext(
            "{count} division to approve, {division}",
            "{count} divisions to approve, {division}",
            len(asked),
        )
        yield Question(
            key=f"classify:{division.id}",
            kind="classify",
            urgency=Urgency.LATER,
            since=moment.hall_ms,
            title=title.format(count=len(asked), division=division.name),
            clause=reg.classing_clause(division),
            evidence=tuple(lines),
            proposal=" ".join(
                (
                    _("Put each where title or rating belongs; say who approves it and why."),
                    _("Otherwise: all as they named it, or one by one."),
                )
            ),
            opens="classify",
            division=division.id,
            rank=-1,
        )
