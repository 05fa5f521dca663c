"""What the dashboard says of the championship: words in the headline, and what fails as questions.

Reads what uplinks and headquarters tell; nothing here is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import Question, Urgency
from shared.core.venue_line import HEADQUARTERS, VenueLine

SILENT_MS = 10_000
"""Lines come every two seconds; whoever tells none for so long is taken for gone."""
SILENT = "Its uplink tells nothing. The hall plays on."


class Heard(NamedTuple):
    """A line, and when it came: monotonic ms, and UTC ms."""

    line: VenueLine
    mono: int
    at: int


def venue_lines(heard: Mapping[str, Heard], mono: int) -> tuple[VenueLine, ...]:
    """The venues as they stand now: who tells nothing any more is not claimed to be linked."""
    return tuple(
        h.line
        if mono - h.mono < SILENT_MS
        else replace(
            h.line,
            state="no_link",
            since=h.at,
            sentence=SILENT,
        )
        for _, h in sorted(heard.items())
    )


def venue_words(lines: Sequence[VenueLine], moment: Moment) -> str:
    """The championship in a few words, "" where there is none."""
    bad = [line for line in lines if line.state != "linked"]
    if not lines:
        return ""
    if bad:
        first = bad[0]
        what = "no link" if first.state == "no_link" else "trouble"
        more = f" and {len(bad) - 1} more" if len(bad) > 1 else ""
        return f"championship: {first.venue} {what} since {moment.at(first.since)}{more}"
    behind = sum(line.behind for line in lines)
    venues = [line for line in lines if line.venue != HEADQUARTERS]
    count = "linked" if len(lines) == 1 else f"{len(venues)} venues linked"
    return f"championship: {count}" + (f", behind by {behind}" if behind else "")


def about_venues(lines: Sequence[VenueLine]) -> Iterator[Question]:
    """What is wrong with a venue: it keeps nobody from playing."""
    for line in lines:
        if line.state == "linked" and not line.sentence:
            continue
        what = {"linked": "a note", "no_link": "no link", "trouble": "trouble"}[line.state]
        behind = (f"{line.behind} entries are not up yet.",) if line.behind else ()
        yield Question(
            key=f"venue:{line.venue}:{line.state}:{line.sentence}",
            kind="alarm",
            urgency=Urgency.LATER if line.state == "linked" else Urgency.SOON,
            since=line.since,
            title=f"Championship: {line.venue}, {what}",
            clause="",
            evidence=(*((line.sentence,) if line.sentence else ()), *behind),
            proposal="Play on; nothing is lost. Have the link and the uplink looked at.",
            opens="note",
        )
