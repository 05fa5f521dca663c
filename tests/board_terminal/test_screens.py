"""The screens of a table as a story, at the three sizes that must work."""

from collections.abc import Awaitable, Callable

import pytest
from textual import events
from textual.pilot import Pilot

from board_terminal.driving.driver import Driver
from board_terminal.screens.choice_bar import ChoiceButton
from board_terminal.screens.half import HalfPanel
from board_terminal.view.held import SETTLE_MS
from shared.core.day.entries import Entry, Pressed
from shared.core.events import ClockLogged, ReportFiled
from shared.core.match.outcome import Code, Outcome
from shared.machine.pins import SALT_BYTES, hashed
from shared.port import Link, Stopped
from shared.wire.codec import unpack
from tests.board_terminal.screen_kit import (
    SIZES,
    TestTerminal,
    TurnedClock,
    begin,
    press,
    terminal,
    tick,
    turn,
)
from tests.board_terminal.table_kit import DECK, Dice, round_one, state_of
from tests.board_terminal.table_port import TablePort, put_at_table
from tests.tui.fake_port import START, drawn, match
from tests.tui.screens import assert_screen, at_sizes, overflowing, screen_lines, screen_text

Scene = Callable[[Pilot[None], TablePort], Awaitable[None]]
MINUTE = 60_000
HELD = "Table 3 is held by another device. Ask the referee to assign this one."


async def seating(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "z")


async def ready(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "z", "slash")


async def playing(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "1")
    await press(pilot, "slash", "z", after=65_000)
    await tick(pilot)


async def low_and_offline(pilot: Pilot[None], port: TablePort) -> None:
    await playing(pilot, port)
    port.online = False
    port.tell_link(Link("offline", START + 500_000))
    await tick(pilot, 90 * MINUTE - 65_000 - 1_000 - 8_400)


async def reports(pilot: Pilot[None], port: TablePort) -> None:
    await playing(pilot, port)
    await press(pilot, "r", "4", "6", "r")


async def report_exactly(pilot: Pilot[None], port: TablePort) -> None:
    await playing(pilot, port)
    await press(pilot, "r", "9")


async def report_of_whom(pilot: Pilot[None], port: TablePort) -> None:
    await report_exactly(pilot, port)
    await press(pilot, "7")


async def report_stops_clocks(pilot: Pilot[None], port: TablePort) -> None:
    await report_of_whom(pilot, port)
    await press(pilot, "6")


async def winner(pilot: Pilot[None], port: TablePort) -> None:
    await playing(pilot, port)
    await press(pilot, "g")


async def between(pilot: Pilot[None], port: TablePort) -> None:
    await winner(pilot, port)
    await press(pilot, "2")


async def scoring(pilot: Pilot[None], port: TablePort) -> None:
    await winner(pilot, port)
    await press(pilot, "1", "n", "slash", "g", "1")


async def not_saved(pilot: Pilot[None], port: TablePort) -> None:
    await scoring(pilot, port)
    port.online = False
    await press(pilot, "z")
    port.refuse = "The disk is full: free some space."
    await press(pilot, "slash")


async def disputed(pilot: Pilot[None], port: TablePort) -> None:
    await scoring(pilot, port)
    await press(pilot, "z", "x", "2", "2", "5")


async def waiting(pilot: Pilot[None], port: TablePort) -> None:
    await scoring(pilot, port)
    await press(pilot, "z", "slash")


async def ruled(pilot: Pilot[None], port: TablePort) -> None:
    await disputed(pilot, port)
    port.keepers = 3
    port.rule("m1", Outcome((Code.WIN, Code.DRAW)), "ACF-3.II.J", "A phone rang in game 2.")
    await pilot.pause()


async def flag(pilot: Pilot[None], port: TablePort) -> None:
    await playing(pilot, port)
    await tick(pilot, 90 * MINUTE)


async def refused(pilot: Pilot[None], port: TablePort) -> None:
    port.tell_link(Link("refused", START, sentence=HELD))
    await pilot.pause()


