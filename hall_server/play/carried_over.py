"""What a rehearsal takes over from the real hall: players, tables, rulebooks and devices.

They become the first events of a tournament of its own. Private facts, prizes and results are not
taken over. Pure.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from shared.core.events import (
    ROLE_SCOPES,
    Body,
    DeckLine,
    DeckLoaded,
    DeviceAssigned,
    DeviceEnrolled,
    DivisionOpened,
    Draft,
    HallLaidOut,
    KioskSet,
    Role,
    TableSet,
    entities,
)
from shared.core.state import Device, Division, HallState
from shared.core.state.floor import hall_order, pressing, table_name
from shared.core.state.persons import registered
from shared.tui.times import clock_time

ROLES: tuple[Role, ...] = ("terminal", "kiosk")
"""The roles that rehearse: devices without rights."""


class Expected(Struct, frozen=True):
    """A device that should take part. A kiosk and a spare terminal have no ``table``."""

    node: str
    label: str
    role: Role
    table: str = ""


class CarriedOver(Struct, frozen=True):
    """An event to rehearse; ``drafts`` are the first events of its hall."""

    name: str
    zone: str
    expected: tuple[Expected, ...]
    drafts: tuple[Draft, ...]
    rounds: dict[str, int]
    """Division → the number of rounds that are rehearsed."""


def why_not(state: HallState, now: int, zone: str) -> str:
    """Return why no rehearsal is possible at ``now`` (UTC ms), "" if one is."""
    rehearsal = state.rehearsal
    if rehearsal is not None and rehearsal.is_on(now):
        until = clock_time(rehearsal.until, zone, now)
        return (
            f"A rehearsal is on already, until {until} at the latest. If its command is gone,"
            " end it with: hall-server rehearse --home HALL --end. Nothing was changed."
        )
    soon = pressing(state.matches.values(), now)
    if soon:
        tables = ", ".join(sorted({match.table for match in soon}, key=hall_order))
        return (
            f"Matches are under way, or start within half an hour, at table {tables}. Rehearse"
            " when their results are in. Nothing was changed."
        )
    if not _expected(state):
        return (
            "This tournament has no terminal and no kiosk yet, so no device can rehearse."
            " Invite one (hall-server invite), or admit it by its digits. Nothing was changed."
        )
    return ""


def carried_over(state: HallState, rounds: int, without: Sequence[str] = ()) -> CarriedOver:
    """Return what a rehearsal of ``rounds`` rounds takes over from the real hall.

    Nobody waits for the devices named ``without``. Raises ValueError for a name of none.
    """
    expected, left_out = _expected(state), {name.casefold() for name in without}
    for name in without:
        if name.casefold() not in {who.label.casefold() for who in expected}:
            known = ", ".join(who.label for who in expected)
            raise ValueError(f"No device is called {name!r}. There are {known}.")
    tournament = state.tournament
    return CarriedOver(
        f"REHEARSAL of {tournament.name if tournament else 'the tournament'}",
        tournament.zone if tournament else "UTC",
        tuple(who for who in expected if who.label.casefold() not in left_out),
        tuple(_drafts(state)),
        {d.id: _played(d, rounds) for d in state.divisions.values()},
    )


def _played(division: Division, rounds: int) -> int:
    """Return the rounds to rehearse: no more than the division has, except in open play."""
    if division.book.pairing_system == "open_play":
        return rounds
    return min(rounds, division.rounds) or rounds


def _devices(state: HallState) -> list[Device]:
    return [d for d in state.devices.values() if d.role in ROLES and not d.revoked]


def _expected(state: HallState) -> tuple[Expected, ...]:
    """Return the tables in the hall's order, then kiosks. A terminal that serves no table, as a
    spare or because another has its place, is waited for by nobody."""
    table_of = {table.device: table for table in state.tables_up.values() if table.device}
    found = []
    for device in _devices(state):
        table = table_of.get(device.node)
        if table is not None:
            label = table_name(table.label)
            found.append(Expected(device.node, label, device.role, table.id))
        elif device.role == "kiosk":
            found.append(Expected(device.node, device.label, device.role, ""))
    found.sort(key=lambda e: (e.role == "kiosk", hall_order(e.table), e.label, e.node))
    return tuple(found)


def _drafts(state: HallState) -> Iterable[Draft]:
    for name, deck in state.decks.items():
        lines = tuple(DeckLine(o.number, o.acf_number, o.moves, o.fen, o.cards) for o in deck)
        yield Draft(entities.deck(name), DeckLoaded(lines))
    for division in state.divisions.values():
        paired = (number for ident, number in state.rounds if ident == division.id)
        now = division.at(1 + max(paired, default=0))
        yield Draft(entities.division(division.id), _opened(now))
    for player in state.players.values():
        if player.withdrawn_after is None and not player.suspended:
            # They play in the division where they were put: a rehearsal has no committee.
            body = replace(registered(player), division=player.division)
            yield Draft(entities.player(player.id), body)
    for table in state.tables.values():
        yield Draft(entities.table(table.id), TableSet(table.label, away=table.away))
    if state.office.layout:
        yield Draft(entities.layout(), HallLaidOut(state.office.layout))
    devices = _devices(state)
    for device in devices:
        keys, scopes = (device.sign_key, device.curve_key), ROLE_SCOPES[device.role]
        enrolled = DeviceEnrolled(*keys, device.role, scopes, device.label)
        yield Draft(entities.device(device.node), enrolled)
        shows = state.office.shows.get(device.node)
        if shows is not None:
            yield Draft(
                entities.shows(device.node), KioskSet(shows.pages, shows.divisions, shows.large)
            )
    known = {device.node for device in devices}
    for table in state.tables.values():
        if table.device in known:
            yield Draft(entities.table_device(table.id), DeviceAssigned(table.device))


def _opened(division: Division) -> Body:
    return DivisionOpened(
        division.name,
        division.rulebook,
        division.rounds,
        division.control,
        division.overrides,
        division.tables,
        division.first_day,
        division.bracket,
        division.deck,
    )
