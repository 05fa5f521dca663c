"""A consolation that is asked for and cannot be drawn, for one loser is alone: it is said."""

import msgspec
import pytest

from hall_server.paper.draws import draw_sheets
from hall_server.paper.sheet import Text
from shared.core.events import BracketPlan, RoundPaired
from shared.core.state import HallState
from shared.pairing.knockout.call_board import call_board
from shared.pairing.log.words import log_of
from shared.tui.confirm import Confirm
from tests.hall_server.referee.halls import Desk, keys, opened, shown
from tests.hall_server.referee.test_boards import TABLES
from tests.hall_server.referee.test_from_paper import SEED
from tests.pairing.test_systems import opened as entered
from tests.pairing.test_systems import pair, played
from tests.pairing_systems.sheets import single

BIG = (100, 30)
SAID = "Only one player loses in round 1 of Open: no consolation is drawn, and the loser is out."


def entrants(count: int, rounds: int = 1) -> HallState:
    plan = BracketPlan("single", rounds, (7,))
    state = entered(count, "usbgf", 6, bracket=plan)
    return msgspec.structs.replace(state, tables={table.id: table for table in TABLES})


@pytest.mark.parametrize("count", [2, 3, 5])
async def test_before_the_yes_and_in_the_log_it_is_said_that_one_loser_plays_no_consolation(
    count: int,
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, entrants(count), "p", "A", "enter", *SEED)
        assert "! Only one player loses in round 1 of" in shown(desk)
        await keys(pilot, "enter", "enter")
        assert isinstance(desk.app.screen, Confirm)
        assert SAID in desk.app.screen.sentence
        await keys(pilot, "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        assert SAID in [line.said() for line in log_of(body.trace)]


@pytest.mark.parametrize(("count", "rounds"), [(4, 1), (6, 1), (3, 2), (5, 0)])
async def test_undrawn_or_unrequested_consolation_is_not_mentioned(count: int, rounds: int) -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, entrants(count, rounds), "p", "A", "enter", *SEED)
        assert "no consolation" not in shown(desk)
    drawn = pair(entrants(count, rounds), 1)
    begun = played(entrants(count, rounds), 1, drawn, ["W"] * len(drawn.pairs))
    assert call_board(begun).notes == ()


async def test_the_call_board_says_it_as_long_as_the_sheet_is_played() -> None:
    state = entrants(3)
    state = played(state, 1, pair(state, 1), ["W"])
    desk = Desk()
    async with desk.app.run_test(size=(50, 15)) as pilot:
        await opened(desk, pilot, state, "b", "end")
        assert "Only one player loses in round 1" in shown(desk)
        await keys(pilot, "enter")
        assert SAID in shown(desk)


def test_the_printed_draw_says_it() -> None:
    def small(count: int) -> list[str]:
        main = draw_sheets(single(count, consolation_from=1), {}, str)[0]
        return [block.words for block in main.blocks if isinstance(block, Text)]

    assert "Only one player loses in round 1: no consolation is drawn." in small(5)
    assert not [words for words in small(6) if "consolation is drawn" in words]
