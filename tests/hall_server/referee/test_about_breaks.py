"""Breaks between games of backgammon: how many and how long, at the table's page and the queue."""

import pytest
from msgspec.structs import replace

from shared.core.events.measures import Dismissed, MatchDecided, Measure, PenaltyPoints, token
from shared.core.state import Division, HallState
from shared.port import BreaksSeen, LiveSeen
from tests.core.decided import decision, measures, with_decisions
from tests.hall_server.referee.halls import MINUTE, Desk, keys, live, masters, under_way
from tests.tui.screens import screen_text

OF = under_way("m1", "t1", ("p1", "p2"), length=7)
SHORT = BreaksSeen(2, 5 * MINUTE, 6 * MINUTE, 0)


@pytest.mark.clause("USBGF-2.2a", "USBGF-2.2b")
@pytest.mark.parametrize(
    ("taken", "title", "words"),
    [
        (SHORT, "", ""),
        (
            BreaksSeen(1, 8 * MINUTE, 6 * MINUTE, 2 * MINUTE, away=True),
            "Break 2:00 too long: Bo King", "it costs nothing yet. (USBGF-2.2a)",
        ),
        (
            BreaksSeen(3, 17 * MINUTE, 6 * MINUTE, 11 * MINUTE),
            "Delay 11:00: Bo King", "1 penalty point for Ann Lee. The table scores it.",
        ),
        (
            BreaksSeen(3, 17 * MINUTE, 6 * MINUTE, 11 * MINUTE, scored=1),
            "Break 11:00 too long: Bo King", "it costs nothing yet. (USBGF-2.2a)",
        ),
    ],
)  # fmt: skip
async def test_the_referee_sees_breaks_and_is_asked_about_those_too_long(
    taken: BreaksSeen, title: str, words: str
) -> None:
    desk = Desk()
    division = Division("masters", "Open", "usbgf-open", 4, "")
    state = replace(masters(OF), divisions={"masters": division})
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(state)
        desk.port.tell(LiveSeen(live(OF, breaks=(SHORT, taken)), desk.mono))
        await pilot.pause()
        desk.app.look()
        assert [question.title for question in desk.app.desk.questions] == (
            [title] if title else []
        )
        said = [f"{question.proposal} ({question.clause})" for question in desk.app.desk.questions]
        assert words in "".join(said)
        await pilot.press("g", "1", "enter")
        await pilot.pause()
        page = screen_text(desk.app)
        assert "Ann Lee: 2 breaks, 5:00 of 6:00 (USBGF-2.2a)" in page
        assert ("Bo King: 1 break, 8:00 of 6:00, on a break now" in page) == taken.away


def came_late(minutes: int, *ruled: Measure) -> HallState:
    """Bo King sat down so many minutes after the start."""
    late = replace(OF, seated_at=(OF.starts_at, OF.starts_at + minutes * MINUTE))
    division = Division("masters", "Open", "usbgf-open", 4, "")
    state = replace(masters(late), divisions={"masters": division})
    given = decision("d1", of=late)
    held = tuple((token("delay/m1/1/1", measure), measure) for measure in ruled)
    return with_decisions(state, late, replace(given, measures=held)) if ruled else state


@pytest.mark.clause("USBGF-2.2b")
async def test_a_late_start_is_asked_about_once_the_player_sits_and_its_points_are_imposed() -> (
    None
):
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(came_late(13))
        await pilot.pause()
        [question] = desk.app.desk.questions
        assert question.title == "Delay 13:00: Bo King"
        assert "Bo King sat down 22:26, 13:00 after the start." in question.evidence
        assert question.proposal == "1 penalty point for Ann Lee. The table scores it."
        await keys(pilot, "a")
        [draft] = desk.port.drafts
        assert measures(draft) == [PenaltyPoints(1, 1)]
        desk.tell(came_late(13, PenaltyPoints(1, 1)))
        await pilot.pause()
        assert not desk.app.desk.questions


@pytest.mark.clause("USBGF-2.2b")
async def test_a_director_lets_a_delay_go_and_is_asked_about_the_next_point_only() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(came_late(13))
        await pilot.pause()
        await keys(pilot, "2")
        [draft] = desk.port.drafts
        assert measures(draft) == [Dismissed()]
        desk.tell(came_late(13, Dismissed()))
        await pilot.pause()
        assert not desk.app.desk.questions
        desk.tell(came_late(16, Dismissed()))
        await pilot.pause()
        [question] = desk.app.desk.questions
        assert question.proposal == "2 penalty points for Ann Lee. The table scores them."


@pytest.mark.clause("USBGF-2.2b")
async def test_more_points_than_half_the_length_are_ruled_to_lose_the_match_after_a_yes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(came_late(26))
        await pilot.pause()
        [question] = desk.app.desk.questions
        assert "More penalty points than half the match length" in question.proposal
        await keys(pilot, "a")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        [decided] = measures(draft)
        assert isinstance(decided, MatchDecided)
        assert decided.outcome.points == (7, 0)
