"""``hall-server doctor``: examines a machine, prints what it finds, and says what to do."""

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from hall_server.commands.options import form_options, own_port_option
from hall_server.doctor import judge, measure
from hall_server.doctor.judge import Finding, bad, good, line, verdict
from shared.machine.clocks import wall_ms
from shared.net.address import DEFAULT_PORT_BASE
from shared.net.this_machine import multicast_trouble, port_trouble
from shared.node.home import MEMBERSHIP, UNFINISHED, NotSetUp, load
from shared.program.options import default_home, own_folder
from shared.store.database import FoundFile, library_version, look_at

_MAY_BE_HALL = frozenset({"hall", "standby", "referee"})


def _usual_home() -> Path:
    """Return the folder of the program that is set up for this user, if one is."""
    homes = [default_home(program) for program in ("terminal", "kiosk", "referee")]
    return next((home for home in homes if (home / MEMBERSHIP).exists()), default_home(""))


@click.command("doctor")
@own_folder(
    "The folder of this machine's node, of any program.",
    default=_usual_home,
    show_default="the one that a program here uses",
)
@click.option("--hall", default="", help="The hall's address, if not the invite's.")
@own_port_option
@form_options("json")
def doctor_command(home: Path, hall: str, port_base: int | None, form: str) -> None:
    """Say whether this machine is fit for its part: √ good, ! to know about, ‼ to mend first.

    It works for every node, set up or not, running or not, and changes nothing. Exit code 1 if
    something must be mended.
    """
    findings: list[Finding] = []
    for finding in _examine(home, hall, port_base):
        findings.append(finding)
        if form != "json":
            click.echo(line(finding))
    if form == "json":
        fit = all(found.level != "bad" for found in findings)
        click.echo(
            msgspec.json.format(msgspec.json.encode({"fit": fit, "findings": findings})).decode()
        )
    else:
        click.echo(verdict(findings))
    if any(found.level == "bad" for found in findings):
        raise SystemExit(1)


def _examine(home: Path, hall: str, port_base: int | None) -> Iterator[Finding]:
    yield judge.python(platform.python_version(), sys.prefix)
    yield judge.sqlite(library_version(), measure.loaded_sqlite())
    yield judge.packages(measure.strangers(), measure.folders())
    yield judge.room(shutil.disk_usage(measure.existing(home)).free, str(home))
    yield judge.lasting(measure.file_system(home), str(home))
    yield judge.fsync(*measure.fsync_us(home), str(home))
    yield judge.wall_clock(wall_ms())
    yield judge.multicast(multicast_trouble())
    look = look_at(home / "hall.db")
    yield judge.replica(look, str(home / "hall.db"))
    yield from _node(home, hall, port_base, look)
    seen = shutil.get_terminal_size() if sys.stdout.isatty() else None
    encoding = sys.stdout.encoding or "ascii"
    yield judge.terminal(seen, os.environ.get("TERM", ""), encoding)


def _node(home: Path, hall: str, port_base: int | None, look: FoundFile) -> Iterator[Finding]:
    """Yield what depends on the folder being set up."""
    base = DEFAULT_PORT_BASE if port_base is None else port_base
    if not (home / MEMBERSHIP).exists():
        if (home / UNFINISHED).is_dir():
            yield bad(
                "Node",
                f"a restore into {home} was interrupted",
                "Give the same restore command again. The copy is as it was.",
            )
        else:
            yield good("Node", f"{home} is not set up yet")
        yield judge.ports(_ports(base), running=False)
        return
    yield judge.secrets(*measure.permissions(home))
    try:
        membership, keys = load(home)
        place = membership.halls[0].at(hall) if hall else membership.halls[0]
    except (NotSetUp, ValueError) as error:
        yield bad("Node", str(error), "Nothing was changed.")
        return
    yield good("Node", f"{membership.label} of {membership.tournament}")
    yield judge.invites(measure.invites(home), str(home / "invites"))
    running = look.fitness == "in use"
    if membership.role in _MAY_BE_HALL:
        own = place.sync_port if port_base is None else port_base
        yield judge.ports(_ports(own), running)
    if membership.role == "hall":
        yield good("Hall", "this machine is the hall; the others compare their clocks with its")
    elif running:
        yield good("Hall", "the program runs here and shows its link on its screen")
    else:
        yield judge.hall(measure.link_to_hall(membership, keys, place))


def _ports(base: int) -> dict[int, str]:
    return {port: port_trouble(port) for port in (base, base + 1, base + 2)}
