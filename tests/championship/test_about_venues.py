"""What the dashboard says of the championship."""

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_championship import (
    VENUE_SILENT_MS,
    Heard,
    about_venues,
    venue_lines,
)
from hall_server.referee.derived.questions.question import Urgency
from hall_server.referee.said.main_words import headline
from shared.core.state.venue_line import VenueLine
from tests.hall_server.referee.halls import LIVE, masters
from tests.tui.fake_port import START

NORTH = VenueLine("north", "linked", START, 0)
CUT = VenueLine("south", "no_link", START, 12, "No link. The hall plays on.")


def said(*lines: VenueLine) -> str:
    return headline(Moment(masters(), LIVE, START, {}, lines))[0]


def test_the_headline_says_linked_behind_by_n_or_no_link_since() -> None:
    assert "championship" not in said()
    assert "championship: linked ·" in said(NORTH)
    assert "linked, behind by 3" in said(VenueLine("north", "linked", START, 3))
    assert "championship: south no link since" in said(NORTH, CUT)
    assert "2 venues linked" in said(
        NORTH, VenueLine("south", "linked", START), VenueLine("headquarters", "linked", START)
    )


def test_a_failed_link_is_a_question_that_does_not_block() -> None:
    (question,) = about_venues((NORTH, CUT))
    assert question.title == "Championship: south, no link"
    assert question.urgency is Urgency.SOON
    assert "12 entries are not up yet." in question.evidence
    assert "nothing is lost" in question.proposal


def test_an_uplink_that_tells_nothing_is_not_claimed_to_be_linked() -> None:
    heard = {"north": Heard(NORTH, 0, START)}
    assert venue_lines(heard, VENUE_SILENT_MS - 1) == (NORTH,)
    (line,) = venue_lines(heard, VENUE_SILENT_MS)
    assert line.state == "no_link"
