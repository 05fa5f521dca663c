"""Questions about a championship of several halls: their links, and who pairs a division."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.decisions.writing import REFEREE
from shared.core.events import DivisionLed, entities
from shared.core.state import Division, HallState
from shared.core.state.venue_line import HEADQUARTERS, VenueLine
from shared.core.text.language import N_, _
from shared.port import Draft

VENUE_SILENT_MS = 10_000
"""Lines come every two seconds; a venue without one for so long counts as gone."""
_STATES = {"linked": N_("a note"), "no_link": N_("no link"), "trouble": N_("trouble")}
SILENT = N_("Its connection sends no data. The hall plays on.")


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
        if mono - h.mono < VENUE_SILENT_MS
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
            evidence=(*((line.sentence,) if line.sentence else ()), *behind),
            proposal=_("Play on; nothing is lost. Have the link and the uplink looked at."),
            opens="note",
        )


def who_pairs(division: Division) -> str:
    """Return who pairs a division, to begin a sentence with."""
    return (
        _("The hall of {venue}").format(venue=division.led_by)
        if division.led_by
        else _("Headquarters")
    )


def may_take(state: HallState, division: Division) -> bool:
    """Return whether the pairing of a division may be taken over here."""
    return state.venue in ("", division.venue, *division.stand_ins)


def taking(state: HallState, division: Division) -> Draft:
    """Return that the division is paired here from now on, to be written; the node adds what it
    holds."""
    body = DivisionLed(state.venue, ())
    return Draft(entities.lead(division.id, division.lead + 1), body, REFEREE)


def about_leads(moment: Moment) -> Iterator[Question]:
    """Yield a question for each division whose pairing two took over side by side."""
    state = moment.state
    for _ent, parsed in moment.conflicts("lead"):
        division = state.divisions.get(parsed.ident)
        if division is None:
            continue
        here = may_take(state, division)
        draft = taking(state, division)
        yield Question(
            key=f"lead:{division.id}:{division.lead}",
            kind="lead_contested",
            urgency=Urgency.NOW,
            since=moment.hall_ms,
            title=_("Two pair {division}").format(division=division.name),
            clause=division.book.draw_clause,
            evidence=(
                _(
                    "Both took the pairing over as number {lead}, neither having seen the other."
                ).format(lead=division.lead),
                _("What both paired stands side by side until one of them has it."),
            ),
            proposal=_("Agree by telephone who pairs on. If it is this place, take it over here.")
            if here
            else _("The others agree who pairs on; nothing is to be done here."),
            opens="write" if here else "note",
            drafts=(draft,) if here else (),
            division=division.id,
        )
