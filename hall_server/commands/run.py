"""``hall-server run``: the hall on the air, alone or under a supervisor."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from hall_server.commands.options import OWN_PORT_BASE
from hall_server.paper.keeping import keeping, kit_of
from hall_server.paper.options import paper_kit_option, paper_option
from hall_server.paper.sheet import PaperName
from hall_server.serving.serve import Backups, Service
from shared.core.state import HallState
from shared.machine.aloud import Aloud
from shared.machine.clocks import monotonic_s
from shared.machine.exits import CRASHED, NEEDS_A_PERSON
from shared.machine.logs import log_to
from shared.port import Listener

RESTART_PAUSE_S = 0.5
RESTART_PAUSE_MAX_S = 10.0
GOOD_RUN_S = 30.0


def summary(state: HallState) -> str:
    """The hall in one line."""
    if state.tournament is None:
        return "no tournament yet"
    paired = max(state.rounds.values(), key=lambda r: (r.starts_at, r.number), default=None)
    words = [state.tournament.name, f"{len(state.players)} players"]
    if paired is not None:
        matches = [m for m in state.matches.values() if m.key[:2] == paired.key]
        done = sum(1 for m in matches if m.result.counts)
        words.append(f"{paired.division} round {paired.number}: {done} of {len(matches)} results")
    if state.alarms:
        words.append(f"{len(state.alarms)} alarms")
    return " · ".join(words)


@click.command("run")
@click.option("--home", type=click.Path(path_type=Path), required=True, help="The hall's folder.")
@click.option("--host", default="*", show_default=True, help="The address to listen on.")
@click.option(
    "--port-base", type=OWN_PORT_BASE, help="The first port, if not the one of the invites."
)
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
    help="The newest so many stay, older ones one an hour.",
)
@click.option(
    "--backup-days",
    type=click.IntRange(min=1),
    default=14,
    show_default=True,
    help="After so many days those go too.",
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
    """Run the hall server until it is told to stop; if another hall has taken over, follow it."""
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
        serve(home, host, port_base, first="hall", backups=backups, also=also)


def serve(
    home: Path,
    host: str,
    port_base: int | None,
    *,
    first: str,
    opens_term: str = "",
    backups: Backups | None = None,
    also: Sequence[Listener] = (),
) -> None:
    """Serve a folder until a signal ends it; ``first`` is "hall" or "follow".

    ``also`` hears everything that the node tells, in the node's thread.
    """
    log_to(home, "hall", aloud=True)
    said = Aloud(sys.stdout)
    quit_event = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: quit_event.set())
    service = Service(
        home,
        host=host,
        port_base=port_base,
        quit_event=quit_event,
        say=said.say,
        summary=summary,
        backups=backups,
        also=also,
    )
    ended = service.run(first=first, opens_term=opens_term)
    if ended.trouble and not ended.crashed:
        raise click.ClickException(ended.trouble)
    if ended.crashed:
        Aloud(sys.stderr).say(ended.trouble)
        raise SystemExit(CRASHED)
    said.say("The hall has stopped; everything is on the disk.")


def _supervise() -> int:
    """Run the hall as a child and start it again when it dies; a clean end ends this too."""
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
        if stopping.is_set():  # the word to stop came while the child was being started
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
