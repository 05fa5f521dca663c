"""What a rehearsal found: each device in figures, and problems in sentences. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hall_server.play.carried_over import CarriedOver, Expected
from shared.core.state import HallState
from shared.core.state.office import DeviceCheck
from shared.tui.names import columns, wrap

SLOW_CONTACT_MS = 15_000
SLOW_ROUND_TRIP_MS = 200
CLOCK_OFF_MS = 1_000
SLOW_RESULT_MS = 2_000
"""Limits in ms, beyond which a device is slow or its clock is wrong."""
SMALLEST = (50, 15)
"""Columns and lines of the smallest screen that fits everything."""


class DeviceReport(Struct, frozen=True):
    """One device; times in ms, None without a measurement.

    ``unfinished`` counts its matches without a result at the end. ``to_hall_…`` is how long a
    result took from the last press to the hall's disk and back.
    """

    label: str
    role: str
    table: str
    reached: bool
    first_contact_ms: int | None = None
    round_trip_ms: int | None = None
    clock_offset_ms: int | None = None
    results: int = 0
    to_hall_p50_ms: int | None = None
    to_hall_p95_ms: int | None = None
    to_hall_slowest_ms: int | None = None
    disconnections: int = 0
    software: str = ""
    screen: str = ""
    matches: int = 0
    unfinished: int = 0
    findings: tuple[str, ...] = ()


class RehearsalReport(Struct, frozen=True):
    """A rehearsal's report. ``ended`` says why it ended early, "" if it did not."""

    name: str
    seconds: int
    rounds: dict[str, int]
    ended: str
    hall_software: str
    thresholds: dict[str, int]
    devices: tuple[DeviceReport, ...]
    notes: tuple[str, ...]
    """What could not be rehearsed."""

    @property
    def unreached(self) -> tuple[DeviceReport, ...]:
        """Return the devices that were never heard."""
        return tuple(device for device in self.devices if not device.reached)

    @property
    def good(self) -> bool:
        """Return whether all devices were reached and the rehearsal was complete."""
        return not self.unreached and not self.ended

    def sentences(self) -> tuple[str, ...]:
        """Return what was slow or unreachable and what to do; at least one sentence."""
        found = [finding for device in self.devices for finding in device.findings]
        found += self.notes
        if self.ended:
            found.insert(0, f"The rehearsal ended early: {self.ended}.")
        return tuple(found) or ("Every device was reached, and nothing was slow.",)


class Course(NamedTuple):
    """How a rehearsal went, beside its log.

    ``contacts`` holds by node when each device was first heard (ms after the opening).
    """

    contacts: Mapping[str, int]
    hall_software: str
    seconds: int
    ended: str = ""
    notes: tuple[str, ...] = ()


def report_of(state: HallState, event: CarriedOver, course: Course) -> RehearsalReport:
    """Return the report of a rehearsal; ``state`` is that of its hall."""
    played: dict[str, int] = {}
    for division, number in state.rounds:
        played[division] = max(number, played.get(division, 0))
    return RehearsalReport(
        event.name,
        course.seconds,
        played,
        course.ended,
        course.hall_software,
        {
            "first_contact_ms": SLOW_CONTACT_MS,
            "round_trip_ms": SLOW_ROUND_TRIP_MS,
            "clock_offset_ms": CLOCK_OFF_MS,
            "to_hall_p95_ms": SLOW_RESULT_MS,
            "disconnections": 0,
        },
        tuple(_device(state, who, course) for who in event.expected),
        course.notes,
    )


