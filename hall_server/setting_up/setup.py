"""A tournament comes into being: keys, the first events, and an invite for every device."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from nacl.signing import SigningKey

from hall_server.championship.venue import placed
from hall_server.eventfile import EventFile
from hall_server.eventfile.hall_plan import spots
from hall_server.eventfile.sections import DivisionSection, PlayerSection
from shared.core.draughts.openings import Opening
from shared.core.events import (
    ROLE_SCOPES,
    Body,
    DeckLine,
    DeckLoaded,
    DeviceAssigned,
    DeviceEnrolled,
    DivisionLed,
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
from shared.machine.clocks import wall_ms
from shared.net.address import HallAddress
from shared.net.invite import Invite, write_invite
from shared.net.keys import SEED_BYTES, DeviceKeys
from shared.node.home import join, write_secret
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.tui.times import local
from shared.wire.envelope import Signed, node_of

_MINUTE_MS = 60_000


class Created(NamedTuple):
    """What a new tournament consists of."""

    root_key: SigningKey
    hall: DeviceKeys
    invites: dict[str, Path]


class NewDevice(NamedTuple):
    """A device to be admitted: its fresh seed, role, label, and table if it has one."""

    seed: bytes
    role: Role
    label: str
    table: str = ""
    venue: str = ""
    rights: bool = True

    @property
    def keys(self) -> DeviceKeys:
        """Its keys."""
        return DeviceKeys.from_seed(self.seed)

    def enrolment(self) -> Draft:
        """The event that admits it."""
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
    """A device with a fresh seed."""
    return NewDevice(secrets.token_bytes(SEED_BYTES), role, label, table, venue)


def create_tournament(
    event: EventFile,
    home: Path,
    *,
    host: str,
    port_base: int,
    referees: int = 1,
    kiosks: int = 1,
    root: SigningKey | None = None,
    decks: Mapping[str, tuple[Opening, ...]] = MappingProxyType({}),
    venue: str = "",
    headquarters: bool = False,
    stand_ins: Sequence[str] = (),
) -> Created:
    """Write the hall's folder: replica, keys, and ``invites/``. The root key is only returned.

    ``root`` is the tournament key if the caller has one already, ``decks`` are the decks that the
    event names. ``venue`` is this hall's name in a championship. ``headquarters`` has no tables
    and no devices at them: those that its event names stand in the halls; without divisions of its
    own its referees' laptops look on and hold no rights. ``stand_ins`` are venues that may take
    over the pairing of the divisions. Raises StoreError, or OSError if the folder cannot be
    written.
    """
    root = root or SigningKey.generate()
    root_bytes = bytes(root.verify_key)
    hall = new_device("hall", "Hall server", venue=venue)
    rights = not headquarters or bool(event.divisions())
    laptops = [
        new_device("referee", f"Referee {n}", "", venue)._replace(rights=rights)
        for n in range(1, referees + 1)
    ]
    lobby = [new_device("kiosk", f"Kiosk {n}", "", venue) for n in range(1, kiosks + 1)]
    tables = [
        new_device("terminal", table_name(t.label), at_venue(t.id, venue), venue)
        for t in (() if headquarters else event.tables())
    ]
    replica = Replica(
        home / "hall.db", root_bytes, new_store_id=secrets.token_hex(8), node=hall.keys.node
    )
    try:
        first = (
            *_hall_drafts(event, decks, headquarters=headquarters),
            *_first_leads(event, venue, stand_ins),
        )
        signed = _write_first_events(replica, root, hall, laptops, lobby, tables, event, first)
    finally:
        replica.close()
    address = HallAddress(host, port_base, port_base + 1, hall.keys.curve_public)

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
    for name, device in _named(laptops, lobby, tables):
        path = home / "invites" / f"{name}.invite"
        write_secret(path, write_invite(invite(device), hall.keys.sign))
        files[name] = path
    return Created(root, hall.keys, files)


def _named(
    laptops: Sequence[NewDevice], lobby: Sequence[NewDevice], tables: Sequence[NewDevice]
) -> Iterable[tuple[str, NewDevice]]:
    yield from ((f"referee-{n}", device) for n, device in enumerate(laptops, start=1))
    yield from ((f"kiosk-{n}", device) for n, device in enumerate(lobby, start=1))
    yield from ((f"table-{device.table}", device) for device in tables)


def _write_first_events(
    replica: Replica,
    root: SigningKey,
    hall: NewDevice,
    laptops: Sequence[NewDevice],
    lobby: Sequence[NewDevice],
    tables: Sequence[NewDevice],
    event: EventFile,
    first: Sequence[Draft],
) -> dict[str, Signed]:
    """Write what the tournament begins with; return the signed enrolments by node."""
    by_root = Author(root, secrets.token_hex(8))
    by_hall = Author(hall.keys.sign, secrets.token_hex(8))
    now = wall_ms()
    root_bytes = bytes(root.verify_key)
    chief = laptops[0].keys.node if event.event.chief and laptops else ""
    opened = Draft(
        entities.tournament(),
        TournamentOpened(event.event.name, event.event.zone, root_bytes, chief, hall.venue),
    )
    with replica.batch() as batch:
        # An incarnation for the opening alone: that of headquarters goes down to no hall.
        batch.append(Author(root, secrets.token_hex(8)), opened, at=now)
        for draft in (hall.enrolment(), *(laptop.enrolment() for laptop in laptops)):
            batch.append(by_root, draft, at=now)
        for draft in first:
            batch.append(by_hall, placed(draft, hall.venue), at=now)
        for draft in _device_drafts(lobby, tables):
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

    def draft(ent: str, body: Body) -> Draft:
        return Draft(ent, body)

    for name, openings in decks.items():
        lines = tuple(DeckLine(o.number, o.acf_number, o.moves, o.fen, o.cards) for o in openings)
        yield draft(entities.deck(name), DeckLoaded(lines))
    divisions = {division.id: division for division in event.divisions()}
    for division in divisions.values():
        yield draft(
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
        yield draft(
            entities.schedule(moved.division, moved.round),
            RoundScheduled(event.starts_at(moved), moved.why, moved.minutes * _MINUTE_MS),
        )
    for player in event.players():
        yield draft(
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
            yield draft(entities.private(player.id, TOPIC_OF[type(body)]), body)
    for prize in event.prize:
        yield draft(entities.prizes(prize.division), prize.posted())
    if headquarters:
        return
    for table in event.tables():
        yield draft(entities.table(table.id), TableSet(table.label))
    laid_out = spots(event)
    if laid_out:
        yield draft(entities.layout(), HallLaidOut(laid_out))


def _first_leads(event: EventFile, venue: str, stand_ins: Sequence[str]) -> Iterable[Draft]:
    for division in event.divisions() if stand_ins else ():
        body = DivisionLed(venue, (), tuple(stand_ins), "the event file")
        yield Draft(entities.lead(division.id, 1), body)


def _device_drafts(lobby: Sequence[NewDevice], tables: Sequence[NewDevice]) -> Iterable[Draft]:
    for device in (*lobby, *tables):
        yield device.enrolment()
    for device in tables:
        yield Draft(entities.table_device(device.table), DeviceAssigned(device.keys.node))


def _flags(division: DivisionSection, player: PlayerSection, today: str) -> tuple[Flag, ...]:
    """The flags of the file, and the one that the birth date makes on the first day of play."""
    return with_age(player.flags, division.book, player.born, division.first_day or today)
