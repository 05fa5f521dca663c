"""What needs the referee now: every open question, most urgent first. A view of one moment."""

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_delays import about_breaks
from hall_server.referee.derived.questions.about_divisions import (
    about_changes,
    about_divisions,
    about_entries,
)
from hall_server.referee.derived.questions.about_overtime import about_overtime
from hall_server.referee.derived.questions.about_reports import about_reports
from hall_server.referee.derived.questions.about_requests import about_requests
from hall_server.referee.derived.questions.about_results import about_results
from hall_server.referee.derived.questions.about_rounds import about_rounds
from hall_server.referee.derived.questions.about_rulings import about_ties, about_void
from hall_server.referee.derived.questions.about_starts import about_calls, about_starts
from hall_server.referee.derived.questions.about_time import about_time
from hall_server.referee.derived.questions.question import Question
from shared.core.text.language import of_official


def questions(moment: Moment) -> tuple[Question, ...]:
    """Derive every open question; nothing is an event.

    Each question calls the official as the sheet of its division does.
    """
    state = moment.state
    found = []
    for official in {state.official(), *map(state.official, state.divisions)}:
        with of_official(official):
            asked = _questions(moment)
        found += [each for each in asked if state.official(each.about) == official]
    return tuple(sorted(found, key=lambda question: question.order))


def _questions(moment: Moment) -> tuple[Question, ...]:
    return (
        *about_results(moment),
        *about_reports(moment),
        *about_time(moment),
        *about_overtime(moment),
        *about_breaks(moment),
        *about_rounds(moment),
        *about_void(moment),
        *about_ties(moment),
        *about_starts(moment),
        *about_calls(moment),
        *about_requests(moment),
        *about_divisions(moment),
        *about_changes(moment),
        *about_entries(moment),
    )
