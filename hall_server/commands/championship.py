"""``hall-server uplink`` publishes a hall's log; ``headquarters`` takes the logs of halls in."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from hall_server.championship import ChampionshipPart, checked_venue
from hall_server.commands.new import all_or_nothing
from hall_server.commands.options import (
    FILE,
    PRESENT_FILE,
    address_option,
    home_option,
    host_option,
    kiosks_option,
    open_key,
    own_port_option,
    passphrase_option,
    port_base_option,
    referees_option,
    stop_signal,
    until_stopped,
)
from hall_server.eventfile import (
    BadEventFile,
    EventFile,
    EventSection,
    load_decks,
    load_event_file,
)
from hall_server.serving.standing import summary
from hall_server.setting_up import Site, create_tournament
from shared.core.text.for_people import why
from shared.machine.logs import log_to, occurrences
from shared.machine.processes import as_typed
from shared.machine.saving import write_secret
from shared.net.this_machine import lan_address
from shared.node.home import MEMBERSHIP, join_by_file, load
from shared.port import HallChanged, Told
from shared.program.numbers import Whole
from shared.wire.envelope import node_of

if TYPE_CHECKING:
    from hall_server.championship import Access, Status

STATUS = "uplink.json"
"""The file in the uplink's folder that says how it stands."""
NO_EXTRA = (
    "This installation has no client for the championship. Nothing was changed."
    " Install it with: pip install 'playing-hall[championship]'"
)
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
            f"The certificates cannot be read ({why(error)}). Nothing was changed."
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
    node.start(occurrences(logging.getLogger("uplink")))
    node.wait_ready()
    until_stopped(node, stopping)
    click.echo("The uplink has stopped. The hall plays on.")


def _line(status: Status) -> str:
    if status.state == "linked":
        behind = f", behind by {status.behind}" if status.behind else ""
        return f"Linked to the championship{behind}."
    return status.sentence


if TYPE_CHECKING:
    from hall_server.championship import VenueStatus

_ROOM_MB = 4_096


@click.group("headquarters")
def headquarters_command() -> None:
    """Headquarters of a championship of several halls: everything in one place."""


@headquarters_command.command("new")
@click.argument("event_file", type=PRESENT_FILE, required=False)
@click.option("--name", default="", help="The championship's name, without an EVENT_FILE.")
@click.option("--zone", default="UTC", show_default=True, help="Its IANA time zone, with --name.")
@click.option(
    "--stand-in",
    "stand_ins",
    multiple=True,
    metavar="VENUE",
    help="A hall that can take over the pairing of EVENT_FILE's divisions.",
)
@home_option("Its folder.")
@click.option(
    "--key-file",
    type=PRESENT_FILE,
    required=True,
    help="The tournament key that the halls were made with.",
)
@passphrase_option
@address_option
@port_base_option
@referees_option
@kiosks_option
def new_headquarters(
    event_file: Path | None,
    name: str,
    zone: str,
    stand_ins: tuple[str, ...],
    home: Path,
    key_file: Path,
    passphrase_file: Path | None,
    address: str,
    port_base: int,
    referees: int,
    kiosks: int,
) -> None:
    """Make headquarters' folder, and invites for its screens.

    EVENT_FILE has the divisions that headquarters pairs, over tables of several halls. Each
    [[table]] names its venue: id = "north.1". Without EVENT_FILE the screens only look on.
    """
    for taken in (home / MEMBERSHIP, home / "hall.db"):
        if taken.exists():
            raise click.ClickException(f"{taken} exists already: nothing was changed.")
    root = open_key(key_file, passphrase_file, None)
    if bool(name) == bool(event_file):
        raise click.UsageError("Give either an EVENT_FILE or --name.")
    try:
        for venue in stand_ins:
            checked_venue(venue)
        if event_file is None:
            event, decks = EventFile(EventSection(name, zone), (), schema=1), {}
        else:
            event = load_event_file(event_file)
            decks = load_decks(event, event_file)
            for table in event.tables():
                _check_place(table.id)
    except BadEventFile:
        raise
    except ValueError as error:
        raise click.ClickException(f"{error}. Nothing was changed.") from error
    site = Site(address or lan_address(), port_base, referees, kiosks)
    part = ChampionshipPart(headquarters=True, stand_ins=stand_ins)
    try:
        with all_or_nothing(home, None):
            created = create_tournament(event, home, site, root=root, decks=decks, part=part)
    except OSError as error:
        raise click.ClickException(
            f"{error.filename or home} cannot be written ({error.strerror}). Choose another place."
        ) from error
    click.echo(f"{event.event.name}: headquarters' folder is {home}.")
    click.echo(f"Invites for {len(created.invites)} screens lie in {home / 'invites'}.")
    run = as_typed("hall-server", "headquarters", "run", "--home", home)
    click.echo(f"Next: {run} --championship nats://HOST:4222")


