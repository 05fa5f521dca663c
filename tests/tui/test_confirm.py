"""The question before a step that cannot be undone: a reflex gives the safe answer."""

import pytest

from shared.tui.app import HallApp
from shared.tui.big_button import BigButton
from shared.tui.confirm import Confirm
from tests.tui.fake_port import START, FakePort
from tests.tui.screens import assert_screen, screen_text

SENTENCE = "Withdraw the pairing of round 3? 4 tables have it."


class Asking(HallApp):
    TICK_S = None

    def __init__(self) -> None:
        super().__init__(FakePort(), wall=lambda: START, monotonic=lambda: 0)
        self.answers: list[bool | None] = []

    def ask(self) -> None:
        question = Confirm(SENTENCE, yes="Withdraw", no="Keep it")
        self.push_screen(question, self.answers.append)


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], False),
        (["escape"], False),
        (["n"], False),
        (["y"], True),
        (["right", "enter"], True),
        (["tab", "space"], True),
        (["right", "left", "enter"], False),
    ],
)
async def test_each_key_gives_its_answer(keys: list[str], answer: bool) -> None:
    app = Asking()
    async with app.run_test() as pilot:
        app.ask()
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        assert app.answers == [answer]


async def test_a_tap_answers_and_buttons_are_large_enough_for_a_thumb() -> None:
    app = Asking()
    async with app.run_test(size=(50, 15)) as pilot:
        app.ask()
        await pilot.pause()
        for button in app.screen.query(BigButton):
            assert button.region.width >= 8
            assert button.region.height >= 3
        no, yes = app.screen.query(BigButton)
        assert yes.region.x - no.region.right >= 1
        await pilot.click("#yes")
        await pilot.pause()
        assert app.answers == [True]


@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_the_question_repeats_the_fact(size: tuple[int, int]) -> None:
    app = Asking()
    async with app.run_test(size=size) as pilot:
        app.ask()
        await pilot.pause()
        assert_screen(app, "confirm")


async def test_a_long_fact_is_read_on_with_a_key_while_both_answers_stay_on_the_screen() -> None:
    app = Asking()
    async with app.run_test(size=(50, 15)) as pilot:
        app.push_screen(
            Confirm(f"{SENTENCE} " * 8 + "The last word.", yes="Withdraw", no="Keep it")
        )
        await pilot.pause()
        before = screen_text(app)
        assert "Keep it" in before
        assert "word." not in before
        for _ in range(4):
            await pilot.press("pagedown")
        await pilot.pause()
        after = screen_text(app)
        assert "Keep it" in after
        assert "word." in after
