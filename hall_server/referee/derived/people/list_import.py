"""A list of players in a file: read, its columns mapped, what it would change in lines. Pure.

The caller reads the file and writes what was confirmed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import msgspec

from hall_server.files.cells import UnreadableTable
from hall_server.files.intake import Plan, PlannedChange, plan
from hall_server.files.players_csv import HEADINGS
from hall_server.files.sources import read_source
from hall_server.files.workbooks import table
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE
from shared.core.state.office import Known
from shared.core.text.language import _, ngettext
from shared.port import Draft
from shared.tui.times import local

LARGEST = 1 << 24
"""Bytes: a list of a hundred thousand players is smaller."""
NOBODY: Mapping[str, Known] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Import:
    """What is known of an import: the file, what its columns are said to be, and the plan.

    ``trouble`` says why nothing can be read, "" where there is a plan.
    """

    name: str
    data: bytes = field(repr=False)
    division: str = ""
    """For players whose line names none; "" for none."""
    columns: Mapping[str, str] = field(default_factory=dict)
    plan: Plan = field(default_factory=lambda: Plan((), 0, ()))
    notes: tuple[str, ...] = ()
    trouble: str = ""


def looked_at(
    moment: Moment, before: Import, private: Mapping[str, Known] | None, desk: str = ""
) -> Import:
    """Return the import against the hall as it is now, on the laptop ``desk``."""
    today = local(moment.hall_ms, moment.zone).date().isoformat()
    try:
        found = read_source(before.data, before.columns)
    except UnreadableTable as error:
        return replace(before, plan=Plan((), 0, ()), notes=(), trouble=str(error))
    wanted = plan(
        moment.state,
        found,
        before.division or None,
        private=private or NOBODY,
        today=today,
        desk=desk,
    )
    return replace(before, plan=wanted, notes=found.notes, trouble="")


def headings(data: bytes) -> tuple[str, ...]:
    """Return the headings that the file has, none where it is no table."""
    try:
        rows = table(data, frozenset(word for words in HEADINGS.values() for word in words)).rows
    except UnreadableTable:
        return ()
    return tuple(cell.strip() for cell in rows[0].cells if cell.strip()) if rows else ()


def mapped(before: Import, name: str, heading: str) -> Import:
    """Return the import with a field read from the column under ``heading``."""
    others = {f: h for f, h in before.columns.items() if f != name and h != heading}
    return replace(before, columns={**others, name: heading})


def lines(found: Import) -> tuple[ListLine, ...]:
    """Return what is wrong in which line of the file, then what would change."""
    if found.trouble:
        return (ListLine("trouble", f" ! {found.trouble}", "danger"),)
    wrong = [
        ListLine(f"p{n}", f" ! {said}", "danger") for n, said in enumerate(found.plan.problems)
    ]
    changes = [
        ListLine(f"c{n}", f" {change.words}", "ink" if change.before is None else "caution")
        for n, change in enumerate(found.plan.changes)
    ]
    return (*wrong, *changes)


def change_at(found: Import, key: str) -> PlannedChange | None:
    """Return the change of a line; None for what is wrong."""
    return found.plan.changes[int(key[1:])] if key.startswith("c") else None


def counted(found: Import) -> str:
    """Return how much there is of what."""
    new = sum(change.before is None for change in found.plan.changes)
    changed = len(found.plan.changes) - new
    said = _("{new} new, {changed} changed, {same} as they are").format(
        new=new, changed=changed, same=found.plan.unchanged
    )
    wrong = len(found.plan.problems)
    return _("{said}, {count} to mend").format(said=said, count=wrong) if wrong else said


def refusal(found: Import) -> str:
    """Return why it cannot be taken over as it is, "" where it can."""
    if found.trouble:
        return _("Nothing can be read. Say which column is which (c), or mend the file.")
    if found.plan.problems:
        return _("Mend these lines in the file, then read it again (r). Nothing was changed.")
    if not found.plan.changes:
        return _("There is nothing to change.")
    return ""


def sentence(moment: Moment, found: Import) -> str:
    """Return the fact that is confirmed, with those who enter after round 1 (HALL-late-entry)."""
    begun = {division for division, _ in moment.state.rounds}
    late = sum(
        change.before is None and change.player.division in begun for change in found.plan.changes
    )
    said = _("Take over {file}: {counted}?").format(file=found.name, counted=counted(found))
    entering = ngettext("{count} enters late.", "{count} enter late.", late).format(count=late)
    return f"{said} {entering}" if late else said


def drafts(found: Import) -> tuple[Draft, ...]:
    """Return everything that it writes, all or none."""
    return tuple(
        msgspec.structs.replace(draft, actor=REFEREE)
        for change in found.plan.changes
        for draft in change.drafts
    )
