"""Creates a tournament: its key, the first events, and an invite for every device.

The key rests under the chief referee's passphrase, off the hall's disk.
"""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from nacl import pwhash, secret, utils
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey

from hall_server.championship import NO_PART, ChampionshipPart
from hall_server.eventfile import EventFile
from hall_server.eventfile.hall_plan import spots
from hall_server.eventfile.sections import DivisionSection, PlayerSection
from shared.core.draughts.openings import Opening
from shared.core.events import (
    ROLE_SCOPES,
    DeckLine,
    DeckLoaded,
    DeviceAssigned,
    DeviceEnrolled,
    DivisionOpened,
    Draft,
    HallLaidOut,
    PlayerRegistered,
    Role,
    RoundScheduled,
    TableSet,
    TournamentOpened,
    entities,
)
from shared.core.events.eligibility import Flag, with_age
from shared.core.events.entities import at_venue
from shared.core.events.private import TOPIC_OF
from shared.core.state.floor import table_name
from shared.core.text.for_people import why
from shared.machine.clocks import wall_ms
from shared.machine.saving import write_secret
from shared.net.address import HallAddress
from shared.net.invite import Invite, write_invite
from shared.net.keys import SEED_BYTES, DeviceKeys
from shared.node.home import join
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.tui.times import local
from shared.wire.envelope import Signed, node_of

FORMAT = "playing-hall tournament key 2"


class BadKeyFile(ValueError):
    """The key file cannot be opened; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How much work one try of a passphrase costs: passes, and bytes of memory (Argon2id)."""

    passes: int
    memory: int


STRENGTH = Strength(pwhash.argon2id.OPSLIMIT_MODERATE, pwhash.argon2id.MEMLIMIT_MODERATE)
"""The strength of every key file that is written. A file says its own, and is read by that."""
_PASSES_AT_MOST = 16
_MEMORY_AT_MOST = 1 << 30
"""A file that asks for more would hold the laptop up for minutes."""


def write_tournament_key(path: Path, key: SigningKey, passphrase: str, tournament: str) -> None:
    """Write the key, encrypted (Argon2id, XSalsa20-Poly1305)."""
    salt = utils.random(pwhash.argon2id.SALTBYTES)
    box = secret.SecretBox(_stretch(passphrase, salt, STRENGTH))
    write_secret(
        path,
        json.dumps(
            {
                "format": FORMAT,
                "tournament": tournament,
                "passes": STRENGTH.passes,
                "memory": STRENGTH.memory,
                "salt": salt.hex(),
                "sealed": bytes(box.encrypt(bytes(key))).hex(),
            },
            indent=1,
        ),
    )


