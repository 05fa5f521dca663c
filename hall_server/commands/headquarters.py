"""``hall-server headquarters``: founds headquarters, and runs it."""

from __future__ import annotations

import logging
import platform
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from hall_server.commands.options import INVITES, OWN_PORT_BASE, PORT_BASE
from hall_server.commands.options import address as address_given
from hall_server.commands.passphrase import open_key, passphrase_option
from hall_server.commands.uplink import NO_EXTRA, access_of, link_options
from shared.machine.logs import log_to, occurrences
from shared.net.address import DEFAULT_PORT_BASE
from shared.node.home import MEMBERSHIP

LOOK_S = 0.25
ROOM_MB = 4_096
log = logging.getLogger("headquarters")


@click.group("headquarters")
def headquarters_command() -> None:
    """Headquarters of a championship of several halls: everything in one place."""


@headquarters_command.command("new")
@click.argument(
    "event_file", type=click.Path(path_type=Path, dir_okay=False, exists=True), required=False
)
@click.option("--name", default="", help="The championship's name, where there is no EVENT_FILE.")
@click.option("--zone", default="UTC", show_default=True, help="Its IANA time zone, likewise.")
@click.option(
    "--stand-in",
    "stand_ins",
    multiple=True,
    metavar="VENUE",
    help="A hall that may take over the pairing of EVENT_FILE's divisions.",
)
@click.option("--home", type=click.Path(path_type=Path), required=True, help="Its folder.")
@click.option(
    "--key-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    required=True,
    help="The tournament key that the halls were made with.",
)
@passphrase_option
@click.option(
    "--address", default="", callback=address_given, help="Headquarters' name or IP address."
)
@click.option(
    "--port-base",
    type=PORT_BASE,
    default=DEFAULT_PORT_BASE,
    show_default=True,
    help="The first port.",
)
@click.option(
    "--referees", type=INVITES, default=1, show_default=True, help="Invites for dashboards."
)
@click.option("--kiosks", type=INVITES, default=1, show_default=True, help="Invites for kiosks.")
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

    EVENT_FILE has the divisions that headquarters pairs, over tables of several halls: each
    [[table]] is named by its venue, as in id = "north.1". Without one its screens only look on.
    """
    from hall_server.championship.venue import checked_venue
    from hall_server.commands.new import all_or_nothing
    from hall_server.eventfile import (
        BadEventFile,
        EventFile,
        EventSection,
        load_decks,
        load_event_file,
    )
    from hall_server.setting_up.setup import create_tournament

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
    except BadEventFile as error:
        raise click.ClickException(str(error)) from error
    except ValueError as error:
        raise click.ClickException(f"{error}. Nothing was changed.") from error
    host = address or platform.node()
    try:
        with all_or_nothing(home, None):
            created = create_tournament(
                event,
                home,
                host=host,
                port_base=port_base,
                referees=referees,
                kiosks=kiosks,
                root=root,
                headquarters=True,
                decks=decks,
                stand_ins=stand_ins,
            )
    except OSError as error:
        raise click.ClickException(
            f"{error.filename or home} cannot be written ({error.strerror}). Choose another place."
        ) from error
    click.echo(f"{event.event.name}: headquarters' folder is {home}.")
    click.echo(f"Invites for {len(created.invites)} screens lie in {home / 'invites'}.")
    click.echo(f"Next: hall-server headquarters run --home {home} --championship nats://HOST:4222")


def _check_place(table: str) -> None:
    """Raise ValueError for a table of headquarters' event file that stands in no hall."""
    from hall_server.championship.venue import checked_venue

    venue, dot, _ = table.partition(".")
    if not dot:
        raise ValueError(f'table {table} names no hall: write [[table]] with id = "north.{table}"')
    checked_venue(venue)


@headquarters_command.command("key")
@click.option("--home", type=click.Path(path_type=Path), required=True, help="Its folder.")
@click.option("--venue", default="", help="The hall that it is for; headquarters itself if none.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file for the secret seed.",
)
def key_of_cluster(home: Path, venue: str, out: Path) -> None:
    """Make an nkey for a hall's uplink; prints the line for the servers' users.conf."""
    from hall_server.championship.venue import checked_venue
    from shared.node.home import load
    from shared.wire.envelope import node_of

    try:
        if venue:
            checked_venue(venue)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--venue") from error
    if out.exists():
        raise click.ClickException(f"{out} exists already: nothing was changed.")
    tournament = node_of(load(home)[0].root_key)
    try:
        from hall_server.championship.access import (
            hall_user,
            headquarters_user,
            keep_seed,
            new_key,
        )

        key = new_key()
        keep_seed(out, key)
    except ImportError as error:
        raise click.ClickException(NO_EXTRA) from error
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written ({error.strerror}).") from error
    user = (
        hall_user(tournament, venue, key.public)
        if venue
        else headquarters_user(tournament, key.public)
    )
    click.echo(user)
    click.echo(f"The seed is in {out}: take it to that machine alone (--nkey).", err=True)


@headquarters_command.command("run")
@click.option("--home", type=click.Path(path_type=Path), required=True, help="Its folder.")
@click.option("--host", default="*", show_default=True, help="The address to listen on.")
@click.option(
    "--port-base", type=OWN_PORT_BASE, help="The first port, if not the one of the invites."
)
@click.option(
    "--replicas",
    type=click.Choice(["1", "3", "5"]),
    default="3",
    show_default=True,
    help="Servers that keep the stream, when it is made.",
)
@click.option(
    "--room",
    type=click.IntRange(min=1),
    default=ROOM_MB,
    show_default=True,
    help="MB of the stream, when it is made.",
)
@link_options
def run_headquarters(
    home: Path, host: str, port_base: int | None, replicas: str, room: int, **link: Any
) -> None:
    """Take in what the halls publish, and serve it to dashboards and kiosks."""
    access = access_of(**link)
    from hall_server.championship.headquarters import open_headquarters
    from hall_server.championship.intake import VenueStatus
    from hall_server.commands.run import summary
    from shared.port import HallChanged, Told

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
        replicas=int(replicas),
        max_bytes=room << 20,
        venues_told=venues_told,
    )
    hear = occurrences(log)

    def told(what: Told) -> None:
        hear(what)
        if isinstance(what, HallChanged):
            say(summary(what.state), "summary ")

    stopping = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stopping.set())
    node.start(told)
    node.wait_ready()
    if not node.failure:
        sync, feed = node.link.ports
        click.echo(f"Headquarters listens on ports {sync} and {feed}.")
    while not stopping.wait(LOOK_S) and not node.failure:
        continue
    node.stop()
    if node.failure:
        raise click.ClickException(node.failure)
    click.echo("Headquarters has stopped; everything is on the disk.")
