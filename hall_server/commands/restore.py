"""``hall-server restore`` and ``replace-hall``: a hall on another machine, from a snapshot.

They only write a folder. ``hall-server run`` serves it, and gets what the snapshot lacks from the
nodes that hold it.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click
from nacl.signing import SigningKey

from hall_server.commands.new import all_or_nothing
from hall_server.commands.options import (
    FILE,
    address_option,
    certify,
    home_option,
    open_key,
    passphrase_option,
    port_base_option,
)
from hall_server.commands.progress import Steps
from hall_server.files.archive import snapshot_in
from hall_server.serving.claim import GATHER_S, claim
from hall_server.setting_up import NewDevice, new_device
from shared.core.events import DeviceRevoked, Draft, entities
from shared.core.text.for_people import counted
from shared.machine.processes import as_typed
from shared.net.address import HallAddress
from shared.net.this_machine import lan_address
from shared.node.home import (
    MEMBERSHIP,
    UNFINISHED,
    Membership,
    engine_home,
    load,
    move_in,
    settle,
)
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.store.snapshot import branch
from shared.store.verify import Verdict, check_copy

_SNAPSHOT = click.argument("snapshot", type=FILE)
_HOME = home_option("The new folder.")

SAME_KEYS = (
    "It has the keys of the old hall: never start that one again. Move its folder aside and keep"
    " it."
)
NEW_KEYS = (
    f"{GATHER_S:.0f} s after the first referee's laptop or standby has found it, it opens a new"
    " term. If the old hall comes back, it follows the new one."
)
REVOKED_KEYS = "The old hall's key is revoked; every node hears of it from the new hall."


class NewHall(NamedTuple):
    """The folder of a new hall, and where devices will find it."""

    home: Path
    address: str
    port_base: int


@click.command("restore")
@_SNAPSHOT
@_HOME
@click.option(
    "--keys-from",
    type=click.Path(path_type=Path, file_okay=False),
    help="The old hall's folder, or a copy of its two small files: the hall keeps its keys.",
)
@click.option(
    "--key-file",
    type=FILE,
    help="The tournament key: it certifies a hall with keys of its own.",
)
@passphrase_option
@address_option
@port_base_option
def restore_command(
    snapshot: Path,
    home: Path,
    keys_from: Path | None,
    key_file: Path | None,
    passphrase_file: Path | None,
    address: str,
    port_base: int,
) -> None:
    """Set a hall up from SNAPSHOT, on this machine or a new one.

    SNAPSHOT can also be an archive of the event. An old one is safe: what came after it is at the
    tables and comes back from them.
    """
    if (keys_from is None) == (key_file is None):
        raise click.UsageError(
            "Say --keys-from FOLDER if the old hall's folder is still there. Otherwise say"
            " --key-file with the tournament key."
        )
    _refuse_taken(home)
    step = Steps(2)
    step(f"Checking every signature of {snapshot}")
    with snapshot_in(snapshot) as copy:
        verdict = _checked(copy, snapshot)
        if keys_from is not None:
            membership, keys = load(keys_from)
            step(f"Setting the hall up in {home}")
            with _whole(home, snapshot) as part:
                _lay(copy, part)
                claim(part)
                settle(part, bytes(keys.sign), membership)
            after = SAME_KEYS
        else:
            assert key_file is not None
            root = _root(key_file, passphrase_file, verdict)
            step(f"Setting the hall up in {home}")
            with _whole(home, snapshot) as part:
                _certified_hall(
                    copy, verdict, root, NewHall(part, address, port_base), stolen=False
                )
            after = NEW_KEYS
    _done(verdict, home, after)


@click.command("replace-hall")
@_SNAPSHOT
@_HOME
@click.option("--key-file", type=FILE, required=True, help="The tournament key.")
@passphrase_option
@address_option
@port_base_option
def replace_hall_command(
    snapshot: Path,
    home: Path,
    key_file: Path,
    passphrase_file: Path | None,
    address: str,
    port_base: int,
) -> None:
    """Revoke a stolen hall and certify a new one, in one step.

    SNAPSHOT is the newest copy that there is, best one from the chief referee's laptop. What the
    old hall wrote and the copy does not hold no longer counts. The thief can change nothing of
    what the copy holds.
    """
    _refuse_taken(home)
    step = Steps(2)
    step(f"Checking every signature of {snapshot}")
    with snapshot_in(snapshot) as copy:
        verdict = _checked(copy, snapshot)
        root = _root(key_file, passphrase_file, verdict)
        step(f"Setting the new hall up in {home}")
        with _whole(home, snapshot) as part:
            _certified_hall(copy, verdict, root, NewHall(part, address, port_base), stolen=True)
    _done(verdict, home, REVOKED_KEYS)


def _refuse_taken(home: Path) -> None:
    """Refuse a folder with a tournament; an interrupted restore has left none."""
    unfinished = (home / UNFINISHED).is_dir()
    for taken in (home / MEMBERSHIP, *(() if unfinished else (home / "hall.db",))):
        if taken.exists():
            raise click.ClickException(
                f"{taken} exists already: nothing was changed. Move the folder aside and keep it:"
                " it may hold entries that no other machine has."
            )


@contextmanager
def _whole(home: Path, given: Path) -> Iterator[Path]:
    """Yield the part of the folder in which the hall is laid out, and settle it at the end.

    Raises click.ClickException for a full disk. Whenever the program ends, the folder holds the
    whole hall or none, and the same command can be given again.
    """
    part = home / UNFINISHED
    try:
        with all_or_nothing(home, None):
            part.mkdir(parents=True, exist_ok=True, mode=0o700)
            for left in part.iterdir():
                left.unlink()
            yield part
            move_in(home)
    except OSError as error:
        raise click.ClickException(
            f"{error.filename or home} was not written ({error.strerror}). {given} is as it"
            " was. Make room or name another place, and give the command again."
        ) from error


def _checked(copy: Path, given: Path) -> Verdict:
    verdict = check_copy(copy)
    if verdict.faults:
        raise click.ClickException(
            f"{given} is not sound ({verdict.faults[0]}). Nothing was changed. Use another one."
        )
    return verdict


def _root(key_file: Path, passphrase_file: Path | None, verdict: Verdict) -> SigningKey:
    root = open_key(key_file, passphrase_file, None)
    if Author(root, "").node != verdict.root:
        raise click.ClickException(
            f"{key_file} is the key of another tournament. Nothing was changed."
        )
    return root


def _lay(snapshot: Path, home: Path) -> None:
    branch(snapshot, home / "hall.db", new_store_id=secrets.token_hex(8))


def _certified_hall(
    snapshot: Path, verdict: Verdict, root: SigningKey, place: NewHall, *, stolen: bool
) -> None:
    """Lay out a hall with keys of its own, which the tournament key certifies.

    It opens no term yet: a term would exclude what the referees ruled after the snapshot. Their
    laptops bring that first. Then the claim opens a term, so that an old hall follows this one.
    """
    device = new_device("hall", "Hall server", venue=verdict.state.venue)
    _lay(snapshot, place.home)
    root_key = bytes(root.verify_key)
    tournament = verdict.state.tournament
    own = engine_home(place.home, root_key, device.keys)
    file = place.home / "hall.db"
    replica = Replica(file, root_key, new_store_id=own.new_store_id, node=device.keys.node)
    try:
        revoked = _revocations(replica, device) if stolen else []
        certify(replica, Author(root, own.instance), device.enrolment(), *revoked)
    finally:
        replica.close()
    claim(place.home)
    host = place.address or lan_address()
    here = HallAddress(host, place.port_base, place.port_base + 1, device.keys.curve_public)
    settle(
        place.home,
        device.seed,
        Membership(
            tournament.name if tournament else "",
            root_key,
            tournament.zone if tournament else "UTC",
            "hall",
            device.label,
            "",
            (here,),
        ),
    )


def _revocations(replica: Replica, new: NewDevice) -> list[Draft]:
    """Return the events that revoke every other hall, from the end of what the snapshot holds."""
    halls = [d.node for d in replica.state.devices.values() if d.role == "hall" and not d.revoked]
    return [
        Draft(
            entities.device(node),
            DeviceRevoked(replica.cut_of(node), "the hall was stolen"),
        )
        for node in halls
        if node != new.keys.node
    ]


def _done(verdict: Verdict, home: Path, after: str) -> None:
    run = as_typed("hall-server", "run", "--home", home)
    for line in (
        f"{home} is set up from {counted(verdict.events, 'event')}, each with a sound signature.",
        f"Next: switch the referees' laptops on, then {run}",
        "It first looks for a hall that came after the snapshot. If one answers, it follows that"
        " hall and says so.",
        "If none answers, it serves, and takes back from tables and laptops what came after the"
        " snapshot.",
        after,
        "A ruling that comes in after a new term was opened is listed. Make it again.",
    ):
        click.echo(line)
