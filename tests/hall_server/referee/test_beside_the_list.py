"""Lists on a wide screen: what is known of the line under the cursor stands beside them."""

from pathlib import Path

import msgspec
import pytest

from shared.core.events import DivisionOpened
from shared.core.events.measures import Caution
from shared.core.state import Device, DivisionVersion, HallState
from shared.core.state.office import Awards, PrizeFund
from shared.port import DeviceSeen, DevicesSeen
from tests.core.decided import decision, with_decisions
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    masters,
    opened,
    report,
    shown,
    under_way,
)
from tests.hall_server.referee.test_boards import bracket, playing, pool
from tests.hall_server.referee.test_import_screen import GOOD
from tests.hall_server.referee.test_import_screen import opened as imported
from tests.hall_server.referee.test_rights import hall as rights
from tests.hall_server.referee.test_titles import played
from tests.tui.screens import overflowing, screen_lines

ONE = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
TWO = under_way("m2", "t2", ("p3", "p4"), result=disputed("W W", "D D"))
CAUTION = decision("d1", Caution(1), of=ONE, settles=("ea",), clause="APCA-11")


def hall() -> HallState:
    """A round with two matches, two reports, prizes and two tables' devices."""
    reports = (
        report("phone", ONE, token="a", about=1, note="It rang twice."),
        report("call", TWO, token="b", seat=0, about=None, at=START + 40 * MINUTE),
    )
    awards = Awards(prizes={"masters": PrizeFund((45000, 20000))})
    state = with_decisions(masters(ONE, TWO, reports=reports, awards=awards), ONE, CAUTION)
    nodes = {table.device: f"Table {table.label}" for table in state.tables.values()}
    devices = {
        node: Device(node, b"", b"", "terminal", (), name, revoked=False)
        for node, name in nodes.items()
    }
    return msgspec.structs.replace(state, devices=devices)


DESKS = {
    "r": ("Stands at place 2 with 0 match points", "Stands at place 1 with 4 match points"),
    "f6": ("Incidents: 1, cautions 1", "Ann Lee wins 1½–½, 1 game drawn"),
    "s": ("Ann Lee has 4 match points", "Bo King has 0 match points"),
    "z": ("Bo King counts 0: left out", "Prize as it stands: $66.67, place 2–4"),
    "i": ("Not decided yet.", "It rang twice."),
    "d": ("", "heard 0:04 ago"),
    "k": ("Result: confirmed", "Result: disputed"),
    "f4": ("Cy Ortega signed", ""),
}
"""The key of each desk, and what stands beside its first and its second line."""


@pytest.mark.parametrize("size", [(132, 38), (200, 55)])
@pytest.mark.parametrize("desk_key", DESKS)
async def test_details_of_the_line_under_the_cursor_stand_beside_the_list(
    desk_key: str, size: tuple[int, int]
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall(), desk_key)
        desk.port.tell(DevicesSeen((DeviceSeen("01" * 16, desk.mono - 4_000),)))
        await pilot.pause()
        first, second = DESKS[desk_key]
        assert first in beside(desk)
        await keys(pilot, "down")
        assert second in beside(desk)
        assert overflowing(desk.app) == []


def beside(desk: Desk) -> str:
    """Return the words at the right of the list, as one line."""
    width = desk.app.size.width
    pane = desk.app.screen.query_one("#list-details").region
    assert pane.right == width
    assert abs(pane.width - width * 2 // 5) <= 1
    lines = (line[pane.x + 1 :] for line in screen_lines(desk.app)[pane.y : pane.bottom])
    return " ".join(" ".join(lines).split())


async def test_a_narrower_screen_and_an_empty_list_have_the_whole_width() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(131, 38)) as pilot:
        await opened(desk, pilot, hall(), "i")
        assert "It rang twice." not in shown(desk)
        assert not desk.app.screen.query_one("#list-details").display
        await pilot.resize_terminal(132, 38)
        await keys(pilot, "down")
        assert "It rang twice." in shown(desk)
        await keys(pilot, "slash", "slash", "slash")
        assert "Nothing of this kind was reported." in shown(desk)
        assert not desk.app.screen.query_one("#list-details").display
        await pilot.resize_terminal(80, 24)
        await keys(pilot, "slash", "slash", "down")
        assert "It rang twice." not in shown(desk)


def changed() -> HallState:
    """A division whose name was changed from round 2 on, of which the first place is tied."""
    state = played("W D", "W D")
    division = state.divisions["masters"]
    says = DivisionOpened(**{n: getattr(division, n) for n in DivisionOpened.__struct_fields__})
    after = msgspec.structs.replace(says, name="Grand masters")
    versions = (
        DivisionVersion("v2", 2, after, "Asked by the sponsor", START, "01" * 16),
        DivisionVersion("v1", 1, says),
    )
    division = msgspec.structs.replace(division, versions=versions, name=after.name)
    return msgspec.structs.replace(state, divisions={"masters": division})


MORE = {
    "rights": ("j", rights("aa" * 16, "rule"), ("rule on results and reports",)),
    "changes": ("q", changed(), ("Grand masters", "Asked by the sponsor")),
    "titles": ("t", played("W D", "W D"), ("match points",)),
    "open play": ("b", pool(), ("Ann Lee", "Still to meet", "Cy Ortega")),
    "a call": ("b", bracket(("M1-1", "W"), ("M1-2", "L")), ("Open · M1-3", "Player 8")),
    "a match": ("b", pool(playing("dee", "eve")), ("Dee Novák", "Eve Moreau")),
}
"""A desk's key, the hall, and what stands beside the line under the cursor."""


@pytest.mark.parametrize("case", MORE)
async def test_what_a_line_has_no_room_for_stands_beside_it(case: str) -> None:
    desk = Desk()
    desk_key, state, told = MORE[case]
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await opened(desk, pilot, state, desk_key)
        if case == "changes":
            await keys(pilot, "end")
        for words in told:
            assert words in beside(desk)
        assert overflowing(desk.app) == []


async def test_a_line_of_an_imported_list_is_told_in_full_beside_it(tmp_path: Path) -> None:
    desk = Desk()
    file = tmp_path / "players.csv"
    file.write_text(GOOD)
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await imported(desk, pilot, file)
        assert "Nina Æsir" in beside(desk)
        await keys(pilot, "down")
        assert "Now: Masters · rated" in beside(desk)
