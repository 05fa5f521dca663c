"""``hall-server rehearse``: robots play the event on the real devices, then a report."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click
import msgspec

from hall_server.commands.options import FILE, home_option
from hall_server.commands.stopping import stop_signal
from hall_server.play.carried_over import CarriedOver, carried_over, why_not
from hall_server.play.rehearsal import TOLD_S, Limits, RehearsalStage
from hall_server.play.report import RehearsalReport
from hall_server.play.report_lines import lines_of
from hall_server.play.thrown_away import ThrownAwayHall
from hall_server.serving.reach import Unreachable, Visitor, visiting
from shared.core.events import Draft, RehearsalEnded, entities
from shared.machine.clocks import wall_ms
from shared.machine.saving import CannotWrite, save
from shared.node.home import Membership, load
from shared.program.running import own_version

LOOPBACK = "127."
PORTS_ABOVE = 10
"""From the hall's ports to the rehearsal's, so that a firewall can name them before."""


@click.command("rehearse")
@home_option()
@click.option(
    "--rounds",
    type=click.IntRange(1, 20),
    default=1,
    show_default=True,
    help="Rounds that the robots play.",
)
@click.option(
    "--speed",
    type=click.IntRange(1, 1000),
    default=60,
    show_default=True,
    help="How much faster the match clocks run.",
)
@click.option(
    "--gather",
    type=click.FloatRange(1, 600),
    default=20.0,
    show_default=True,
    help="Seconds to wait for devices before the first round.",
)
@click.option(
    "--patience",
    type=click.FloatRange(1, 3600),
    default=120.0,
    show_default=True,
    help="Seconds for a round, at most.",
)
@click.option(
    "--minutes",
    type=click.IntRange(1, 240),
    default=15,
    show_default=True,
    help="Minutes after which the devices go back to their tables.",
)
@click.option(
    "--port-base",
    type=click.IntRange(1, 65_000),
    help="The first of its two ports; without it, ten above the hall's.",
)
@click.option(
    "--json",
    "json_file",
    type=FILE,
    help="Write the report to this file too.",
)
@click.option("--end", is_flag=True, help="Only end a rehearsal whose command is gone.")
def rehearse_command(
    home: Path,
    rounds: int,
    speed: int,
    gather: float,
    patience: float,
    minutes: int,
    port_base: int | None,
    json_file: Path | None,
    end: bool,
) -> None:
    """Have robots play the event on the real devices, in a tournament that is thrown away.

    The hall must run. Idle tables and kiosks take part and come back by themselves. Exit code 1
    if a device was not reached, or the rehearsal ended early.
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
                event = carried_over(real.state, rounds)
                stop = stop_signal()
                hall = _open(folder, event, membership, port_base)
                limits = Limits(wall_ms() + minutes * 60_000, gather, patience)
                stage = RehearsalStage(event, real, hall, stop, limits)
                try:
                    report = stage.rehearse(speed=speed, software=own_version())
                finally:
                    hall.node.stop()
        except Unreachable as error:
            raise click.ClickException(
                " ".join(
                    f"The hall of {home} does not answer. {error} A rehearsal needs a"
                    f" running hall: start it with hall-server run --home {home}.".split()
                )
            ) from error
    _tell(report, json_file)
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


def _tell(report: RehearsalReport, json_file: Path | None) -> None:
    click.echo("")
    for line in lines_of(report):
        click.echo(line)
    if json_file is None:
        return
    data = msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"
    try:
        save(json_file, data)
    except CannotWrite as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{json_file} is written.")
