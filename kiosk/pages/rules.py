"""The rules of a division in brief as pages: each rule with its clause."""

from rich.cells import cell_len

from kiosk.pages.page import Frame, Page, PageLine, Part, split
from kiosk.pages.rules_in_brief import Rule, Section, in_brief
from shared.core.state import Division
from shared.core.text.language import _
from shared.tui.names import pad, wrap

_GAP = 2


def rules_pages(division: Division, frame: Frame) -> tuple[Page, ...]:
    """Return no page if the rules cannot be read here. A heading never ends a page."""
    if division.unreadable:
        return ()
    sections = in_brief(division.book)
    clauses = [rule.clause for section in sections for rule in section.rules]
    clause = max(map(cell_len, clauses), default=0)
    lines: list[PageLine] = []
    for section in sections:
        _add(lines, section, frame, clause)
    note = _("* set by the event") if division.book.overridden else ""
    title = _("{rulebook} in brief").format(rulebook=_(division.book.title))
    page = Page(f"{division.id}/rules", f"{division.name} · {title}", note, band=0)
    return split(page, tuple(lines), frame)


def _add(lines: list[PageLine], section: Section, frame: Frame, clause: int) -> None:
    """Add the section below what stands there, or on a new page where its first sentence needs
    one."""
    rules = [_lines(rule, frame, clause) for rule in section.rules]
    heading: PageLine = (Part(section.title, "key"),)
    blocks = [(heading, *rules[0]), *rules[1:]]
    if lines and len(lines) % frame.rows:
        lines.append(())
    for block in blocks:
        left = frame.rows - len(lines) % frame.rows
        if len(block) > left and len(block) <= frame.rows:
            lines += [()] * left
        lines += block


def _lines(rule: Rule, frame: Frame, clause: int) -> tuple[PageLine, ...]:
    width = frame.width - clause - _GAP
    texts = wrap(rule.text + ("*" if rule.by_event else ""), width)
    first = (Part(pad(texts[0], width + _GAP)), Part(rule.clause, "soft"))
    return (first, *((Part(text),) for text in texts[1:]))
