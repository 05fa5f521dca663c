"""Devices as the dashboard sees them: who asks to be admitted, and whose key can be withdrawn."""

from collections.abc import Iterator, Mapping

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from shared.core.decisions.writing import REFEREE
from shared.core.events import (
    ALL_HELD,
    DeviceAssigned,
    DeviceEnrolled,
    DeviceRevoked,
    EnrolmentSet,
    entities,
)
from shared.core.state.floor import hall_order, matches_at, table_name
from shared.core.state.taking_part import Device
from shared.core.text.fields import shown
from shared.core.text.language import N_, _, ngettext
from shared.port import Applying, Draft
from shared.tui.names import clip

OPEN_MS = 15 * 60_000
"""Enrolment closes by itself."""
OPEN, CLOSE = "open", "close"
_DIGITS = 6
_CELLS = 30
"""So much of a device's own name is shown beside the digits, which stand before it."""
_MOST_NAMED = 6
"""So many devices are named in one line."""
_WANTS = {
    "kiosk": N_("It wants to be a kiosk."),
    "referee": N_("It wants to be a referee."),
    "terminal": N_("It wants to be a terminal."),
}


def spaced(digits: str) -> str:
    """Return six digits as they are read aloud."""
    return f"{digits[:3]} {digits[3:]}"


def called(name: str) -> str:
    """Return what a device that nobody knows calls itself, short and without six digits of its
    own."""
    if sum(sign.isdigit() for sign in name) >= _DIGITS:
        name = "".join("?" if sign.isdigit() else sign for sign in name)
    return clip(shown(name), _CELLS)


def about_devices(applying: Mapping[str, Applying], since: Mapping[str, int]) -> Iterator[Question]:
    """Yield one question for each device that waits; both maps go by node."""
    for node, device in applying.items():
        yield Question(
            key=f"enrol:{node}",
            kind="enrol",
            since=since[node],
            title=_("{digits}: '{name}' asks to be admitted").format(
                name=called(device.name), digits=spaced(device.digits)
            ),
            evidence=(
                _(_WANTS.get(device.role, "")) or device.role,
                _(
                    "Go there and compare the digits. If they differ, do not admit it: "
                    "another device is between the two."
                ),
            ),
            proposal=_("Admit it if its screen shows {digits}.").format(
                digits=spaced(device.digits)
            ),
            opens="enrol",
        )


def about_doubles(doubles: Mapping[tuple[str, str, str], int]) -> Iterator[Question]:
    """Yield one question for each key that two devices use: label and addresses → since when."""
    for (label, served, turned_away), since in doubles.items():
        yield Question(
            key=f"double:{label}:{served}:{turned_away}",
            kind="alarm",
            since=since,
            title=_("Two devices are '{label}'").format(label=label),
            evidence=(
                _("The one at {served} is in use, the one at {turned_away} is turned away.").format(
                    served=served, turned_away=turned_away
                ),
                _(
                    "They have one key: an invite was used twice, or a disk was copied. What "
                    "either holds is safe."
                ),
            ),
            proposal=_(
                "Switch off the one that does not belong there. If it says 'not yet at the "
                "hall', switch the other one off until it has handed that in."
            ),
            opens="note",
        )


def about_too_much(moment: Moment, beyond: Mapping[str, int]) -> Iterator[Question]:
    """Yield one question for each device that sends more than the hall takes in: node → since
    when."""
    for node, since in beyond.items():
        places = [table for table in moment.state.tables.values() if table.device == node]
        name = table_name(places[0].label) if places else moment.device_name(node)
        yield Question(
            key=f"beyond:{node}",
            kind="alarm",
            since=since,
            title=_("{name} sends what it should not").format(name=name),
            evidence=(
                _("It sends far more than a device writes in a tournament."),
                _(
                    "The hall takes in a little of it each minute. The rest stays on that device, "
                    "and nothing is lost."
                ),
            ),
            proposal=_(
                "If the device was without the hall for days, wait. If not, go there and look. "
                "On the page of the devices its key can be withdrawn."
            ),
            opens="note",
            table=places[0].id if places else "",
        )


def about_names(moment: Moment) -> Iterator[Question]:
    """Yield one question for each device that two referees have called by different names."""
    for _ent, parsed in moment.conflicts("name"):
        yield Question(
            key=f"name:{parsed.ident}",
            kind="alarm",
            since=moment.hall_ms,
            title=_("A device was given two names: '{name}' is one").format(
                name=moment.device_name(parsed.ident)
            ),
            evidence=(_("Two referees named it, and neither had seen the other's name."),),
            proposal=_("Name it once more, on the page of the devices."),
            opens="note",
        )


