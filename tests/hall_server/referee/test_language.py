"""The dashboard's language: how it starts, the key that changes it, and what a restart finds."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import hall_server.referee.cli as cli
from shared.machine.languages import LANGUAGES
from shared.tui.actions import HelpScreen
from tests.hall_server.referee.halls import Desk, masters, pairs, under_way
from tests.tui.fake_port import FakePort
from tests.tui.screens import screen_text

Start = Callable[..., Any]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Starts the dashboard of a laptop and returns its app, which is not shown."""
    started: list[Any] = []
    away = SimpleNamespace(host="hall.example")
    membership = SimpleNamespace(role="referee", label="laptop", zone="UTC", halls=(away,))
    monkeypatch.setattr("shared.node.home.load", lambda _home, _role: (membership, None))
    monkeypatch.setattr("hall_server.referee.app.laptop.Laptop", lambda *_, **__: FakePort())
    monkeypatch.setattr("shared.machine.logs.log_to", lambda _home, _program: None)
    monkeypatch.setattr("shared.program.running.run_app", lambda app, **_: started.append(app))
    clean: dict[str, str | None] = dict.fromkeys(
        ("LC_ALL", "LC_MESSAGES", "LANG", "HALL_LANGUAGE", "HALL_THEME")
    )

    def run(*words: str, **environment: str) -> Any:
        runner = CliRunner(env={**clean, **environment})
        outcome = runner.invoke(cli.main, ["--home", str(tmp_path), *words])
        assert outcome.exit_code == 0, outcome.output
        return started[-1]

    return run


def test_it_starts_in_the_language_and_colours_that_it_is_told(start: Start) -> None:
    assert (start().language, start().theme) == ("en", "hall-dark")
    assert start(LANG="ru_RU.UTF-8").language == "ru"
    assert start(HALL_LANGUAGE="fr", LANG="ru_RU.UTF-8").language == "fr"
    assert start("--language", "es", HALL_LANGUAGE="fr").language == "es"
    assert start("--theme", "light").theme == "hall-light"
    assert start(HALL_THEME="contrast").theme == "hall-contrast"


async def test_what_the_key_chose_is_there_after_a_restart(start: Start) -> None:
    app = start(HALL_LANGUAGE="fr")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        assert app.language == "ru"
    assert start(HALL_LANGUAGE="fr").language == "ru"
    assert start("--language", "es").language == "es"


async def test_the_key_goes_round_the_languages_and_the_screen_follows() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.tell(masters(*(under_way(f"m{n}", f"t{n}", pair) for n, pair in
                            enumerate(pairs(8), 1))))  # fmt: skip
        await pilot.pause()
        seen = []
        for _language in LANGUAGES:
            seen.append((desk.app.language, screen_text(desk.app)))
            await pilot.press("f3")
            await pilot.pause()
        assert [language for language, _text in seen] == list(LANGUAGES)
        assert len({text for _language, text in seen}) == len(LANGUAGES)
        assert screen_text(desk.app) == seen[0][1]


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_the_key_is_found_in_the_help(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(desk.app.screen, HelpScreen)
        shown = {action.key: action.id for action in desk.app.screen.actions}
        assert shown["f3"] == "language"


async def test_a_folder_that_cannot_be_written_is_told_and_the_language_changes() -> None:
    desk = Desk()

    def refuse(language: str) -> None:
        raise PermissionError(13, "Permission denied")

    desk.app.keep_language = refuse
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        await pilot.pause()
        assert desk.app.language == "es"
        assert ["Permission denied" in said.message for said in desk.app._notifications] == [True]
