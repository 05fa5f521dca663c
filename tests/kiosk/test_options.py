"""In which language and colours a program starts: by option, by environment, by the machine."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import kiosk.cli
from shared.program.options import screen_options

MACHINE = ("LC_ALL", "LC_MESSAGES", "LANG", "HALL_LANGUAGE", "HALL_THEME")


@click.command()
@screen_options
def show(language: str, theme: str) -> None:
    click.echo(f"{language} {theme}")


def run(*words: str, **environment: str) -> str:
    nothing: dict[str, str | None] = dict.fromkeys(MACHINE)
    return CliRunner(env={**nothing, **environment}).invoke(show, words).output


def test_the_option_goes_before_the_environment_and_that_before_the_machine() -> None:
    told = {"LANG": "fr_FR.UTF-8", "HALL_LANGUAGE": "ru"}
    assert run("--language", "es", **told) == "es hall-dark\n"
    assert run(**told) == "ru hall-dark\n"
    assert run(LANG="fr_FR.UTF-8") == "fr hall-dark\n"
    assert run() == "en hall-dark\n"


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_the_theme_is_chosen_by_a_short_name(name: str) -> None:
    assert run("--theme", name) == f"en hall-{name}\n"
    assert run(HALL_THEME=name) == f"en hall-{name}\n"


def test_a_language_or_theme_that_there_is_not_is_answered_with_those_there_are() -> None:
    assert "'en', 'es', 'fr', 'ru'" in run("--language", "tlh")
    assert "'en', 'es', 'fr', 'ru'" in run(HALL_LANGUAGE="tlh")
    assert "'dark', 'light', 'contrast'" in run("--theme", "pink")


def test_the_kiosk_takes_both(tmp_path: Path) -> None:
    words = ["--home", str(tmp_path / "none"), "--language", "es", "--theme", "contrast"]
    done = CliRunner().invoke(kiosk.cli.main, words)
    assert done.exit_code == 1
    assert "No such option" not in done.output
    assert "invite" in done.output