def read_tournament_key(path: Path, passphrase: str) -> SigningKey:
    """Read the key back. Raises BadKeyFile."""
    try:
        outer = json.loads(path.read_text(encoding="utf-8"))
        salt, sealed = bytes.fromhex(outer["salt"]), bytes.fromhex(outer["sealed"])
        strength = Strength(int(outer["passes"]), int(outer["memory"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadKeyFile(f"{path} is no tournament key file ({why(error)}).") from error
    if strength.passes > _PASSES_AT_MOST or strength.memory > _MEMORY_AT_MOST:
        raise BadKeyFile(f"{path} is no tournament key file (it asks for too much memory).")
    try:
        return SigningKey(secret.SecretBox(_stretch(passphrase, salt, strength)).decrypt(sealed))
    except (CryptoError, ValueError) as error:
        raise BadKeyFile(f"The passphrase does not open {path}.") from error


def _stretch(passphrase: str, salt: bytes, strength: Strength) -> bytes:
    key: bytes = pwhash.argon2id.kdf(
        secret.SecretBox.KEY_SIZE,
        passphrase.encode(),
        salt,
        opslimit=strength.passes,
        memlimit=strength.memory,
    )
    return key


_MINUTE_MS = 60_000


class Created(NamedTuple):
    """The keys and invites of a new tournament."""

    root_key: SigningKey
    hall: DeviceKeys
    invites: dict[str, Path]


class Site(NamedTuple):
    """Where devices find the hall, and which are invited: how many, and one a table or none."""

    host: str
    port_base: int
    referees: int = 1
    kiosks: int = 1
    terminals: bool = True


class NewDevice(NamedTuple):
    """A device before it is admitted: its fresh seed, role, label, and table if it has one."""

    seed: bytes
    role: Role
    label: str
    table: str = ""
    venue: str = ""
    rights: bool = True

    @property
    def keys(self) -> DeviceKeys:
        """Return its keys."""
        return DeviceKeys.from_seed(self.seed)

    def enrolment(self) -> Draft:
        """Return the event that admits it."""
        keys = self.keys
        return Draft(
            entities.device(keys.node),
            DeviceEnrolled(
                keys.sign_public,
                keys.curve_public,
                self.role,
                ROLE_SCOPES[self.role] if self.rights else (),
                self.label,
                self.venue,
            ),
        )


def new_device(role: Role, label: str, table: str = "", venue: str = "") -> NewDevice:
    """Return a device with a fresh seed."""
    return NewDevice(secrets.token_bytes(SEED_BYTES), role, label, table, venue)


def create_tournament(
    event: EventFile,
    home: Path,
    site: Site,
    *,
    root: SigningKey | None = None,
    decks: Mapping[str, tuple[Opening, ...]] = MappingProxyType({}),
    part: ChampionshipPart = NO_PART,
) -> Created:
    """Write the hall's folder: replica, keys, and ``invites/``. The root key is only returned.

    ``root`` is the tournament key if the caller has one already, ``decks`` are the decks that the
    event names. Raises StoreError, or OSError if the folder cannot be written.
    """
    root = root or SigningKey.generate()
    root_bytes = bytes(root.verify_key)
    hall = new_device("hall", "Hall server", venue=part.venue)
    devices = _devices(event, site, part)
    replica = Replica(
        home / "hall.db", root_bytes, new_store_id=secrets.token_hex(8), node=hall.keys.node
    )
    try:
        drafts = [
            *map(part.placed, _hall_drafts(event, decks, headquarters=part.headquarters)),
            *part.leads(division.id for division in event.divisions()),
            *_device_drafts(devices),
        ]
        signed = _write_first_events(replica, root, event, (hall, *devices.values()), drafts)
    finally:
        replica.close()
    address = HallAddress(site.host, site.port_base, site.port_base + 1, hall.keys.curve_public)

    def invite(device: NewDevice) -> Invite:
        vouchers = (hall, device) if device is not hall else (hall,)
        return Invite(
            event.event.name,
            root_bytes,
            event.event.zone,
            device.role,
            device.label,
            device.table,
            device.seed,
            (address,),
            tuple(tuple(signed[v.keys.node]) for v in vouchers),  # type: ignore[misc]
        )

    join(home, invite(hall))
    files: dict[str, Path] = {}
    for name, device in devices.items():
        path = home / "invites" / f"{name}.invite"
        write_secret(path, write_invite(invite(device), hall.keys.sign))
        files[name] = path
    return Created(root, hall.keys, files)


def _devices(event: EventFile, site: Site, part: ChampionshipPart) -> dict[str, NewDevice]:
    """Return the invited devices by the name of their invite."""
    venue, rights = part.venue, not part.headquarters or bool(event.divisions())
    devices = {}
    for n in range(1, site.referees + 1):
        laptop = new_device("referee", f"Referee {n}", "", venue)
        devices[f"referee-{n}"] = laptop._replace(rights=rights)
    for n in range(1, site.kiosks + 1):
        devices[f"kiosk-{n}"] = new_device("kiosk", f"Kiosk {n}", "", venue)
    for table in event.tables() if site.terminals and not part.headquarters else ():
        ident = at_venue(table.id, venue)
        devices[f"table-{ident}"] = new_device("terminal", table_name(table.label), ident, venue)
    return devices


def _write_first_events(
    replica: Replica,
    root: SigningKey,
    event: EventFile,
    devices: Sequence[NewDevice],
    drafts: Iterable[Draft],
) -> dict[str, Signed]:
    """Write the first events; return the signed enrolments by node. The hall is the first device.

    The tournament key admits the hall and the laptops; the hall writes ``drafts``.
    """
    hall, *_ = devices
    laptops = [device for device in devices if device.role == "referee"]
    by_root = Author(root, secrets.token_hex(8))
    by_hall = Author(hall.keys.sign, secrets.token_hex(8))
    now = wall_ms()
    chief = laptops[0].keys.node if event.event.chief and laptops else ""
    opened = Draft(
        entities.tournament(),
        TournamentOpened(
            event.event.name, event.event.zone, bytes(root.verify_key), chief, hall.venue
        ),
    )
    with replica.batch() as batch:
        # The opening has an incarnation of its own: headquarters' opening goes to no hall.
        batch.append(Author(root, secrets.token_hex(8)), opened, at=now)
        for device in (hall, *laptops):
            batch.append(by_root, device.enrolment(), at=now)
        for draft in drafts:
            batch.append(by_hall, draft, at=now)
        return {
            node_of(stored.event.body.sign_key): stored.signed
            for stored in batch.written
            if isinstance(stored.event.body, DeviceEnrolled)
        }


def _hall_drafts(
    event: EventFile,
    decks: Mapping[str, tuple[Opening, ...]],
    *,
    headquarters: bool,
) -> Iterable[Draft]:
    today = local(wall_ms(), event.event.zone).date().isoformat()
    for name, openings in decks.items():
        lines = tuple(DeckLine(o.number, o.acf_number, o.moves, o.fen, o.cards) for o in openings)
        yield Draft(entities.deck(name), DeckLoaded(lines))
    divisions = {division.id: division for division in event.divisions()}
    for division in divisions.values():
        yield Draft(
            entities.division(division.id),
            DivisionOpened(
                division.name,
                division.rulebook,
                division.rounds,
                division.control,
                division.overrides,
                event.tables_of(division),
                division.first_day,
                division.bracket.plan(),
                division.deck_name,
            ),
        )
    for moved in event.schedule:
        yield Draft(
            entities.schedule(moved.division, moved.round),
            RoundScheduled(event.starts_at(moved), moved.why, moved.minutes * _MINUTE_MS),
        )
    for player in event.players():
        yield Draft(
            entities.player(player.id),
            PlayerRegistered(
                player.name,
                player.division,
                player.rating,
                player.club,
                player.state,
                player.region,
                player.seed,
                player.table,
                player.people,
                flags=_flags(divisions[player.division], player, today),
            ),
        )
        for body in player.private():
            yield Draft(entities.private(player.id, TOPIC_OF[type(body)]), body)
    for prize in event.prize:
        yield Draft(entities.prizes(prize.division), prize.posted())
    if headquarters:
        return
    for table in event.tables():
        yield Draft(entities.table(table.id), TableSet(table.label))
    laid_out = spots(event)
    if laid_out:
        yield Draft(entities.layout(), HallLaidOut(laid_out))


def _device_drafts(devices: Mapping[str, NewDevice]) -> Iterable[Draft]:
    """Yield what the hall's own key writes of devices: it admits kiosks and terminals."""
    admitted = [device for device in devices.values() if device.role != "referee"]
    for device in admitted:
        yield device.enrolment()
    for device in admitted:
        if device.table:
            yield Draft(entities.table_device(device.table), DeviceAssigned(device.keys.node))


def _flags(division: DivisionSection, player: PlayerSection, today: str) -> tuple[Flag, ...]:
    """Return the file's flags, and the one that the birth date makes on the first day of play."""
    return with_age(player.flags, division.book, player.born, division.first_day or today)
