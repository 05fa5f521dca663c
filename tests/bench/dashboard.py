"""The dashboard of a large hall: its share of a core, and how soon it shows a change."""

import asyncio
import os

import msgspec

from hall_server.referee.app.app import RefereeApp
from hall_server.referee.app.floor.floor_view import FloorView
from hall_server.referee.asked.desk import Clocks, RefereeDesk
from shared.core.state import HallState
from shared.machine.clocks import monotonic_ms, precise_ns, wall_ms
from shared.port import LiveSeen
from shared.store.collector import keep_what_is_loaded
from tests.bench.figures import PATIENCE_S, Effort, ms, row, say, used
from tests.hall_server.referee.halls import LIVE, confirmed, live, masters, pairs, under_way
from tests.tui.fake_port import FakePort

SIZES = ((300, 0.06), (1_000, 0.12))
"""Tables, and the share of one core that their clocks may take."""
SECONDS = 10
CHANGES = 60
SIZE = (160, 50)
SOON_NS = 100_000_000


def hall(tables: int) -> HallState:
    """Return a hall whose every table plays."""
    matches = [under_way(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(2 * tables), 1)]
    return masters(*matches)


async def _run(tables: int, seconds: int, changes: int) -> tuple[float, list[int]]:
    port, state = FakePort(), hall(tables)
    app = RefereeApp(RefereeDesk(port, Clocks(wall_ms, monotonic_ms), token=lambda: "0" * 32))
    matches = list(state.matches.values())

    async def clocks(seconds: int) -> None:
        """Each table tells of itself once a second, spread over it."""
        for _ in range(seconds):
            for part in range(10):
                for table in matches[part::10]:
                    port.tell(LiveSeen(live(table), monotonic_ms()))
                await asyncio.sleep(0.1)

    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        port.tell_hall(state)
        port.tell_link(LIVE)
        await clocks(min(2, seconds))
        keep_what_is_loaded()  # as the program does soon after its start
        begun, before = precise_ns(), used(os.getpid()).cpu
        await clocks(seconds)
        share = (used(os.getpid()).cpu - before) / (precise_ns() - begun)
        async with asyncio.timeout(PATIENCE_S):
            waits = [await _change(app, port, state, n) for n in range(changes)]
    return share, waits


async def _change(app: RefereeApp, port: FakePort, state: HallState, n: int) -> int:
    """Return nanoseconds until a result that was entered at a table stands on the floor."""
    uid = f"m{n + 1}"
    done = msgspec.structs.replace(state.matches[uid], result=confirmed("W D"))
    changed = msgspec.structs.replace(state, matches={**state.matches, uid: done})
    floor = app.screen_stack[0].query_one("#floor", FloorView)
    port.tell(LiveSeen(live(state.matches[uid]), monotonic_ms()))
    await asyncio.sleep(0.013 * (n % 16))
    begun = precise_ns()
    port.tell_hall(changed)
    while not any(cell.table == f"t{n + 1}" and cell.tone == "done" for cell in floor.floor):  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    took = precise_ns() - begun
    port.tell_hall(state)
    await asyncio.sleep(0.25)
    return took


def bench(effort: Effort) -> None:
    """Print the share of a core with every clock running, and the wait for a change."""
    changes = effort.pick(CHANGES, 1)
    for tables, most in effort.pick(SIZES, ((4, 1.0),)):
        share, waits = asyncio.run(_run(tables, effort.pick(SECONDS, 1), changes))
        say(f"  {tables} clocks: {share:.1%} of a core")
        effort.judge(share <= most, f"at most {most:.0%}")
        p99 = row(f"a change among {tables} tables, seen", waits)
        effort.judge(p99 <= SOON_NS, f"p99 ≤ {ms(SOON_NS)}")
