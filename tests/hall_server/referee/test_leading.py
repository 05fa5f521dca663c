"""A division that another place of the championship pairs: taken over, or told."""

import pytest
from msgspec.structs import replace

from hall_server.referee.app.pairing.pair_screen import PairScreen
from hall_server.referee.derived.questions.about_championship import about_leads
from shared.core.events import DivisionLed, entities
from shared.core.state import Alarm, HallState
from shared.tui.confirm import Confirm
from tests.hall_server.referee.halls import MASTERS, Desk, masters, moment
from tests.tui.screens import screen_text


def of_headquarters(venue: str, *stand_ins: str, led_by: str = "", lead: int = 0) -> HallState:
    """Return a hall, or headquarters, that knows the Masters as a division of headquarters."""
    state = masters(count=6)
    division = replace(MASTERS, stand_ins=stand_ins, led_by=led_by, lead=lead)
    return replace(state, venue=venue, divisions={division.id: division})


def test_two_who_took_it_over_are_one_question_that_settles_it_where_it_may() -> None:
    state = of_headquarters("north", "north", led_by="", lead=2)
    alarm = Alarm("conflict", entities.lead(MASTERS.id, 2), "two took it over")
    (question,) = about_leads(moment(replace(state, alarms=(alarm,))))
    (draft,) = question.drafts
    assert draft.ent == entities.lead(MASTERS.id, 3)
    assert isinstance(draft.body, DivisionLed)
    assert (draft.body.venue, draft.body.cut) == ("north", ())
    elsewhere = replace(state, venue="south", alarms=(alarm,))
    (told,) = about_leads(moment(elsewhere))
    assert (told.opens, told.drafts) == ("note", ())


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_a_stand_in_is_asked_before_it_takes_the_pairing_over(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(of_headquarters("north", "north"))
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(desk.app.screen, Confirm)
        assert "Headquarters pairs" in screen_text(desk.app)
        await pilot.press("y")
        await pilot.pause()
        (body,) = [d.body for d in desk.port.drafts if isinstance(d.body, DivisionLed)]
        assert body.venue == "north"


async def test_a_hall_that_may_not_is_told_who_pairs() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(of_headquarters("south", "north"))
        await pilot.pause()
        assert all(question.opens != "pair" for question in desk.app.desk.questions)
        await pilot.press("p")
        await pilot.pause()
        assert "Headquarters pairs" in screen_text(desk.app)
        assert not isinstance(desk.app.screen, PairScreen)


async def test_what_is_paired_here_opens_at_once() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(of_headquarters("north", "north", led_by="north", lead=1))
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(desk.app.screen, PairScreen)
