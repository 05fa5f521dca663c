"""The rules of a division in brief, from its rulebook, each with its clause. Holds no number."""

from __future__ import annotations

from kiosk.page import Frame, Line, Page, Part, split
from shared.core.language import _
from shared.core.rulebooks import fields_of
from shared.core.rulebooks.fields import said
from shared.core.state import Division
from shared.tui.names import fit, wrap

BRIEF = (
    "base_rules",
    "games_per_match",
    "time_controls",
    "win_points",
    "draw_points",
    "loss_points",
    "bye_points",
    "honor.drop_lowest",
    "tied_places",
    "opt_out_points",
    "lateness.first_forfeit_ms",
    "lateness.second_forfeit_ms",
    "lateness.grace_ms",
    "flag_costs",
    "device_rule",
    "smoking_break_ms",
    "draw_sheet.next_start_ms",
    "draw_sheet.sign_out_ms",
    "usbgf_time.first_penalty_ms",
    "usbgf_time.break_ms",
    "imposed_clocks.match_alarm_ms",
    "open_play.first_play",
    "counts.quiet_moves",
    "counts.repetitions",
    "prizes.sheet_copies",
)
"""What players ask about, in the order in which they ask; what a sheet has not is passed over."""

_CLAUSE = 18


def rules_pages(division: Division, frame: Frame) -> tuple[Page, ...]:
    """None where the rules cannot be read here."""
    if division.unreadable:
        return ()
    fields = {field.path: field for field in fields_of(division.book)}
    lines: list[Line] = []
    for path in BRIEF:
        field = fields.get(path)
        if field is None or field.value is None:
            continue
        value = said(field.path, field.value)
        star = "*" if field.overridden else ""
        texts = wrap(f"{_(field.meaning).rstrip('.')}: {value}{star}", frame.width - _CLAUSE - 2)
        for number, text in enumerate(texts):
            clause = fit(field.clause if number == 0 else "", _CLAUSE)
            lines.append((Part(clause + "  ", "soft"), Part(text)))
    note = _("* set by the event") if division.book.overridden else ""
    title = _("{rulebook} in brief").format(rulebook=_(division.book.title))
    page = Page(f"{division.id}/rules", f"{division.name} · {title}", note)
    return split(page, tuple(lines), frame)
