"""The lobby never shows a match clock, a move of a game, or what one side says of a dispute.

Each test changes only what must stay hidden and expects the same screen to the letter.
"""

from collections.abc import Callable

import msgspec
import pytest

from kiosk.app import KioskApp
from shared.core.state import HallState, Match
from shared.port import Link, LiveSeen, LiveTable
from tests.kiosk.hidden import with_clock, with_other_claims, with_other_moves
from tests.kiosk.lobby_states import small_hall
from tests.tui.fake_port import START, FakePort
from tests.tui.screens import screen_text

Change = Callable[[Match], Match]


def changed(state: HallState, change: Change) -> HallState:
    matches = {uid: change(match) for uid, match in state.matches.items()}
    assert matches != state.matches
    return msgspec.structs.replace(state, matches=matches)


async def everything_shown(state: HallState, live: LiveSeen | None = None) -> str:
    """Return the text of every page and of the answer to every player."""
    port, now = FakePort(), [0]

    class Lobby(KioskApp):
        TICK_S = None

    app = Lobby(port, wall=lambda: START - 60_000, monotonic=lambda: now[0])
    shown: list[str] = []
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        port.tell_hall(state)
        port.tell_link(Link("live", START))
        if live is not None:
            port.tell(live)
        await pilot.pause()
        for _ in range(5):
            shown.append(screen_text(app))
            now[0] += 8000
            app.tick()
            await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        for name in ("sto", "ang", "pat", "ti", "ki"):
            await pilot.press(*name)
            await pilot.pause()
            shown.append(screen_text(app))
            await pilot.press("backspace")
    return "\n".join(shown)


@pytest.mark.clause("HALL-clock-secrecy")
async def test_a_clock_at_a_table_changes_nothing_in_the_lobby() -> None:
    state = small_hall()
    live = LiveSeen(LiveTable("4", "m3", "playing 12:34", 1, (754_000, 571_000), (0,), (3, 4)), 1)
    plain = await everything_shown(state)
    assert await everything_shown(changed(state, with_clock), live) == plain
    assert "12:34" not in plain
    assert "playing" in plain


@pytest.mark.clause("HALL-unfinished-moves")
async def test_opening_and_moves_change_nothing_in_the_lobby() -> None:
    state = small_hall()
    plain = await everything_shown(state)
    assert await everything_shown(changed(state, with_other_moves)) == plain
    assert "9-14" not in plain


async def test_versions_of_an_open_result_do_not_change_the_lobby() -> None:
    state = small_hall()
    plain = await everything_shown(state)
    assert await everything_shown(changed(state, with_other_claims)) == plain
    assert "with the referee" in plain
