"""The devices of the hall as lines: where each stands, and what a referee may do. Pure."""

from collections.abc import Iterable

from rich.cells import cell_len

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_devices import CLOSE, OPEN, OPEN_MS
from shared.core.decisions.writing import REFEREE
from shared.core.events import ALL_HELD, RightsSet, Role, Scope, entities
from shared.core.fold.cuts import SETTABLE, right_for
from shared.core.state import Device
from shared.core.state.floor import hall_order, table_name
from shared.core.text.language import N_, _, headed, pgettext
from shared.port import Draft
from shared.tui.names import columns
from shared.tui.times import duration

OFF_MS = 1_000
"""A wall clock that is off by more is shown: what it notes down can be read wrongly."""
DAY_MS = 86_400_000
WIDE = 60
"""Cells from which a line has room for all that it says."""
_NAMED = 3
_WRONG_CLOCK = N_(
    "Wrong clock: {names}. Match clocks do not need it; set it before the next round."
)
_PLACES: dict[Role, str] = {
    "hall": N_("hall"),
    "standby": N_("standby"),
    "referee": N_("referee"),
    "terminal": N_("spare"),
    "kiosk": N_("kiosk"),
}
"""Where a device is that stands at no table."""
LOW_PERCENT = 20
"""A battery that holds no more than this is marked: it needs a cable."""


def heard(moment: Moment, table: str, mono_ms: int) -> str:
    """Return when the device of a table was heard last, and what its battery holds, if it runs on
    it."""
    seen_at = moment.heard_at(table)
    if seen_at is None:
        return _("not heard yet")
    power = f", {battery(moment, table)}" if battery(moment, table) else ""
    return _("heard {time} ago").format(time=duration(mono_ms - seen_at)) + power


def battery(moment: Moment, table: str) -> str:
    """``battery 64 %``, marked where it is low; "" on mains or unknown."""
    reading = moment.reading_of(table)
    if reading is None or reading.live.battery is None:
        return ""
    mark = "! " if is_low(reading.live.battery) else ""
    return mark + _("battery {percent} %").format(percent=reading.live.battery)


def is_low(percent: int | None) -> bool:
    """Return whether a battery has to be seen to."""
    return percent is not None and percent <= LOW_PERCENT


