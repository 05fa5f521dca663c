"""A table in another language: chosen at the table for one match, then the node's own again."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from board_terminal.desk.languages import Languages
from board_terminal.driving.presenter import asked_alone, present
from board_terminal.running.terminal import remember
from board_terminal.view import two_buttons
from board_terminal.view.keys import LANGUAGE
from shared.core.text.language import _, ngettext
from shared.machine.languages import LANGUAGES
from shared.machine.pins import TRIES
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import begin, press, terminal, turn
from tests.board_terminal.table_kit import (
    Kit,
    playing,
    put,
    round_one,
    round_two,
    scored,
    state_of,
)
from tests.board_terminal.table_port import TablePort
from tests.tui.fake_port import START
from tests.tui.screens import screen_text
from tests.words.spoken import said_in

SIT = {
    "en": "Sit and press here",
    "es": "Siéntese y pulse aquí",
    "fr": "Asseyez-vous",
    "ru": "Садитесь",
}
BUTTONS = dict(zip(LANGUAGES, "7894", strict=True))
"""The key of each language on the page that asks for one."""


async def test_every_language_is_chosen_with_two_keys_for_both() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        for language, key in BUTTONS.items():
            await press(pilot, LANGUAGE.key)
            assert "Language · Idioma · Langue · Язык" in screen_text(app)
            await press(pilot, key)
            assert app.language == language
            assert screen_text(app).count(SIT[language].split()[0]) == 2


async def test_the_choice_holds_while_the_match_is_played_and_the_log_stays_english() -> None:
    app, port = terminal()
    app.speak("fr")
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, LANGUAGE.key, BUTTONS["ru"], "z", "slash")
        assert app.language == "ru"
        told = {draft.actor.how for draft in port.drafts if draft.actor is not None}
        assert told <= {"unverified press", "software"}


async def test_each_side_reads_its_own_language_and_both_the_tables() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, LANGUAGE.key, "z", "slash", "slash", "slash")
        assert app.driver.desk.languages.sides == ("es", "ru")
        await press(pilot, "escape")
        text = screen_text(app)
        assert (SIT["es"].split()[0] in text, SIT["ru"] in text) == (True, True)
        assert "Round 1" in text
        await press(pilot, "z")
        text = screen_text(app)
        assert ("Тур 1" in text, SIT["ru"] in text, "Round 1" in text) == (True, True, False)


def in_two_tongues(kit: Kit) -> Kit:
    """Left reads Spanish, right Russian, and the table speaks English."""
    put(kit.driver, languages=Languages(sides=("es", "ru")))
    return kit


@pytest.mark.parametrize(
    ("commands", "language"),
    [
        ((), ""),
        (("side:0",), "ru"),
        (("side:1",), "es"),
        (("side:1", "different"), "es"),
        (("side:0", "different", "code:D", "code:D"), "ru"),
    ],
)
def test_a_score_is_signed_in_the_language_of_who_signs(
    commands: tuple[str, ...], language: str
) -> None:
    kit = in_two_tongues(scored("W", "D")).do(*commands)
    with said_in(language or "en"):
        alone = replace(kit.driver.desk, languages=Languages())
        wanted = present(alone, at=kit.at, now=START + 432_000, zone="UTC")
    assert (kit.view.headline, kit.view.choices) == (wanted.headline, wanted.choices)


def test_the_halves_of_a_shared_page_are_each_in_their_sides_language() -> None:
    halves = in_two_tongues(scored("W", "D")).view.halves
    assert halves is not None
    for half, language in zip(halves, ("es", "ru"), strict=True):
        with said_in(language):
            assert half.word == _("Correct? Press here")


async def test_a_pin_is_asked_for_and_refused_in_its_owners_language() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        put(app.driver, languages=Languages(sides=("es", "ru")))
        await press(pilot, "z", "slash")
        for command in ("first:0", "pin", "pin_for:1", "digit:4"):
            app.do(command, app.monotonic())
        with said_in("ru"):
            asked = _("{name}: a PIN of {count} digits or more").format(name="B. Chen", count=4)
            refused = _("A PIN has {count} digits or more.").format(count=4)
        assert app.view.headline == asked
        assert asked_alone(app.driver.desk, app.view) == 1
        await press(pilot, "enter")
        assert app.view.headline == asked
        assert app.view.message == (refused,)


async def test_wrong_pin_is_refused_in_the_language_of_the_signing_player() -> None:
    app, port = terminal()
    digits = ("digit:4",) * 4
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        put(app.driver, languages=Languages(sides=("es", "ru")))
        await press(pilot, "z", "slash")
        set_one = ("first:0", "pin", "pin_for:1", *digits, "ok", *digits, "ok")
        played = ("side:0", "over", "code:W", "next", "side:1", "over", "code:D")
        for command in (*set_one, *played, "side:1", "digit:1", "ok"):
            turn(app, 1_000)
            app.do(command, app.monotonic())
            await pilot.pause()
        with said_in("ru"):
            asked = _("{name}: your PIN, to sign").format(name="B. Chen")
            one, many = "Not this PIN. {count} try left.", "Not this PIN. {count} tries left."
            refused = ngettext(one, many, TRIES - 1).format(count=TRIES - 1)
        assert (app.view.headline, app.view.message) == (asked, (refused,))


def test_shared_page_speaks_both_languages_during_play() -> None:
    kit = in_two_tongues(playing())
    assert asked_alone(kit.driver.desk, kit.view) is None
    kit.do("reports")
    assert asked_alone(kit.driver.desk, kit.view) is None


def test_table_speaks_the_language_that_both_players_chose() -> None:
    one = Languages("en").next_for(0)
    assert (one.shared, one.of(0), one.of(1)) == ("en", "es", "en")
    both = one.next_for(1)
    assert (both.shared, both.of(0), both.of(1)) == ("es", "es", "es")


async def test_the_choice_outlives_a_restart_and_the_next_match_does_not_inherit_it(
    tmp_path: Path,
) -> None:
    port = TablePort(state=state_of(round_one()))
    app, _port = terminal(port=port)
    remember(app.driver, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, LANGUAGE.key, BUTTONS["ru"], LANGUAGE.key, "z")
    again, _port = terminal(port=port)
    again.speak("fr")
    remember(again.driver, tmp_path)
    async with again.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        assert again.language == "ru"
        assert again.driver.desk.languages.sides == ("en", "ru")
        port.state = state_of(round_two())
        await begin(pilot, port)
        assert again.driver.desk.match is not None
        assert again.driver.desk.match.uid == "m2"
        assert again.language == "fr"
        assert again.driver.desk.languages.sides == ("", "")


async def test_a_folder_that_cannot_be_written_is_told_and_the_language_changes() -> None:
    app, port = terminal()

    def refuse(_told: object, _uid: str) -> None:
        raise PermissionError(13, "Permission denied")

    app.driver.keep_languages = refuse
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, LANGUAGE.key, BUTTONS["es"])
        assert app.language == "es"
        assert "Permission denied" in screen_text(app)


def test_two_buttons_choose_a_language() -> None:
    view = Kit().do("language").view
    assert two_buttons.way(two_buttons.Buttons(), view) == "press"
    step = two_buttons.pressed(two_buttons.Buttons(), view, 1, 1_000)
    assert two_buttons.passed(step.buttons, view, 1_400).command == "side:1"


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("page", EVERY_PAGE)
def test_the_keys_of_a_page_are_the_same_in_every_language(page: str, language: str) -> None:
    kit = EVERY_PAGE[page]()
    plain = [(c.does, c.keys) for c in (*kit.view.sides, *kit.view.choices)]
    with said_in(language):
        assert [(c.does, c.keys) for c in (*kit.view.sides, *kit.view.choices)] == plain
