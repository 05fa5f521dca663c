"""Two buttons wired as keys, a mouse or a finger, and a screen that knows few signs."""

import pytest
from click.testing import CliRunner

from board_terminal.cli import main
from shared.tui.glyphs import likeness, needs_likenesses
from tests.board_terminal.screen_kit import SIZES, begin, press, terminal
from tests.tui.screens import assert_screen, screen_text


def test_a_console_with_few_signs_gets_likenesses() -> None:
    assert needs_likenesses({"TERM": "linux"}, "utf-8")
    assert needs_likenesses({"TERM": "xterm-256color"}, "ISO-8859-1")
    assert not needs_likenesses({"TERM": "xterm-256color"}, "UTF-8")


@pytest.mark.parametrize("size", SIZES)
async def test_every_sign_of_a_running_game_is_one_of_code_page_437(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "linux")
    app, port = terminal()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "1")
        assert_screen(app, "console")
        seen = screen_text(app)
    assert "► THINKING" in seen
    # The control range of the code page has pictures too, which Python's codec leaves out.
    seen.translate(str.maketrans("", "", "►◄•○→←↑↓▲▼")).encode("cp437")


def test_a_likeness_takes_the_room_of_its_sign() -> None:
    text = "▶ THINKING – ✓ signed… ‖ paused ● LIVE 李小龍"
    assert len(likeness(text)) == len(text)
    assert likeness("李小龍 Grünwald") == "李小龍 Grünwald"


@pytest.mark.parametrize(("left", "right"), [("f9", "f9"), ("5", "f9"), ("f9", "f1")])
def test_a_button_is_not_wired_as_a_key_that_means_something_else(left: str, right: str) -> None:
    run = CliRunner().invoke(main, ["--left-key", left, "--right-key", right])
    assert run.exit_code == 1
    assert "wired" in run.output or "wire the button" in run.output


async def test_a_mouse_alone_sits_starts_and_presses() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        for half in ("#half-0", "#half-1", "#half-0", "#half-1"):
            await pilot.mouse_down(half)
            await pilot.pause()
        assert app.model.moves == (0, 1)