async def stopped(pilot: Pilot[None], port: TablePort) -> None:
    await playing(pilot, port)
    port.tell(Stopped("The disk of this table cannot be written."))
    await pilot.pause()


async def replaced(pilot: Pilot[None], port: TablePort) -> None:
    await playing(pilot, port)
    port.unsent = {"event-1", "event-2", "event-3"}
    put_at_table(port, "77e0a1b2" * 4)
    await pilot.pause()


STORY: tuple[Scene, ...] = (
    seating,
    ready,
    playing,
    low_and_offline,
    reports,
    report_exactly,
    report_of_whom,
    report_stops_clocks,
    winner,
    between,
    scoring,
    not_saved,
    disputed,
    waiting,
    ruled,
    flag,
    refused,
    replaced,
    stopped,
)


def assert_touchable(app: TestTerminal) -> None:
    """Each half and each button has room for a finger; the last line tells of the link."""
    buttons = [b for b in app.screen.query(ChoiceButton) if b.choice.does]
    for target in (*buttons, *(h for h in app.screen.query(HalfPanel) if h.size)):
        assert target.region in app.screen.region
        assert target.size.height >= 3
        assert target.size.width >= 8
    words = ("LIVE", "CATCHING UP", "OFFLINE", "REFUSED", "STARTING")
    assert any(word in screen_lines(app)[-1] for word in words)


@pytest.mark.parametrize("scene", STORY, ids=lambda scene: scene.__name__)
async def test_match_screens_match_their_snapshots(scene: Scene) -> None:
    app, port = terminal(dice=(0, 7))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await scene(pilot, port)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, scene.__name__)
            assert_touchable(app)


async def test_clock_choice_screens_match_their_snapshots() -> None:
    app, port = terminal(state_of(round_one(), control="", rulebook="acf-majors"))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "7")
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, "choosing")


async def test_restart_screens_match_their_snapshots() -> None:
    app, port = terminal(dice=(0, 7))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await playing(pilot, port)
    again, _ = terminal(port=port)
    async with again.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await press(pilot, "z")
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(again, "recovering")


@pytest.mark.parametrize(
    ("name", "game", "why"), [("taken_over", 1, "30 s"), ("recalling", 2, "30 s")]
)
async def test_takeover_screens_match_their_snapshots(name: str, game: int, why: str) -> None:
    clock = ClockLogged(game, (), (68 * MINUTE, 61 * MINUTE), (14, 15), why)
    match = round_one(seated=(True, True), draw=drawn(), clock=clock, presses=29)
    app, port = terminal(state_of(match))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await pilot.pause()
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, name)


@pytest.mark.parametrize("scene", [seating, ready, playing, reports, winner, not_saved])
async def test_long_and_wide_names_keep_their_half(scene: Scene) -> None:
    state = state_of(match("m1", "3", ("long", "li")))
    players = {p.id: p for p in state_of().players.values()}
    from msgspec.structs import replace

    players["long"] = replace(
        players["king"], id="long", name="Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine"
    )
    app, port = terminal(replace(state, players=players))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await scene(pilot, port)
        async for _size in at_sizes(pilot, SIZES):
            assert not overflowing(app)
            assert "李小龍" in screen_text(app)
            assert "Wolfe" in screen_text(app)
            left, right = app.screen.query(HalfPanel)
            assert abs(left.size.width - right.size.width) <= 1


async def test_a_touch_on_a_half_is_that_players_key() -> None:
    app, port = terminal()
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await touch(pilot, "#half-0")
        await touch(pilot, "#half-1")
        assert app.model.phase == "ready"
        await touch(pilot, "#half-0")
        app.monotonic.ms += 3_000
        await touch(pilot, "#half-1")
        assert unpack(port.journals["m1"][-1], Entry) == Pressed(1, 4_000)


