"""A device that the referee puts at another table: it goes on there, and says so."""

import pytest
from msgspec.structs import replace

from shared.core.events import ReportFiled
from shared.core.events.entities import table_report
from shared.core.state import Device, HallState, Table
from tests.board_terminal.screen_kit import SIZES, begin, terminal
from tests.board_terminal.table_kit import Kit, playing, round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.tui.fake_port import match
from tests.tui.screens import assert_screen

OTHER = "77" * 16
NOW_SERVES = "This device now serves Table 12."


def standing(state: HallState, **devices: str) -> HallState:
    """Return the hall with these devices at its tables: ``t3=…`` is table 3."""
    tables = {name[1:]: Table(name[1:], name[1:], node) for name, node in devices.items()}
    nodes = {node for node in devices.values() if node}
    known = {n: Device(n, b"", b"", "terminal", (), "Spare tablet", revoked=False) for n in nodes}
    return replace(state, tables=tables, devices=known)


def put(kit: Kit, **devices: str) -> Kit:
    """Let the referee say which device stands where."""
    assert kit.port.state is not None
    kit.port.state = standing(kit.port.state, **devices)
    kit.port.tell_state()
    kit.deliver()
    return kit


def own(kit: Kit) -> str:
    return kit.port.node_id


def at_twelve(**more: object) -> HallState:
    return state_of(round_one(), match("m12", "12", ("moe", "li"), **more))


def test_between_matches_it_serves_the_other_table_at_once_and_says_so() -> None:
    kit = Kit(at_twelve())
    put(kit, t3="", t12=own(kit))
    assert (kit.view.phase, kit.view.title) == ("seating", "Table 12 · Round 1 · Masters")
    assert NOW_SERVES in kit.words()
    kit.do("side:0")
    assert kit.port.drafts[-1].ent == "masters/1/m12/presence/0"
    assert NOW_SERVES not in kit.words()


def test_a_table_without_a_match_says_which_one_it_is() -> None:
    kit = Kit()
    put(kit, t3=OTHER, t12=own(kit))
    assert kit.view.headline == "Table 12 – waiting for the next round"
    assert NOW_SERVES in kit.view.message


def test_what_is_reported_from_then_on_is_about_the_new_table() -> None:
    kit = Kit(state_of())
    kit.do("reports", "report:call")
    put(kit, t3="", t12=own(kit))
    assert [filed.body.type for filed in kit.driver.desk.filed] == []
    kit.do("reports", "report:call")
    assert len(kit.driver.desk.filed) == 1
    assert kit.port.drafts[-1].ent.startswith(table_report("12", "x")[:-1])


def test_taken_away_in_the_middle_of_a_game_it_stops_the_clock_and_leaves_the_match() -> None:
    kit = playing().do("side:1", after=4_000)
    kit.at += 2_000
    put(kit, t3=OTHER, t12=own(kit))
    written = len(kit.port.drafts)
    assert kit.view.headline == "Table 12 – waiting for the next round"
    kit.do("side:0", after=60_000).tick(60_000)
    assert len(kit.port.drafts) == written


def test_put_back_it_takes_the_match_up_where_its_clock_stood() -> None:
    kit = playing().do("side:1", after=4_000)
    kit.at += 2_000
    put(kit, t3="", t12=own(kit)).tick(60_000)
    put(kit, t3=own(kit), t12="")
    assert kit.view.phase == "paused"
    assert [half.big for half in kit.view.halves or ()] == ["1:29:58", "1:29:56"]
    kit.do("go_on", "side:0", after=1_000)
    assert kit.view.phase == "playing"


def test_a_device_that_was_replaced_is_of_use_again_at_another_table() -> None:
    kit = put(Kit(), t3=OTHER, t12="")
    assert kit.view.phase == "replaced"
    put(kit, t3=OTHER, t12=own(kit))
    assert kit.view.phase == "waiting"


def test_after_a_restart_it_goes_where_it_was_put_whatever_its_invite_said() -> None:
    port = TablePort(state=at_twelve())
    first = Kit(port=port)
    put(first, t3=OTHER, t12=own(first))
    again = first.restart()
    assert again.view.title == "Table 12 · Round 1 · Masters"
    assert again.model.table == "12"


def test_it_tells_the_hall_what_the_new_table_does() -> None:
    kit = Kit(at_twelve())
    put(kit, t3="", t12=own(kit)).tick()
    assert (kit.port.lives[-1].table, kit.port.lives[-1].uid) == ("12", "m12")


def test_nothing_is_reported_of_the_move_itself() -> None:
    kit = Kit(at_twelve())
    put(kit, t3="", t12=own(kit))
    assert kit.port.bodies(ReportFiled) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paired", [True, False], ids=["paired", "free"])
async def test_the_screen_names_the_table_that_the_device_came_to(
    size: tuple[int, int], paired: bool
) -> None:
    app, port = terminal(at_twelve() if paired else state_of())
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        assert port.state is not None
        port.state = standing(port.state, t3="", t12=port.node_id)
        port.tell_state()
        await pilot.pause()
        await pilot.pause()
        assert_screen(app, "moved-to-a-match" if paired else "moved-to-a-free-table")
