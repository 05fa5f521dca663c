"""Tables that are taken away while the hall runs: which can be, what follows, and the dialogue.

A table that was taken away keeps its results and its device. Put up again, it is the same table.
"""

from collections.abc import Iterator

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.changes.more_tables import typed
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE
from shared.core.events import TableSet, entities
from shared.core.events.entities import owner
from shared.core.state import HallState, Table
from shared.core.state.floor import finished, matches_at, table_called
from shared.core.text.language import _, ngettext
from shared.port import Draft


def named(state: HallState, label: str) -> Table | None:
    """Return the table of this hall that stands and has a label or an id, None for none."""
    table = table_called(state, label)
    venues = {device.venue for device in state.devices.values()}
    return table if table is not None and owner(table.id, venues) == state.venue else None


def objection(moment: Moment, text: str) -> str:
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
    yield _("t puts them up again, each with its device and its place on the map.")


def _is_in(state: HallState, player: str) -> bool:
    return state.players[player].withdrawn_after is None


@dialogue
async def take_away(ask: Ask) -> None:
    """Take tables away."""
    desk = ask.desk
    text = await ask.text(
        _("Which tables are taken away?"),
        hint=_("Their numbers or names, such as 13-16, Stage."),
        objection=lambda text: objection(desk.moment(), text),
    )
    why = await ask.text(_("Why are tables taken away?"), hint=_("It stays in the log."))
    moment = desk.moment()
    gone = tuple(filter(None, (named(moment.state, label) for label in typed(text))))
    labels = ", ".join(table.label for table in gone)
    asked = ngettext(
        "Take away {count} table: {labels}?", "Take away {count} tables: {labels}?", len(gone)
    ).format(count=len(gone), labels=labels)

    def changed() -> str:
        return objection(desk.moment(), text)

    drafts = tuple(
        Draft(entities.table(table.id), TableSet(table.label, why, away=True), REFEREE)
        for table in gone
    )
    entry = Writing(_("tables taken away: {labels}").format(labels=labels), drafts)
    fact = "\n".join((asked, *follows(moment, gone)))
    desk.rule(await ask.confirm(fact, entry, yes=_("Take away"), no=_("Leave it"), changed=changed))
