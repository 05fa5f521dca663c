"""``hall-server standby``: a replica ready to become the hall; ``promote``: it becomes the hall."""

from __future__ import annotations

import threading
from pathlib import Path

import click
from nacl.signing import SigningKey

from hall_server.commands.options import OWN_PORT_BASE
from hall_server.commands.passphrase import open_key, passphrase_option
from hall_server.commands.run import serve
from hall_server.serving.asking import Request, asked, put, withdraw
from hall_server.serving.evidence import Evidence, read_evidence
from shared.core.events import ROLE_SCOPES, DeviceEnrolled, Draft, entities
from shared.machine.clocks import monotonic_s, wall_ms
from shared.node.home import engine_home, load
from shared.store.batch import Author
from shared.store.errors import CannotOpen
from shared.store.replica import Replica
from shared.store.sealing import Reader, handed_on

PATIENCE_S = 30.0
_REASON = "no-answer"
_HOME = click.option(
    "--home", type=click.Path(path_type=Path), required=True, help="This node's folder."
)
_HOST = click.option("--host", default="*", show_default=True, help="The address to listen on.")
_PORT_BASE = click.option(
    "--port-base", type=OWN_PORT_BASE, help="The first port, if not the hall's own."
)


@click.command("standby")
@_HOME
@_HOST
@_PORT_BASE
@click.option(
    "--invite",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The invite file, at the first start.",
)
def standby_command(home: Path, host: str, port_base: int | None, invite: Path | None) -> None:
    """Follow the hall with a replica that is ready to become it (see promote)."""
    if invite is not None:
        from shared.node.home import join_by_file

        join_by_file(home, invite)
    serve(home, host, port_base, first="follow")


@click.command("promote")
@_HOME
@_HOST
@_PORT_BASE
@click.option("--yes", is_flag=True, help="Do not ask: the evidence was weighed.")
@click.option(
    "--reason",
    default=_REASON,
    show_default=True,
    help="Why, as the log keeps it.",
)
@click.option(
    "--key-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The tournament key, to certify a node that may not be the hall yet.",
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
    """Make this node the hall: shows the evidence, asks once, opens a new term, and serves.

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
        serve(home, host, port_base, first="hall", opens_term=reason)
        return
    evidence = _answer(home, Request.new(reason))
    if not (evidence.serves and evidence.term):
        why = evidence.why_not or "Its output says why."
        raise click.ClickException(f"This node did not take over. {why} Nothing was lost.")
    click.echo(f"This node is the hall, in term {evidence.term}.")


def _is_started_again(home: Path) -> bool:
    """Wait for a service that died a moment ago; return whether its manager started it again."""
    left = read_evidence(home)
    if left is None or not left.managed:
        return False
    click.echo("The service of this folder has just died. Waiting until it is started again.")
    deadline, pause = monotonic_s() + PATIENCE_S, threading.Event()
    while monotonic_s() < deadline:
        if read_evidence(home) != left:
            return True
        pause.wait(0.1)
    click.echo(f"It was not started again within {PATIENCE_S:.0f} s.")
    return False


def _answer(home: Path, request: Request) -> Evidence:
    """Wait until the node that runs in a folder answers a request itself. Raises ClickException.

    The request takes the place of one whose command was killed. A process that was killed meanwhile
    and comes back is asked again; one that does not answer does not find the request later, when
    nobody expects it to take over any more.
    """
    deadline, pause = monotonic_s() + PATIENCE_S, threading.Event()
    try:
        put(home, request)
        while monotonic_s() < deadline:
            evidence = read_evidence(home)
            if evidence is not None and evidence.answers == request.token:
                return evidence
            if asked(home) is None:
                put(home, request)
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
        " It was not asked to take over later. Nothing was lost. See whether it hangs or is"
        " stopped, end it or start it again, and promote once more; or promote another node."
    )


def _certify(home: Path, key_file: Path | None, passphrase_file: Path | None) -> bool:
    """Certify the node if the tournament key is there; says whether a process runs on it."""
    membership, keys = load(home)
    root: SigningKey | None = None
    if key_file is not None:
        root = open_key(key_file, passphrase_file, membership.root_key)
    own = engine_home(home, membership.root_key, keys)
    try:
        replica = Replica(home / "hall.db", membership.root_key, new_store_id=own.new_store_id)
    except CannotOpen as error:
        if "in use" not in str(error):
            raise
        if root is not None:
            raise click.ClickException(
                "Stop the program that uses this folder first, then certify the node."
                " Nothing was changed."
            ) from error
        return True
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
            with replica.batch() as batch:
                author = Author(root, own.instance)
                batch.append(author, Draft(entities.device(keys.node), body), at=wall_ms())
            reader, new = Reader.of_tournament_key(root), {keys.node: keys.curve_public}
            with replica.batch() as batch:
                for draft in handed_on(reader, replica.state.private, new):
                    batch.append(author, draft, at=wall_ms())
    finally:
        replica.close()
    return False
