"""``hall-server run``: serves a hall, and starts it again under ``--supervised``."""

import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from hall_server.commands.options import home_option, host_option, own_port_option
from hall_server.commands.stopping import stop_signal
from hall_server.paper.keeping import keeping, kit_of
from hall_server.paper.options import paper_kit_option, paper_option
from hall_server.paper.sheet import PaperName
from hall_server.serving.serve import Backups, ListensAt, Service
from shared.machine.aloud import Aloud
from shared.machine.clocks import monotonic_s
from shared.machine.exits import CRASHED, NEEDS_A_PERSON
from shared.machine.logs import log_to
from shared.port import Listener

RESTART_PAUSE_S = 0.5
RESTART_PAUSE_MAX_S = 10.0
GOOD_RUN_S = 30.0


@click.command("run")
@home_option()
@host_option
@own_port_option
@click.option(
    "--backup-dir",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write rolling snapshots here: another disk, or a stick.",
)
@click.option(
    "--backup-every",
    type=click.FloatRange(min=0.01),
    default=10.0,
    show_default=True,
    help="Minutes between two snapshots.",
)
@click.option(
    "--backup-keep",
    type=click.IntRange(min=1),
    default=12,
    show_default=True,
    help="How many of the newest stay; of older ones, one an hour stays.",
)
@click.option(
    "--backup-days",
    type=click.IntRange(min=1),
    default=14,
    show_default=True,
    help="After this many days the older ones go too.",
)
@click.option("--supervised", is_flag=True, help="Start the hall again if it dies.")
@paper_kit_option
@paper_option
def run_command(
    home: Path,
    host: str,
    port_base: int | None,
    supervised: bool,
    backup_dir: Path | None,
    backup_every: float,
    backup_keep: int,
    backup_days: int,
    paper_kit: Path | None,
    paper: PaperName,
) -> None:
    """Run the hall server until it is stopped. If another hall has taken over, follow that one."""
    if supervised:
        raise SystemExit(_supervise())
    backups = None
    if backup_dir is not None:
        backups = Backups(backup_dir, backup_every * 60, backup_keep, backup_days)
    with ExitStack() as papers:
        also: list[Listener] = []
        if paper_kit is not None:
            said = Aloud(sys.stdout).say
            keeper = papers.enter_context(keeping(paper_kit, kit_of, paper, said=said))
            also.append(keeper.told)
        serve(home, ListensAt(host, port_base), first="hall", backups=backups, also=also)


def serve(
    home: Path,
    at: ListensAt,
    *,
    first: str,
    opens_term: str = "",
    backups: Backups | None = None,
    also: Sequence[Listener] = (),
) -> None:
    """Serve a folder until a signal ends it; ``first`` is "hall" or "follow".

    ``also`` hears all that the node tells, in the node's thread. ``opens_term`` is the reason for a
    new term, if one is opened. Raises ClickException, or SystemExit for a crash.
    """
    log_to(home, "hall", aloud=True)
    said = Aloud(sys.stdout)
    service = Service(home, at, quit_event=stop_signal(), say=said.say, backups=backups, also=also)
    ended = service.run(first=first, opens_term=opens_term)
    if ended.trouble and not ended.crashed:
        raise click.ClickException(ended.trouble)
    if ended.crashed:
        Aloud(sys.stderr).say(ended.trouble)
        raise SystemExit(CRASHED)
    said.say("The hall has stopped; everything is on the disk.")


def _supervise() -> int:
    """Run the hall as a child; start it again if it dies. Return the exit code of a clean end."""
    command = [word for word in sys.argv if word != "--supervised"]
    pause = RESTART_PAUSE_S
    stopping = threading.Event()
    child: subprocess.Popen[bytes] | None = None
    aloud = Aloud(sys.stderr)

    def stop(*_: object) -> None:
        stopping.set()
        if child is not None:
            child.terminate()

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    while True:
        started = monotonic_s()
        child = subprocess.Popen(command)
        if stopping.is_set():  # the signal came while the child started
            child.terminate()
        status = child.wait()
        if stopping.is_set() or status in (0, *NEEDS_A_PERSON):
            return status if status > 0 else 0
        if monotonic_s() - started > GOOD_RUN_S:
            pause = RESTART_PAUSE_S
        aloud.say(f"The hall died ({status}); starting it again in {pause:.1f} s.")
        if stopping.wait(pause):
            return 0
        pause = min(pause * 2, RESTART_PAUSE_MAX_S)
