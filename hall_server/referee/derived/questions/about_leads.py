"""Who pairs a division of a championship: what it takes to take that over, and when two have.

Pure. A hall that is alone pairs everything it has, and is asked nothing here.
"""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.decisions.writing import REFEREE
from shared.core.events import DivisionLed, entities
from shared.core.state import Division, HallState
from shared.core.text.language import _
from shared.port import Draft


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
    for alarm in state.alarms:
        parsed = entities.parse(alarm.ent)
        division = None if parsed is None else state.divisions.get(parsed.ident)
        if alarm.kind != "conflict" or parsed is None or parsed.family != "lead" or not division:
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