async def test_everything_can_be_done_by_touch_alone() -> None:
    app, port = terminal(state_of(round_one(), control=""))
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        for half in ("#half-0", "#half-1"):
            await touch(pilot, half)
        await tap(pilot, "control:0:1")
        await tap(pilot, "control:1:1")
        await touch(pilot, "#half-0")
        for command in ("over", "code:W", "next"):
            await tap(pilot, command)
        await touch(pilot, "#half-1")
        for command in ("reports", "report:call", "over", "code:D"):
            await tap(pilot, command)
        for half in ("#half-0", "#half-1"):
            await touch(pilot, half)
        assert app.model.phase == "waiting"
        assert port.bodies(ReportFiled) == [ReportFiled("call")]


async def test_a_numeric_keypad_alone_plays_a_match() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "1", "3", "5", "1", "5", "3", "5", "2", "1", "3")
        assert app.model.phase == "waiting"
        assert app.model.codes == (Code.WIN, Code.DRAW)


async def test_a_press_counts_while_the_help_lies_over_the_clock() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z", "f1")
        assert "Stop both clocks" in screen_text(app)
        await press(pilot, "slash", after=2_000)
        assert app.model.moves == (0, 1)
        await press(pilot, "escape")
        assert "1:29:58" not in screen_text(app)
        assert app.view.halves is not None
        assert app.view.halves[1].big == "1:29:58"


async def test_the_stamp_of_a_key_is_taken_before_anything_is_drawn() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z")
        drawn: list[int] = []
        real_show = app.show

        def slow_show() -> None:
            drawn.append(len(port.journals["m1"]))
            app.monotonic.ms += 500
            real_show()

        app.show = slow_show  # type: ignore[method-assign]
        lines = len(port.journals["m1"])
        await press(pilot, "slash", after=2_000)
        assert drawn[0] == lines + 1
        assert unpack(port.journals["m1"][-1], Entry) == Pressed(1, 3_000)


async def test_a_locked_terminal_cannot_be_left() -> None:
    app, port = terminal(service_pin=hashed("4711", b"s" * SALT_BYTES))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "ctrl+q", "ctrl+c", "escape", "ctrl+p")
        assert app.is_running
        assert app.model.phase == "seating"
        assert not app.use_command_palette


async def test_keys_without_meaning_change_nothing() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "5", "7", "g", "p", "x", "enter", "q", "9")
        assert port.drafts == []
        assert app.model.phase == "seating"


async def touch(pilot: Pilot[None], where: str) -> None:
    await pilot.mouse_down(where)
    await pilot.pause()
    await pilot.pause()


async def tap(pilot: Pilot[None], command: str) -> None:
    """Touch the button that does ``command``, a while after the last touch."""
    app = pilot.app
    assert isinstance(app, TestTerminal)
    turn(app, SETTLE_MS)
    button = next(b for b in app.screen.query(ChoiceButton) if b.choice.does == command)
    button.post_message(_down(button))
    await pilot.pause()
    await pilot.pause()


def _down(button: ChoiceButton) -> events.MouseDown:
    x, y = button.region.x + 1, button.region.y + 1
    return events.MouseDown(button, 1, 1, 0, 0, 1, False, False, False, x, y)


class RunningTerminal(TestTerminal):
    """Wakes by itself, but never within a test."""

    TICK_S = 3_600.0


async def test_the_screen_wakes_by_itself_only_while_a_clock_runs() -> None:
    port = TablePort(state=state_of(round_one()))
    app = RunningTerminal(
        Driver(port, table="3", deck=DECK, chance=Dice()),
        wall=TurnedClock(START),
        monotonic=TurnedClock(1_000),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        assert app.wakes_in_ms == 0
        await press(pilot, "z", "slash", "z")
        assert app.wakes_in_ms == 1_005
        await press(pilot, "slash", after=300)
        assert app.wakes_in_ms == 1_005
        await tick(pilot, 90 * MINUTE - 4_040)
        assert app.wakes_in_ms == 45
        await press(pilot, "p")
        assert app.wakes_in_ms == 0


async def test_without_color_every_state_is_still_told_by_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app, port = terminal()
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await low_and_offline(pilot, port)
        async for _size in at_sizes(pilot, SIZES):
            assert "▶ THINKING" in screen_text(app)
            assert "ticks allowed" in screen_text(app)
            assert "OFFLINE since" in screen_text(app)
