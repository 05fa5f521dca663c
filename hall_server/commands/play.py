"""Robots play: ``hall-server demo`` on this machine, ``rehearse`` on the real devices."""

import signal
import sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import msgspec
from msgspec.structs import replace

from hall_server.commands.options import form_options, home_option, stop_signal
from hall_server.play.carried_over import CarriedOver, carried_over, why_not
from hall_server.play.conductor import CutShort
from hall_server.play.demo import KILLS, SPEED, play_headless
from hall_server.play.plan import RULEBOOK, RULEBOOKS, from_crosstable, made_up
from hall_server.play.programs import HALL
from hall_server.play.rehearsal import TOLD_S, Limits, RehearsalStage, ThrownAwayHall
from hall_server.play.report import RehearsalReport, lines_of
from hall_server.serving.reach import Unreachable, Visitor, visiting
from shared.core.events import Draft, RehearsalEnded, entities
from shared.core.standings.crosstable import parse_crosstable
from shared.data import read_text
from shared.machine.clocks import wall_ms
from shared.machine.processes import as_typed
from shared.node.home import Membership, load
from shared.program.numbers import Measure, Whole
from shared.program.running import own_version

TEXAS = "2012 Texas State & District 8"
_FILE = "crosstable_2012_texas_state_d8.tsv"


@click.command("demo")
@click.option("--headless", is_flag=True, help="Without a screen; ends by itself.")
@click.option("--players", type=Whole(2, 400), help="How many players a made-up field has.")
@click.option(
    "--rounds",
    type=Whole(1, 20),
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
    plan = (
        from_crosstable(parse_crosstable(read_text(_FILE)), TEXAS)
        if headless and players is None
        else made_up(players or 16, rounds, seed, rules)
    )
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


LOOPBACK = "127."
PORTS_ABOVE = 10
"""From the hall's ports to the rehearsal's, so that a firewall can name them before."""


@click.command("rehearse")
@home_option()
@click.option(
    "--rounds",
    type=Whole(1, 20),
    default=1,
    show_default=True,
    help="Rounds that the robots play.",
)
@click.option(
    "--speed",
    type=Whole(1, 1000),
    default=60,
    show_default=True,
    help="How much faster the match clocks run.",
)
@click.option(
    "--gather",
    type=Measure(1, 600),
    default=20.0,
    show_default=True,
    help="Seconds to wait for devices before the first round.",
)
@click.option(
    "--patience",
    type=Measure(1, 3600),
    default=120.0,
    show_default=True,
    help="Seconds for a round, at most.",
)
@click.option(
    "--minutes",
    type=Whole(1, 240),
    default=15,
    show_default=True,
    help="Minutes after which the devices go back to their tables.",
)
@click.option(
    "--port-base",
    type=Whole(1, 65_000),
    help="The first of its two ports; without it, ten above the hall's.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="DEVICE",
    help="A device that takes no part, by its name ('Table 3'). Give it once for each.",
)
@form_options("json")
@click.option("--end", is_flag=True, help="Only end a rehearsal whose command is gone.")
def rehearse_command(
    home: Path,
    rounds: int,
    speed: int,
    gather: float,
    patience: float,
    minutes: int,
    port_base: int | None,
    without: tuple[str, ...],
    form: str,
    end: bool,
) -> None:
    """Have robots play the event on the real devices, in a tournament that is thrown away.

    The hall must run. Idle tables and kiosks take part and come back by themselves. Exit code 1
    if a device was not reached, or the rehearsal ended early. With --json, standard output is
    the report for programs, and the one for people goes to standard error.
    """
    membership, _ = load(home)
    with TemporaryDirectory(prefix="rehearsal-") as temporary:
        folder = Path(temporary)
        try:
            with visiting(home, folder / "real") as real:
                if end:
                    _end(real)
                    return
                refusal = why_not(real.state, wall_ms(), membership.zone)
                if refusal:
                    raise click.ClickException(refusal)
                try:
                    event = carried_over(real.state, rounds, without)
                except ValueError as error:
                    raise click.UsageError(f"{error} Nothing was changed.") from error
                stop = stop_signal()
                hall = _open(folder, event, membership, port_base)
                limits = Limits(wall_ms() + minutes * 60_000, gather, patience)
                stage = RehearsalStage(event, real, hall, stop, limits)
                try:
                    with redirect_stdout(sys.stderr if form == "json" else sys.stdout):
                        report = stage.rehearse(speed=speed, software=own_version())
                finally:
                    hall.node.stop()
        except Unreachable as error:
            run = as_typed("hall-server", "run", "--home", home)
            raise click.ClickException(
                f"The hall of {home} does not answer. {' '.join(str(error).split())}"
                f" A rehearsal needs a running hall: start it with {run}."
            ) from error
    _tell(report, form)
    if not report.good:
        raise SystemExit(1)


def _open(
    folder: Path, event: CarriedOver, membership: Membership, port_base: int | None
) -> ThrownAwayHall:
    """Return the rehearsal's hall, at the ports asked for or at free ones."""
    real = membership.halls[0]
    host = "127.0.0.1" if real.host.startswith(LOOPBACK) else "*"
    for base in (port_base,) if port_base else (real.sync_port + PORTS_ABOVE, 0):
        hall = ThrownAwayHall(folder / f"hall at {base}", event, host=host, port_base=base)
        if not hall.node.failure:
            return hall
        hall.node.stop()
    raise click.ClickException(f"{hall.node.failure} Nothing was changed.")


def _end(real: Visitor) -> None:
    if real.state.rehearsal is None:
        click.echo("No rehearsal is on. Nothing was changed.")
        return
    real.node.append(Draft(entities.rehearsal(), RehearsalEnded("ended by hand")))
    if not real.wait(lambda: real.handed_in and real.state.rehearsal is None, TOLD_S):
        raise Unreachable("It did not take in the end of the rehearsal.")
    click.echo("The rehearsal is ended. Devices that are still there come back within 30 s.")


def _tell(report: RehearsalReport, form: str) -> None:
    for line in ("", *lines_of(report)):
        click.echo(line, err=form == "json")
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(report), indent=1).decode())
