"""At which free table two are to play: the first is offered, another one is typed."""

from hall_server.referee.asked.ask import Ask, Left
from hall_server.referee.derived.pairing import boards
from shared.core.state import Division
from shared.core.text.language import _


async def ask_table(ask: Ask, division: Division, names: str) -> str:
    """Ask for a table and return its id; say so, and leave, where none is free."""
    moment = ask.desk.moment()
    free = boards.free_tables(moment, division)
    if not free:
        await ask.read(names, (_("No table is free. Nothing was called."),))
        raise Left
    by_label = {moment.label(table).casefold(): table for table in free}

    def objection(text: str) -> str:
        free_one = text.casefold() in by_label
        return "" if free_one else _("No table {label} is free.").format(label=text)

    label = await ask.text(
        _("{names}: at which table?").format(names=names),
        hint=_("Free: {tables}.").format(tables=moment.tables(list(free))),
        value=moment.label(free[0]),
        objection=objection,
    )
    return by_label[label.casefold()]