def percentile(values: Sequence[int], hundredths: int) -> int:
    """Return the value that so many of a hundred ``values`` do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * hundredths // 100) - 1)]


def _device(state: HallState, who: Expected, course: Course) -> DeviceReport:
    contacts = course.contacts
    mine = [
        match
        for match in state.matches.values()
        if who.table and match.table == who.table and match.standing == "in_force"
    ]
    check = state.checks.get(who.node)
    bare = DeviceReport(who.label, who.role, who.table, False, matches=len(mine))
    if check is None or who.node not in contacts:
        place = "that table" if who.table else "it"
        finding = (
            f"{who.label} was never heard. Is it switched on, on its own screen and not in a match"
            f" or a menu? Look at {place}: its status line says what it misses."
        )
        return replace(bare, findings=(finding,))
    waits = check.waits
    unfinished = sum(not match.result.counts for match in mine)
    return replace(
        bare,
        reached=True,
        first_contact_ms=contacts[who.node],
        round_trip_ms=check.round_trip_ms,
        clock_offset_ms=check.offset_ms,
        results=len(waits),
        to_hall_p50_ms=percentile(waits, 50) if waits else None,
        to_hall_p95_ms=percentile(waits, 95) if waits else None,
        to_hall_slowest_ms=max(waits) if waits else None,
        disconnections=check.lost,
        software=check.software,
        screen=f"{check.columns}x{check.lines}",
        unfinished=unfinished,
        findings=tuple(
            _findings(who.label, check, contacts[who.node], unfinished, course.hall_software)
        ),
    )


def _findings(
    label: str, check: DeviceCheck, contact: int, unfinished: int, hall_software: str
) -> list[str]:
    said: list[str] = []
    if unfinished:
        said.append(
            f"{label} was reached, but its match did not come to its end: look at its screen, and"
            " rehearse again."
        )
    if contact > SLOW_CONTACT_MS:
        said.append(
            f"{label} came {_seconds(contact)} after the rehearsal was opened: it was busy, it was"
            " switched on late, or its network is slow to connect."
        )
    if check.round_trip_ms > SLOW_ROUND_TRIP_MS:
        said.append(
            f"{label} is slow: its shortest way to the hall and back takes {check.round_trip_ms}"
            " ms. Use a cable, or bring it nearer to the access point."
        )
    if check.waits and percentile(check.waits, 95) > SLOW_RESULT_MS:
        said.append(
            f"{label} is slow: a result takes {_seconds(percentile(check.waits, 95))} to the hall."
            " Run hall-server doctor on the hall's machine and look at the disk's figure."
        )
    if check.lost:
        times = "once" if check.lost == 1 else f"{check.lost} times"
        said.append(
            f"{label} lost the hall {times}: check its cable or its place in the wireless network."
        )
    if abs(check.offset_ms) > CLOCK_OFF_MS:
        side = "fast" if check.offset_ms > 0 else "slow"
        said.append(
            f"The clock of {label} is {_seconds(abs(check.offset_ms))} {side}: set it, or let it"
            " follow a time server. Match clocks do not depend on it."
        )
    if check.software != hall_software:
        said.append(
            f"{label} runs version {check.software}, the hall {hall_software}: install the same"
            " one."
        )
    if 0 < check.columns < SMALLEST[0] or 0 < check.lines < SMALLEST[1]:
        said.append(
            f"The screen of {label} has {check.columns}x{check.lines} signs; it needs"
            f" {SMALLEST[0]}x{SMALLEST[1]}. Choose a smaller font."
        )
    return said


def _seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000 // 100} s"


WIDE = 79
_HEAD = ("", "heard", "ping", "clock", "results", "p50", "p95", "slowest", "lost", "screen")
_WIDTHS = (12, 7, 6, 8, 7, 6, 6, 7, 4, 7)
_ALIGNS = "<>>>>>>>>>"


def lines_of(report: RehearsalReport) -> Iterable[str]:
    """Yield the report for a person at the hall's machine, at most 80 columns wide."""
    reached = len(report.devices) - len(report.unreached)
    yield f"{report.name}: {reached} of {len(report.devices)} devices reached."
    yield "Times in ms; results from the last press until they are safe at the hall."
    yield ""
    yield columns(_HEAD, _WIDTHS, _ALIGNS, gap=1).rstrip()
    for device in report.devices:
        yield _row(device)
    yield ""
    for sentence in report.sentences():
        first, *rest = wrap(sentence, WIDE - 2)
        yield f"- {first}"
        yield from (f"  {line}" for line in rest)


def _row(device: DeviceReport) -> str:
    if not device.reached:
        return columns((device.label, "never heard"), (_WIDTHS[0], 20), gap=1).rstrip()
    cells = (
        device.label,
        _number(device.first_contact_ms),
        _number(device.round_trip_ms),
        f"{device.clock_offset_ms or 0:+}",
        str(device.results),
        _number(device.to_hall_p50_ms),
        _number(device.to_hall_p95_ms),
        _number(device.to_hall_slowest_ms),
        str(device.disconnections),
        device.screen,
    )
    return columns(cells, _WIDTHS, _ALIGNS, gap=1).rstrip()


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)
