"""A rehearsal's report as lines of text: a row for each device, then what to do."""

from collections.abc import Iterable

from hall_server.play.report import DeviceReport, RehearsalReport
from shared.tui.names import columns, wrap

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