def _check_place(table: str) -> None:
    """Raise ValueError for a table of headquarters' event file whose id names no hall."""
    venue, dot, _ = table.partition(".")
    if not dot:
        raise ValueError(f'table {table} names no hall: write [[table]] with id = "north.{table}"')
    checked_venue(venue)


@headquarters_command.command("key")
@home_option("Its folder.")
@click.option("--venue", default="", help="The hall that it is for; without it, headquarters.")
@click.option("--out", type=FILE, required=True, help="The file for the secret seed.")
def key_of_cluster(home: Path, venue: str, out: Path) -> None:
    """Make an nkey for a hall's uplink; print the line for the servers' users.conf."""
    try:
        if venue:
            checked_venue(venue)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--venue") from error
    if out.exists():
        raise click.ClickException(f"{out} exists already: nothing was changed.")
    tournament = node_of(load(home)[0].root_key)
    try:
        from hall_server.championship import new_user

        user = new_user(out, tournament, venue)
    except ImportError as error:
        raise click.ClickException(NO_EXTRA) from error
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written ({error.strerror}).") from error
    click.echo(user)
    click.echo(f"The seed is in {out}. Take it to that machine only (--nkey).", err=True)


@headquarters_command.command("run")
@home_option("Its folder.")
@host_option
@own_port_option
@click.option(
    "--replicas",
    type=click.Choice(["1", "3", "5"]),
    default="3",
    show_default=True,
    help="Servers that keep a new stream.",
)
@click.option(
    "--room",
    type=Whole(min=1),
    default=_ROOM_MB,
    show_default=True,
    help="MB of a new stream.",
)
@link_options
def run_headquarters(
    home: Path, host: str, port_base: int | None, replicas: str, room: int, **link: Any
) -> None:
    """Take in what the halls publish, and serve it to dashboards and kiosks."""
    access = access_of(**link)
    from hall_server.championship import StreamSize, open_headquarters

    log_to(home, "headquarters", aloud=True)
    shown: list[str] = []

    def say(line: str, kind: str) -> None:
        said = f"{kind}{line}"
        if said not in shown:
            shown[:] = [old for old in shown if not old.startswith(kind)] + [said]
            click.echo(line)

    def venues_told(venues: Sequence[VenueStatus], trouble: str) -> None:
        say(trouble or "Linked to the championship.", "link ")
        for venue in venues:
            words = "; ".join(part for part in (venue.trouble, venue.note) if part)
            say(f"{venue.venue}: {words or 'all in order'}.", f"venue {venue.venue} ")

    node = open_headquarters(
        home,
        access,
        host=host,
        port_base=port_base,
        size=StreamSize(int(replicas), room << 20),
        venues_told=venues_told,
    )
    hear = occurrences(logging.getLogger("headquarters"))

    def told(what: Told) -> None:
        hear(what)
        if isinstance(what, HallChanged):
            say(summary(what.state), "summary ")

    stopping = stop_signal()
    node.start(told)
    node.wait_ready()
    if not node.failure:
        sync, feed = node.link.ports
        click.echo(f"Headquarters listens on ports {sync} and {feed}.")
    until_stopped(node, stopping)
    click.echo("Headquarters has stopped; everything is on the disk.")
