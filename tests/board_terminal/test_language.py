"""A table in another language: chosen at the table for one match, then the node's own again."""

from __future__ import annotations

import pytest

from board_terminal.keys import LANGUAGE
from shared.languages import LANGUAGES
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.tui.screens import screen_text
from tests.words.spoken import said_in

SIT = {"es": "Siéntese", "fr": "Asseyez-vous", "ru": "Садитесь"}


async def test_a_key_goes_through_the_languages_and_back() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        for language in (*list(LANGUAGES)[1:], "en"):
            await press(pilot, LANGUAGE.key)
            assert app.language == language
            assert SIT.get(language, "Sit and press") in screen_text(app)


async def test_the_choice_holds_while_the_match_is_played_and_the_log_stays_english() -> None:
    app, port = terminal()
    app.speak("fr")
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, LANGUAGE.key, "z", "slash")
        assert app.language == "ru"
        told = {draft.actor.how for draft in port.drafts if draft.actor is not None}
        assert told <= {"unverified press", "software"}


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("page", EVERY_PAGE)
def test_the_keys_of_a_page_are_the_same_in_every_language(page: str, language: str) -> None:
    kit = EVERY_PAGE[page]()
    plain = [(c.does, c.keys) for c in (*kit.view.sides, *kit.view.choices)]
    with said_in(language):
        assert [(c.does, c.keys) for c in (*kit.view.sides, *kit.view.choices)] == plain
