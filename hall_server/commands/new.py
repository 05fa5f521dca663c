"""``hall-server new``: makes a tournament from an event file, or from answers to questions."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
from click.core import ParameterSource
from nacl.signing import SigningKey

from hall_server.championship import ChampionshipPart, checked_venue
from hall_server.commands.new_questions import ask_event
from hall_server.commands.options import (
    FILE,
    address_option,
    ask_passphrase,
    checked_address,
    kiosks_option,
    last_line,
    passphrase_option,
    port_base_option,
    referees_option,
)
from hall_server.eventfile import (
    SCHEMA,
    EventFile,
    doubts,
    load_decks,
    load_event_file,
    parse_event_file,
    write_event_file,
)
from hall_server.eventfile.sections import MOST_TABLES
from hall_server.setting_up import (
    BadKeyFile,
    Site,
    create_tournament,
    read_tournament_key,
    write_tournament_key,
)
from shared.core.text.for_people import counted
from shared.machine.processes import as_typed
from shared.net.this_machine import is_this_machine, lan_address, port_trouble
from shared.node.home import MEMBERSHIP
from shared.program.numbers import Whole
from shared.program.options import own_folder
from shared.wire.envelope import BadEvent

EVENT_FILE = "event.toml"
_ANSWERS = "the answers"


def _venue(_context: click.Context, _option: click.Parameter, given: str) -> str:
    try:
        return checked_venue(given) if given else ""
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from error


@click.command("new")
@click.argument("event_file", type=FILE, required=False)
@own_folder("The hall's folder.")
@click.option(
    "--key-file",
    type=FILE,
    help="Where the tournament key goes: a stick that the chief referee keeps, not this disk.",
)
@passphrase_option
@address_option
@port_base_option
@referees_option
@kiosks_option
@click.option(
    "--venue",
    default="",
    callback=_venue,
    help="This hall's name in a championship. A --key-file that exists is then used again.",
)
@click.pass_context
def new_command(
    context: click.Context,
    event_file: Path | None,
    home: Path | None,
    key_file: Path | None,
    passphrase_file: Path | None,
    address: str,
    port_base: int,
    referees: int,
    kiosks: int,
    venue: str,
) -> None:
    """Create a tournament from EVENT_FILE: keys, first events, and an invite for every device.

    Without EVENT_FILE a few questions are asked. The answers are kept as an event file in the
    hall's folder.
    """
    written = ""
    known = venue != "" and key_file is not None and key_file.exists()
    if event_file is None:
        _refuse_taken(home, None if known else key_file)
        answered = ask_event()
        if context.get_parameter_source("referees") is ParameterSource.DEFAULT:
            referees = _count("How many referee laptops", referees)
        if context.get_parameter_source("kiosks") is ParameterSource.DEFAULT:
            kiosks = _count("How many lobby kiosks", kiosks)
        address = address or _ask_address()
        home = home or _path("The hall's folder, a new one", "hall")
        key_file = key_file or _path("Where the tournament key goes (a stick of the referee's)")
        written = write_event_file(answered)
    for option, given in (("--home", home), ("--key-file", key_file)):
        if given is None:
            raise click.UsageError(f"Missing option '{option}'.")
    assert home is not None
    assert key_file is not None
    _refuse_taken(home, None if known else key_file)
    if event_file is None:
        event, decks = parse_event_file(written, _ANSWERS), {}
    else:
        event = load_event_file(event_file)
        decks = load_decks(event, event_file)
    if event.schema < SCHEMA:
        found = f"has schema {event.schema}" if event.schema else "names no schema"
        click.echo(f"{event_file} {found}. It is read as schema {SCHEMA}; the file is not changed.")
    if event.event.chief and referees < 1:
        raise click.ClickException(
            f"{event_file} names a chief referee, but --referees 0 gives them no laptop. Nothing"
            " was changed. Write --referees 1 or more, or take 'chief' out of [event]."
        )
    passphrase = ask_passphrase(passphrase_file, new=not known)
    site = Site(address or lan_address(), port_base, referees, kiosks)
    try:
        root = read_tournament_key(key_file, passphrase) if known else SigningKey.generate()
    except BadKeyFile as error:
        raise click.ClickException(f"{error} Nothing was changed.") from error
    try:
        with all_or_nothing(home, None if known else key_file):
            if not known:
                # The key first: without it the tournament could not be governed.
                write_tournament_key(key_file, root, passphrase, event.event.name)
            part = ChampionshipPart(venue)
            created = create_tournament(event, home, site, root=root, decks=decks, part=part)
            if written:
                with (home / EVENT_FILE).open("x", encoding="utf-8") as file:
                    file.write(written)
    except BadEvent as error:
        raise click.ClickException(f"{event_file or _ANSWERS}: {error}") from error
    except OSError as error:
        raise click.ClickException(
            f"{error.filename or home} cannot be written ({error.strerror})."
            " Choose another place; nothing of this tournament is in use yet."
        ) from error
    _tell(event, home, key_file, len(created.invites), site)
    if written:
        click.echo(f"The answers are in {home / EVENT_FILE}: correct them there for another time.")
    click.echo(f"Next: {as_typed('hall-server', 'run', '--home', home)}")


def _tell(event: EventFile, home: Path, key_file: Path, invites: int, site: Site) -> None:
    players = counted(len(event.player), "player")
    tables = counted(len(event.tables()), "table")
    click.echo(f"{event.event.name}: {players}, {tables}.")
    click.echo(f"The hall's folder is {home}. Invites for {invites} devices lie in")
    click.echo(f"{home / 'invites'}. Each carries a device's key: give them out, then delete them.")
    if event.event.chief:
        click.echo(
            "referee-1 is for the chief referee: where two rulings conflict, the chief's counts."
        )
    click.echo(f"Devices will look for the hall at {site.host}, port {site.port_base}.")
    click.echo(f"The tournament key is in {key_file}: keep it off the hall's disk.")
    for doubt in doubts(event):
        click.echo(f"! {doubt}")
    taken = [port for port in range(site.port_base, site.port_base + 3) if port_trouble(port)]
    if taken and is_this_machine(site.host):
        click.echo(
            f"! Port {taken[0]} is in use on this machine, perhaps by another hall. End that before"
            " this hall runs, or make it again with another --port-base: the invites name the port."
        )


def _refuse_taken(home: Path | None, key_file: Path | None) -> None:
    of_home = (home / MEMBERSHIP, home / "hall.db") if home else ()
    for taken in (*of_home, *((key_file,) if key_file else ())):
        if taken.exists():
            raise click.ClickException(
                f"{taken} exists already: nothing was changed."
                " Choose another folder, or move the old tournament aside."
            )


def _ask_address() -> str:
    asked = "The name or IP address at which other devices find this machine"
    here = lan_address()
    return str(click.prompt(last_line(asked, here), here, value_proc=checked_address))


def _count(question: str, default: int) -> int:
    number: int = click.prompt(question, default=default, type=Whole(0, MOST_TABLES))
    return number


def _path(question: str, default: str | None = None) -> Path:
    shown = last_line(question, default or "")
    path: Path = click.prompt(shown, default=default, type=click.Path(path_type=Path))
    return path.expanduser()


@contextmanager
def all_or_nothing(home: Path, key_file: Path | None) -> Iterator[None]:
    """Take away what was written if not all could be written, or Ctrl-C came."""
    before = set(home.iterdir()) if home.is_dir() else None
    try:
        yield
    except BaseException:
        with suppress(OSError):
            if key_file is not None:
                key_file.unlink(missing_ok=True)
        if before is None:
            shutil.rmtree(home, ignore_errors=True)
        else:
            for made in set(home.iterdir()) - before:
                with suppress(OSError):
                    shutil.rmtree(made) if made.is_dir() else made.unlink()
        raise
