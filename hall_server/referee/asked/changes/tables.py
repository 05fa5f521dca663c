"""Tables while the hall runs: put up, taken away, or a division's own; how they are typed.

A table that was taken away keeps its results and its device. Put up again, it is the same table."""

import re
from collections.abc import Iterator

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE
from shared.core.events import HallLaidOut, Spot, TableSet, entities
from shared.core.events.entities import at_venue, is_name, owner
from shared.core.state import Division, HallState, Table
from shared.core.state.floor import finished, hall_order, matches_at, table_called
from shared.core.text.language import _, ngettext
from shared.port import Draft


def own_tables(state: HallState, division: Division, text: str) -> tuple[tuple[str, ...], str]:
    """Return the ids of the tables that a text names by their signs, and what is wrong with it.

    A table of the division's own that was taken away can stay one.
    """
    known = {
        **state.tables_up,
        **{t: state.tables[t] for t in division.tables if t in state.tables},
    }
    order = sorted(known.values(), key=lambda table: hall_order(table.label))
    by_name = {name.casefold(): t for t in order for name in (t.id, t.label)}
    by_name |= {t.label.casefold(): t for t in order}
    own: list[Table] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        one = by_name.get(part.casefold())
        if one is not None:
            own.append(one)
            continue
        ends = [end.strip() for end in part.split("-", 1)]
        for end in ends:
            if end.casefold() not in by_name:
                return (), _("There is no table {label}.").format(label=end)
        first, last = (order.index(by_name[end.casefold()]) for end in ends)
        if first > last:
            said = _("Type the lower table first: {last}-{first}.")
            return (), said.format(first=ends[0], last=ends[1])
        own += order[first : last + 1]
    return tuple(dict.fromkeys(table.id for table in own)), ""


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


def put_up_objection(state: HallState, text: str) -> str:
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


def put_up_drafts(state: HallState, labels: tuple[str, ...], why: str) -> tuple[Draft, ...]:
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
        objection=lambda text: put_up_objection(desk.hall, text),
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
        return put_up_objection(desk.hall, text)

    said = _("tables put up: {labels}").format(labels=", ".join(labels))
    confirmed = await ask.confirm(
        "\n".join(told),
        lambda: Writing(said, put_up_drafts(desk.hall, labels, why)),
        yes=_("Put up"),
        no=_("Not yet"),
        changed=changed,
    )
    desk.rule(confirmed)


def named(state: HallState, label: str) -> Table | None:
    """Return the table of this hall that stands and has a label or an id, None for none."""
    table = table_called(state, label)
    venues = {device.venue for device in state.devices.values()}
    return table if table is not None and owner(table.id, venues) == state.venue else None


def take_away_objection(moment: Moment, text: str) -> str:
    """Return why these tables cannot be taken away: nobody plays or is to play at one that is."""
    state, labels = moment.state, typed(text)
    if not labels:
        return _("Type the numbers of the tables, such as 13-16.")
    found: set[str] = set()
    for label in labels:
        table = named(state, label)
        if table is None:
            return _("There is no table {label}.").format(label=label)
        if table.id in found:
            return _("{label} stands there twice.").format(label=label)
        found.add(table.id)
        for match in matches_at(state, table.id):
            if not finished(match):
                said = _(
                    "{names} play at {table}, or are to play there. Wait for their result, or put"
                    " the match at another table."
                )
                return said.format(
                    names=" – ".join(moment.names(match)), table=moment.table(table.id)
                )
    if found >= state.tables_up.keys():
        return _("One table has to stay.")
    return ""


def follows(moment: Moment, gone: tuple[Table, ...]) -> Iterator[str]:
    """Yield what follows for rounds to come, players, divisions and devices, one sentence each."""
    state = moment.state
    idents = {table.id for table in gone}
    left = [ident for ident in state.tables_up if ident not in idents]
    yield _("Nobody is seated there from the next pairing on. What was played there stays.")
    kept = [p.name for p in state.players.values() if p.table in idents and _is_in(state, p.id)]
    if kept:
        yield _("! These players keep one of the tables, and are seated anywhere then: {names}."
                ).format(names=", ".join(kept))  # fmt: skip
    for division in state.divisions.values():
        own = [table for table in division.tables or left if table in left]
        players = sum(p.division == division.id and _is_in(state, p.id)
                      for p in state.players.values())  # fmt: skip
        if len(own) < players // 2:
            yield _("! {division}: {players} players need up to {wanted} tables, and it has {count}"
                    " then. A round may wait for a table.").format(
                division=division.name, players=players, wanted=players // 2, count=len(own)
            )  # fmt: skip
    devices = [state.devices[t.device].label for t in gone if t.device in state.devices]
    if devices:
        yield ngettext(
            "{names} stays with its table: its screen says that the hall does not use it. d moves"
            " the device.",
            "{names} stay with their tables: their screens say that the hall does not use them. d"
            " moves the devices.",
            len(devices),
        ).format(names=", ".join(f"'{name}'" for name in devices))
    yield _("+ puts them up again, each with its device and its place on the map.")


def _is_in(state: HallState, player: str) -> bool:
    return state.players[player].withdrawn_after is None


@dialogue
async def take_away(ask: Ask) -> None:
    """Take tables away."""
    desk = ask.desk
    text = await ask.text(
        _("Which tables are taken away?"),
        hint=_("Their numbers or names, such as 13-16, Stage."),
        objection=lambda text: take_away_objection(desk.moment(), text),
    )
    why = await ask.text(_("Why are tables taken away?"), hint=_("It stays in the log."))
    moment = desk.moment()
    gone = tuple(filter(None, (named(moment.state, label) for label in typed(text))))
    labels = ", ".join(table.label for table in gone)
    asked = ngettext(
        "Take away {count} table: {labels}?", "Take away {count} tables: {labels}?", len(gone)
    ).format(count=len(gone), labels=labels)

    def changed() -> str:
        return take_away_objection(desk.moment(), text)

    drafts = tuple(
        Draft(entities.table(table.id), TableSet(table.label, why, away=True), REFEREE)
        for table in gone
    )
    entry = Writing(_("tables taken away: {labels}").format(labels=labels), drafts)
    fact = "\n".join((asked, *follows(moment, gone)))
    desk.rule(await ask.confirm(fact, entry, yes=_("Take away"), no=_("Leave it"), changed=changed))
