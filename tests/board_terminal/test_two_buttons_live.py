"""Two wired buttons at the real app: whole matches without another key, and keys that are held."""

import pytest
from textual.pilot import Pilot

from board_terminal.view.held import RATE_MS, SETTLE_MS, Held
from board_terminal.view.keys import wired
from board_terminal.view.two_buttons import CLOSE, REST_MS, TOGETHER_MS
from shared.core.events import ReportFiled, ResultSigned
from shared.core.match.outcome import Code, Outcome
from tests.board_terminal.screen_kit import (
    SIZES,
    TestTerminal,
    begin,
    hold,
    press,
    terminal,
    tick,
    turn,
)
from tests.board_terminal.table_kit import round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.tui.screens import assert_screen, screen_text

LEFT, RIGHT = "f9", "f10"
KEYS = (LEFT, RIGHT)


def two_buttons(**more: object) -> tuple[TestTerminal, TablePort]:
    app, port = terminal(**more)  # type: ignore[arg-type]
    app.wired = wired(*KEYS)
    return app, port


async def side(pilot: Pilot[None], *seats: int) -> None:
    """Each side does what it is asked for."""
    for seat in seats:
        await press(pilot, KEYS[seat], after=1_000)
        await tick(pilot, TOGETHER_MS)


async def choose(pilot: Pilot[None], command: str) -> None:
    """Bring a choice about by the two buttons alone, as the screen says."""
    app = pilot.app
    assert isinstance(app, TestTerminal)
    asks = app.page.asks if app.page.sides else (False, False)
    if all(asks):
        turn(app, 1_000)
        await press(pilot, LEFT, RIGHT, after=100)
        assert app.view.focus == CLOSE
    lone = asks[0] != asks[1]
    walker = RIGHT if lone and asks[0] else LEFT
    for _ in range(16):
        if app.view.focus == command:
            break
        await press(pilot, walker, after=SETTLE_MS)
    assert app.view.focus == command
    if lone:
        await tick(pilot, REST_MS)
    else:
        await press(pilot, RIGHT, after=SETTLE_MS)
        await tick(pilot, TOGETHER_MS)


async def test_two_buttons_play_and_sign_a_match_with_a_pin_reports_and_an_offer() -> None:
    state = state_of(round_one(), control="unclocked", rulebook="standard")
    app, port = two_buttons(state=state)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await side(pilot, 0, 1)
        await choose(pilot, "pin")
        await choose(pilot, "pin_for:0")
        for _ in range(2):
            for digit in "4711":
                await choose(pilot, f"digit:{digit}")
            await choose(pilot, "ok")
        assert app.model.phase == "ready"
        await side(pilot, 1, 0, 1)
        for command in ("reports", "report:phone", "report:phone:1"):
            await choose(pilot, command)
        assert [(b.type, b.about) for b in filed(port)] == [("phone", 1)]
        if app.model.phase == "paused":
            await choose(pilot, "go_on")
        await choose(pilot, "draw")
        await choose(pilot, "offer:0")
        await choose(pilot, "draw_answer:no")
        await choose(pilot, "over")
        await choose(pilot, "code:W")
        await choose(pilot, "next")
        await side(pilot, 0)
        await choose(pilot, "over")
        await choose(pilot, "code:D")
        assert app.model.phase == "scoring"
        await side(pilot, 0)
        assert app.model.phase == "pin_sign"
        for digit in "4711":
            await choose(pilot, f"digit:{digit}")
        await choose(pilot, "ok")
        await choose(pilot, "different")
        for command in ("code:D", "code:L", "sign_different"):
            await choose(pilot, command)
        signed = [b for b in port.bodies(ResultSigned) if isinstance(b, ResultSigned)]
        assert [b.seat for b in signed] == [0, 1]
        assert [b.outcome for b in signed] == [
            Outcome((Code.WIN, Code.DRAW)),
            Outcome((Code.DRAW, Code.LOSS)),
        ]
        assert app.model.phase == "disputed"


def filed(port: TablePort) -> list[ReportFiled]:
    return [body for body in port.bodies(ReportFiled) if isinstance(body, ReportFiled)]