def about_two_places(moment: Moment) -> Iterator[Question]:
    """Yield one question for each device that was given to several tables."""
    places: dict[str, list[str]] = {}
    for table in moment.state.tables.values():
        if table.device and not table.contested:
            places.setdefault(table.device, []).append(table.id)
    for node, tables in sorted(places.items()):
        device = moment.state.devices.get(node)
        if len(tables) < 2 or device is None:
            continue
        yield Question(
            key=f"places:{node}:{','.join(sorted(tables))}",
            kind="alarm",
            since=moment.hall_ms,
            title=_("'{name}' was given to several tables").format(name=device.label),
            evidence=(_("It belongs to {tables}.").format(tables=moment.tables(tables)),),
            proposal=_("Move it once more, on the page of the devices."),
            opens="note",
            table=tables[0],
        )


def about_disputed_keys(moment: Moment) -> Iterator[Question]:
    """Yield one question about all devices of which enrolments name the connection keys of
    others."""
    devices = [device for device in moment.state.devices.values() if device.disputed]
    if not devices:
        return
    labels = sorted(called(device.label) for device in devices)
    named, more = ", ".join(labels[:_MOST_NAMED]), len(labels) - _MOST_NAMED
    yield Question(
        key=f"keys:{','.join(sorted(device.node for device in devices)[:_MOST_NAMED])}",
        kind="alarm",
        since=moment.hall_ms,
        title=ngettext(
            "The connection key of {count} device is disputed",
            "The connection keys of {count} devices are disputed",
            len(devices),
        ).format(count=len(devices)),
        evidence=(
            _("{names} and {count} more").format(names=named, count=more) if more > 0 else named,
            _(
                "A device was admitted with a key that belongs to another one. Each device proves "
                "which key it has, so all of them play on."
            ),
        ),
        proposal=_(
            "Withdraw the device that you do not know, on the page of the devices. If you know all "
            "of them, a referee's key was stolen: withdraw that one."
        ),
        opens="note",
    )


def place_lines(moment: Moment, device: Applying) -> tuple[ListLine, ...]:
    """Return where a device may go: tables first that no device has come to; a kiosk has one
    place."""
    if device.role != "terminal":
        return (ListLine("kiosk", _("The digits are the same: admit it as a kiosk")),)
    held = {table: holder_of(moment, table) for table in moment.state.tables_up}
    tables = sorted(
        moment.state.tables_up.values(), key=lambda t: (bool(held[t.id]), hall_order(t.label))
    )
    return tuple(
        ListLine(t.id, f"{table_name(t.label)}{_held_by(moment, t.id)}",
             "ink-soft" if held[t.id] else "ink")
        for t in tables
    )  # fmt: skip


def _held_by(moment: Moment, table: str) -> str:
    device = _device_at(moment, table)
    if device is None:
        return ""
    if _has_come(moment, table):
        return _("  held by '{label}'").format(label=device.label)
    return _("  its invite was not used")


def holder_of(moment: Moment, table: str) -> str:
    """Return the label of the device that holds a table, "" if it is free, or if its device was
    invited and has not come: nothing is kept there."""
    device = _device_at(moment, table)
    return device.label if device is not None and _has_come(moment, table) else ""


def _device_at(moment: Moment, table: str) -> Device | None:
    found = moment.state.tables.get(table)
    device = moment.state.devices.get(found.device) if found is not None else None
    return None if device is None or device.revoked else device


def _has_come(moment: Moment, table: str) -> bool:
    sat = any(any(match.seated) for match in matches_at(moment.state, table))
    return sat or not moment.is_unheard(table)


def admission(moment: Moment, node: str, device: Applying, table: str) -> tuple[Draft, ...]:
    """Return what admits a device; at ``table`` the one before it is bounded by what is held
    here."""
    label = device.name
    if table in moment.state.tables:
        label = table_name(moment.state.tables[table].label)
    body = DeviceEnrolled(device.sign_key, device.curve_key, device.role, (), label)
    drafts = [Draft(entities.device(node), body, REFEREE)]
    if device.role == "terminal":
        assigned = DeviceAssigned(node, ALL_HELD)
        drafts.append(Draft(entities.table_device(table), assigned, REFEREE))
    return tuple(drafts)


def enrolment(moment: Moment, *, is_open: bool) -> Draft:
    """Open enrolment for a while, or close it."""
    until = moment.hall_ms + OPEN_MS if is_open else 0
    return Draft(entities.enrolment(), EnrolmentSet(until), REFEREE)


def withdrawal(node: str) -> Draft:
    """Withdraw a key: nothing beyond what is held here counts any more."""
    body = DeviceRevoked(ALL_HELD, "")
    return Draft(entities.device(node), body, REFEREE)
