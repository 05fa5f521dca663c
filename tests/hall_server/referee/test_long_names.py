"""Every desk with names of eighty letters and names from right to left: the numbers stay."""

import msgspec
import pytest

from shared.core.state import Device, HallState
from shared.core.state.office import Awards, PrizeFund
from shared.port import DeviceSeen, DevicesSeen
from tests.hall_server.referee.halls import (
    Desk,
    confirmed,
    disputed,
    masters,
    opened,
    report,
    under_way,
)
from tests.prove import spread
from tests.tui.screens import overflowing, screen_lines

LATIN = "Maximiliana-Wilhelmine von und zu Hohenlohe-Waldenburg-Schillingsfürst-Öhringen"
ARABIC = "عبد الرحمن بن محمد بن عبد العزيز آل الشيخ المكي المدني الدمشقي البغدادي القرطبي"
HEBREW = "אברהם יצחק בן יעקב הכהן רוזנצווייג ממשפחת הורוביץ מן העיר העתיקה שבירושלים הבירה"
ONE_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" + "o" * 22
MARK = "\N{LEFT-TO-RIGHT MARK}"
NAMES = (LATIN, ARABIC, HEBREW, ONE_WORD, "Ann Lee", "عمر")
SIZES = [(50, 15), (80, 24)]


def hall() -> HallState:
    """Three matches of players with such names, who also have long clubs; devices named so too."""
    matches = (
        under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D")),
        under_way("m2", "t2", ("p3", "p4"), result=disputed("W W", "D D")),
        under_way("m3", "t3", ("p5", "p6")),
    )
    reports = tuple(
        report("phone", match, token=token, note=name)
        for match, token, name in zip(matches, "abc", NAMES[:3], strict=True)
    )
    awards = Awards(prizes={"masters": PrizeFund((145000, 20000, 10000, 5000), 2500)})
    state = masters(*matches, reports=reports, awards=awards)
    players = {
        ident: msgspec.structs.replace(player, name=name, club=name[::-1])
        for (ident, player), name in zip(state.players.items(), NAMES, strict=True)
    }
    devices = {
        table.device: Device(table.device, b"", b"", "terminal", (), name, revoked=False)
        for table, name in zip(state.tables.values(), NAMES[:3], strict=True)
    }
    kiosk = Device("cd" * 16, b"", b"", "kiosk", (), HEBREW, revoked=False)
    laptop = Device("ef" * 16, b"", b"", "referee", ("rule",), ARABIC, revoked=False)
    devices |= {kiosk.node: kiosk, laptop.node: laptop}
    return msgspec.structs.replace(state, players=players, devices=devices)


RATINGS = ("2200", "2190", "2180", "2170", "2160", "2150")
DESKS: dict[tuple[str, ...], tuple[str, ...]] = {
    (): (),
    ("r",): RATINGS,
    ("r", "asterisk"): RATINGS,
    ("f6",): ("not seen yet",) * 6,
    ("s",): ("4 0", *("0 0",) * 5),
    ("z",): ("$1450.00", *("$70.00",) * 5),
    ("i",): ("R1 T1", "R1 T2", "R1 T3"),
    ("k",): ("R1 1", "R1 2", "R1 3"),
    ("f4",): ("disputed", ": none"),
    ("c",): ("wins 1½–½",),
    ("w",): ("Maximiliana-Wilhelm… – Phone", "– Phone"),
    ("t",): (),
    ("q",): (),
    ("d",): ("Table 1", "Table 2", "Table 3"),
    ("v",): (),
    ("j",): (),
    ("b",): (),
    ("l",): (),
    ("y",): (),
    ("p",): (),
    ("g",): (),
    ("x",): (),
}
"""The keys of each desk and list, and what stands on its rows, in any order."""


@pytest.mark.parametrize(("pressed", "size"), spread(2, DESKS, SIZES))
async def test_long_names_leave_the_numbers_of_a_row_on_the_screen(
    pressed: tuple[str, ...], size: tuple[int, int]
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall(), *pressed)
        desk.port.tell(DevicesSeen((DeviceSeen("01" * 16, desk.mono - 4_000, 200_000),)))
        await pilot.pause()
        assert overflowing(desk.app) == []
        rows = [" ".join(row.replace(MARK, "").split()) for row in screen_lines(desk.app)]
        for numbers in DESKS[pressed]:
            found = next((row for row in rows if numbers in row), None)
            assert found is not None, (numbers, rows)
            rows.remove(found)
