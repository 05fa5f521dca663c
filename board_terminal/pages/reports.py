"""Reports, two presses away at any moment: what each does, and how far the filed ones have got.

The buttons lie as on a numeric keypad: left column left player, right column right player, the
referee in the middle. The keys of the two clocks stay what they are.
"""

from __future__ import annotations

from board_terminal.desk import Desk
from board_terminal.keys import BACK, SIDES, named
from board_terminal.pages.clock import clock_half, next_change
from board_terminal.pages.look import Look, alarms, report_line
from board_terminal.setting import table_label
from board_terminal.view import Choice, View
from shared.core.day import Phase
from shared.tui.times import clock_time, duration

CALL = Choice("report:call", "5", "Call referee", "The referee is asked to this table", ("c", "C"))


def reports(look: Look) -> View:
    """The reports of a match."""
    playing = look.session.phase is Phase.PLAYING
    left, right = look.names
    back = named(BACK, "Back", "report nothing")
    choices = (
        Choice("report:late:0", "7", f"{left} is absent", f"{left} is late or absent"),
        Choice(back.does, "8", back.label, back.help, ("0", *back.also, "r", "R"), back.detail),
        Choice("report:late:1", "9", f"{right} is absent", f"{right} is late or absent"),
        Choice("report:phone:0", "4", f"{left}: phone", f"A phone of {left} rang"),
        CALL,
        Choice("report:phone:1", "6", f"{right}: phone", f"A phone of {right} rang"),
    )
    return View(
        "reports",
        look.title,
        look.corner,
        halves=(clock_half(look, 0), clock_half(look, 1)),
        compact=True,
        message=(
            _explained(look),
            *(report_line(look.desk, f, look.zone) for f in look.desk.filed[-2:]),
        ),
        alarm=look.alarm,
        sides=SIDES if playing else (),
        choices=choices,
        grid=3,
        next_ms=next_change(look) if playing else 0,
        asks=look.reading.runs if playing and look.reading else (False, False),
    )


def table_reports(desk: Desk, zone: str) -> View:
    """Between matches only the referee can be called."""
    return View(
        "reports",
        table_label(desk.state, desk.table),
        headline="Call the referee to this table?",
        message=(
            "It goes to the referee at once.",
            *(report_line(desk, f, zone) for f in desk.filed[-2:]),
        ),
        alarm=alarms(desk),
        choices=(CALL, named(BACK, "Back", "report nothing")),
    )


def _explained(look: Look) -> str:
    """What will happen, and what will not."""
    clocks = "The clock runs on; Pause stops it." if look.session.phase is Phase.PLAYING else ""
    start = clock_time(look.match.starts_at, look.zone, look.now)
    late = look.now - look.match.starts_at
    if look.session.phase is Phase.SEATING and late > 0:
        clocks = f"Scheduled start {start}: {duration(late)} late."
    phone = look.book.device_rule.split(". ")[-1]
    return f"One press sends it to the referee, who decides. {clocks} {phone}".replace("  ", " ")
