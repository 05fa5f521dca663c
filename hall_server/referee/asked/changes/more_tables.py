"""Tables that are put up while the hall runs, or put up again: what is typed, what is written, and
the dialogue."""

import re

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE
from shared.core.events import HallLaidOut, Spot, TableSet, entities
from shared.core.events.entities import at_venue, is_name, owner
from shared.core.state import HallState, Table
from shared.core.text.language import _, ngettext
from shared.port import Draft

MOST = 999
"""Tables of one hall, at most."""
_RANGE = re.compile(r"([0-9]{1,4}) ?- ?([0-9]{1,4})")


def typed(text: str) -> tuple[str, ...]:
    """Return the labels that a text names: "13-15, Stage"."""
    found: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        several = _RANGE.fullmatch(part)
        if several is None:
            found.append(part)
        else:
            first, last = int(several[1]), int(several[2])
            found += map(str, range(first, min(last, first + MOST) + 1))
    return tuple(found)


def objection(state: HallState, text: str) -> str:
    """Return why these tables cannot be put up: each needs a name of its own."""
    labels = typed(text)
    if not labels:
        return _("Type the numbers of the new tables, such as 13-16.")
    back = taken_away(state)
    stand = [table for table in state.tables.values() if table not in back.values()]
    taken = {name.casefold() for table in stand for name in (table.id, table.label)}
    for label in labels:
        if not is_name(at_venue(label, state.venue)):
            return _("{label}: use letters, digits, dots, dashes, no blanks.").format(label=label)
        if at_venue(label, state.venue).casefold() in taken or label.casefold() in taken:
            return _("There is a table {label} already.").format(label=label)
        if labels.count(label) > 1:
            return _("{label} stands there twice.").format(label=label)
    if len(stand) + len(labels) > MOST:
        return _("A hall has {most} tables at most.").format(most=MOST)
    return ""


def taken_away(state: HallState) -> dict[str, Table]:
    """Return the tables of this hall that were taken away, each by its label without case."""
    venues = {device.venue for device in state.devices.values()}
    return {
        table.label.casefold(): table
        for table in state.tables.values()
        if table.away and owner(table.id, venues) == state.venue
    }


def drafts(state: HallState, labels: tuple[str, ...], why: str) -> tuple[Draft, ...]:
    """Return the tables, and their places below the others where the hall has a map.

    One that was taken away comes back as it was.
    """
    back = taken_away(state)
    known = [back[label.casefold()] for label in labels if label.casefold() in back]
    found = [
        Draft(entities.table(table.id), TableSet(table.label, why), REFEREE) for table in known
    ]
    new = [label for label in labels if label.casefold() not in back]
    idents = [at_venue(label, state.venue) for label in new]
    found += [
        Draft(entities.table(ident), TableSet(label, why), REFEREE)
        for ident, label in zip(idents, new, strict=True)
    ]
    layout = state.office.layout
    if layout and new:
        below = 2 + max(spot.y for spot in layout)
        step = 3 + max(map(len, new))
        places = tuple(Spot(n * step, below, ident) for n, ident in enumerate(idents))
        found.append(Draft(entities.layout(), HallLaidOut((*layout, *places)), REFEREE))
    return tuple(found)


@dialogue
async def put_up(ask: Ask) -> None:
    """Put up more tables."""
    desk = ask.desk
    gone = [table.label for table in taken_away(desk.hall).values()]
    hint = _("Their numbers or names, such as 13-16, Stage.")
    if gone:
        hint += " " + _("Taken away: {tables}.").format(tables=", ".join(gone))
    text = await ask.text(
        _("Which tables are put up?"),
        hint=hint,
        objection=lambda text: objection(desk.hall, text),
    )
    why = await ask.text(_("Why are tables put up?"), hint=_("It stays in the log."))
    labels = typed(text)
    told = [
        ngettext("Put up {count} table: {labels}?", "Put up {count} tables: {labels}?", len(labels))
        .format(count=len(labels), labels=", ".join(labels)),
        _("Players are seated there from the next pairing on. A round that waits for a table goes"
          " on."),
    ]  # fmt: skip
    back = [label for label in labels if label.casefold() in taken_away(desk.hall)]
    if back:
        told.append(
            _("Back in their places, with their devices: {tables}.").format(tables=", ".join(back))
        )
    if len(back) < len(labels):
        told.append(
            _("Without a device a match there is played on paper; d admits a device to it.")
        )
    own = [division.name for division in desk.hall.divisions.values() if division.tables]
    if own:
        told.append(
            _("These divisions have tables of their own and get none of them: {names}.").format(
                names=", ".join(own)
            )
        )
    if desk.hall.office.layout and len(back) < len(labels):
        told.append(_("On the map of the hall they stand below the others."))

    def changed() -> str:
        return objection(desk.hall, text)

    said = _("tables put up: {labels}").format(labels=", ".join(labels))
    confirmed = await ask.confirm(
        "\n".join(told),
        lambda: Writing(said, drafts(desk.hall, labels, why)),
        yes=_("Put up"),
        no=_("Not yet"),
        changed=changed,
    )
    desk.rule(confirmed)
