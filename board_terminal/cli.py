"""``hall-terminal``: the command of a board terminal. What it runs is loaded once it says so."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from shared.core.text.language import Voice, _, speaking
from shared.machine.languages import catalogue
from shared.machine.starting import starting
from shared.program.errors import PlainCommand
from shared.program.options import node_options, screen_options, service_pin_option


@click.command(cls=PlainCommand)
@node_options("terminal")
@screen_options
@service_pin_option
@click.option("--plain", is_flag=True, help="Numbered prompts, for screen readers.")
@click.option("--left-key", default="", help="The key that the left player's button is wired as.")
@click.option("--right-key", default="", help="The key that the right player's button is wired as.")
@click.version_option(package_name="playing-hall", message="playing hall %(version)s")
def main(
    home: Path, *, headless: bool, plain: bool, locked: bool, language: str, **options: Any
) -> None:
    """The terminal of one table: clock, moves, score and reports."""
    # A press is drawn at once: by itself Textual waits for the next of sixty frames a second.
    os.environ.setdefault("TEXTUAL_FPS", "1000")
    with speaking(Voice(catalogue(language))):
        words = _("This table is starting…")
    # A locked table opens its own window, which is not ready to draw this early.
    with starting(words, shown=not (plain or headless or locked)):
        from board_terminal.running import prepared

        run = prepared(
            home, headless=headless, plain=plain, locked=locked, language=language, **options
        )
        run()
