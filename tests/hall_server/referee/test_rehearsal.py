"""The referee reads that the devices rehearse, for as long as they may."""

import msgspec

from shared.core.state.office import Rehearsal
from shared.tui.status_bar import StatusBar
from tests.hall_server.referee.halls import LIVE, Desk, masters
from tests.tui.fake_port import START

ON = Rehearsal(b"root", b"key", 4000, 4001, START + 900_000, 60, 6, 100, 7, START)


async def test_the_status_line_says_that_a_rehearsal_is_on_and_until_when() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.now = START
        desk.tell(msgspec.structs.replace(masters(), rehearsal=ON), link=LIVE)
        await pilot.pause()
        bar = desk.app.query_one(StatusBar)
        assert bar.words == "REHEARSAL until 22:28 at the latest · ● LIVE"
        desk.now = START + 900_000
        desk.app.tick()
        assert bar.words == "● LIVE"
        assert desk.app.is_running
