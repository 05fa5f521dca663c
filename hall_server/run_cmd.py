"""``hall-server run``: the hall on the air, alone or under a supervisor."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import click

from hall_server.paper.keeping import keeping, kit_of
from hall_server.paper.options import paper_kit_option, paper_option
from hall_server.paper.sheet import PaperName
from shared.clocks import monotonic_s
from shared.core.state import HallState
from shared.node.open import open_hall
from shared.port import HallChanged, Listener, Stopped, Told

RESTART_PAUSE_S = 0.5
RESTART_PAUSE_MAX_S = 10.0
GOOD_RUN_S = 30.0
CRASHED = 70
"""The exit code of a hall that may be started again; 1 and 2 need a person first."""


class _Console:
    """Says in one line what changed."""

    def __init__(self, quit_event: threading.Event) -> None:
        self._quit = quit_event
        self._line = ""
        self.trouble = ""

    def told(self, told: Told) -> None:
        match told:
            case HallChanged(state=state):
                line = summary(state)
                if line != self._line:
                    self._line = line
                    click.echo(line)
            case Stopped(sentence=sentence):
                self.trouble = sentence
                self._quit.set()
            case _:
                pass


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
@click.option("--port-base", type=int, help="The first port, if not the one of the invites.")
@click.option("--supervised", is_flag=True, help="Start the hall again if it dies.")
@paper_kit_option
@paper_option
def run_command(
    home: Path,
    host: str,
    port_base: int | None,
    supervised: bool,
    paper_kit: Path | None,
    paper: PaperName,
) -> None:
    """Run the hall server until it is told to stop."""
    if supervised:
        more = ["--paper-kit", str(paper_kit), "--paper", paper] if paper_kit else []
        raise SystemExit(_supervise(home, host, port_base, more))
    quit_event = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: quit_event.set())
    node, membership = open_hall(home, host=host, port_base=port_base)
    console = _Console(quit_event)
    with ExitStack() as papers:
        hears: list[Listener] = [console.told]
        if paper_kit is not None:
            keeper = papers.enter_context(keeping(paper_kit, kit_of, paper, said=click.echo))
            hears.append(keeper.told)

        def told(what: Told) -> None:
            for hear in hears:
                hear(what)

        node.start(told)
        node.wait_ready()
        if not node.failure:
            sync, feed = node.ports
            click.echo(f"The hall of {membership.tournament} listens on ports {sync} and {feed}.")
        while not quit_event.wait(1.0):
            continue
        node.stop()
    if node.crashed:
        click.echo(console.trouble, err=True)
        raise SystemExit(CRASHED)
    if console.trouble:
        raise click.ClickException(console.trouble)
    click.echo("The hall has stopped; everything is on the disk.")


def _supervise(home: Path, host: str, port_base: int | None, more: list[str]) -> int:
    """Run the hall as a child and start it again when it dies; a clean end ends this too."""
    command = [sys.argv[0], "run", "--home", str(home), "--host", host, *more]
    if port_base is not None:
        command += ["--port-base", str(port_base)]
    pause = RESTART_PAUSE_S
    stopping = threading.Event()
    child: subprocess.Popen[bytes] | None = None

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
        if stopping.is_set() or status in (0, 1, 2):
            return status if status > 0 else 0
        if monotonic_s() - started > GOOD_RUN_S:
            pause = RESTART_PAUSE_S
        click.echo(f"The hall died ({status}); starting it again in {pause:.1f} s.", err=True)
        if stopping.wait(pause):
            return 0
        pause = min(pause * 2, RESTART_PAUSE_MAX_S)
