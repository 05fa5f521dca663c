"""The devices of the hall as lines: where each stands, when it was heard, what it runs on. Pure."""

from __future__ import annotations

from hall_server.referee.moment import Moment
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.questions.about_devices import CLOSE, OPEN, OPEN_MS
from shared.core.floor import hall_order, table_name
from shared.core.language import _
from shared.core.state import Device
from shared.tui.names import columns
from shared.tui.times import duration

LOW_PERCENT = 20
"""A battery that holds no more than this is marked: somebody has to bring a cable."""


def heard(moment: Moment, table: str, mono_ms: int) -> str:
    """When the device of a table was heard last, and what its battery holds, if it runs on it."""
    reading = moment.reading_of(table)
    if reading is None:
        return _("not heard yet")
    power = f", {battery(moment, table)}" if battery(moment, table) else ""
    return f"heard {duration(mono_ms - reading.seen_at)} ago{power}"


def battery(moment: Moment, table: str) -> str:
    """``battery 64 %``, marked where it is low; "" on mains or unknown."""
    reading = moment.reading_of(table)
    if reading is None or reading.live.battery is None:
        return ""
    mark = "! " if is_low(reading.live.battery) else ""
    return mark + _("battery {percent} %").format(percent=reading.live.battery)


def is_low(percent: int | None) -> bool:
    """Whether a battery has to be seen to."""
    return percent is not None and percent <= LOW_PERCENT


def device_lines(moment: Moment, own: str, mono_ms: int, width: int) -> tuple[Line, ...]:
    """Enrolment, then every device but this laptop: those with a table in the hall's order."""
    is_open = moment.state.enrolling_until > moment.hall_ms
    until, span = moment.at(moment.state.enrolling_until), OPEN_MS // 60_000
    first = (
        Line(CLOSE, " " + _("Close enrolment (open until {time})").format(time=until))
        if is_open
        else Line(
            OPEN,
            " " + _("Admit devices by digits for {count} minutes").format(count=span),
            "accent",
        )
    )
    tables = {table.device: table for table in moment.state.tables.values()}
    devices = [device for device in moment.state.devices.values() if device.node != own]

    def order(device: Device) -> tuple[bool, bool, tuple[object, ...], str]:
        table = tables.get(device.node)
        place = hall_order(table.label) if table is not None else ()
        return device.revoked, table is None, tuple(place), device.label

    return (
        first,
        *(
            _line(moment, device, tables[device.node].id if device.node in tables else "",
                  mono_ms, width)
            for device in sorted(devices, key=order)
        ),
    )  # fmt: skip


def device_heading(width: int) -> str:
    """The heading over the columns of ``device_lines``."""
    return " " + columns(("device", "place", "heard", "battery"), _widths(width), "<<>>")


def _line(moment: Moment, device: Device, table: str, mono_ms: int, width: int) -> Line:
    place = table_name(moment.label(table)) if table else device.role
    reading = moment.reading_of(table) if table else None
    tone, said, power = "ink", "–", ""
    if device.revoked:
        tone, said = "ink-soft", _("WITHDRAWN")
    elif reading is not None:
        said = f"{duration(mono_ms - reading.seen_at)} ago"
        if reading.live.battery is not None:
            low = is_low(reading.live.battery)
            tone, power = "caution" if low else "ink", f"{'! ' * low}{reading.live.battery} %"
    cells = (f"{device.label} {device.node[:8]}", place, said, power)
    return Line(device.node, " " + columns(cells, _widths(width), "<<>>"), tone)


def _widths(width: int) -> tuple[int, int, int, int]:
    place, said, power = 8 if width < 60 else 12, 9, 7
    return max(10, width - 8 - place - said - power), place, said, power
