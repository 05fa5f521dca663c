"""The PIN that opens a locked table comes from a file, and a file that cannot be one is refused."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import board_terminal.cli
import kiosk.cli
from shared.machine.pins import SALT_BYTES, hashed, matches
from shared.program.options import LONGEST_PIN, service_pin_option
from tests.board_terminal.screen_kit import begin, press, terminal

SALT = b"s" * SALT_BYTES


@click.command()
@service_pin_option
def show(service_pin: str) -> None:
    click.echo(f"<{service_pin}>")


def read(file: Path) -> Result:
    return CliRunner().invoke(show, ["--service-pin-file", str(file)])


@pytest.mark.parametrize("text", ["4711", "4711\n", "  4711 \r\n"])
def test_the_pin_is_what_the_file_says_without_blanks_around_it(tmp_path: Path, text: str) -> None:
    (tmp_path / "pin").write_text(text, encoding="utf-8")
    stored = read(tmp_path / "pin").output.strip()[1:-1]
    assert matches("4711", stored)
    assert not matches("4712", stored)


def test_only_the_hash_of_the_pin_stays_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "pin").write_text("4711", encoding="utf-8")
    first = read(tmp_path / "pin").output
    assert (tmp_path / "pin").stat().st_mode & 0o777 == 0o600
    assert "4711" not in (tmp_path / "pin").read_text().split(":")
    assert read(tmp_path / "pin").output == first


def test_without_a_file_there_is_no_pin() -> None:
    assert CliRunner().invoke(show).output == "<>\n"


@pytest.mark.parametrize(
    "text", ["", "\n", "12\n34\n", "471", "1" * (LONGEST_PIN + 1), "pass", "٤٧١١", "\x00"]
)
def test_a_file_that_holds_no_pin_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "pin").write_text(text, encoding="utf-8")
    result = read(tmp_path / "pin")
    assert result.exit_code == 2
    assert "must hold a PIN of 4 to 12 digits" in result.output


@pytest.mark.parametrize("file", ["none", "folder", "bytes"])
def test_a_file_that_cannot_be_read_is_refused_and_nothing_starts(
    tmp_path: Path, file: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(b"\xff\xfe47")
    result = read(tmp_path / file)
    assert result.exit_code == 2
    assert "<" not in result.output


@pytest.mark.parametrize("program", [board_terminal.cli.main, kiosk.cli.main])
def test_terminal_and_kiosk_take_the_file(program: click.Command) -> None:
    assert "--service-pin-file" in {name for option in program.params for name in option.opts}


async def test_the_longest_pin_opens_a_locked_table() -> None:
    app, port = terminal(service_pin=hashed("9" * LONGEST_PIN, SALT))
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await pilot.press("ctrl+q", *("9" * LONGEST_PIN), "enter")
        assert not app.is_running


async def test_digits_of_the_service_pin_are_no_turn_of_a_player() -> None:
    app, port = terminal(service_pin=hashed("1313", SALT))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z", "ctrl+q")
        await pilot.press("3")
        assert app.model.moves == (0, 0)
        await press(pilot, "slash", after=2_000)
        assert app.model.moves == (0, 1)
        await pilot.press("escape", "ctrl+q", *"1313", "enter")
        assert not app.is_running


async def test_while_the_pin_is_asked_for_only_the_keys_of_the_clock_still_count() -> None:
    app, port = terminal(service_pin=hashed("4711", SALT))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z")
        await pilot.press("ctrl+q", "7", "5")
        assert app.model.phase == "playing"
