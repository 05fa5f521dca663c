"""``hall-server demo``: plays a whole tournament on this machine, on screens or headless."""

import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from msgspec.structs import replace

from hall_server.play.conductor import CutShort
from hall_server.play.demo import KILLS, SPEED, play_headless
from hall_server.play.plan import RULEBOOK, RULEBOOKS, CannotDemo, from_crosstable, made_up
from hall_server.play.programs import HALL
from shared.core.standings.crosstable import parse_crosstable
from shared.data import read_text

TEXAS = "2012 Texas State & District 8"
_FILE = "crosstable_2012_texas_state_d8.tsv"


@click.command("demo")
@click.option("--headless", is_flag=True, help="Without a screen; ends by itself.")
@click.option(
    "--players", type=click.IntRange(2, 400), help="How many players a made-up field has."
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 20),
    default=5,
    show_default=True,
    help="How many rounds that field plays.",
)
@click.option(
    "--rulebook",
    "rules",
    type=click.Choice(RULEBOOKS),
    default=RULEBOOK,
    show_default=True,
    help="The rules of the made-up field.",
)
@click.option("--seed", default=7, show_default=True, help="For the made-up field and its games.")
@click.option("--speed", default=SPEED, help="How much faster the match clocks run.")
@click.option("--moves", default=6, show_default=True, help="Presses in each game.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the demo's folder here, to look into it.",
)
def demo_command(
    headless: bool,
    players: int | None,
    rounds: int,
    rules: str,
    seed: int,
    speed: float,
    moves: int,
    keep: Path | None,
) -> None:
    """Play a whole tournament on this machine, with robots at the tables.

    Without --players it replays a published tournament and compares the totals.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if not headless and not sys.stdout.isatty():
        raise click.UsageError("There is no terminal here: add --headless.")
    try:
        plan = (
            from_crosstable(parse_crosstable(read_text(_FILE)), TEXAS)
            if headless and players is None
            else made_up(players or 16, rounds, seed, rules)
        )
    except CannotDemo as error:
        raise click.ClickException(str(error)) from error
    with TemporaryDirectory(prefix="playing-hall-") as temporary:
        folder = keep or Path(temporary)
        if (folder / HALL).exists():
            raise click.ClickException(
                f"{folder} holds an earlier demo. Nothing was changed: give --keep another folder."
            )
        folder.mkdir(parents=True, exist_ok=True)
        if not headless:
            from hall_server.play.in_front import play_in_front

            play_in_front(plan, folder, speed)
            return
        robots = replace(plan.robots, seed=seed, moves=moves)
        # Most tables are empty in a knockout's last rounds, so nothing is killed.
        kills = () if robots.drawless else KILLS
        try:
            report = play_headless(plan._replace(robots=robots), folder, speed=speed, kills=kills)
        except CutShort as error:
            look = f"Its logs are in {keep}." if keep else "Keep its logs with --keep FOLDER."
            raise click.ClickException(
                f"The demo did not come to its end: {error}. {look}"
            ) from error
    report.tell()
    if not report.good:
        raise SystemExit(1)
