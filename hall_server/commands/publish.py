"""``hall-server publish``: the pages for phones as files, for a website outside the hall."""

import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from hall_server.commands.options import home_option, stop_signal
from hall_server.files.website import Website
from hall_server.serving.reach import Unreachable, Visitor, reach, visiting
from shared.core.state import HallState
from shared.machine.clocks import wall_ms
from shared.machine.languages import DEFAULT, LANGUAGES
from shared.machine.saving import CannotWrite
from shared.node.home import load
from shared.program.numbers import Measure
from shared.public.html.site import Heard


@click.command("publish")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@home_option()
@click.option("--once", is_flag=True, help="Write them one time, and end.")
@click.option(
    "--every",
    type=Measure(min=0.05),
    default=1.0,
    show_default=True,
    help="Minutes between two times.",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=DEFAULT,
    show_default=True,
    help="The language that DIR/index.html leads to.",
)
def publish_command(folder: Path, home: Path, once: bool, every: float, language: str) -> None:
    """Write the pages for phones to DIR as files of a website, again each minute.

    Only what has changed is written. Copy DIR to the club's website, or let its program do so.
    """
    zone = load(home)[0].zone
    website = Website(folder, language)
    if once:
        with reach(home) as reached:
            state = reached.replica.state
        count = website.write(_heard(state, zone, fresh_at=None))
        click.echo(f"{folder} has the pages of now ({count} files).")
        return
    _keep(home, website, zone, every * 60)


def _keep(home: Path, website: Website, zone: str, every_s: float) -> None:
    """Follow the hall and write the pages until stopped; go on after each trouble."""
    stop, said = stop_signal(), _Once(click.echo)
    while not stop.is_set():
        with TemporaryDirectory() as scratch:
            try:
                with visiting(home, Path(scratch)) as visitor:
                    said.say(f"The pages are written again every {every_s:.0f} s.")
                    _follow(visitor, website, zone, every_s, stop, said)
            except Unreachable as error:
                told = str(error) or "No hall answers on this machine."
                said.say(f"{told} The pages stay as they are. Trying again.")
        stop.wait(min(every_s, 10.0))


def _follow(
    visitor: Visitor,
    website: Website,
    zone: str,
    every_s: float,
    stop: threading.Event,
    said: "_Once",
) -> None:
    """Write the pages each time, until stopped or the node has ended."""
    fresh_at: int | None = None
    while not stop.is_set() and not visitor.node.failure:
        live = visitor.link.state == "live"
        fresh_at = wall_ms() if live else fresh_at
        try:
            website.write(_heard(visitor.state, zone, fresh_at=fresh_at, live=live))
            said.say("The pages are up to date." if live else "The hall is not heard now.")
        except CannotWrite as error:
            said.say(f"{error} Trying again.")
        stop.wait(every_s)


def _heard(state: HallState, zone: str, *, fresh_at: int | None, live: bool = True) -> Heard:
    zone = state.tournament.zone if state.tournament is not None else zone
    return Heard(state, zone, wall_ms(), live, fresh_at)


class _Once:
    """Says a sentence, and not again until another one was said."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say, self._last = say, ""

    def say(self, words: str) -> None:
        if words != self._last:
            self._say(words)
        self._last = words
