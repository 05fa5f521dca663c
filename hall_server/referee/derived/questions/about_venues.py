"""What the dashboard says of the championship: words in the headline, and what fails as questions.

Reads what uplinks and headquarters tell; nothing here is stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.state.venue_line import HEADQUARTERS, VenueLine
from shared.core.text.language import N_, _

SILENT_MS = 10_000
"""Lines come every two seconds; a venue without one for so long counts as gone."""
_STATES = {"linked": N_("a note"), "no_link": N_("no link"), "trouble": N_("trouble")}
SILENT = N_("Its uplink tells nothing. The hall plays on.")


class Heard(NamedTuple):
    """A line, and when it came: monotonic ms, and UTC ms."""

    line: VenueLine
    mono: int
    at: int


def venue_lines(heard: Mapping[str, Heard], mono: int) -> tuple[VenueLine, ...]:
    """Return the venues as they stand now: who tells nothing any more is not claimed to be
    linked."""
    return tuple(
        h.line
        if mono - h.mono < SILENT_MS
        else replace(
            h.line,
            state="no_link",
            since=h.at,
            sentence=_(SILENT),
        )
        for h in (heard[venue] for venue in sorted(heard))
    )


def venue_words(lines: Sequence[VenueLine], moment: Moment) -> str:
    """Return the championship in a few words, "" where there is none."""
    bad = [line for line in lines if line.state != "linked"]
    if not lines:
        return ""
    if bad:
        first = bad[0]
        words = _("championship: {venue} {what} since {time}").format(
            venue=first.venue, what=_(_STATES[first.state]), time=moment.at(first.since)
        )
        more = _(" and {count} more").format(count=len(bad) - 1) if len(bad) > 1 else ""
        return words + more
    behind = sum(line.behind for line in lines)
    venues = [line for line in lines if line.venue != HEADQUARTERS]
    words = _("championship: linked")
    if len(lines) > 1:
        words = _("championship: {count} venues linked").format(count=len(venues))
    return words + (_(", behind by {count}").format(count=behind) if behind else "")


def about_venues(lines: Sequence[VenueLine]) -> Iterator[Question]:
    """Yield what is wrong with a venue: it keeps nobody from playing."""
    for line in lines:
        if line.state == "linked" and not line.sentence:
            continue
        what = _(_STATES[line.state])
        behind = (
            (_("{count} entries are not up yet.").format(count=line.behind),) if line.behind else ()
        )
        yield Question(
            key=f"venue:{line.venue}:{line.state}:{line.sentence}",
            kind="alarm",
            urgency=Urgency.LATER if line.state == "linked" else Urgency.SOON,
            since=line.since,
            title=_("Championship: {venue}, {what}").format(venue=line.venue, what=what),
            clause="",
            evidence=(*((line.sentence,) if line.sentence else ()), *behind),
            proposal=_("Play on; nothing is lost. Have the link and the uplink looked at."),
            opens="note",
        )
