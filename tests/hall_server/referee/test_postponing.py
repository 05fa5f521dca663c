"""A published round is postponed in one act, and every posting says which pairing it shows."""

import msgspec
import pytest

from hall_server.paper.wall import by_name, by_table
from hall_server.referee.app.main_screen import MainScreen
from shared.core.events import RoundPaired
from shared.core.state import HallState
from shared.pairing.log.words import log_of
from shared.tui.confirm import Confirm
from tests.hall_server.paper.fields import look
from tests.hall_server.referee.halls import MINUTE, START, Desk, keys, opened, shown, under_way
from tests.hall_server.referee.test_by_hand import published
from tests.tui.screens import assert_screen

BIG = (100, 30)


def posted(edition: int) -> HallState:
    """Round 1 as it is published for the second time, two hours after the first."""
    state = published()
    [paired] = state.rounds.values()
    second = msgspec.structs.replace(paired, edition=edition, published_at=START - 20 * MINUTE)
    return msgspec.structs.replace(state, rounds={paired.key: second})


@pytest.mark.clause("ACF-1.VI.A", "ACF-3.VIII")
async def test_a_round_begins_later_in_one_act_and_what_follows_is_said_before_the_yes() -> None:
    state = posted(1)
    [before] = state.rounds.values()
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p")
        assert "No game has begun: u takes the round back, L lets it begin later." in shown(desk)
        await keys(pilot, "L", *"soon", "enter")
        assert "Type a time as 14:30, minutes from now as +20, or now." in shown(desk)
        await keys(pilot, *["backspace"] * 4, *"+40", "enter")
        await keys(pilot, "enter")
        assert "Type something first." in shown(desk)
        await keys(pilot, *"Chairs", "enter")
        assert isinstance(desk.app.screen, Confirm)
        said = desk.app.screen.sentence
        assert said.startswith("Let round 1 of Masters begin ")
        assert "Lateness counts from " in said
        assert "Tables and opponents stay." in said
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        body = draft.body
        assert isinstance(body, RoundPaired)
        assert body.starts_at == desk.app.desk.moment().hall_ms + 40 * MINUTE
        assert [(m.uid, m.table) for m in body.matches] == [
            (m.uid, m.table) for m in before.matches
        ]
        assert body.by_hand is not None
        assert (body.by_hand.reason, body.by_hand.changes) == ("postponed", "e1")
        assert log_of(body.trace)[-1].said() == "Postponed before play: Chairs"
        assert isinstance(desk.app.screen, MainScreen)


@pytest.mark.clause("ACF-1.VI.A")
async def test_round_that_is_let_begin_now_has_its_start() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, posted(1), "p", "L", *"now", "enter", *"Chairs", "enter", "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, RoundPaired)
        assert draft.body.begun


async def test_a_round_that_has_begun_is_not_postponed() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, published(under_way("m1", "t1", ("p1", "p2"))), "p", "L")
        assert "lets it begin later" not in shown(desk)
        assert "When does" not in shown(desk)


async def test_a_game_that_begins_while_the_referee_is_asked_keeps_the_hour() -> None:
    state = posted(1)
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "L", *"+40", "enter", *"Chairs", "enter")
        begun = under_way("m1", "t1", ("p1", "p2"))
        desk.tell(msgspec.structs.replace(state, matches={**state.matches, "m1": begun}))
        await keys(pilot, "y")
        assert "Round 1 has begun at table 1." in shown(desk)
        assert desk.port.drafts == []


@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_the_desk_names_the_pairing_that_is_posted(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, posted(2), "p")
        assert_screen(desk.app, "posted-twice")


def test_paper_on_the_wall_names_the_pairing_and_when_it_was_published() -> None:
    view = look(posted(2))
    [paired] = view.rounds
    names = [make(view, paired).title for make in (by_table, by_name)]
    published_at = names[0].split(", ")[2]
    assert names == [
        f"Round 1, pairing 2, {published_at}, by table",
        f"Round 1, pairing 2, {published_at}, by name",
    ]
    assert len(published_at) == len("14:02")
