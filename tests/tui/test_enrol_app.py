"""The screen of a device without an invite: digits large enough to compare, and what to do."""

from collections.abc import Callable

import pytest

from shared.machine.languages import LANGUAGES
from shared.port import EnrolProgress
from shared.tui.enrol_app import EnrolApp
from shared.tui.theme import PALETTES
from tests.tui.contrast import weak
from tests.tui.screens import assert_screen, overflowing, screen_text


class Scripted:
    """Asks nobody; a test says what comes."""

    def __init__(self, told: Callable[[EnrolProgress], None]) -> None:
        self.told = told
        self.running = False

    def start(self) -> None:
        self.running = True

    def close(self) -> None:
        self.running = False


class Screen:
    def __init__(self, *, locked: bool = False) -> None:
        self.asking: Scripted | None = None
        self.app = EnrolApp("board terminal", self._open, locked=locked)

    def _open(self, told: Callable[[EnrolProgress], None]) -> Scripted:
        self.asking = Scripted(told)
        return self.asking


CLOSED = "Enrolment is closed. Ask the referee to open it: this device then goes on by itself."
SHOW = "Show these digits to the referee. They must be the same on the referee's screen."


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38), (200, 55)])
async def test_six_digits_stand_on_the_screen_with_instructions(size: tuple[int, int]) -> None:
    screen = Screen()
    async with screen.app.run_test(size=size) as pilot:
        await pilot.pause()
        assert screen.asking is not None
        assert screen.asking.running
        screen.asking.told(EnrolProgress("Harbour Open", "192.168.10.24", "042917", SHOW))
        await pilot.pause()
        assert_screen(screen.app, "digits")


async def test_a_closed_enrolment_shows_no_digits() -> None:
    screen = Screen()
    async with screen.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen.asking is not None
        screen.asking.told(EnrolProgress(sentence="Enrolment is closed."))
        await pilot.pause()
        text = screen_text(screen.app)
        assert "Enrolment is closed" in text
        assert "█" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(50, 15), (80, 24), (100, 30), (132, 38), (200, 55)])
async def test_a_long_sentence_and_a_long_name_leave_nothing_out(
    size: tuple[int, int], language: str
) -> None:
    screen = Screen()
    screen.app.speak(language)
    long = "The Open Championship of the Harbour and of all the Islands around it, for Clubs"
    steps = (
        EnrolProgress(at="192.168.10.24", sentence=CLOSED),
        EnrolProgress(long, "192.168.10.24", "042917", SHOW),
    )
    async with screen.app.run_test(size=size) as pilot:
        await pilot.pause()
        assert screen.asking is not None
        for step in steps:
            screen.asking.told(step)
            await pilot.pause()
            assert not screen.app.screen.max_scroll_y
            assert not overflowing(screen.app)
            assert not step.digits or screen.app.query_one("#digits").size.height >= 5


async def test_a_locked_screen_is_not_left_by_the_keyboard() -> None:
    screen = Screen(locked=True)
    async with screen.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert screen.app.is_running
        assert "Ctrl+Q" not in screen_text(screen.app)


@pytest.mark.parametrize("admitted", [True, False])
async def test_admitted_or_left_the_screen_ends_and_stops_asking(admitted: bool) -> None:
    screen = Screen()
    async with screen.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen.asking is not None
        if admitted:
            screen.asking.told(EnrolProgress("Open", sentence="Admitted.", done=True))
        else:
            await pilot.press("ctrl+q")
        await pilot.pause()
    assert screen.app.return_value is admitted
    assert not screen.asking.running


async def test_it_asks_in_the_language_of_the_device() -> None:
    screen = Screen()
    screen.app.speak("es")
    async with screen.app.run_test() as pilot:
        await pilot.pause()
        assert screen.asking is not None
        said = " ".join(screen_text(screen.app).split())
        assert "aún no pertenece a ningún torneo" in said
        screen.asking.told(EnrolProgress("Harbour Open", "192.168.10.24", "042917", SHOW))
        await pilot.pause()
        assert "192.168.10.24" in screen_text(screen.app)
        assert "Muestre estas cifras al árbitro." in screen_text(screen.app)


@pytest.mark.parametrize("theme", PALETTES)
async def test_every_text_stands_at_seven_to_one(theme: str) -> None:
    screen = Screen()
    async with screen.app.run_test() as pilot:
        screen.app.theme = theme
        await pilot.pause()
        assert screen.asking is not None
        screen.asking.told(EnrolProgress("Harbour Open", "192.168.10.24", "042917", SHOW))
        await pilot.pause()
        assert not weak(screen.app)
