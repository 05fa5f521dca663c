"""``hall-server uplink``: publishes a hall's log to the championship, beside the hall."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from hall_server.commands.options import FILE, PRESENT_FILE, home_option
from hall_server.commands.stopping import stop_signal, until_stopped
from shared.machine.logs import log_to, occurrences
from shared.node.home import join_by_file, write_secret

if TYPE_CHECKING:
    from hall_server.championship import Access, Status

STATUS = "uplink.json"
"""The file in the uplink's folder that says how it stands."""
NO_EXTRA = (
    "This installation has no client for the championship. Nothing was changed."
    " Install it with: pip install 'playing-hall[championship]'"
)
log = logging.getLogger("uplink")
F = TypeVar("F", bound=Callable[..., Any])


def link_options(command: F) -> F:
    """Add the options that say how to reach the cluster; ``access_of`` takes their values."""
    for option in (
        click.option("--key", type=PRESENT_FILE, help="The private key of --cert."),
        click.option("--cert", type=PRESENT_FILE, help="This node's TLS certificate, if needed."),
        click.option("--ca", type=PRESENT_FILE, help="The cluster's certificate authority."),
        click.option("--nkey", type=PRESENT_FILE, help="This node's nkey seed."),
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
) -> Access:
    """Return the access that the options describe. Raises ClickException."""
    try:
        from hall_server.championship import Access
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
@home_option("Its own folder.")
@click.option("--invite", type=FILE, help="The invite of a standby, at the first start.")
@click.option("--hall", default="", help="The hall's address, if not the invite's.")
@click.option("--again", is_flag=True, help="Send all of the log once more: the stream has a hole.")
@link_options
def uplink_command(home: Path, invite: Path | None, hall: str, again: bool, **link: Any) -> None:
    """Publish the hall's log to the championship; the hall never waits for it."""
    access = access_of(**link)
    from hall_server.championship import open_uplink

    if invite is not None:
        join_by_file(home, invite)
    shown = ""

    def told(status: Status) -> None:
        nonlocal shown
        write_secret(home / STATUS, msgspec.json.encode(status).decode())
        if status.state != shown:
            shown = status.state
            click.echo(_line(status))

    node = open_uplink(home, access, hall=hall, again=again, status_told=told)
    log_to(home, "uplink", aloud=True)
    stopping = stop_signal()
    node.start(occurrences(log))
    node.wait_ready()
    until_stopped(node, stopping)
    click.echo("The uplink has stopped. The hall plays on.")


def _line(status: Status) -> str:
    if status.state == "linked":
        behind = f", behind by {status.behind}" if status.behind else ""
        return f"Linked to the championship{behind}."
    return status.sentence