def device_lines(moment: Moment, own: str, mono_ms: int, width: int) -> tuple[ListLine, ...]:
    """Enrolment, then every device but this laptop: those with a table in the hall's order."""
    is_open = moment.state.enrolling_until > moment.hall_ms
    until, span = moment.at(moment.state.enrolling_until), OPEN_MS // 60_000
    first = (
        ListLine(CLOSE, " " + _("Close enrolment (open until {time})").format(time=until))
        if is_open
        else ListLine(
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
    """Return the heading over the columns of ``device_lines``."""
    last = _("battery, clock") if width >= WIDE else _("battery")
    return " " + columns(
        (_("device"), pgettext("where", "place"), _("heard"), last), _widths(width), "<<>>"
    )


def clock_notes(moment: Moment) -> tuple[str, ...]:
    """Return one line: what to do about clocks that are off."""
    off = [
        moment.state.devices[line.node].label
        for line in moment.seen.values()
        if line.node in moment.state.devices and is_off(line.ahead_ms)
    ]
    if not off:
        return ()
    named = ", ".join(sorted(off)[:_NAMED]) + (" …" if len(off) > _NAMED else "")
    return (_(_WRONG_CLOCK).format(names=named),)


def is_off(ahead_ms: int | None) -> bool:
    """Return whether a device's wall clock has to be set."""
    return ahead_ms is not None and abs(ahead_ms) > OFF_MS


def clock_off(ahead_ms: int | None) -> str:
    """Return how far a clock is ahead (+) or behind (-) of the hall's, "" where that is nothing."""
    if ahead_ms is None or not is_off(ahead_ms):
        return ""
    days = abs(ahead_ms) // DAY_MS
    far = _("{days} d").format(days=days) if days else duration(abs(ahead_ms))
    return f"{'+' if ahead_ms > 0 else '-'}{far}"


def _line(moment: Moment, device: Device, table: str, mono_ms: int, width: int) -> ListLine:
    place = _place(moment, device, table)
    reading = moment.reading_of(table) if table else None
    tone, said, power = "ink", "–", ""
    seen = moment.seen.get(device.node)
    if device.revoked:
        tone, said = "ink-soft", _("WITHDRAWN")
    elif seen is not None or reading is not None:
        seen_at = max(at.seen_at for at in (seen, reading) if at is not None)
        said = _("{time} ago").format(time=duration(mono_ms - seen_at))
        if reading is not None and reading.live.battery is not None:
            low = is_low(reading.live.battery)
            tone, power = "caution" if low else "ink", f"{'! ' * low}{reading.live.battery} %"
        off = clock_off(seen.ahead_ms) if seen is not None else ""
        if off:
            tone, power = "caution", f"{power} {off}".strip()
    name = f"{device.label} {device.node[:8]}" if width >= WIDE else device.label
    cells = (name, place, said, power)
    return ListLine(device.node, " " + columns(cells, _widths(width), "<<>>"), tone)


def _place(moment: Moment, device: Device, table: str) -> str:
    if device.revoked and device.role == "terminal":
        return "–"
    return table_name(moment.label(table)) if table else _(_PLACES[device.role])


def device_told(moment: Moment, node: str, mono_ms: int) -> tuple[tuple[str, str], ...]:
    """Return all that is known of a device as lines of a tone and a text; () for no device."""
    device = moment.state.devices.get(node)
    if device is None:
        return ()
    table = next((t.id for t in moment.state.tables.values() if t.device == node), "")
    place = f"{_place(moment, device, table)} · {node}"
    lines = [("accent", device.label), ("ink-soft", place)]
    seen = moment.seen.get(node)
    if device.revoked:
        lines.append(("caution", _("WITHDRAWN")))
    elif table:
        lines.append(("ink", heard(moment, table, mono_ms)))
    elif seen is not None:
        said = _("heard {time} ago").format(time=duration(mono_ms - seen.seen_at))
        lines.append(("ink", said))
    else:
        lines.append(("ink", _("not heard yet")))
    off = clock_off(seen.ahead_ms) if seen is not None else ""
    if off:
        lines.append(("caution", _(_WRONG_CLOCK).format(names=off)))
    lines += [("ink-soft", _(WORDS[scope])) for scope in device.scopes if scope in WORDS]
    return tuple(lines)


def _widths(width: int) -> tuple[int, int, int, int]:
    place, said, power = (12, 9, 14) if width >= WIDE else (8, 9, 10)
    return max(10, width - 8 - place - said - power), place, said, power


WORDS: dict[Scope, str] = {
    "rule": N_("rule on results and reports"),
    "pair": N_("pair rounds and call matches"),
    "hall": N_("enter players, prizes, announcements"),
}
NAMES: dict[Scope, str] = {"rule": N_("rule"), "pair": N_("pair"), "hall": N_("hall")}
"""Each right in one short word, for a column."""


def assistants(moment: Moment) -> tuple[Device, ...]:
    """Return the referees' laptops, the chief's first."""
    chief = _chief(moment)
    found = [d for d in moment.state.devices.values() if d.role == "referee" and not d.revoked]
    return tuple(sorted(found, key=lambda d: (d.node != chief, d.label, d.node)))


def right_lines(moment: Moment, own: str, width: int) -> tuple[ListLine, ...]:
    """Return one line a laptop: whose it is, and each right as a word with a mark."""
    lines = []
    names = {scope: _(name) for scope, name in NAMES.items()}
    marked = [2 + cell_len(name) for name in names.values()]
    room = max(12, min(30, width - sum(marked) - 9))
    for device in assistants(moment):
        who = device.label
        if device.node == _chief(moment):
            who = _("{device}, chief").format(device=who)
        if device.node == own:
            who = _("{device} (this one)").format(device=who)
        marks = [f"{'√' if s in device.scopes else '–'} {name}" for s, name in names.items()]
        text = columns((who, *marks), (room, *marked), "<<<<", gap=1)
        lines.append(ListLine(device.node, text, "ink"))
    return tuple(lines)


def notes(moment: Moment, own: str) -> tuple[str, ...]:
    """Return what the rights mean, and why they cannot be changed here."""
    found = [headed(_(NAMES[scope]), _(words)) for scope, words in WORDS.items()]
    why = objection(moment, own, "")
    if why:
        found.append(f"! {why}")
    return tuple(found)


def objection(moment: Moment, own: str, node: str) -> str:
    """Return why this laptop may not set the rights of ``node``; "" where it may, or names
    nobody."""
    chief = _chief(moment)
    if not chief:
        return _(
            "The event names no chief: every referee keeps the rights that their device was given."
        )
    if own != chief:
        return _("Only the chief referee's laptop sets rights.")
    return _("The chief keeps every right.") if node == chief else ""


def turned(moment: Moment, node: str, scope: Scope) -> tuple[Draft, str]:
    """Return a right given, or taken where it is there, and it in words."""
    device = moment.state.devices[node]
    held = {each for each in device.scopes if each in SETTABLE}
    given = scope not in held
    after = held | {scope} if given else held - {scope}
    ordered: tuple[Scope, ...] = tuple(each for each in SETTABLE if each in after)
    said = _("{device} may {what}") if given else _("{device} may no longer {what}")
    words = said.format(device=device.label, what=_(WORDS[scope]))
    return Draft(entities.rights(node), RightsSet(ordered, ALL_HELD), REFEREE), words


def not_allowed(moment: Moment, own: str, drafts: Iterable[Draft]) -> str:
    """Return why this laptop may not write ``drafts``; "" where it may or where that is not known
    yet."""
    device = moment.state.devices.get(own)
    if device is None:
        return ""
    for draft in drafts:
        scope = right_for(draft.ent, draft.body)
        if scope is not None and scope not in device.scopes:
            what = _(WORDS[scope]) if scope in WORDS else _("do that")
            said = _("this laptop may not {what}; the chief referee decides.")
            return said.format(what=what)
    return ""


def _chief(moment: Moment) -> str:
    return moment.state.tournament.chief if moment.state.tournament is not None else ""
