"""Opens a tournament on this laptop: its folder, its hall server beside, its dashboard in front."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from nacl.signing import SigningKey

from hall_server.commands.new import all_or_nothing
from hall_server.eventfile import EventFile, write_event_file
from hall_server.one_laptop.start_app import StartApp
from hall_server.referee.app.laptop import server_command
from hall_server.referee.cli import main as referee
from hall_server.setting_up import (
    BadKeyFile,
    Site,
    create_tournament,
    read_tournament_key,
    write_tournament_key,
)
from shared.core.state.persons import division_id
from shared.core.text.for_people import ForPeople
from shared.machine.clocks import wall_ms
from shared.machine.processes import ask_to_end, start
from shared.machine.saving import CannotWrite, remove, write_secret
from shared.machine.zone import own_zone
from shared.net.address import DEFAULT_PORT_BASE
from shared.net.this_machine import free_port_base, own_addresses, port_trouble
from shared.node.home import load
from shared.tui.theme_names import NAMES
from shared.tui.times import local

EVENT, KEY, PHRASE = "event.toml", "tournament.key", "tournament.phrase"
PAPERS = "papers.pdf"
_LOOPBACK = "127.0.0.1"


class KeyStays(ForPeople):
    """The tournament key was not moved; the sentence says why."""


def kept(home: Path) -> list[Path]:
    """Return the folders of the tournaments that are kept here, the latest first."""
    found = [file.parent for file in home.glob(f"*/{EVENT}")] if home.is_dir() else []
    return sorted(found, key=lambda folder: (folder / EVENT).stat().st_mtime, reverse=True)


def open_laptop(home: Path, language: str, theme: str) -> None:
    """Ask which tournament, begin it if it is new, and show its dashboard until it is left."""
    app = StartApp(kept(home), own_zone())
    app.speak(language)
    app.theme = theme
    chosen = app.run()
    if chosen is None:
        return
    folder = chosen if isinstance(chosen, Path) else begin(home, chosen)
    hall = folder / "hall"
    membership, _ = load(hall)
    at = f"{_LOOPBACK}:{membership.halls[0].sync_port}"
    invite = hall / "invites" / "referee-1.invite"
    words = ["--home", str(folder / "referee"), "--hall", at, "--language", language]
    words += ["--theme", next(name for name, of in NAMES.items() if of == theme)]
    # The dashboard keeps the papers to go on by hand: they follow its language.
    words += ["--paper-kit", str(folder / PAPERS)]
    words += ["--invite", str(invite)] if invite.exists() else []
    try:
        with _served(hall):
            referee(words)
    finally:
        click.echo(
            f"{folder.name} is kept in {folder}. playing-hall goes on with it. {PAPERS} there has"
            " all that is needed to go on by hand."
        )


def begin(home: Path, event: EventFile) -> Path:
    """Make the folder of a new tournament, all or nothing; return it. Raises CannotWrite.

    The tournament key stays in the folder until it is moved: see :func:`move_key`.
    """
    day = local(wall_ms(), event.event.zone).date().isoformat()
    taken = {folder.name.removeprefix(f"{day}-") for folder in kept(home)}
    folder = home / f"{day}-{division_id(event.event.name, taken)}"
    base = DEFAULT_PORT_BASE if not port_trouble(DEFAULT_PORT_BASE) else free_port_base()
    site = Site((*own_addresses(), _LOOPBACK)[0], base, terminals=False)
    key, phrase = SigningKey.generate(), secrets.token_urlsafe(24)
    try:
        with all_or_nothing(folder, None):
            write_secret(folder / PHRASE, phrase)
            write_tournament_key(folder / KEY, key, phrase, event.event.name)
            create_tournament(event, folder / "hall", site, root=key)
            (folder / EVENT).write_text(write_event_file(event), encoding="utf-8")
    except OSError as error:
        raise CannotWrite(
            f"{error.filename or folder} cannot be written ({error.strerror}). No tournament was"
            " begun. Make room, or name another place with --home."
        ) from error
    return folder


def move_key(home: Path, to: Path, passphrase: str) -> Path:
    """Move the tournament key of the latest tournament to ``to``, under a passphrase.

    Return the tournament's folder. Raises KeyStays.
    """
    folder = next(iter(kept(home)), None)
    if folder is None or not (folder / KEY).exists():
        where = folder or home
        raise KeyStays(f"There is no tournament key in {where}. Nothing was changed.")
    if to.exists():
        raise KeyStays(f"{to} exists already. Nothing was changed. Name another file.")
    try:
        key = read_tournament_key(folder / KEY, (folder / PHRASE).read_text(encoding="utf-8"))
    except (OSError, BadKeyFile) as error:
        raise KeyStays(f"{error} Nothing was changed.") from error
    try:
        write_tournament_key(to, key, passphrase, load(folder / "hall")[0].tournament)
    except OSError as error:
        raise KeyStays(
            f"{to} cannot be written ({error.strerror}). The key stays in {folder}. Choose another"
            " place."
        ) from error
    remove(folder / KEY)
    remove(folder / PHRASE)
    return folder


@contextmanager
def _served(hall: Path) -> Iterator[None]:
    """Run the hall server beside until the block ends."""
    words = server_command("run", "--supervised", "--home", str(hall))
    # It does not outlive this program: a window that is closed ends it too.
    server = start(words, hall / "server.log")
    try:
        yield
    finally:
        ask_to_end(server)
        server.wait()
