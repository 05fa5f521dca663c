"""The demo on screens: you are the referee, and robots sit at the tables.

With tmux, a table and the kiosk appear beside the dashboard. Without it you see the dashboard only.
"""

import os
import secrets
import shlex
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path

import click
from msgspec.structs import replace

from hall_server.play.next_round import publish_first_round
from hall_server.play.plan import DIVISION, Plan
from hall_server.play.programs import HALL, KIOSK, REFEREE, Programs

WIDE, HIGH = 132, 38
"""From this size on there are three panes; on a smaller terminal, three windows."""
PACE_MS = 400
MOVES = 12
REST_MS = 8_000
"""The rest between two games, as people take it."""
PROCESSES = 4


def play_in_front(plan: Plan, folder: Path, speed: float) -> None:
    """Run the hall until the referee leaves the dashboard."""
    programs = Programs(folder, plan.event)
    # Before the hall opens, so that there is something to see at once.
    publish_first_round(programs.home(HALL), DIVISION, secrets.token_hex(8), "demo")
    robots = replace(plan.robots, moves=MOVES, pace_ms=PACE_MS, rest_ms=REST_MS)
    referee = programs.command("hall-referee", REFEREE, "--notice", "0")
    tables, tmux = programs.tables, shutil.which("tmux")
    with ExitStack() as stack:
        stack.callback(programs.stop)
        programs.add_hall()
        programs.add_robots(tables[1:] if tmux else tables, robots, speed, PROCESSES)
        programs.start()
        if tmux is None:
            subprocess.run(referee, check=False)
        else:
            kiosk = programs.command("hall-kiosk", KIOSK)
            _in_tmux(tmux, referee, programs.at_table(tables[0], robots, speed), kiosk)


def _in_tmux(tmux: str, referee: list[str], table: list[str], kiosk: list[str]) -> None:
    """Show three programs in a tmux server of its own, until the referee leaves the dashboard."""
    name = f"playing-hall-{os.getpid()}"
    base = [tmux, "-L", name]
    size = shutil.get_terminal_size()
    wide = size.columns >= WIDE and size.lines >= HIGH
    front = f"{shlex.join(referee)}; {shlex.join([*base, 'kill-server'])}"

    def run(*words: str) -> None:
        subprocess.run([*base, *words], check=True)

    click.echo("Starting the hall …")
    environment = {key: value for key, value in os.environ.items() if key != "TMUX"}
    start = [*base, "-f", os.devnull, "new-session", "-d", "-s", "hall", "-n", "referee"]
    start += ["-x", str(size.columns), "-y", str(size.lines), front]
    subprocess.run(start, check=True, env=environment)
    run("set-option", "-g", "mouse", "on")
    run("set-option", "-g", "status-left", " The playing hall ")
    run("set-option", "-g", "status-left-length", "20")
    run("set-option", "-g", "status-right", " Ctrl-B then o: next pane or n: next window ")
    run("set-option", "-g", "status-right-length", "50")
    run("set-option", "-g", "escape-time", "10")
    if wide:
        run("split-window", "-h", "-l", "52", "-t", "hall:referee", shlex.join(table))
        run("split-window", "-v", "-l", "50%", shlex.join(kiosk))
        run("select-pane", "-L", "-t", "hall:referee")
    else:
        run("new-window", "-d", "-t", "hall", "-n", "table", shlex.join(table))
        run("new-window", "-d", "-t", "hall", "-n", "kiosk", shlex.join(kiosk))
    subprocess.run([*base, "attach-session", "-t", "hall"], check=False, env=environment)
    subprocess.run([*base, "kill-server"], check=False, stderr=subprocess.DEVNULL)
