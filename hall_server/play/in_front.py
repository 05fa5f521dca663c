"""The demo on screens: you are the referee, and robots sit at the tables.

With tmux, a table and the kiosk appear beside the dashboard. Without it you see the dashboard only.
"""

import os
import secrets
import shlex
import shutil
import subprocess
import sys
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
IN_FRONT_PACE_MS = 3_000
"""At the table in front of you: its games last until you have found it."""
PROCESSES = 4
GREETING = """
The playing hall: {players} players at {tables} tables. Robots play, and you are the referee.

  Dashboard  a answers the question at the top, p pairs the next round, F1 lists every key.
"""
BESIDE = """\
  Table 1    0, then 5: a player calls you. The call stands on the dashboard.
  Kiosk      Type the first letters of a name that you see there.

  F12 or a click goes to the next screen. """
LEAVING = "Ctrl+Q at the dashboard ends the demo."
HINT = " F12 or a click: the next screen · Ctrl+Q at the dashboard ends the demo "
ENDED = "The demo has ended, and all that it started."


def play_in_front(plan: Plan, folder: Path, speed: float) -> None:
    """Run the hall until the referee leaves the dashboard."""
    programs = Programs(folder, plan.event)
    # Before the hall opens, so that there is something to see at once.
    publish_first_round(programs.home(HALL), DIVISION, secrets.token_hex(8), "demo")
    robots = replace(plan.robots, moves=MOVES, pace_ms=PACE_MS, rest_ms=REST_MS)
    referee = programs.command("hall-referee", REFEREE, "--notice", "0")
    tables, tmux = programs.tables, shutil.which("tmux")
    counts = GREETING.format(players=len(plan.event.player), tables=len(tables))
    click.echo(counts + (BESIDE if tmux else "\n  ") + LEAVING)
    click.pause("\nPress any key to begin.")
    with ExitStack() as stack:
        stack.callback(programs.stop)
        programs.add_hall()
        programs.add_robots(tables[1:] if tmux else tables, robots, speed, PROCESSES)
        programs.start()
        if tmux is None:
            subprocess.run(referee, check=False)
        else:
            kiosk = programs.command("hall-kiosk", KIOSK)
            seen = replace(robots, pace_ms=IN_FRONT_PACE_MS)
            _in_tmux(tmux, referee, programs.at_table(tables[0], seen, speed), kiosk)
    click.echo(ENDED)


def _in_tmux(tmux: str, referee: list[str], table: list[str], kiosk: list[str]) -> None:
    """Show three programs in a tmux server of its own, until the referee leaves the dashboard."""
    name = f"playing-hall-{os.getpid()}"
    base = [tmux, "-L", name]
    size = shutil.get_terminal_size()
    wide = size.columns >= WIDE and size.lines >= HIGH
    front = f"{shlex.join(referee)}; {shlex.join([*base, 'kill-server'])}"

    def run(*words: str) -> None:
        subprocess.run([*base, *words], check=True)

    environment = {key: value for key, value in os.environ.items() if key != "TMUX"}
    start = [*base, "-f", os.devnull, "new-session", "-d", "-s", "hall", "-n", "referee"]
    start += ["-x", str(size.columns), "-y", str(size.lines), front]
    subprocess.run(start, check=True, env=environment)
    run("set-option", "-g", "mouse", "on")
    run("set-option", "-g", "status-left", " The playing hall ")
    run("set-option", "-g", "status-left-length", "20")
    run("set-option", "-g", "status-right", HINT)
    run("set-option", "-g", "status-right-length", str(len(HINT)))
    # One key, without tmux's own prefix: the demo may run inside another tmux.
    run("bind-key", "-n", "F12", *(("select-pane", "-t", ":.+") if wide else ("next-window",)))
    run("set-option", "-g", "escape-time", "10")
    if wide:
        run("split-window", "-h", "-l", "52", "-t", "hall:referee", shlex.join(table))
        run("split-window", "-v", "-l", "50%", shlex.join(kiosk))
        run("select-pane", "-L", "-t", "hall:referee")
    else:
        run("new-window", "-d", "-t", "hall", "-n", "table", shlex.join(table))
        run("new-window", "-d", "-t", "hall", "-n", "kiosk", shlex.join(kiosk))
    subprocess.run([*base, "attach-session", "-t", "hall"], check=False, env=environment)
    # In the place of tmux's own "[server exited]".
    click.echo("\x1b[A\x1b[K", nl=False, file=sys.__stdout__)
    subprocess.run([*base, "kill-server"], check=False, stderr=subprocess.DEVNULL)