async def test_two_buttons_play_a_match_of_points() -> None:
    state = state_of(round_one(length=2), control="2/12", rulebook="usbgf-open")
    app, port = two_buttons(state=state)
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await side(pilot, 0, 1)
        for command in ("wishes", "wish:baffle_box", "back", "roll"):
            await choose(pilot, command)
        await side(pilot, 0, 1)
        assert app.model.phase == "rolling"
        await side(pilot, 0, 0, 1)
        await choose(pilot, "double:0")
        await choose(pilot, "pass:1")
        await choose(pilot, "break")
        await choose(pilot, "break:1")
        await choose(pilot, "break")
        await choose(pilot, "break:1")
        await side(pilot, 1)
        await choose(pilot, "over")
        await choose(pilot, "won:1:1")
        await choose(pilot, "undo")
        await side(pilot, 0, 1)
        for command in ("over", "resign", "resign:1:1"):
            await choose(pilot, command)
        await side(pilot, 0)
        assert app.model.phase == "scoring"
        await side(pilot, 0, 1)
        assert app.model.phase == "waiting"
        signed = [b for b in port.bodies(ResultSigned) if isinstance(b, ResultSigned)]
        assert [b.outcome.points for b in signed] == [(2, 0), (2, 0)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_where_the_buttons_stand_is_on_the_screen(size: tuple[int, int]) -> None:
    app, port = two_buttons(dice=(0, 7))
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        assert_screen(app, "buttons_seating")
        await side(pilot, 0, 1, 0)
        await press(pilot, LEFT, LEFT, after=1_000)
        assert_screen(app, "buttons_playing")
        await tick(pilot, REST_MS)
        await press(pilot, LEFT, LEFT, after=1_000)
        assert_screen(app, "buttons_winner")


async def test_a_button_held_at_the_end_of_a_turn_opens_no_menu_and_ends_no_other() -> None:
    app, port = two_buttons()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await side(pilot, 0, 1, 0)
        await hold(pilot, RIGHT)
        assert app.model.moves == (0, 1)
        assert not app.buttons.is_open
        await press(pilot, LEFT, after=50)
        assert app.model.moves == (1, 1)


async def test_a_held_button_of_the_side_that_waits_brings_nothing_about() -> None:
    app, port = two_buttons()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await side(pilot, 0, 1, 0)
        await hold(pilot, LEFT, 90)
        await tick(pilot, REST_MS)
        assert app.model.phase == "playing"
        assert app.model.moves == (0, 0)


@pytest.mark.parametrize("key", ["1", "z", "left", "3", "slash"])
async def test_a_key_held_on_who_won_never_becomes_a_signature(key: str) -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z", "g", "2", "n", "slash", "g", after=1_000)
        assert app.model.phase == "winner"
        await hold(pilot, key, 120)
        assert app.model.phase == "scoring"
        assert port.bodies(ResultSigned) == []
        await press(pilot, key, after=1_000)
        assert len(port.bodies(ResultSigned)) == 1


async def test_a_key_held_on_one_question_does_not_answer_the_next() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z", "g", "2", "n", "slash", "g", "1", after=1_000)
        await press(pilot, "x")
        await hold(pilot, "1")
        assert app.view.headline == "Who won game 2?"


async def test_a_held_key_that_sits_down_starts_no_clock() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "slash", after=1_000)
        await hold(pilot, "z")
        assert app.model.phase == "ready"
        await press(pilot, "z", after=1_000)
        assert app.model.phase == "playing"


async def test_under_help_two_buttons_end_a_turn_and_do_nothing_else() -> None:
    app, port = two_buttons()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await side(pilot, 0, 1, 0)
        await press(pilot, "f1")
        assert "Stop both clocks" in screen_text(app)
        await press(pilot, LEFT, LEFT, LEFT, RIGHT, after=1_000)
        assert app.model.moves == (0, 1)
        assert not app.buttons.is_open


def test_a_key_that_comes_again_is_held_until_it_has_settled() -> None:
    held = Held()
    assert not held.is_stale("1", "won", 0)
    assert held.is_stale("1", "sign", 500)
    assert held.is_stale("1", "sign", 533)
    assert not held.is_stale("1", "sign", 533 + SETTLE_MS)


def test_held_key_repeats_only_its_first_action() -> None:
    held = Held()
    assert [held.is_stale("5", "digit", at) for at in (0, 500, 533)] == [False] * 3


def test_another_key_in_between_makes_a_key_new_unless_both_are_held() -> None:
    held = Held()
    assert not held.is_stale("1", "press", 0)
    assert not held.is_stale("3", "press", 100)
    assert not held.is_stale("1", "answer", 100 + RATE_MS)
    assert not held.is_stale("3", "press", 260)
    assert held.is_stale("1", "sign", 300)
