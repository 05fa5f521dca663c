"""An incident that no table reported: noted at the desk, and asked about in the queue."""

from __future__ import annotations

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.desks.noting import incidents, latest_match
from hall_server.referee.questions.questions import questions
from shared.core.events import PlayerSuspended, ReportAnswered, ReportFiled, RulingMade
from shared.core.rulebooks import RULEBOOKS
from tests.hall_server.referee.halls import (
    LIVE,
    START,
    Desk,
    confirmed,
    masters,
    outcome,
    report,
    under_way,
)
from tests.tui.screens import screen_text

PLAYING = under_way("m1", "t1", ("p1", "p2"))


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    await pilot.press(*pressed)
    await pilot.pause()


@pytest.mark.clause("ACF-3.II.B", "ACF-3.II.C", "ACF-3.II.D", "ACF-3.II.G", "ACF-3.III.A")
def test_all_that_the_sheet_knows_of_a_player_can_be_noted() -> None:
    found = {code for _kind, code in incidents(RULEBOOKS["acf-masters"])}
    assert {"language", "intoxication", "equipment", "dress", "annoying", "coached"} <= found
    assert {"playable", "unplayable", "king_row", "pressed_first"} <= found
    assert "spectator" not in found, "that is nobody who plays"


@pytest.mark.clause("ACF-3.II.C")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_three_keys_lead_from_the_queue_to_the_note(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(masters(PLAYING))
        await pilot.pause()
        await keys(pilot, "l", *"king", "enter", "n")
        assert "Profanity" in screen_text(desk.app)
        await keys(pilot, "down", "down", "down", "enter")
        assert "Intoxication" in screen_text(desk.app)
        await keys(pilot, *"smelt", "enter")
        [draft] = desk.port.drafts
        assert draft.ent.startswith("masters/1/m1/report/")
        assert draft.body == ReportFiled("disturbance", None, 1, "smelt", "intoxication", 1)


@pytest.mark.clause("ACF-3.II.C")
def test_intoxication_is_asked_about_with_the_round_lost_and_no_warning_first() -> None:
    filed = report("disturbance", PLAYING, seat=None, which="intoxication")
    found = questions(masters(PLAYING, reports=(filed,)), LIVE, START, {})
    [question] = [each for each in found if each.kind == "incident"]
    assert question.clause == "ACF-3.II.C"
    assert question.proposal == (
        "Bo King is out for the round, until you lift it. His match at table 1 is forfeited."
    )
    why = "Bo King is out for the round, until it is lifted."
    assert [draft.body for draft in question.drafts] == [
        ReportAnswered("ruled", "ACF-3.II.C", why),
        PlayerSuspended("ACF-3.II.C", why),
        RulingMade(outcome("W* W*"), "ACF-3.II.C", why),
    ]


async def test_who_has_played_nothing_yet_has_nothing_to_note_it_with() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(count=2))
        await pilot.pause()
        await keys(pilot, "l", *"king", "enter", "n")
        assert "is in no match yet" in screen_text(desk.app)
        assert desk.port.drafts == []


def test_the_match_that_is_open_comes_before_the_last_one() -> None:
    done = msgspec.structs.replace(
        under_way("m2", "t2", ("p2", "p3"), result=confirmed("W D")),
        key=PLAYING.key._replace(round_no=2, uid="m2"),
    )
    found = latest_match(masters(PLAYING, done), "p2")
    assert found is not None
    assert found.uid == "m1"
