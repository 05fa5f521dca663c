"""A device goes to another table, or to none: where it may go, what is said before, what is
written. Pure."""

from typing import NamedTuple

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE
from shared.core.events import ALL_HELD, DeviceAssigned, DeviceNamed, entities
from shared.core.state.floor import finished, hall_order, matches_at, table_name
from shared.core.text.language import _
from shared.port import Draft

SPARE = "spare"
"""Where a device goes that stands at no table."""
SILENT_MS = 10_000
"""Who was not heard for so long may hold what the hall has not seen."""
LONGEST_NAME = 40


class DeviceMove(NamedTuple):
    """A device, by its node, goes from its table to another; who stands there comes to its own.

    ``since`` is "" for a device without a table, ``holder`` for a table without a device;
    ``to`` is SPARE for a device that is taken out of service.
    ``played`` are the tables of the two where a match is under way.
    """

    node: str
    since: str
    to: str
    holder: str
    played: tuple[str, ...]


def move(moment: Moment, node: str, to: str) -> DeviceMove:
    """Return what moving a device means at this moment."""
    state = moment.state
    stands = {table.device: table.id for table in state.tables.values() if table.device}
    since, there = stands.get(node, ""), state.tables.get(to)
    found = there.device if there is not None else ""
    holder = state.devices.get(found)
    swaps = holder is not None and not holder.revoked
    played = tuple(t for t in (since, to) if t and _played(moment, t))
    return DeviceMove(node, since, to, found if swaps else "", played)


def tables_for(moment: Moment, node: str) -> tuple[ListLine, ...]:
    """Return the tables that a device may go to, those without one first; at last none at all."""
    tables = [t for t in moment.state.tables_up.values() if t.device != node]
    lines = []
    for table in sorted(tables, key=lambda t: (bool(t.device), hall_order(t.label))):
        name, found = table_name(table.label), move(moment, node, table.id)
        if found.holder:
            holder = moment.state.devices[found.holder].label
            say = (
                _("{table}  they swap: '{name}'") if found.since else _("{table}  held by '{name}'")
            )
            name = say.format(table=name, name=holder)
        if table.id in found.played:
            name = _("{table}, a match is under way").format(table=name)
        lines.append(ListLine(table.id, name, "caution" if table.id in found.played else "ink"))
    out = move(moment, node, SPARE)
    if out.since:
        name = _("No table: out of service, kept as a spare")
        lines.append(ListLine(SPARE, name, "caution" if out.played else "ink"))
    return tuple(lines)


def fact(moment: Moment, what: DeviceMove, mono_ms: int) -> str:
    """Return the fact that the referee says yes to, with all that it means."""
    name = moment.state.devices[what.node].label
    if what.to == SPARE:
        here = moment.table(what.since)
        first = _("Take '{name}' away from {table}? It is a spare then and serves no table.")
        parts = [first.format(name=name, table=here)]
    else:
        there = moment.table(what.to)
        parts = [_("Move '{name}' to {table}?").format(name=name, table=there)]
    if what.holder:
        other = moment.state.devices[what.holder].label
        if what.since:
            here = moment.table(what.since)
            parts.append(_("'{name}' comes to {table}.").format(name=other, table=here))
        else:
            parts.append(_("'{name}' has no table then.").format(name=other))
    elif what.since:
        here = moment.table(what.since).capitalize()
        parts.append(_("{table} has no device then.").format(table=here))
    for table in what.played:
        parts.append(
            _(
                "A match is under way at {table}: its clock stops, and goes on from the last log"
                " entry, at most 30 s ago, on the device that comes."
            ).format(table=moment.table(table))
        )
    for node in (what.node, what.holder):
        seen = moment.seen.get(node)
        if node and (seen is None or mono_ms - seen.seen_at >= SILENT_MS):
            silent = moment.state.devices[node].label
            parts.append(
                _(
                    "'{name}' is not heard: what it has not handed in yet will be listed and will"
                    " not count."
                ).format(name=silent)
            )
    return " ".join(parts)


def written(what: DeviceMove) -> tuple[Draft, ...]:
    """Return what puts both devices where they belong, all or none of it."""
    drafts = []
    if what.to != SPARE:
        come = DeviceAssigned(what.node, ALL_HELD)
        drafts.append(Draft(entities.table_device(what.to), come, REFEREE))
    if what.since:
        left = DeviceAssigned(what.holder, ALL_HELD)
        drafts.append(Draft(entities.table_device(what.since), left, REFEREE))
    return tuple(drafts)


def done(moment: Moment, what: DeviceMove) -> str:
    """Return what was written, as a sentence."""
    name = moment.state.devices[what.node].label
    if what.to == SPARE:
        return _("'{name}' has no table now: it is a spare").format(name=name)
    return _("'{name}' stands at {table} now").format(name=name, table=moment.table(what.to))


def changed(moment: Moment, before: DeviceMove) -> str:
    """Return what has come between the question and the yes; "" for nothing."""
    if move(moment, before.node, before.to) == before:
        return ""
    return _("The tables have changed meanwhile: look at them again.")


def naming(node: str, name: str) -> Draft:
    """Return what gives a device its name."""
    return Draft(entities.device_name(node), DeviceNamed(name), REFEREE)


def name_objection(moment: Moment, node: str, name: str) -> str:
    """Return what is wrong with a name for a device, "" for nothing."""
    if not name:
        return _("Type a name first.")
    if len(name) > LONGEST_NAME:
        return _("At most {count} characters.").format(count=LONGEST_NAME)
    others = (d for d in moment.state.devices.values() if d.node != node and not d.revoked)
    if any(other.label.casefold() == name.casefold() for other in others):
        return _("Another device is called that.")
    return ""


def _played(moment: Moment, table: str) -> bool:
    """Return whether a player has sat down at a match there that is not over."""
    return any(
        any(match.seated) and not finished(match) for match in matches_at(moment.state, table)
    )
