"""``hall-server run`` serves a hall; ``standby`` follows it, and ``promote`` makes it the hall."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
from nacl.signing import SigningKey

from hall_server.commands.options import (
    FILE,
    certify,
    home_option,
    host_option,
    open_key,
    own_port_option,
    passphrase_option,
    stop_signal,
)
from hall_server.commands.progress import waiting
from hall_server.paper.keeping import keeping, kits_in
from hall_server.paper.options import (
    paper_kit_option,
    paper_language_option,
    paper_option,
)
from hall_server.paper.sheet import PaperName
from hall_server.serving.asking import Request, asked, put, withdraw
from hall_server.serving.evidence import Evidence, read_evidence
from hall_server.serving.serve import Backups, ListensAt, Service
from shared.core.events import ROLE_SCOPES, DeviceEnrolled, Draft, entities
from shared.machine.aloud import Aloud
from shared.machine.clocks import monotonic_s, wall_ms
from shared.machine.exits import CRASHED, NEEDS_A_PERSON
from shared.machine.logs import log_to
from shared.machine.processes import ask_to_end, ends_by, start
from shared.node.home import engine_home, join_by_file, load
from shared.port import Listener
from shared.program.numbers import Measure, Whole
from shared.store.batch import Author
from shared.store.database import look_at
from shared.store.replica import Replica
from shared.web.opening import pages_of
from shared.web.place import PagesAt

RESTART_PAUSE_S = 0.5
RESTART_PAUSE_MAX_S = 10.0
GOOD_RUN_S = 30.0


F = TypeVar("F", bound=Callable[..., Any])


def pages_options(command: F) -> F:
    """Add what shows the pages to phones: ``pages``, ``pages_port`` and ``visitors``."""
    shown = click.option(
        "--pages", is_flag=True, help="Show the hall's pages to phones and televisions."
    )
    port = click.option(
        "--pages-port",
        type=Whole(1, 65_535),
        default=8080,
        show_default=True,
        help="The port of the pages.",
    )
    visitors = click.option(
        "--visitors",
        type=Whole(1, 5000),
        default=500,
        show_default=True,
        help="With --pages: so many at a time.",
    )
    return shown(port(visitors(command)))


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
    type=Measure(min=0.01),
    default=10.0,
    show_default=True,
    help="Minutes between two snapshots.",
)
@click.option(
    "--backup-keep",
    type=Whole(min=1),
    default=12,
    show_default=True,
    help="How many of the newest stay; of older ones, one an hour stays.",
)
@click.option(
    "--backup-days",
    type=Whole(min=1),
    default=14,
    show_default=True,
    help="After this many days the older ones go too.",
)
@pages_options
@click.option("--supervised", is_flag=True, help="Start the hall again if it dies.")
@paper_kit_option
@paper_option
@paper_language_option
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
    language: str,
    pages: bool,
    pages_port: int,
    visitors: int,
) -> None:
    """Run the hall server until it is stopped. If another hall has taken over, follow that one."""
    if supervised:
        raise SystemExit(_supervise())
    backups = None
    if backup_dir is not None:
        backups = Backups(backup_dir, backup_every * 60, backup_keep, backup_days)
    place = PagesAt(host, pages_port, visitors) if pages else None
    kit = None if paper_kit is None else Kit(paper_kit, paper, language)
    with _beside(home, place, kit) as also:
        serve(home, ListensAt(host, port_base), first="hall", backups=backups, also=also)


class Kit(NamedTuple):
    """Where the papers to go on by hand are kept, on what paper and in what language."""

    path: Path
    paper: PaperName
    language: str


@contextmanager
def _beside(home: Path, pages: PagesAt | None, kit: Kit | None) -> Iterator[list[Listener]]:
    """Yield what hears the node of a folder while a block runs: its pages for phones, and the
    papers to go on by hand, where they are wanted."""
    say = Aloud(sys.stdout).say
    with ExitStack() as running:
        also: list[Listener] = []
        if pages is not None:
            zone = load(home)[0].zone
            also.append(running.enter_context(pages_of(pages, zone, say=say, must=False)))
        if kit is not None:
            make = kits_in(kit.language)
            keeper = running.enter_context(keeping(kit.path, make, kit.paper, said=say))
            also.append(keeper.told)
        yield also


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
    load(home)  # a folder that holds no hall is refused before anything is written there
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
            ask_to_end(child)

    for name in ends_by():
        signal.signal(name, stop)
    while True:
        started = monotonic_s()
        child = start(command)
        if stopping.is_set():  # the signal came while the child started
            ask_to_end(child)
        status = child.wait()
        if stopping.is_set() or status in (0, *NEEDS_A_PERSON):
            return status if status > 0 else 0
        if monotonic_s() - started > GOOD_RUN_S:
            pause = RESTART_PAUSE_S
        aloud.say(f"The hall died ({status}); starting it again in {pause:.1f} s.")
        if stopping.wait(pause):
            return 0
        pause = min(pause * 2, RESTART_PAUSE_MAX_S)


PATIENCE_S = 30.0
_REASON = "no-answer"
_HOME = "This node's folder."


@click.command("standby")
@home_option(_HOME)
@host_option
@own_port_option
@click.option("--invite", type=FILE, help="The invite file, at the first start.")
@pages_options
@paper_kit_option
@paper_option
@paper_language_option
def standby_command(
    home: Path,
    host: str,
    port_base: int | None,
    invite: Path | None,
    pages: bool,
    pages_port: int,
    visitors: int,
    paper_kit: Path | None,
    paper: PaperName,
    language: str,
) -> None:
    """Follow the hall with a replica that is ready to become it (see promote)."""
    if invite is not None:
        join_by_file(home, invite)
    place = PagesAt(host, pages_port, visitors) if pages else None
    kit = None if paper_kit is None else Kit(paper_kit, paper, language)
    with _beside(home, place, kit) as also:
        serve(home, ListensAt(host, port_base), first="follow", also=also)


@click.command("promote")
@home_option(_HOME)
@host_option
@own_port_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option(
    "--reason",
    default=_REASON,
    show_default=True,
    help="Why, for the log.",
)
@click.option(
    "--key-file",
    type=FILE,
    help="The tournament key, to certify a node that cannot be the hall yet.",
)
@passphrase_option
def promote_command(
    home: Path,
    host: str,
    port_base: int | None,
    yes: bool,
    reason: str,
    key_file: Path | None,
    passphrase_file: Path | None,
) -> None:
    """Make this node the hall: show the evidence, ask once, open a new term, and serve.

    A standby that runs in the folder takes over in its own process. Without one, this command
    serves.
    """
    running = _certify(home, key_file, passphrase_file) or _is_started_again(home)
    evidence = _answer(home, Request.new()) if running else None
    if evidence is not None and evidence.serves and evidence.term:
        click.echo(evidence.sentences(wall_ms())[0])
        return
    for line in (
        evidence.sentences(wall_ms())
        if evidence
        else ("No standby runs in this folder, so nothing is known about the hall now.",)
    ):
        click.echo(line)
    if not yes:
        click.confirm("Make this node the hall?", abort=True)
    reason = reason or _REASON
    if not running:
        click.echo("This command serves from now on. Leave it running.")
        serve(home, ListensAt(host, port_base), first="hall", opens_term=reason)
        return
    evidence = _answer(home, Request.new(reason))
    if not (evidence.serves and evidence.term):
        why = evidence.why_not or f"The last lines of {home / 'hall.log'} say why."
        raise click.ClickException(f"This node did not take over. {why} Nothing was lost.")
    click.echo(f"This node is the hall, in term {evidence.term}.")


def _is_started_again(home: Path) -> bool:
    """Wait for a service that has just died; return whether its manager started it again."""
    left = read_evidence(home)
    if left is None or not left.managed:
        return False
    click.echo("The service of this folder has just died. Waiting until it is started again.")
    begun, pause = monotonic_s(), threading.Event()
    with waiting("Waiting for the service", PATIENCE_S) as told:
        while (passed := monotonic_s() - begun) < PATIENCE_S:
            if read_evidence(home) != left:
                return True
            told(passed)
            pause.wait(0.1)
    click.echo(f"It was not started again within {PATIENCE_S:.0f} s.")
    return False


def _answer(home: Path, request: Request) -> Evidence:
    """Wait until the node that runs in a folder answers a request itself. Raises ClickException.

    The request replaces one of a killed command. A process that was killed and comes back is asked
    again. A process that does not answer does not find the request later, so it does not take over
    when no person expects it.
    """
    begun, pause = monotonic_s(), threading.Event()
    try:
        put(home, request)
        with waiting("Waiting for the node to answer", PATIENCE_S) as told:
            while (passed := monotonic_s() - begun) < PATIENCE_S:
                evidence = read_evidence(home)
                if evidence is not None and evidence.answers == request.token:
                    return evidence
                if asked(home) is None:
                    put(home, request)
                told(passed)
                pause.wait(0.1)
    except OSError as error:
        raise click.ClickException(
            f"The program that runs in {home} cannot be asked ({error.strerror}). Nothing was"
            " changed. Make room there and ask again."
        ) from error
    finally:
        withdraw(home)
    raise click.ClickException(
        f"The program that uses {home} does not answer, so nobody knows whether it is the hall."
        " It will not take over later. Nothing was lost. See whether it hangs or is stopped. End it"
        " or start it again, and promote once more; or promote another node."
    )


def _certify(home: Path, key_file: Path | None, passphrase_file: Path | None) -> bool:
    """Certify the node if a key file is given; return whether a process uses its folder."""
    membership, keys = load(home)
    root: SigningKey | None = None
    if key_file is not None:
        root = open_key(key_file, passphrase_file, membership.root_key)
    if look_at(home / "hall.db").fitness == "in use":
        if root is not None:
            raise click.ClickException(
                "Stop the program that uses this folder first, then certify the node."
                " Nothing was changed."
            )
        return True
    own = engine_home(home, membership.root_key, keys)
    replica = Replica(home / "hall.db", membership.root_key, new_store_id=own.new_store_id)
    try:
        if root is not None and not replica.state.may_be_hall(keys.node):
            body = DeviceEnrolled(
                keys.sign_public,
                keys.curve_public,
                membership.role,
                ROLE_SCOPES["standby"],
                membership.label,
                replica.state.venue,
            )
            enrolled = Draft(entities.device(keys.node), body)
            certify(replica, Author(root, own.instance), enrolled)
    finally:
        replica.close()
    return False
