"""Names in any script and screens that change: a table keeps its columns and what was typed."""

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from board_terminal.screens.choice_bar import ChoiceButton
from board_terminal.screens.half import HalfPanel, half_lines
from board_terminal.view.view import Half
from shared.core.events import ResultSigned
from shared.core.match.outcome import Code, Outcome
from shared.core.state import HallState
from shared.tui.glyphs import likeness
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.fake_port import match
from tests.tui.screens import overflowing, screen_lines, screen_text

MARK = "\N{LEFT-TO-RIGHT MARK}"
EIGHTY = ("Maria-Magdalena Wolfeschlegelsteinhausenbergerdorff von Hohenlohe-Schillingsfürst "
          "zu Waldenburg")[:80]  # fmt: skip
NAMES = {
    "eighty": (EIGHTY, EIGHTY[::-1]),
    "right_to_left": ("محمد عبد الله الحسيني", "דוד בן־גוריון"),
    "wide": ("欧阳慕容上官司马诸葛东方", "李小龍"),
}
SIZES = ((50, 15), (80, 24), (132, 38), (200, 55))


def named(left: str, right: str) -> HallState:
    state = state_of(match("m1", "3", ("long", "li")))
    king = state_of().players["king"]
    players = (replace(king, id="long", name=left), replace(king, id="li", name=right))
    return replace(state, players={player.id: player for player in players})


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
async def test_names_of_any_length_and_script_keep_their_columns(names: tuple[str, str]) -> None:
    app, port = terminal(named(*names))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        for keys in ((), ("1", "3"), ("3", "1"), ("0",)):
            await press(pilot, *keys, after=1_000)
            for size in SIZES:
                await resized(pilot, size)
                assert not overflowing(app)
                assert {cell_len(line) <= size[0] for line in screen_lines(app)} == {True}
                left, right = app.screen.query(HalfPanel)
                assert abs(left.size.width - right.size.width) <= 1
                for name in names:
                    assert name[:4] in screen_text(app)


def test_of_two_right_to_left_names_in_a_row_each_is_bounded_in_its_half() -> None:
    arabic, hebrew = NAMES["right_to_left"]
    for name, other in ((arabic, hebrew), (hebrew, arabic)):
        lines = [line for line, _ in half_lines(Half(name), Half(other), 30, 8, 30)]
        assert {cell_len(line) for line in lines} == {30}
        [row] = [line for line in lines if name in line]
        assert row.strip() == f"{MARK}{name}{MARK}"
        assert MARK not in likeness(row)
    assert MARK not in "".join(line for line, _ in half_lines(Half("A. King"), Half(""), 30, 8, 30))


async def test_a_score_is_kept_through_every_resize_while_it_is_entered() -> None:
    app, port = terminal(state_of(round_one(), control="unclocked", rulebook="standard"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "3", "1", after=1_000)
        for keys in (("5",), ("1", "5"), ("3", "1", "5"), ("2",), ("1",)):
            await press(pilot, *keys, after=1_000)
            for size in ((50, 15), (200, 55), (80, 24)):
                before = app.view
                await resized(pilot, size)
                assert app.view == before
        await press(pilot, "3", after=1_000)
        signed = [d.body for d in port.drafts if isinstance(d.body, ResultSigned)]
        assert [body.outcome for body in signed] == [Outcome((Code.WIN, Code.DRAW))] * 2


async def test_squares_pins_and_pages_of_buttons_are_kept_when_the_screen_is_resized() -> None:
    app, port = terminal(state_of(round_one(), control="90:00", rulebook="standard"))
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "9", "4", "4", "7", after=1_000)
        for size in SIZES:
            await resized(pilot, size)
            assert "●●" in screen_text(app)
        await press(pilot, "minus", "minus", "8", "3", *"11", "minus", after=1_000)
        for size in SIZES:
            await resized(pilot, size)
            assert app.driver.desk.typed == "11-"
        await resized(pilot, (50, 15))
        await press(pilot, "backspace", "backspace", "r", after=1_000)
        await pilot.press("asterisk")
        await pilot.pause()
        shown = [b.choice.label for b in app.screen.query(ChoiceButton)]
        await resized(pilot, (50, 16))
        assert [b.choice.label for b in app.screen.query(ChoiceButton)] == shown


async def resized(pilot: Pilot[None], size: tuple[int, int]) -> None:
    await pilot.resize_terminal(*size)
    await pilot.pause()
    await pilot.pause()
