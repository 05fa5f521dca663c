"""``hall-server new``: a tournament from its event file."""

from __future__ import annotations

import platform
from pathlib import Path

import click
from nacl.signing import SigningKey

from hall_server.eventfile import BadEventFile, load_decks, load_event_file
from hall_server.passphrase import ask_passphrase, passphrase_option
from hall_server.setup import create_tournament
from hall_server.tournament_key import write_tournament_key
from shared.net.address import DEFAULT_PORT_BASE
from shared.node.home import MEMBERSHIP


@click.command("new")
@click.argument("event_file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--home", type=click.Path(path_type=Path), required=True, help="The hall's folder.")
@click.option(
    "--key-file",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="Where the tournament key goes: a stick that the chief referee keeps, not this disk.",
)
@passphrase_option
@click.option("--address", default="", help="The hall's name or IP address on the LAN.")
@click.option("--port-base", default=DEFAULT_PORT_BASE, show_default=True, help="The first port.")
@click.option("--referees", default=1, show_default=True, help="Invites for referee laptops.")
@click.option("--kiosks", default=1, show_default=True, help="Invites for lobby kiosks.")
def new_command(
    event_file: Path,
    home: Path,
    key_file: Path,
    passphrase_file: Path | None,
    address: str,
    port_base: int,
    referees: int,
    kiosks: int,
) -> None:
    """Create a tournament from EVENT_FILE: keys, first events, and an invite for every device."""
    for taken in (home / MEMBERSHIP, home / "hall.db", key_file):
        if taken.exists():
            raise click.ClickException(
                f"{taken} exists already: nothing was changed."
                " Choose another folder, or move the old tournament aside."
            )
    try:
        event = load_event_file(event_file)
        decks = load_decks(event, event_file)
    except BadEventFile as error:
        raise click.ClickException(str(error)) from error
    if event.event.chief and referees < 1:
        raise click.ClickException(
            f"{event_file} names a chief referee, and there is no laptop for one: nothing was"
            " changed. Write --referees 1 or more, or take 'chief' out of [event]."
        )
    passphrase = ask_passphrase(passphrase_file, new=True)
    host = address or platform.node()
    root = SigningKey.generate()
    try:
        # The key first: a tournament whose key was never written could not be governed.
        write_tournament_key(key_file, root, passphrase, event.event.name)
        created = create_tournament(
            event,
            home,
            host=host,
            port_base=port_base,
            referees=referees,
            kiosks=kiosks,
            root=root,
            decks=decks,
        )
    except OSError as error:
        raise click.ClickException(
            f"{error.filename or home} cannot be written ({error.strerror})."
            " Choose another place; nothing of this tournament is in use yet."
        ) from error
    click.echo(f"{event.event.name}: {len(event.player)} players, {len(event.tables())} tables.")
    click.echo(f"The hall's folder is {home}. Invites for {len(created.invites)} devices lie in")
    click.echo(f"{home / 'invites'}. Each carries a device's key: hand them out, then delete them.")
    if event.event.chief:
        click.echo("referee-1 is the chief referee's: of rulings side by side, his stands.")
    click.echo(f"Devices will look for the hall at {host}, port {port_base}.")
    click.echo(f"The tournament key is in {key_file}: keep it off the hall's disk.")
    click.echo(f"Next: hall-server run --home {home}")
