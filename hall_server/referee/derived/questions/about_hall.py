"""What the dashboard asks about the hall itself: whether this laptop should take it over."""

from collections.abc import Iterator
from typing import Protocol

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.serving.evidence import Evidence
from shared.core.text.language import N_, _
from shared.core.text.sentence import said

OVERTAKEN = "written in an earlier term"
_OTHER = N_("A decision")
_WORDS = {
    "a.ruling.made": N_("A ruling"),
    "a.round.paired": N_("A pairing"),
    "a.device.assigned": N_("A device's place"),
    "a.report.answered": N_("An answer to a report"),
    "a.player.withdrawn": N_("A withdrawal"),
}
SILENT_MS = 10_000
"""A hall that is started again by its supervisor is back before that."""


class CanTakeOver(Protocol):
    """A laptop that may become the hall."""

    def evidence(self) -> Evidence:
        """Return what to weigh before it does."""

    def take_over(self, reason: str) -> None:
        """Make it the hall."""


def about_old_terms(moment: Moment) -> Iterator[Question]:
    """Yield decisions that a takeover overtook: they have to be made again."""
    for unforced in moment.state.unforced:
        if not unforced.reason.startswith(OVERTAKEN):
            continue
        what = _(_WORDS.get(unforced.kind, _OTHER))
        yield Question(
            key=f"term:{unforced.event}",
            kind="alarm",
            urgency=Urgency.SOON,
            since=moment.hall_ms,
            title=_("{what} does not count: it was overtaken").format(what=what),
            clause="",
            evidence=(f"{unforced.ent}: {said(unforced.reason)}.",),
            proposal=_("Look at it, and decide again if it still has to be decided."),
            opens="note",
        )


def about_the_hall(moment: Moment, laptop: CanTakeOver) -> Iterator[Question]:
    """Yield what a silent hall, or one that takes nothing in, asks of a laptop that may be the
    hall."""
    link = moment.link
    if link.full == "hall":
        yield Question(
            key="hall:full",
            kind="hall",
            urgency=Urgency.SOON,
            since=moment.hall_ms,
            title=_("The hall's disk is full"),
            clause="",
            evidence=(
                _("The hall takes nothing in any more."),
                _("The tables play on; what they enter is held there until there is room."),
            ),
            proposal=_("Make room on the hall's disk. If it is broken, make this laptop the hall."),
            opens="hall",
        )
    if link.state != "offline" or moment.now_ms - link.since < SILENT_MS:
        return
    notice = laptop.evidence().notice
    yield Question(
        key=f"hall:{link.since}",
        kind="hall",
        urgency=Urgency.SOON,
        since=link.since - link.offset_ms,
        title=_("The hall does not answer"),
        clause="",
        evidence=(
            _("Not heard since {time}.").format(time=moment.at(link.since)),
            _("The tables play on; what they enter is held there."),
            *((notice,) if notice else ()),
        ),
        proposal=_("Have it started again. If it is gone for good, make this laptop the hall."),
        opens="hall",
    )
