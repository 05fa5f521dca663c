"""``hall-server uplink``: publishes a hall's log to the championship, beside the hall."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from shared.machine.clocks import monotonic_ms, wall_ms
from shared.machine.logs import log_to, occurrences
from shared.node.home import engine_home, join_by_file, load, write_secret

STATUS = "uplink.json"
"""How the uplink fares, in its folder, for whoever looks after the machine."""
LOOK_S = 0.25
NO_EXTRA = (
    "This installation has no client for the championship. Nothing was changed."
    " Install it with: pip install 'playing-hall[championship]'"
)
log = logging.getLogger("uplink")
F = TypeVar("F", bound=Callable[..., Any])


def link_options(command: F) -> F:
    """The options that say how to reach the cluster; they become ``access``."""
    file = click.Path(path_type=Path, dir_okay=False, exists=True)
    for option in (
        click.option("--key", type=file, help="The private key of --cert."),
        click.option("--cert", type=file, help="This node's TLS certificate, where it is asked."),
        click.option("--ca", type=file, help="The cluster's certificate authority, for TLS."),
        click.option("--nkey", type=file, help="This node's nkey seed."),
        click.option(
            "--championship",
            "servers",
            required=True,
            multiple=True,
            metavar="URL",
            help="A server of the cluster: nats://host:4222. Name each of them.",
        ),
    ):
        command = option(command)
    return command


def access_of(
    servers: tuple[str, ...],
    nkey: Path | None,
    ca: Path | None,
    cert: Path | None,
    key: Path | None,
) -> Any:
    """The access that the options describe. Raises ClickException without the extra."""
    try:
        from hall_server.championship.stream import Access
    except ImportError as error:
        raise click.ClickException(NO_EXTRA) from error
    access = Access(servers, nkey, ca, cert, key)
    try:
        access.tls()
    except (OSError, ValueError) as error:
        raise click.ClickException(
            f"The certificates cannot be read ({error}). Nothing was changed."
        ) from error
    return access


@click.command("uplink")
@click.option("--home", type=click.Path(path_type=Path), required=True, help="Its own folder.")
@click.option(
    "--invite",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The invite of a standby, at the first start.",
)
@click.option("--hall", default="", help="The hall's address, if not the invite's.")
@click.option("--again", is_flag=True, help="Send all of the log once more: the stream has a hole.")
@link_options
def uplink_command(home: Path, invite: Path | None, hall: str, again: bool, **link: Any) -> None:
    """Publish the hall's log to the championship; the hall never waits for it."""
    import msgspec

    access = access_of(**link)
    from hall_server.championship.uplink import Status
    from hall_server.championship.uplink_node import UplinkLink
    from shared.node.engine import Engine

    if invite is not None:
        join_by_file(home, invite)
    membership, keys = load(home)
    log_to(home, "uplink", aloud=True)
    shown = ""

    def told(status: Status) -> None:
        nonlocal shown
        write_secret(home / STATUS, msgspec.json.encode(status).decode())
        if status.state != shown:
            shown = status.state
            click.echo(words(status))

    address = membership.halls[0]
    node = Engine(
        engine_home(home, membership.root_key, keys),
        UplinkLink(
            address.at(hall) if hall else address, access=access, again=again, status_told=told
        ),
        wall=wall_ms,
        monotonic=monotonic_ms,
    )
    stopping = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stopping.set())
    node.start(occurrences(log))
    node.wait_ready()
    while not stopping.wait(LOOK_S) and not node.failure:
        continue
    node.stop()
    if node.failure:
        raise click.ClickException(node.failure)
    click.echo("The uplink has stopped. The hall plays on.")


def words(status: Any) -> str:
    """One line for the person who looks after the machine."""
    if status.state == "linked":
        behind = f", behind by {status.behind}" if status.behind else ""
        return f"Linked to the championship{behind}."
    return str(status.sentence)
