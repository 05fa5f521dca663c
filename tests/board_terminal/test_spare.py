"""A device that was taken away from its table: it says so, keeps all, and comes back."""

import pytest

from shared.core.events import ReportFiled, ResultSigned
from tests.board_terminal.screen_kit import SIZES, begin, terminal
from tests.board_terminal.table_kit import Kit, playing, scored, state_of
from tests.board_terminal.table_port import TablePort, put_at_table, take_from_table
from tests.board_terminal.test_moved_device import put
from tests.tui.screens import assert_screen

MINUTE = 60_000
GIVEN = "It is a spare: the referee gives it a table."


def taken(kit: Kit) -> Kit:
    take_from_table(kit.port)
    kit.deliver()
    return kit


def given_back(kit: Kit) -> Kit:
    put_at_table(kit.port, kit.port.node_id)
    kit.deliver()
    return kit


def test_spare_says_that_it_has_no_table_and_who_can_assign_one() -> None:
    kit = taken(Kit())
    assert (kit.view.phase, kit.view.title) == ("spare", "Spare tablet")
    assert kit.view.headline == "This device has no table"
    assert kit.view.message == (GIVEN, "Everything entered here is safe and at the hall.")


def test_nothing_more_is_written_whatever_is_pressed_and_whatever_time_passes() -> None:
    kit = taken(playing().do("side:1", after=4_000))
    written, lines, lives = len(kit.port.drafts), len(kit.port.journals["m1"]), len(kit.port.lives)
    kit.do("side:0", "over", "code:W", "reports", "report:call", "overrule", "retry", after=40_000)
    kit.tick(100 * MINUTE)
    assert len(kit.port.drafts) == written
    assert len(kit.port.journals["m1"]) == lines
    assert len(kit.port.lives) == lives
    assert (kit.view.choices, kit.view.sides, kit.model.offers) == ((), (), ())


def test_players_in_a_game_read_their_clocks_and_whom_to_call() -> None:
    kit = playing().do("side:1", after=5 * MINUTE)
    kit.at += 10_000
    taken(kit).tick(3 * MINUTE)
    assert "Table 3 has no device now: call the referee." in kit.view.message
    assert "A. King 1:29:50 · B. Chen 1:25:00" in kit.view.message


def test_a_signature_that_is_not_yet_at_the_hall_is_kept_and_counted() -> None:
    kit = scored("W", "D").do("side:0")
    assert len(kit.port.bodies(ResultSigned)) == 1
    kit.port.unsent = {"event-1"}
    taken(kit)
    assert "What was entered here is safe." in kit.view.message
    assert "1 entry is not yet at the hall: leave this device on." in kit.words()
    kit.port.unsent = set()
    kit.port.tell_state()
    kit.deliver()
    assert "Everything entered here is safe and at the hall." in kit.view.message


def test_given_its_table_again_the_game_goes_on_where_it_stood_and_it_says_where_it_is() -> None:
    kit = playing().do("side:1", after=4_000)
    kit.at += 2_000
    given_back(taken(kit).tick(MINUTE))
    assert kit.view.phase == "paused"
    assert "Paused: this device had no table." in kit.words()
    assert "This device now serves Table 3." in kit.words()
    assert [half.big for half in kit.view.halves or ()] == ["1:29:58", "1:29:56"]
    kit.do("go_on", "side:0", after=1_000)
    assert kit.view.phase == "playing"


def test_given_another_table_it_serves_that_one() -> None:
    kit = put(taken(Kit()), t3="", t12=Kit().port.node_id)
    assert kit.view.headline == "Table 12 – waiting for the next round"
    kit.do("reports", "report:call")
    assert kit.port.drafts[-1].ent.startswith("table/12/")


def test_after_a_restart_it_still_has_no_table_and_writes_nothing() -> None:
    kit = taken(playing(at=9_000_000).do("side:1", after=5 * MINUTE).tick(10_000))
    written = len(kit.port.drafts)
    again = kit.restart(at=7).tick(60_000)
    assert again.view.phase == "spare"
    assert "A. King 1:29:50 · B. Chen 1:25:00" in again.view.message
    assert len(again.port.drafts) == written
    assert again.port.bodies(ReportFiled) == kit.port.bodies(ReportFiled)


def test_where_another_device_took_the_table_its_players_are_sent_there() -> None:
    kit = taken(playing())
    put_at_table(kit.port, "77" * 16)
    kit.deliver()
    assert kit.view.phase == "replaced"


def test_a_device_that_the_hall_does_not_know_goes_on_as_it_was_set_up() -> None:
    assert Kit(port=TablePort(state=state_of())).view.phase == "waiting"


@pytest.mark.parametrize("size", SIZES)
async def test_spare_screen_matches_its_snapshot(size: tuple[int, int]) -> None:
    app, port = terminal(state_of())
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        take_from_table(port)
        await pilot.pause()
        await pilot.pause()
        assert_screen(app, "spare")
