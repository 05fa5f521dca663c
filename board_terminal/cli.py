"""``hall-terminal``: the command of a board terminal. What it runs is loaded after its options."""

import os
from pathlib import Path
from typing import Any

import click

from board_terminal.running.options import Options
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
@click.option("--robots", type=click.Path(exists=True), hidden=True)
@click.version_option(package_name="playing-hall", message="playing hall %(version)s")
def main(robots: str | None, **given: Any) -> None:
    """The terminal of one table: clock, moves, score and reports."""
    if robots is not None:
        from board_terminal.running.robot_tables import play_tables

        play_tables(Path(robots))
        return
    # A press is drawn at once: by itself Textual waits for the next of sixty frames a second.
    os.environ.setdefault("TEXTUAL_FPS", "1000")
    options = Options(**given)
    with speaking(Voice(catalogue(options.language))):
        words = _("This table is starting…")
    with starting(words, shown=not (options.plain or options.headless)):
        from board_terminal.running.terminal import prepared

        run = prepared(options)
        run()
